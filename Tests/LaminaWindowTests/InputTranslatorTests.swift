import Foundation
import LaminaViews
import Testing

@testable import LaminaWindow

@Suite("Input of a window")
struct InputTranslatorTests {
  private func inputs(
    _ events: [WindowEvent], scale: CGFloat = 1
  ) -> [InputEvent.Kind] {
    var translator = InputTranslator(scale: scale)
    return events.compactMap { translator.input(for: $0) }
  }

  @Test("is a touch while the button is down, and hovers otherwise")
  func pointer() {
    #expect(
      inputs([
        .pointerMoved(CGPoint(x: 5, y: 6)), .buttonReleased, .buttonPressed, .buttonPressed,
        .pointerMoved(CGPoint(x: 7, y: 9)), .buttonReleased, .pointerMoved(CGPoint(x: 1, y: 2)),
      ]) == [
        .hover(location: CGPoint(x: 5, y: 6)),
        .touch(id: 0, phase: .began, location: CGPoint(x: 5, y: 6)),
        .touch(id: 0, phase: .moved, location: CGPoint(x: 7, y: 9)),
        .touch(id: 0, phase: .ended, location: CGPoint(x: 7, y: 9)),
        .hover(location: CGPoint(x: 1, y: 2)),
      ])
    #expect(inputs([.pointerLeft]) == [.hover(location: nil)])
    #expect(inputs([.buttonPressed, .pointerLeft]).count == 1)
  }

  @Test("scrolls by 48 points a notch, down when the wheel goes away from the user")
  func wheel() {
    let place = CGPoint(x: 10, y: 4)
    func scroll(_ x: CGFloat, _ y: CGFloat) -> InputEvent.Kind {
      .scroll(location: place, translation: CGPoint(x: x, y: y))
    }
    #expect(
      inputs(
        [
          .pointerMoved(CGPoint(x: 20, y: 8)),
          .wheel(dx: 0, dy: 1, modifiers: []), .wheel(dx: 0.5, dy: -2, modifiers: .alternate),
          .wheel(dx: 0, dy: 0, modifiers: []),
          .wheel(dx: 0, dy: 1, modifiers: .shift), .wheel(dx: 1, dy: 1, modifiers: .shift),
        ], scale: 2)
        == [
          .hover(location: place), scroll(0, 48), scroll(-24, -96), scroll(48, 0),
          scroll(-48, 48),
        ])
  }

  @Test("magnifies with control, four notches to the double, and back exactly as far")
  func magnification() {
    let kinds = inputs([4, -4, 1, 0].map { .wheel(dx: 3, dy: $0, modifiers: [.control, .shift]) })
    let factors = kinds.map { kind in
      if case .magnify(location: .zero, let factor) = kind { factor } else { CGFloat.nan }
    }
    #expect(factors.count == 3)
    #expect(abs(factors[0] - 2) < 1e-12 && abs(factors[1] - 0.5) < 1e-12)
    #expect(abs(pow(factors[2], 4) - 2) < 1e-12)
  }

  @Test("gives each finger the least free number from 1 on, as long as it is down")
  func fingers() {
    func finger(_ id: Int, _ phase: Touch.Phase, _ x: CGFloat) -> WindowEvent {
      .finger(id: id, phase: phase, location: CGPoint(x: x, y: 3))
    }
    func touch(_ id: Int, _ phase: Touch.Phase, _ x: CGFloat) -> InputEvent.Kind {
      .touch(id: id, phase: phase, location: CGPoint(x: x, y: 3))
    }
    #expect(
      inputs([
        finger(700, .moved, 1), finger(700, .began, 2), finger(-9, .began, 3),
        finger(-9, .moved, 4), finger(700, .ended, 5), finger(8, .began, 6), finger(700, .moved, 7),
        finger(-9, .cancelled, 8), finger(8, .ended, 9),
      ]) == [
        touch(1, .began, 2), touch(2, .began, 3), touch(2, .moved, 4), touch(1, .ended, 5),
        touch(1, .began, 6), touch(2, .cancelled, 8), touch(1, .ended, 9),
      ])
  }

  @Test("ends with all touches cancelled where no more will be heard of them")
  func cancellation() {
    var translator = InputTranslator(scale: 1)
    #expect(translator.cancelTouches() == [])
    _ = translator.input(for: .finger(id: 3, phase: .began, location: CGPoint(x: 1, y: 1)))
    _ = translator.input(for: .finger(id: 2, phase: .began, location: CGPoint(x: 2, y: 2)))
    _ = translator.input(for: .buttonPressed)
    #expect(
      translator.cancelTouches() == [
        .touch(id: 0, phase: .cancelled, location: .zero),
        .touch(id: 1, phase: .cancelled, location: CGPoint(x: 1, y: 1)),
        .touch(id: 2, phase: .cancelled, location: CGPoint(x: 2, y: 2)),
      ])
    #expect(translator.input(for: .buttonReleased) == nil)
    #expect(translator.input(for: .buttonCancelled) == nil)
    _ = translator.input(for: .buttonPressed)
    let cancelled = translator.input(for: .buttonCancelled)
    #expect(cancelled == .touch(id: 0, phase: .cancelled, location: .zero))
    #expect(translator.input(for: .finger(id: 3, phase: .ended, location: .zero)) == nil)
  }
}

@Suite("A window's handle")
struct ConcurrentWindowHandleTests {
  @Test("posts once until the window has looked, from however many threads")
  func coalescing() {
    let posts = Counter()
    let handle = WindowHandle { posts.add() }
    for _ in 1...3 {
      DispatchQueue.concurrentPerform(iterations: 500) { index in
        if index == 250 { handle.close() } else { handle.wake() }
      }
      #expect(handle.take() == (wakes: true, closes: true))
      #expect(handle.take() == (wakes: false, closes: false))
    }
    #expect(posts.value == 3)
  }
}

/// A number that several threads count up.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add() { lock.withLock { count += 1 } }
}
