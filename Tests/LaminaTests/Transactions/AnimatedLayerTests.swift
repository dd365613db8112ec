import Foundation
import Lamina
import Testing

/// The rules of sections 3 to 9 on a live layer, through commits and the presentation.
@Suite("An animated layer")
struct AnimatedLayerTests {
  private func expect(
    _ animations: [Animation], at times: [Double], opacity expected: [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = try shownValues(animations, at: times) { Double($0.opacity) }
    for (index, value) in expected.enumerated() {
      #expect(
        abs(actual[index] - value) < 1e-6, "\(actual[index]) at \(times[index])",
        sourceLocation: sourceLocation)
    }
  }

  private func fade(_ change: (BasicAnimation) -> Void = { _ in }) -> BasicAnimation {
    let animation = opacityAnimation(from: 0, to: 1, duration: 1)
    change(animation)
    return animation
  }

  @Test("4.3: an animation lasts as its repetition says, divided by its speed, both ends included")
  func activeDuration() throws {
    let animation = fade {
      $0.autoreverses = true
      $0.repeatCount = 1.5
      $0.speed = 2
    }
    // 1 s, twice for the way back, one and a half times, at twice the speed: 1.5 s.
    try expect([animation], at: [0, 0.25, 1, 1.5, 1.5.nextUp], opacity: [0, 0.5, 0, 1, 0.5])
    let cut = fade {
      $0.repeatDuration = 1.75
      $0.repeatCount = 9
      $0.speed = -0.5
    }
    try expect([cut], at: [0.5, 3.5, 3.5.nextUp], opacity: [0.75, 0.25, 0.5])
  }

  @Test("4.4: the table of media timing")
  func timingRows() throws {
    let times = [0.0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3.0]
    let dash = 0.5
    try expect(
      [fade { $0.autoreverses = true }], at: times,
      opacity: [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, dash, dash])
    try expect(
      [fade { $0.repeatCount = 2.5 }], at: times,
      opacity: [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, dash])
    try expect(
      [fade { $0.repeatDuration = 1.7 }], at: times,
      opacity: [0, 0.2, 0.5, 0.9, 0.2, 0.5, dash, dash, dash])
    try expect(
      [fade { $0.speed = 2 }], at: times,
      opacity: [0, 0.4, 1, dash, dash, dash, dash, dash, dash])
    try expect(
      [fade { $0.timeOffset = 0.3 }], at: times,
      opacity: [0.3, 0.5, 0.8, 0.2, dash, dash, dash, dash, dash])
    try expect(
      [fade { $0.speed = -1 }], at: times,
      opacity: [0, 0.8, 0.5, 0.1, dash, dash, dash, dash, dash])
  }

  @Test(
    "4.6: the table of fill modes",
    arguments: [
      (FillMode.removed, [0.5, 0.5, 0, 0.5, 0.5]), (.forwards, [0.5, 0.5, 0, 0.5, 1]),
      (.backwards, [0, 0, 0, 0.5, 0.5]), (.both, [0, 0, 0, 0.5, 1]),
    ])
  func fillModes(mode: FillMode, expected: [Double]) throws {
    let animation = fade {
      $0.beginTime = 1
      $0.fillMode = mode
    }
    try expect([animation], at: [0, 0.5, 1, 1.5, 2.5], opacity: expected)
  }

  @Test("4.7, 4.8: the end of the run is held, and shows at the end itself only")
  func ends() throws {
    let reversed = fade {
      $0.autoreverses = true
      $0.fillMode = .forwards
    }
    try expect([reversed], at: [5], opacity: [0])
    let part = fade {
      $0.repeatCount = 2.5
      $0.fillMode = .forwards
    }
    try expect([part], at: [5], opacity: [0.5])
    try expect([fade { $0.repeatCount = 3 }], at: [1, 3], opacity: [0, 1])
  }

  @Test("5.5: a curve shapes one leg, and the way back is its mirror image")
  func reversedCurve() throws {
    let animation = fade {
      $0.timingFunction = .easeIn
      $0.autoreverses = true
    }
    try expect([animation], at: [0.5, 1.5], opacity: [0.315356813, 0.315356813])
  }

  @Test(
    "6.1: the six combinations over 0.5, at half",
    arguments: [
      (0.2, 0.8, nil, 0.5), (0.2, nil, 0.3, 0.35), (nil, 0.9, 0.3, 0.75), (0.2, nil, nil, 0.35),
      (nil, 0.8, nil, 0.65), (nil, nil, 0.3, 0.65), (nil, nil, nil, 0.5),
    ] as [(Double?, Double?, Double?, Double)])
  func combinations(from: Double?, to: Double?, by: Double?, half: Double) throws {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = from
    animation.toValue = to
    animation.byValue = by
    animation.duration = 1
    try expect([animation], at: [0.5], opacity: [half])
  }

  @Test("6.2: the current value is the underlying value now, not the one at the start")
  func underneath() throws {
    let below = opacityAnimation(from: 0, to: 0.8, duration: 1)
    let above = BasicAnimation(keyPath: "opacity")
    above.toValue = 1
    above.duration = 1
    // At 0.25: 0.2 below, and a quarter of the way from there to 1.
    try expect([below, above], at: [0.25, 0.5], opacity: [0.4, 0.7])
    let layer = Layer()
    let scene = try LiveScene(layer)
    scene.layer.add(above, forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    Transaction.run(disableActions: true) { layer.opacity = 0.2 }
    scene.renderer.commit(at: 0.5)
    #expect(layer.presentation().map { abs($0.opacity - 0.6) < 1e-6 } == true)
  }

  @Test("6.3: additive animations add up")
  func additive() throws {
    let animations = [0.2, 0.1].map { to in
      let animation = opacityAnimation(from: 0, to: to, duration: 1)
      animation.isAdditive = true
      return animation
    }
    try expect([animations[0]], at: [0.5], opacity: [0.6])
    try expect(animations, at: [0.5], opacity: [0.65])
  }

  @Test("6.4: cumulative animations count up, but not where they turn back")
  func cumulative() throws {
    let move = BasicAnimation(keyPath: "position.x")
    move.fromValue = 0
    move.toValue = 10
    move.duration = 1
    move.repeatCount = 3
    move.isCumulative = true
    func x(_ layer: Layer) -> Double { Double(layer.position.x) }
    func start(_ layer: Layer) { layer.position = CGPoint(x: 100, y: 7) }
    #expect(try shownValues([move], at: [0.5, 1.5, 2.5], model: start, x) == [5, 15, 25])
    move.fromValue = nil
    move.toValue = nil
    move.byValue = 10
    #expect(try shownValues([move], at: [0.5, 1.5, 2.5], model: start, x) == [105, 215, 325])
    move.byValue = nil
    move.fromValue = 0
    move.toValue = 10
    move.repeatCount = 2
    move.autoreverses = true
    #expect(try shownValues([move], at: [2.5], model: start, x) == [5])
  }

  @Test("6.5, 6.6, 6.7: colours go by component, Booleans at once, and to no colour there is none")
  func kinds() throws {
    let color = BasicAnimation(keyPath: "backgroundColor")
    color.fromValue = Color(red: 1, green: 0, blue: 0, alpha: 1)
    color.toValue = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    color.duration = 1
    let single = BasicAnimation(keyPath: "backgroundColor")
    single.toValue = Color.red
    single.duration = 1
    let hidden = BasicAnimation(keyPath: "hidden")
    hidden.fromValue = 0
    hidden.toValue = 1
    hidden.duration = 1
    let scene = try LiveScene()
    scene.layer.add(color, forKey: "c")
    scene.layer.add(hidden, forKey: "h")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.25)
    #expect(scene.layer.presentation()?.isHidden == true)
    scene.renderer.commit(at: 0.5)
    #expect(
      scene.layer.presentation()?.backgroundColor
        == Color(red: 0.5, green: 0, blue: 0.5, alpha: 0.75))
    scene.layer.add(single, forKey: "c")
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 1.5)
    #expect(scene.layer.presentation()?.backgroundColor == nil)
  }

  @Test("6.10, 6.11: turns by key path and by value function really turn")
  func turns() throws {
    let turn = BasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = 1
    turn.duration = 1
    #expect(
      abs(try shownValues([turn], at: [0.5]) { $0.transform.m12 }[0] - 0.479425539) < 1e-9)
    turn.toValue = 2 * Double.pi
    #expect(abs(try shownValues([turn], at: [0.5]) { $0.transform.m11 }[0] + 1) < 1e-9)
    let function = BasicAnimation(keyPath: "transform")
    function.valueFunction = ValueFunction(name: .rotateZ)
    function.fromValue = 0
    function.toValue = Double.pi
    function.duration = 1
    #expect(
      abs(try shownValues([function], at: [0.25]) { $0.transform.m12 }[0] - 0.707107) < 1e-6)
  }

  @Test("7.3: cubic keyframes bend through their values, with even and uneven times")
  func cubic() throws {
    let animation = KeyframeAnimation(keyPath: "opacity")
    animation.values = [0, 1, 0.5, 0.7]
    animation.calculationMode = .cubic
    animation.duration = 1
    let times = [0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9]
    try expect(
      [animation], at: times,
      opacity: [0.164344, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795])
    animation.keyTimes = [0, 0.1, 0.6, 1]
    try expect(
      [animation], at: times,
      opacity: [0.614583, 1.006667, 0.9, 0.74, 0.586667, 0.503125, 0.558333, 0.634375])
  }

  @Test("7.6: one value alone leaves the model's")
  func oneValue() throws {
    let animation = KeyframeAnimation(keyPath: "opacity")
    animation.values = [0.3]
    animation.duration = 1
    try expect([animation], at: [0, 0.5, 1], opacity: [0.5, 0.5, 0.5])
  }

  @Test("8.3: a spring without a duration is cut off after the transaction's")
  func springDuration() throws {
    let spring = SpringAnimation(keyPath: "position.x")
    spring.fromValue = 0
    spring.toValue = 100
    func x(_ layer: Layer) -> Double { Double(layer.position.x) }
    let unset = try shownValues([spring], at: [0.25, 0.26], x)
    #expect(abs(unset[0] - 102.33595371) < 1e-5)
    #expect(unset[1] == 0)
    spring.duration = 0.5
    let half = try shownValues([spring], at: [0.1, 0.49, 0.51], x)
    #expect(abs(half[0] - 34.02998447) < 1e-5)
    #expect(abs(half[1] - 108.34387541) < 1e-5)
    #expect(half[2] == 0)
  }

  @Test("9.1: a group's children run in its time, and are clipped to it")
  func group() throws {
    let first = fade { $0.beginTime = 0.5 }
    let second = BasicAnimation(keyPath: "position.x")
    second.fromValue = 0
    second.toValue = 100
    let group = AnimationGroup()
    group.animations = [first, second]
    group.duration = 2
    let times = [0.25, 0.5, 1, 1.4, 1.6]
    try expect([group], at: times, opacity: [0.5, 0, 0.5, 0.9, 0.5])
    let x = try shownValues([group], at: times) { Double($0.position.x) }
    for (actual, expected) in zip(x, [12.5, 25, 50, 70, 80]) {
      #expect(abs(actual - expected) < 1e-9)
    }
    second.duration = 10
    group.animations = [second]
    group.duration = 5
    let long = try shownValues([group], at: [2.5, 4.999, 5.1]) { Double($0.position.x) }
    for (actual, expected) in zip(long, [25, 49.99, 0]) { #expect(abs(actual - expected) < 1e-9) }
  }

  @Test("9.2: of a group's children neither the delegates nor their removal count")
  func childDelegates() throws {
    let journal = Journal()
    let child = opacityAnimation(
      from: 0, to: 1, duration: 0.5, delegate: JournalDelegate("child", journal))
    child.isRemovedOnCompletion = false
    let group = AnimationGroup()
    group.animations = [child]
    group.duration = 1
    group.delegate = JournalDelegate("group", journal)
    let scene = try LiveScene()
    scene.layer.add(group, forKey: "g")
    for time in [0, 0.75, 1, 1.25] { scene.renderer.commit(at: time) }
    #expect(journal.entries == ["start group", "stop group true"])
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test("a transition lasts as its timing says, and its delegate hears of it")
  func transition() throws {
    let journal = Journal()
    let scene = try LiveScene()
    let transition = Transition()
    transition.duration = 1
    transition.speed = 0.5
    transition.repeatCount = 1.5
    transition.delegate = JournalDelegate("T", journal)
    scene.layer.add(transition, forKey: nil)
    for time in [4.0, 7] { scene.renderer.commit(at: time) }
    #expect(journal.entries == ["start T"])
    #expect(scene.layer.animation(forKey: "transition")?.beginTime == 4)
    scene.renderer.commit(at: 7.01)
    #expect(journal.entries == ["start T", "stop T true"])
  }
}
