import Foundation
import Lamina
import LaminaViews
import Testing

/// The code of Documentation/Views.md.
@Suite("The guide to views")
struct ViewsGuideTests {
  /// A bar that a finger fills.
  final class Slider: View {
    private let bar = Layer()
    private(set) var value: CGFloat = 0 { didSet { setNeedsLayout() } }

    override init(frame: CGRect = .zero) {
      super.init(frame: frame)
      backgroundColor = .white
      bar.backgroundColor = .orange
      layer.addSublayer(bar)
      let pan = PanGestureRecognizer()
      pan.addAction { [unowned self] pan in
        value = min(max(value + pan.translation(in: self).x / bounds.width, 0), 1)
        pan.setTranslation(.zero, in: self)
      }
      addGestureRecognizer(pan)
    }

    override func layoutSubviews() {
      Transaction.run(disableActions: true) {
        bar.frame = CGRect(x: 0, y: 0, width: bounds.width * value, height: bounds.height)
      }
    }
  }

  @Test("shows a slider that a finger fills")
  func slider() throws {
    let slider = Slider()
    let host = try ViewHost(rootView: slider, size: CGSize(width: 200, height: 20), scale: 2)
    _ = try host.render(at: 0)

    func touch(_ phase: Touch.Phase, x: CGFloat, at time: Double) {
      host.send(
        InputEvent(
          time: time, kind: .touch(id: 0, phase: phase, location: CGPoint(x: x, y: 10))))
    }
    touch(.began, x: 50, at: 1)
    touch(.moved, x: 160, at: 1.1)
    #expect(slider.value == 0.5)
    let frame = try host.render(at: 1.1)
    #expect((frame.bitmap.width, frame.bitmap.height) == (400, 40))
    #expect(frame.bitmap[199, 39] == 0xFFFF_8000)
    #expect(frame.bitmap[200, 39] == 0xFFFF_FFFF)
    #expect(frame.damage == Region(PixelRect(x: 0, y: 0, width: 200, height: 40)))
    #expect(host.nextFrameTime(after: 1.1) == .never)
    touch(.moved, x: 2_000, at: 1.2)
    touch(.moved, x: 1_980, at: 1.3)
    #expect(slider.value == 0.9)
  }
}
