import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

/// Random events, changes and frames: 12 walks, the first with the seed `LAMINA_WALK_SEED` (1
/// without it).
@Suite("A walk of events", .slow)
struct EventWalkTests {
  /// A scroll view in another, with taps and pinches, in a host.
  private final class Scene {
    let root = View(frame: CGRect(x: 0, y: 0, width: 160, height: 120))
    let outer = ScrollView(frame: CGRect(x: 10, y: 10, width: 140, height: 100))
    let inner = ScrollView(frame: CGRect(x: 20, y: 20, width: 100, height: 60))
    let card = View(frame: CGRect(x: 5, y: 5, width: 300, height: 300))
    let host: ViewHost
    let recognizers: [GestureRecognizer]
    let decider = GestureDecider()
    var zoom: CGFloat = 1
    var violations: [String] = []
    var time = 0.0
    /// The places of the fingers that are down.
    var down: [Int: CGPoint] = [:]
    private var last: [ObjectIdentifier: GestureRecognizer.State] = [:]

    init() throws {
      let pinch = PinchGestureRecognizer()
      let single = TapGestureRecognizer()
      let double = TapGestureRecognizer()
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      let pan = PanGestureRecognizer()
      pan.minimumNumberOfTouches = 2
      recognizers = [
        pinch, single, double, pan, outer.panGestureRecognizer, inner.panGestureRecognizer,
      ]
      host = try ViewHost(rootView: root, size: CGSize(width: 160, height: 120))
      root.backgroundColor = .white
      outer.backgroundColor = .cyan
      card.backgroundColor = .orange
      outer.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      root.addSubview(outer)
      outer.addSubview(inner)
      inner.addSubview(card)
      outer.contentSize = CGSize(width: 400, height: 300)
      inner.contentSize = CGSize(width: 1e6, height: 60)
      outer.addGestureRecognizer(pinch)
      card.addGestureRecognizer(single)
      card.addGestureRecognizer(double)
      root.addGestureRecognizer(pan)
      pinch.delegate = decider
      pinch.addAction { [unowned self] pinch in
        zoom = min(max(zoom * pinch.scale, 1), 100)
        pinch.scale = 1
        let view = inner
        let middle = view.contentOffset.x / max(view.contentSize.width - view.bounds.width, 1)
        view.contentSize.width = 1_000 * zoom
        view.contentOffset.x = middle * (view.contentSize.width - view.bounds.width)
      }
      for recognizer in recognizers {
        recognizer.addAction { [unowned self] in note($0) }
      }
    }

    /// Checks that the states follow each other as they should.
    private func note(_ recognizer: GestureRecognizer) {
      let id = ObjectIdentifier(recognizer)
      let isDiscrete = recognizer is TapGestureRecognizer
      let before = last[id]
      let goesOn = before == .began || before == .changed
      let isRight =
        switch recognizer.state {
        case .began: !goesOn && !isDiscrete
        case .changed, .cancelled: goesOn
        case .ended: goesOn != isDiscrete
        case .possible, .failed: false
        }
      if !isRight {
        violations.append("\(type(of: recognizer)) \(before?.rawValue ?? "") \(recognizer.state)")
      }
      last[id] = recognizer.state
    }
  }

  private static func randomEvent(
    _ numbers: inout SeededGenerator, _ down: inout [Int: CGPoint], at time: Double
  ) -> InputEvent {
    let place = CGPoint(x: numbers.number(in: -10...170), y: numbers.number(in: -10...130))
    func touch(_ id: Int, _ phase: Touch.Phase, _ place: CGPoint) -> InputEvent {
      InputEvent(time: time, kind: .touch(id: id, phase: phase, location: place))
    }
    switch numbers.below(100) {
    case 0...9:
      let id = numbers.below(3)
      down[id] = place
      return touch(id, .began, place)
    case 10...64:
      guard let (id, old) = down.min(by: { $0.key < $1.key }).map({ ($0.key, $0.value) }) else {
        return touch(numbers.below(3), .moved, place)
      }
      let other = numbers.chance(50) ? id : down.keys.max() ?? id
      let from = down[other] ?? old
      let step = numbers.pick([1, 5, 5, 40, 1e6])
      let to = CGPoint(
        x: from.x + numbers.number(in: -step...step), y: from.y + numbers.number(in: -step...step))
      down[other] = to
      return touch(other, .moved, to)
    case 65...76:
      let id = down.keys.max() ?? 0
      defer { down[id] = nil }
      return touch(id, numbers.chance(85) ? .ended : .cancelled, down[id] ?? place)
    case 77...84:
      let way = CGPoint(x: numbers.number(in: -50...50), y: numbers.number(in: -50...50))
      return InputEvent(time: time, kind: .scroll(location: place, translation: way))
    case 85...91:
      return InputEvent(
        time: time, kind: .magnify(location: place, factor: numbers.number(in: 0.3...3)))
    case 92...97:
      let key = numbers.pick([Key.left, .right, .pageDown, .home, .end, .space, .plus, .up])
      return InputEvent(
        time: time, kind: .key(key, isDown: numbers.chance(80), modifiers: .init(rawValue: 0)))
    default:
      let bad = numbers.pick([CGFloat.nan, .infinity, 1e300])
      return numbers.chance(50)
        ? touch(0, .moved, CGPoint(x: bad, y: 3))
        : InputEvent(time: time, kind: .magnify(location: place, factor: bad))
    }
  }

  private static func change(_ scene: Scene, _ numbers: inout SeededGenerator) throws {
    let view = numbers.pick([scene.outer, scene.inner])
    let (a, b) = (numbers.number(in: 0...900), numbers.number(in: 0...300))
    switch numbers.below(13) {
    case 0: view.contentSize = CGSize(width: a, height: b)
    case 1: view.contentInset = EdgeInsets(top: b / 10, left: -a / 100, bottom: 3, right: a / 20)
    case 2: view.contentOffset = CGPoint(x: a - 200, y: b - 100)
    case 3: view.setContentOffset(view.minimumContentOffset, animated: true)
    case 4: view.setContentOffset(view.maximumContentOffset, animated: numbers.chance(50))
    case 5: view.frame.size = CGSize(width: numbers.pick([0, 30, 100, 140]), height: 60)
    case 6: view.bounces = numbers.chance(70)
    case 7: view.alwaysBounceVertical = numbers.chance(50)
    case 8: view.flashScrollIndicators()
    case 9: numbers.pick(scene.recognizers).isEnabled = numbers.chance(80)
    case 10: scene.decider.isSimultaneous = numbers.chance(50)
    case 11:
      if scene.inner.superview == nil || numbers.chance(50) {
        scene.outer.addSubview(scene.inner)
      } else if numbers.chance(30) {
        scene.inner.removeFromSuperview()
      }
    default:
      let size = CGSize(width: 100 + (a / 10).rounded(), height: 60 + (b / 10).rounded())
      try scene.host.resize(to: size, scale: numbers.pick([1, 2, 1.5]))
    }
  }

  @Test(
    "keeps the order of states, draws in part what it draws whole, ends in range",
    arguments: firstWalkSeed...(firstWalkSeed + 11))
  func walk(seed: UInt64) throws {
    try RandomWalk.stepSeeds(seed, count: 300).expectNoFailure { walk, _ in
      let scene = try Scene()
      if let failure = walk.run(in: scene, { try Self.step($0, $1) }) { return failure }
      return try Self.mistakeAtTheEnd(scene).map { WalkFailure(edit: walk.edits.count, text: $0) }
    }
  }

  /// Sends an event, changes something or draws a frame.
  ///
  /// - Returns: what is wrong afterwards.
  private static func step(_ scene: Scene, _ seed: UInt64) throws -> String? {
    var numbers = SeededGenerator(seed: seed)
    switch numbers.below(20) {
    case 0...12:
      scene.time += numbers.pick([0, 0.008, 0.016, 0.1])
      scene.host.send(randomEvent(&numbers, &scene.down, at: scene.time))
    case 13: try change(scene, &numbers)
    default:
      scene.time += numbers.pick([0, 0.016, 0.016, 0.3])
      let frame = try scene.host.render(at: scene.time)
      guard numbers.chance(25) else { break }
      let renderer = scene.host.renderer
      let compositor = try Compositor(
        width: renderer.width, height: renderer.height, scale: renderer.scale)
      let whole = try compositor.render(renderer.commit(at: scene.time), at: scene.time)
      if let difference = whole.bitmap.difference(from: frame.bitmap) {
        return "the frame differs from one drawn whole: \(difference)"
      }
    }
    let (x, y) = (scene.inner.contentOffset.x, scene.outer.contentOffset.y)
    return x.isFinite && y.isFinite ? nil : "the offsets are \(x) and \(y)"
  }

  /// Lifts all fingers and lets everything come to rest.
  ///
  /// - Returns: what is wrong then.
  private static func mistakeAtTheEnd(_ scene: Scene) throws -> String? {
    let time = scene.time
    for id in 0..<3 {
      scene.host.send(ViewHostTests.touch(id, .ended, 50, 50, at: time + 1))
    }
    for view in [scene.outer, scene.inner] { view.contentSize.width += 1 }
    // An animation begins in the first frame, the indicators fade from the second on.
    for later in [100.0, 200, 300] { _ = try scene.host.render(at: time + later) }
    let next = scene.host.nextFrameTime(after: time + 300)
    if next != .never { return "the next frame is \(next)" }
    if !scene.violations.isEmpty { return "wrong states: \(scene.violations)" }
    for recognizer in scene.recognizers
    where recognizer.state != .possible || recognizer.numberOfTouches != 0 {
      return "\(type(of: recognizer)) is \(recognizer.state)"
    }
    for view in [scene.outer, scene.inner] {
      let (offset, low, high) = (
        view.contentOffset, view.minimumContentOffset, view.maximumContentOffset
      )
      if view.isTracking || view.isDragging || view.isDecelerating { return "a view moves on" }
      guard offset.x >= low.x, offset.x <= high.x, offset.y >= low.y, offset.y <= high.y else {
        return "\(offset) is not between \(low) and \(high)"
      }
    }
    return nil
  }
}
