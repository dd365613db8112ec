import Foundation
import Testing

@testable import Lamina

@Suite("Explained damage")
struct DamageExplanationTests {
  private let renderer: Renderer
  private let box = Layer()
  private let inner = Layer()

  /// A frame of 400 x 300 pixels with a red box that holds a blue one, drawn once.
  init() throws {
    renderer = try Renderer(size: CGSize(width: 400, height: 300))
    renderer.options.explainsDamage = true
    box.name = "box"
    box.frame = CGRect(x: 20, y: 30, width: 40, height: 50)
    box.backgroundColor = .red
    inner.name = "inner"
    inner.frame = CGRect(x: 4, y: 6, width: 10, height: 12)
    inner.backgroundColor = .blue
    box.addSublayer(inner)
    renderer.layer.addSublayer(box)
    _ = try renderer.render(at: 0)
  }

  private let place = PixelRect(x: 20, y: 30, width: 40, height: 50)
  private let innerPlace = PixelRect(x: 24, y: 36, width: 10, height: 12)

  /// Returns the reported causes of a change without actions, in a transaction of its own.
  private func causes(label: String? = nil, _ change: () -> Void) throws -> [DamageCause] {
    Transaction.run(label: label, disableActions: true, change)
    return try explanation(at: 1).causes
  }

  private func explanation(at time: Double) throws -> DamageExplanation {
    try #require(try renderer.render(at: time).explanation)
  }

  /// The transaction that a change of the test makes: the first was that of `init`.
  private let second = RecordedTransaction(number: 2)

  private func changed(
    _ key: String, _ from: String, _ to: String, of layer: String = #"Layer "box""#,
    in transaction: RecordedTransaction = RecordedTransaction(number: 2)
  ) -> DamageChange {
    DamageChange(
      layer: layer, kind: .property(key, from: from, to: to), transaction: transaction)
  }

  @Test("is recorded only where it is asked for")
  func off() throws {
    #expect(RenderOptions().explainsDamage == false)
    renderer.options.explainsDamage = false
    #expect(try renderer.render(at: 0).explanation == nil)
    box.opacity = 0
    #expect(try renderer.render(at: 1).explanation == nil)
  }

  @Test("of a colour is the layer, the property, its values and the transaction")
  func color() throws {
    #expect(
      try causes(label: "paint") { inner.backgroundColor = .green } == [
        DamageCause(
          layer: #"Layer "inner""#, oldRect: innerPlace, newRect: innerPlace,
          changes: [
            changed(
              "backgroundColor", "#0000FF", "#00FF00", of: #"Layer "inner""#,
              in: RecordedTransaction(number: 2, label: "paint"))
          ])
      ])
  }

  @Test("of a move is the layer, and each layer that it carries")
  func move() throws {
    let causes = try causes { box.position.x += 100 }
    let move = changed("position", "(40, 55)", "(140, 55)")
    #expect(
      causes == [
        DamageCause(
          layer: #"Layer "box""#, oldRect: place,
          newRect: PixelRect(x: 120, y: 30, width: 40, height: 50), changes: [move]),
        DamageCause(
          layer: #"Layer "inner""#, oldRect: innerPlace,
          newRect: PixelRect(x: 124, y: 36, width: 10, height: 12), changes: [move]),
      ])
    #expect(
      causes.map(\.description) == [
        #"Layer "box" (20, 30, 40, 50) -> (120, 30, 40, 50): "#
          + "position (40, 55) -> (140, 55) in transaction 2",
        #"Layer "inner" (24, 36, 10, 12) -> (124, 36, 10, 12): "#
          + #"position (40, 55) -> (140, 55) of Layer "box" in transaction 2"#,
      ])
  }

  @Test("of a pixel is what covers it or did; of a pixel that was not drawn it is nothing")
  func pixels() throws {
    Transaction.run(disableActions: true) { box.position.x += 100 }
    let explanation = try explanation(at: 1)
    #expect(explanation.causes(x: 21, y: 31).map(\.layer) == [#"Layer "box""#])
    #expect(
      explanation.causes(x: 125, y: 37).map(\.layer) == [#"Layer "box""#, #"Layer "inner""#])
    #expect(explanation.causes(x: 61, y: 31) == [])
    #expect(explanation.causes(x: -1, y: 1_000) == [])
    #expect(explanation.causes(in: PixelRect(x: 0, y: 0, width: 20, height: 300)) == [])
    #expect(explanation.causes(in: PixelRect(x: 0, y: 0, width: 25, height: 37)).count == 2)
    #expect(explanation.wholeFrame == nil)
    #expect(explanation.time == 1)
  }

  @Test("says where a pixel was drawn only because rectangles of damage were joined")
  func surroundings() throws {
    let other = Layer()
    other.frame = CGRect(x: 60, y: 31, width: 40, height: 49)
    _ = try causes { renderer.layer.addSublayer(other) }
    Transaction.run(disableActions: true) {
      box.backgroundColor = .green
      other.backgroundColor = .green
    }
    let frame = try renderer.render(at: 2)
    #expect(frame.damage.rects == [PixelRect(x: 20, y: 30, width: 80, height: 50)])
    #expect(
      frame.explanation?.causes(x: 70, y: 30) == [
        DamageCause(
          layer: nil, oldRect: frame.damage.bounds, newRect: frame.damage.bounds,
          changes: [DamageChange(layer: nil, kind: .surroundings, transaction: nil)])
      ])
    #expect(
      frame.explanation?.description
        == #"Layer "box" (20, 30, 40, 50): backgroundColor #FF0000 -> #00FF00 in transaction 3"#
        + "\nLayer/Layer[1] nowhere -> (60, 31, 40, 49): backgroundColor nil -> #00FF00 in transaction 3"
        + "\n(20, 30, 80, 50): unchanged, inside the redrawn area")
  }

  @Test("of layers that come and go is the one at the top of what came or went")
  func hierarchy() throws {
    let left = try causes { box.removeFromSuperlayer() }
    let leaving = DamageChange(layer: #"Layer "box""#, kind: .left, transaction: second)
    #expect(
      left == [
        DamageCause(layer: #"Layer "box""#, oldRect: place, newRect: .empty, changes: [leaving]),
        DamageCause(
          layer: #"Layer "inner""#, oldRect: innerPlace, newRect: .empty, changes: [leaving]),
      ])
    #expect(
      left[1].description
        == #"Layer "inner" (24, 36, 10, 12) -> nowhere: left the tree of Layer "box" "#
        + "in transaction 2")
    let joined = try causes { renderer.layer.addSublayer(box) }
    let joining = DamageChange(
      layer: #"Layer "box""#, kind: .joined, transaction: RecordedTransaction(number: 3))
    #expect(
      joined == [
        DamageCause(layer: #"Layer "box""#, oldRect: .empty, newRect: place, changes: [joining]),
        DamageCause(
          layer: #"Layer "inner""#, oldRect: .empty, newRect: innerPlace, changes: [joining]),
      ])
  }

  @Test("of another order is the layers that passed others, and what moved them")
  func order() throws {
    let front = Layer()
    front.name = "front"
    front.frame = CGRect(x: 50, y: 70, width: 20, height: 20)
    front.backgroundColor = .green
    _ = try causes { renderer.layer.addSublayer(front) }
    let frontPlace = PixelRect(x: 50, y: 70, width: 20, height: 20)
    let lowered = try causes { renderer.layer.insertSublayer(front, at: 0) }
    let move = DamageChange(
      layer: #"Layer "front""#, kind: .moved, transaction: RecordedTransaction(number: 3))
    #expect(
      lowered.first
        == DamageCause(
          layer: #"Layer "front""#, oldRect: frontPlace, newRect: frontPlace, changes: [move]))
    // All that lies between the two places in the order was drawn, too.
    let along = DamageChange(layer: nil, kind: .surroundings, transaction: nil)
    #expect(lowered.dropFirst().map(\.changes) == [[along, move]])
    let raised = try causes { front.zPosition = 2 }
    let depth = changed(
      "zPosition", "0", "2", of: #"Layer "front""#, in: RecordedTransaction(number: 4))
    #expect(raised.first?.changes == [depth])
    #expect(try causes { front.zPosition = 1 } == [])
    #expect(
      try causes { inner.addSublayer(front) }.map(\.changes[0].kind) == [.moved])
  }

  @Test("of a group's opacity is every layer in the group")
  func group() throws {
    let fade = changed("opacity", "1", "0.5")
    #expect(
      try causes { box.opacity = 0.5 } == [
        DamageCause(layer: #"Layer "box""#, oldRect: place, newRect: place, changes: [fade]),
        DamageCause(
          layer: #"Layer "inner""#, oldRect: innerPlace, newRect: innerPlace, changes: [fade]),
      ])
  }

  @Test("of a clip is what it cuts, and nothing that it leaves whole")
  func clip() throws {
    _ = try causes { inner.position.x = 38 }
    let cut = PixelRect(x: 53, y: 36, width: 7, height: 12)
    #expect(
      try causes { box.masksToBounds = true } == [
        DamageCause(
          layer: #"Layer "inner""#, oldRect: PixelRect(x: 53, y: 36, width: 10, height: 12),
          newRect: cut,
          changes: [
            changed("masksToBounds", "false", "true", in: RecordedTransaction(number: 3))
          ])
      ])
  }

  @Test("of an animation is its key, its property and the time; then that it ended")
  func animation() throws {
    Transaction.run(label: "fade", duration: 2, timingFunction: .linear) { inner.opacity = 0 }
    #expect(try explanation(at: 1).causes == [])
    func cause(_ time: Double, to rect: PixelRect) -> [DamageCause] {
      [
        DamageCause(
          layer: #"Layer "inner""#, oldRect: innerPlace, newRect: rect,
          changes: [
            DamageChange(
              layer: #"Layer "inner""#, kind: .animation(of: "opacity", key: "opacity", time: time),
              transaction: RecordedTransaction(number: 2, label: "fade"))
          ])
      ]
    }
    let half = try explanation(at: 2)
    #expect(half.causes == cause(2, to: innerPlace))
    #expect(
      half.description
        == #"Layer "inner" (24, 36, 10, 12): opacity by animation "opacity" at 2 s, "#
        + #"added in transaction 2 "fade""#)
    #expect(try explanation(at: 3.5).causes == cause(3.5, to: .empty))
    Transaction.run(disableActions: true) { inner.opacity = 1 }
    #expect(
      try explanation(at: 4).causes.map(\.changes) == [
        [changed("opacity", "0", "1", of: #"Layer "inner""#, in: RecordedTransaction(number: 3))]
      ])
  }

  @Test("names both the property and the animation where both show")
  func additive() throws {
    let shift = BasicAnimation(keyPath: "position.x")
    shift.fromValue = 10
    shift.toValue = 30
    shift.duration = 10
    shift.isAdditive = true
    Transaction.run(disableActions: true) { inner.add(shift, forKey: nil) }
    _ = try renderer.render(at: 1)
    #expect(
      try causes { inner.position.x += 50 }.map(\.changes) == [
        [
          changed(
            "position", "(9, 12)", "(59, 12)", of: #"Layer "inner""#,
            in: RecordedTransaction(number: 3)),
          DamageChange(
            layer: #"Layer "inner""#, kind: .animation(of: "position", key: nil, time: 1),
            transaction: second),
        ]
      ])
    #expect(
      try explanation(at: 2).causes.map(\.changes) == [
        [
          DamageChange(
            layer: #"Layer "inner""#, kind: .animation(of: "position", key: nil, time: 2),
            transaction: second)
        ]
      ])
  }

  @Test("tells transactions apart, also inside each other and before one frame")
  func transactions() throws {
    Transaction.run(label: "outer", disableActions: true) {
      box.backgroundColor = .green
      Transaction.run(label: "inner") { inner.backgroundColor = .white }
      box.position.x += 1
    }
    Transaction.disableActions = true
    inner.position.x += 1
    let changes = try explanation(at: 1).causes.map(\.changes)
    let outer = RecordedTransaction(number: 2, label: "outer")
    let move = changed("position", "(40, 55)", "(41, 55)", in: outer)
    #expect(
      changes == [
        [move, changed("backgroundColor", "#FF0000", "#00FF00", in: outer)],
        [
          changed(
            "position", "(9, 12)", "(10, 12)", of: #"Layer "inner""#,
            in: RecordedTransaction(number: 4, isImplicit: true)),
          changed(
            "backgroundColor", "#0000FF", "#FFFFFF", of: #"Layer "inner""#,
            in: RecordedTransaction(number: 3, label: "inner")),
          move,
        ],
      ])
  }

  @Test("of contents is the transaction in which they were drawn")
  func display() throws {
    final class Disc: Layer {
      override func draw(in context: DrawingContext) {
        context.fillColor = .green
        context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
      }
    }
    let disc = Disc()
    disc.name = "disc"
    disc.frame = CGRect(x: 100, y: 100, width: 8, height: 9)
    _ = try causes { renderer.layer.addSublayer(disc) }
    let causes = try causes(label: "draw") { disc.setNeedsDisplay() }
    #expect(
      causes.map(\.description) == [
        #"Disc "disc" nowhere -> (100, 100, 8, 9): contents nil -> bitmap of 8 x 9 "#
          + #"in transaction 3 "draw""#
      ])
  }

  @Test("of a layer whose own time shows it is that time")
  func timing() throws {
    Transaction.run(label: "delay", disableActions: true) { inner.beginTime = 5 }
    let hidden = try explanation(at: 1).causes
    #expect(
      hidden.map(\.description) == [
        #"Layer "inner" (24, 36, 10, 12) -> nowhere: timing at 1 s in transaction 2 "delay""#
      ])
    #expect(
      try explanation(at: 6).causes.map(\.description) == [
        #"Layer "inner" nowhere -> (24, 36, 10, 12): timing at 6 s"#
      ])
  }

  @Test("of a whole frame says why it is whole")
  func wholeFrame() throws {
    let frame = PixelRect(x: 0, y: 0, width: 400, height: 300)
    func whole(_ kind: DamageChange.Kind) -> DamageCause {
      DamageCause(
        layer: nil, oldRect: frame, newRect: frame,
        changes: [DamageChange(layer: nil, kind: kind, transaction: nil)])
    }
    renderer.invalidate()
    #expect(try explanation(at: 1).causes(x: 399, y: 1) == [whole(.wholeFrame(.firstFrame))])
    renderer.options.redrawsEverything = true
    #expect(try causes { inner.isHidden = true }.count == 2)
    #expect(try explanation(at: 2).causes == [whole(.wholeFrame(.option))])
    #expect(try explanation(at: 2).description == "(0, 0, 400, 300): redrawsEverything is on")
    renderer.options = RenderOptions()
    _ = try renderer.render(at: 3)
    Transaction.run(disableActions: true) { inner.isHidden = false }
    renderer.options.explainsDamage = true
    #expect(try explanation(at: 4).causes.map(\.changes[0].kind) == [.notRecorded])
    #expect(try explanation(at: 4).description == "nothing was drawn")
  }

  @Test("goes with the tree to a compositor elsewhere, also where that leaves trees out")
  func compositor() throws {
    let compositor = try Compositor(width: 400, height: 300)
    compositor.options.explainsDamage = true
    _ = try compositor.render(renderer.commit(at: 1), at: 1)
    Transaction.run(label: "first", disableActions: true) { inner.opacity = 0.5 }
    renderer.commit(at: 2)
    Transaction.run(label: "second", disableActions: true) { inner.backgroundColor = .white }
    let frame = try compositor.render(renderer.commit(at: 3), at: 3)
    #expect(
      frame.explanation?.description
        == #"Layer "inner" (24, 36, 10, 12): backgroundColor #0000FF -> #FFFFFF in "#
        + #"transaction 3 "second"; opacity 1 -> 0.5 in transaction 2 "first""#)
    let other = try Renderer(size: CGSize(width: 400, height: 300))
    other.options.explainsDamage = true
    other.layer.backgroundColor = .blue
    let foreign = try compositor.render(other.commit(at: 4), at: 4)
    #expect(foreign.explanation?.causes.map(\.changes[0].kind) == [.notRecorded])
  }

  @Test("names layers without names by their places, and lists no more than 16 changes")
  func depth() throws {
    var layers = [renderer.layer]
    // The new layers would fade in.
    Transaction.disableActions = true
    for _ in 0..<40 {
      let next = Layer()
      next.frame = CGRect(x: 1, y: 1, width: 200, height: 200)
      layers.last?.addSublayer(next)
      layers.append(next)
    }
    layers[40].backgroundColor = .white
    _ = try renderer.render(at: 1)
    let causes = try causes { for layer in layers { layer.position.y += 1 } }
    let last = try #require(causes.last)
    #expect(last.layer == Array(repeating: "Layer[0]", count: 8).joined(separator: "/"))
    #expect(last.changes.count == 16)
    #expect(last.changes[0].layer == last.layer)
  }

  @Test(
    "has a cause for every rectangle that was drawn, and a change for every layer, in random walks",
    arguments: UInt64(1)...8)
  func walk(seed: UInt64) throws {
    let walk = WalkMaker(seed: seed, edits: 40).walk
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: walk.size)
    let renderer = Renderer(
      layer: root,
      compositor: try Compositor(width: walk.width, height: walk.height, scale: walk.scale))
    renderer.options.explainsDamage = true
    let scene = try EditedScene(walk, renderer)
    for (index, edit) in walk.edits.enumerated() {
      scene.apply(edit)
      guard case .draw(let time) = edit else { continue }
      let explanation = try #require(try renderer.render(at: time).explanation)
      if explanation.wholeFrame != nil { continue }
      let causes = explanation.causes
      for rect in explanation.damage.rects {
        #expect(
          causes.contains { $0.oldRect.intersects(rect) || $0.newRect.intersects(rect) },
          "edit \(index): \(rect) is not accounted for")
        #expect(
          explanation.causes(x: rect.minX, y: rect.maxY - 1).isEmpty == false,
          "edit \(index): the corner of \(rect) is not accounted for")
      }
      for cause in causes {
        #expect(!cause.changes.isEmpty, "edit \(index): \(cause)")
        // What did not change is drawn along with something that did.
        if cause.changes.allSatisfy({ $0.kind == .surroundings }) {
          #expect(
            causes.contains { $0.changes.contains { $0.kind != .surroundings } },
            "edit \(index): \(cause)")
        }
      }
      // Nothing is drawn along with nothing.
      if causes.first?.layer == nil, let first = causes.first {
        #expect(first.changes.count > 1, "edit \(index): \(causes)")
      }
    }
  }
}
