import Foundation
import Lamina
import LaminaViews
import Synchronization
import Testing

@Suite("A host of views")
struct ViewHostTests {
  /// A view that notes what it is told.
  final class NotingView: View {
    var notes: [String] = []
    var takesKeys = false
    var takesWheel = false

    override func touchesBegan(_ touches: [Touch]) { note("began", touches) }
    override func touchesMoved(_ touches: [Touch]) { note("moved", touches) }
    override func touchesEnded(_ touches: [Touch]) { note("ended", touches) }
    override func touchesCancelled(_ touches: [Touch]) { note("cancelled", touches) }
    override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
      notes.append("wheel \(translation.x) \(translation.y) at \(point.x) \(point.y)")
      return takesWheel
    }
    override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
      notes.append("down \(key) \(modifiers.rawValue)")
      return takesKeys
    }
    override func keyUp(_ key: Key, modifiers: KeyModifiers) -> Bool {
      notes.append("up \(key) \(modifiers.rawValue)")
      return takesKeys
    }
    override func didMoveToHost() { notes.append(host == nil ? "left" : "came") }

    private func note(_ word: String, _ touches: [Touch]) {
      for touch in touches {
        let place = touch.location(in: self)
        let last = touch.previousLocation(in: self)
        notes.append("\(word) \(touch.id): \(last.x) \(last.y) -> \(place.x) \(place.y)")
      }
    }

    func takeNotes() -> [String] {
      defer { notes = [] }
      return notes
    }
  }

  final class Counter: Sendable {
    let count = Atomic(0)
  }

  static func host(_ view: View, scale: CGFloat = 1) throws -> ViewHost {
    try ViewHost(rootView: view, size: CGSize(width: 100, height: 60), scale: scale)
  }

  static func touch(
    _ id: Int, _ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat, at time: Double = 0
  ) -> InputEvent {
    InputEvent(time: time, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: y)))
  }

  static func touch(
    _ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat, at time: Double = 0
  ) -> InputEvent {
    touch(0, phase, x, y, at: time)
  }

  @Test("shows its root view in the size and scale that it has")
  func size() throws {
    let root = View(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    root.backgroundColor = .red
    let corner = View(frame: CGRect(x: 90, y: 50, width: 10, height: 10))
    corner.backgroundColor = .green
    corner.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
    root.addSubview(corner)
    let host = try Self.host(root, scale: 2)
    #expect(root.frame == CGRect(x: 0, y: 0, width: 100, height: 60))
    #expect(root.host === host && corner.host === host)
    #expect(corner.contentScaleFactor == 2)
    var picture = try host.render(at: 0).bitmap
    #expect((picture.width, picture.height) == (200, 120))
    #expect(picture[179, 119] == 0xFFFF_0000)
    #expect(picture[180, 119] == 0xFF00_FF00)

    try host.resize(to: CGSize(width: 40, height: 30.5), scale: 1)
    #expect(corner.contentScaleFactor == 1)
    #expect(host.nextFrameTime(after: 1) == .now)
    let frame = try host.render(at: 1)
    picture = frame.bitmap
    #expect((picture.width, picture.height) == (40, 31))
    #expect(frame.damage == Region(PixelRect(x: 0, y: 0, width: 40, height: 31)))
    #expect(picture[29, 29] == 0xFFFF_0000)
    #expect(picture[30, 29] == 0xFF00_FF00)
    #expect(host.nextFrameTime(after: 1) == .never)
  }

  @Test("reports when the next frame is needed, and is idle otherwise")
  func nextFrame() throws {
    let root = View()
    let host = try Self.host(root)
    #expect(host.nextFrameTime(after: 0) == .now)
    _ = try host.render(at: 0)
    #expect(host.nextFrameTime(after: 0) == .never)
    root.setNeedsLayout()
    #expect(host.nextFrameTime(after: 3) == .now)
    _ = try host.render(at: 4)
    #expect(host.nextFrameTime(after: 4) == .never)
    #expect(try host.render(at: 5).damage.isEmpty)
    #expect(throws: RenderError.self) { try host.render(at: .nan) }
    #expect(throws: RenderError.self) { try host.resize(to: .zero, scale: 1) }
    #expect(throws: RenderError.self) {
      try host.resize(to: CGSize(width: CGFloat.nan, height: 1), scale: 1)
    }
    #expect(throws: RenderError.invalidScale(-1)) {
      try host.resize(to: CGSize(width: -5, height: -5), scale: -1)
    }
    #expect(host.size == CGSize(width: 100, height: 60) && root.bounds.size == host.size)
    #expect(host.nextFrameTime(after: 5) == .never)
  }

  @Test("is asked for a frame from another thread, and wakes its window once")
  func requests() async throws {
    let host = try Self.host(View())
    _ = try host.render(at: 0)
    let counter = Counter()
    host.onNeedsFrame = { counter.count.add(1, ordering: .relaxed) }
    let requester = host.frameRequester
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { requester.setNeedsFrame() } }
    }
    host.setNeedsFrame()
    #expect(counter.count.load(ordering: .relaxed) == 1)
    #expect(host.nextFrameTime(after: 7) == .now)
    _ = try host.render(at: 7)
    #expect(host.nextFrameTime(after: 7) == .never)
    host.setNeedsFrame()
    #expect(counter.count.load(ordering: .relaxed) == 2)
  }

  @Test("calls update links before frames and later events, and draws for those that want it")
  func updateLinks() throws {
    let (root, child) = (View(), View())
    let host = try Self.host(root)
    var times: [Double] = []
    let link = UpdateLink(view: child) { times.append($0) }
    _ = try host.render(at: 1)
    #expect(times == [])
    root.addSubview(child)
    _ = try host.render(at: 2)
    #expect(host.nextFrameTime(after: 2) == .never)
    link.requiresContinuousUpdates = true
    #expect(host.nextFrameTime(after: 2) == .now)
    host.send(Self.touch(.began, 1, 1, at: 2.5))
    host.send(Self.touch(.moved, 1, 2, at: 2.5))
    host.send(Self.touch(.ended, 1, 2, at: 2.25))
    #expect(times == [2, 2.5])
    link.isEnabled = false
    #expect(host.nextFrameTime(after: 2) == .never)
    _ = try host.render(at: 3)
    #expect(host.nextFrameTime(after: 3) == .never)
    link.isEnabled = true
    child.removeFromSuperview()
    _ = try host.render(at: 4)
    root.addSubview(child)
    _ = try host.render(at: 5)
    link.invalidate()
    _ = try host.render(at: 6)
    #expect(times == [2, 2.5, 5])
  }

  @Test("calls no link that was ended, or whose view was taken away, by the one before")
  func endingLinks() throws {
    let (root, child) = (View(), View())
    let host = try Self.host(root)
    root.addSubview(child)
    var calls: [String] = []
    var first: UpdateLink?
    first = UpdateLink(view: root) { _ in
      calls.append("first")
      child.removeFromSuperview()
      first?.invalidate()
    }
    let second = UpdateLink(view: child) { _ in calls.append("second") }
    let third = UpdateLink(view: root) { _ in calls.append("third") }
    first?.requiresContinuousUpdates = true
    _ = try host.render(at: 1)
    _ = try host.render(at: 2)
    #expect(calls == ["first", "third", "third"] && second.view === child)
    #expect(host.nextFrameTime(after: 2) == .never)
    third.invalidate()
  }

  @Test("notifies views when they enter and leave its tree")
  func moves() throws {
    let (root, child, inner) = (NotingView(), NotingView(), NotingView())
    child.addSubview(inner)
    var host: ViewHost? = try Self.host(root)
    root.addSubview(child)
    #expect(child.takeNotes() == ["came"] && inner.takeNotes() == ["came"])
    #expect(inner.host === host)
    root.insertSubview(child, at: 0)
    #expect(child.takeNotes() == [])
    child.removeFromSuperview()
    #expect(child.takeNotes() == ["left"] && inner.takeNotes() == ["left"])
    root.addSubview(child)
    _ = child.takeNotes()
    host = nil
    #expect(host == nil && root.host == nil && inner.host == nil)
    #expect(root.takeNotes() == ["came", "left"] && child.takeNotes() == ["left"])
    let other = try Self.host(root)
    #expect(child.host === other)
  }

  @Test("brings all events of a touch to the view that it came down on")
  func touches() throws {
    let root = NotingView()
    let host = try Self.host(root)
    let child = NotingView(frame: CGRect(x: 10, y: 20, width: 30, height: 20))
    root.addSubview(child)
    _ = (root.takeNotes(), child.takeNotes())
    host.send(Self.touch(.began, 15, 26))
    host.send(Self.touch(.moved, 99, 26, at: 1))
    host.send(Self.touch(1, .began, 50, 2, at: 1))
    host.send(Self.touch(1, .ended, 51, 2, at: 1))
    host.send(Self.touch(.ended, 98, 26, at: 2))
    host.send(Self.touch(.moved, 11, 21, at: 2))
    #expect(
      child.takeNotes() == [
        "began 0: 5.0 6.0 -> 5.0 6.0", "moved 0: 5.0 6.0 -> 89.0 6.0",
        "ended 0: 89.0 6.0 -> 88.0 6.0",
      ])
    #expect(
      root.takeNotes() == ["began 1: 50.0 2.0 -> 50.0 2.0", "ended 1: 50.0 2.0 -> 51.0 2.0"])

    host.send(Self.touch(.began, 100, 26))
    child.isUserInteractionEnabled = false
    host.send(Self.touch(.began, 15, 26))
    #expect(child.takeNotes() == [] && root.takeNotes() == ["began 0: 15.0 26.0 -> 15.0 26.0"])
    child.isUserInteractionEnabled = true
    host.send(Self.touch(.began, 15, 26))
    #expect(root.takeNotes() == ["cancelled 0: 15.0 26.0 -> 15.0 26.0"])
    child.removeFromSuperview()
    #expect(
      child.takeNotes()
        == ["began 0: 5.0 6.0 -> 5.0 6.0", "cancelled 0: 5.0 6.0 -> 5.0 6.0", "left"])
    host.send(Self.touch(.ended, 15, 26))
    #expect(child.takeNotes() == [])
  }

  @Test("asks the wheel's view and those above it until one does something; likewise for keys")
  func wheelAndKeys() throws {
    let root = NotingView()
    let host = try Self.host(root)
    let child = NotingView(frame: CGRect(x: 10, y: 20, width: 30, height: 20))
    root.addSubview(child)
    _ = (root.takeNotes(), child.takeNotes())
    let wheel = InputEvent(
      time: 0,
      kind: .scroll(location: CGPoint(x: 12, y: 23), translation: CGPoint(x: 0, y: -7)))
    let (press, release) = (
      InputEvent(time: 0, kind: .key(.left, isDown: true, modifiers: .shift)),
      InputEvent(time: 0, kind: .key(.plus, isDown: false, modifiers: [.shift, .control]))
    )
    host.send(wheel)
    host.send(press)
    #expect(child.takeNotes() == ["wheel 0.0 -7.0 at 2.0 3.0"])
    #expect(root.takeNotes() == ["wheel 0.0 -7.0 at 12.0 23.0", "down left 1"])
    (child.takesWheel, child.takesKeys) = (true, true)
    host.firstResponder = child
    host.send(wheel)
    host.send(press)
    host.send(release)
    #expect(
      child.takeNotes()
        == ["wheel 0.0 -7.0 at 2.0 3.0", "down left 1", "up character(\"+\") 3"])
    #expect(root.takeNotes() == [])
    host.firstResponder = nil
    host.send(Self.touch(.began, 12, 22))
    _ = child.takeNotes()
    host.send(press)
    #expect(child.takeNotes() == ["down left 1"])
  }

  @Test("ignores events with numbers that are not finite")
  func invalidEvents() throws {
    let root = NotingView()
    let host = try Self.host(root)
    _ = (try host.render(at: 1), root.takeNotes())
    let place = CGPoint(x: 5, y: 5)
    for bad in [CGFloat.nan, .infinity, -.infinity] {
      host.send(Self.touch(.began, 5, 5, at: bad))
      host.send(Self.touch(.began, bad, 5))
      host.send(Self.touch(.began, 5, bad))
      for point in [CGPoint(x: bad, y: 0), CGPoint(x: 0, y: bad)] {
        host.send(InputEvent(time: 1, kind: .scroll(location: place, translation: point)))
        host.send(InputEvent(time: 1, kind: .scroll(location: point, translation: place)))
        host.send(InputEvent(time: 1, kind: .magnify(location: point, factor: 2)))
      }
      host.send(InputEvent(time: 1, kind: .magnify(location: place, factor: bad)))
      host.send(InputEvent(time: bad, kind: .key(.up, isDown: true, modifiers: [])))
    }
    host.send(InputEvent(time: 1, kind: .magnify(location: place, factor: 0)))
    host.send(InputEvent(time: 1, kind: .magnify(location: place, factor: -1)))
    #expect(root.takeNotes() == [] && host.time == 1)
  }

  @Test("refuses a root view that is already in a tree")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      let (parent, child) = (View(), View())
      parent.addSubview(child)
      _ = try ViewHost(rootView: child, size: CGSize(width: 1, height: 1))
    }
    await #expect(processExitsWith: .failure) {
      let root = View()
      let host = try ViewHost(rootView: root, size: CGSize(width: 1, height: 1))
      defer { withExtendedLifetime(host) {} }
      View().addSubview(root)
    }
  }
}
