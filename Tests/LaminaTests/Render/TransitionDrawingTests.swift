import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

private let red: UInt32 = 0xFFFF_0000
private let blue: UInt32 = 0xFF00_00FF
private let green: UInt32 = 0xFF00_FF00

/// A frame of 12 x 6 pixels with a layer of 4 x 2 points at (4, 2), which is red.
private struct Stage {
  let renderer: Renderer
  let layer = Layer()

  init() throws {
    renderer = try Renderer(size: CGSize(width: 12, height: 6))
    layer.frame = CGRect(x: 4, y: 2, width: 4, height: 2)
    layer.backgroundColor = .red
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
  }

  func quietly(_ change: () -> Void) { Transaction.run(disableActions: true) { change() } }

  /// Adds a transition of one second, with an even pace.
  func add(_ type: Transition.Kind, _ subtype: Transition.Direction? = nil) {
    let transition = Transition()
    transition.type = type
    transition.subtype = subtype
    transition.duration = 1
    transition.timingFunction = .linear
    layer.add(transition, forKey: nil)
  }

  func bitmap(_ time: Double) throws -> Bitmap { try renderer.render(at: time).bitmap }

  /// The pixels from (0, 2) to (11, 2) as letters.
  func row(_ time: Double) throws -> String {
    let bitmap = try bitmap(time)
    return (0..<12).map { letter(bitmap[$0, 2]) }.joined()
  }

  /// The pixels from (4, 0) to (4, 5) as letters.
  func column(_ time: Double) throws -> String {
    let bitmap = try bitmap(time)
    return (0..<6).map { letter(bitmap[4, $0]) }.joined()
  }

  private func letter(_ pixel: UInt32) -> String {
    switch pixel {
    case 0: "."
    case red: "r"
    case blue: "b"
    case green: "g"
    default: "?"
    }
  }
}

/// The picture at each quarter of a transition from the left.
private let motions: [(Transition.Kind, [String])] = [
  (.push, ["bbbbrrrr....", ".bbbbrrrr...", "..bbbbrrrr..", "...bbbbrrrr.", "....bbbbrrrr"]),
  (.moveIn, ["bbbbrrrr....", ".bbbbrrr....", "..bbbbrr....", "...bbbbr....", "....bbbb...."]),
  (.reveal, ["....rrrr....", "....brrrr...", "....bbrrrr..", "....bbbrrrr.", "....bbbbrrrr"]),
]

@Suite("Transitions")
struct TransitionDrawingTests {
  @Test("2.10: a layer that is hidden fades away, and one that is shown fades in")
  func hiding() throws {
    let stage = try Stage()
    Transaction.run(duration: 1, timingFunction: .linear) { stage.layer.isHidden = true }
    #expect(try stage.bitmap(10)[5, 3] == red)
    #expect(try stage.bitmap(10.25)[5, 3] == 0xBFBF_0000)
    #expect(try stage.bitmap(10.75)[5, 3] == 0x4040_0000)
    #expect(try stage.bitmap(11)[5, 3] == 0)
    #expect(try stage.bitmap(12)[5, 3] == 0)
    Transaction.run(duration: 1, timingFunction: .linear) { stage.layer.isHidden = false }
    #expect(try stage.bitmap(20)[5, 3] == 0)
    #expect(try stage.bitmap(20.5)[5, 3] == 0x8080_0000)
    #expect(try stage.bitmap(21)[5, 3] == red)
    #expect(try stage.bitmap(22)[5, 3] == red)
    #expect(stage.layer.animationKeys() == nil)
  }

  @Test("fade a plain layer without a group as they fade one in a group", arguments: [true, false])
  func plainFades(showsBitmap: Bool) throws {
    let stages = [try Stage(), try Stage()]
    let bitmap = try Bitmap(width: 3, height: 5, pixels: (0..<15).map { 0x8040_2010 + $0 * 0x11 })
    for (stage, depth) in zip(stages, [0.0, 1]) {
      stage.quietly {
        // A depth makes no difference to the picture, but the layer is not plain.
        stage.layer.zPosition = depth
        if showsBitmap { stage.layer.contents = bitmap }
      }
    }
    for step in 0..<12 {
      let time = Double(10 + 2 * step)
      for stage in stages {
        Transaction.run(duration: 1, timingFunction: .linear) {
          stage.layer.isHidden.toggle()
          if step > 6 { stage.quietly { stage.layer.bounds.size.width += 1 } }
        }
      }
      for part in [0, 0.25, 0.5, 0.99, 1] {
        let frames = try stages.map { try $0.renderer.render(at: time + part) }
        let difference = frames[0].bitmap.difference(from: frames[1].bitmap)
        #expect(difference == nil, "step \(step), \(part)")
        #expect(frames[0].report.operations.groups == 0)
      }
    }
  }

  @Test("2.10: sublayers that come and go fade, and nothing else changes a pixel")
  func sublayers() throws {
    let stage = try Stage()
    let child = Layer()
    child.frame = CGRect(x: 1, y: 0, width: 1, height: 1)
    child.backgroundColor = .blue
    Transaction.run(duration: 1, timingFunction: .linear) { stage.layer.addSublayer(child) }
    #expect(try stage.row(1) == "....rrrr....")
    let half = try stage.bitmap(1.5)
    #expect(half[5, 2] == 0xFF7F_0080)
    #expect(half[4, 2] == red && half[5, 3] == red && half[3, 2] == 0)
    #expect(try stage.row(2) == "....rbrr....")
    #expect(try stage.row(3) == "....rbrr....")
    Transaction.run(duration: 1, timingFunction: .linear) { child.removeFromSuperlayer() }
    #expect(try stage.row(4) == "....rbrr....")
    #expect(try stage.bitmap(4.25)[5, 2] == 0xFF40_00BF)
    #expect(try stage.row(6) == "....rrrr....")
  }

  @Test(
    "a push moves both pictures; what moves in or is revealed moves one over the other",
    arguments: motions)
  func motion(type: Transition.Kind, pictures: [String]) throws {
    let stage = try Stage()
    stage.add(type, .fromLeft)
    stage.quietly { stage.layer.backgroundColor = .blue }
    for (index, picture) in pictures.enumerated() {
      #expect(try stage.row(1 + Double(index) / 4) == picture, "\(index)")
    }
    #expect(try stage.row(3) == "....bbbb....")
  }

  @Test("motions come from the side that the subtype names; top is where y is least")
  func directions() throws {
    for (subtype, expected) in [
      (Transition.Direction.fromRight, "..rrrrbbbb.."), (.fromLeft, "..bbbbrrrr.."),
    ] {
      let stage = try Stage()
      stage.add(.push, subtype)
      stage.quietly { stage.layer.backgroundColor = .blue }
      _ = try stage.bitmap(1)
      #expect(try stage.row(1.5) == expected)
    }
    for (subtype, expected) in [
      (Transition.Direction.fromTop, ".bbrr."), (.fromBottom, ".rrbb."),
    ] {
      let stage = try Stage()
      stage.add(.push, subtype)
      stage.quietly { stage.layer.backgroundColor = .blue }
      _ = try stage.bitmap(1)
      #expect(try stage.column(1.5) == expected)
    }
  }

  @Test("begin and end where the progress says, along the timing function")
  func progress() throws {
    let stage = try Stage()
    let transition = Transition()
    transition.duration = 1
    transition.timingFunction = .easeIn
    transition.startProgress = 0.25
    transition.endProgress = 0.75
    stage.layer.add(transition, forKey: "mine")
    stage.quietly { stage.layer.backgroundColor = .blue }
    #expect(try stage.bitmap(1)[5, 3] == 0xFFBF_0040)
    // 0.25 + 0.5 * 0.315356812573 of the way.
    #expect(try stage.bitmap(1.5)[5, 3] == 0xFF97_0068)
    #expect(try stage.bitmap(2)[5, 3] == 0xFF40_00BF)
    #expect(try stage.bitmap(2.5)[5, 3] == blue)
    #expect(stage.layer.animationKeys() == nil)
  }

  @Test("the layer's opacity and the clips around it act on both pictures")
  func opacityAndClip() throws {
    let stage = try Stage()
    stage.quietly {
      stage.layer.opacity = 0.5
      stage.renderer.layer.masksToBounds = true
      stage.renderer.layer.bounds.size.width = 7
      stage.renderer.layer.position.x = 3.5
    }
    let before = try stage.bitmap(1)
    stage.add(.reveal)
    stage.quietly { stage.layer.backgroundColor = .blue }
    #expect(try stage.bitmap(2) == before)
    let half = try stage.bitmap(2.5)
    #expect(half[5, 2] == 0x8000_0080 && half[6, 2] == 0x8080_0000 && half[7, 2] == 0)
  }

  @Test("a rotated layer fades in place, and begins with the picture that was there")
  func turned() throws {
    let stage = try Stage()
    stage.quietly { stage.layer.transform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1) }
    let before = try stage.bitmap(1)
    stage.add(.fade)
    stage.quietly { stage.layer.backgroundColor = .blue }
    #expect(try stage.bitmap(2) == before)
    #expect(try stage.bitmap(2.5)[6, 3] == 0xFF7F_0080)
    #expect(try stage.bitmap(4)[6, 3] == blue)
  }

  @Test("the old picture keeps to the corner of the layer, which may move, grow and flip")
  func corner() throws {
    let stage = try Stage()
    let child = Layer()
    child.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    child.backgroundColor = .green
    stage.quietly { stage.layer.addSublayer(child) }
    #expect(try stage.row(1) == "....grrr....")
    stage.add(.fade)
    stage.quietly {
      stage.layer.bounds = CGRect(x: 10, y: 5, width: 6, height: 2)
      stage.layer.position = CGPoint(x: 5, y: 3)
      stage.layer.isGeometryFlipped = true
    }
    #expect(try stage.row(2) == "..grrr......")
  }

  @Test("one that is interrupted continues from what was visible")
  func interrupted() throws {
    let stage = try Stage()
    stage.add(.fade)
    stage.quietly { stage.layer.backgroundColor = .blue }
    _ = try stage.bitmap(1)
    let seen = try stage.bitmap(1.5)
    stage.add(.reveal)
    stage.quietly { stage.layer.backgroundColor = .green }
    #expect(try stage.bitmap(1.5) == seen)
    let half = try stage.bitmap(2)
    #expect(half[4, 2] == green && half[7, 2] == 0xFF7F_0080)
    for number in 0..<50 {
      stage.add(.fade)
      stage.quietly { stage.layer.backgroundColor = number % 2 == 0 ? .red : .blue }
      _ = try stage.bitmap(2 + Double(number) / 10)
    }
    let picture = try #require(stage.layer.activeTransition).picture
    #expect(picture.depth == TransitionSnapshot.maximumDepth)
    #expect(try stage.bitmap(20)[5, 3] == blue)
  }

  @Test("nested pictures are as deep in the instances of a replicator as outside")
  func interruptedInstances() throws {
    func pictures(ofInstances holder: Layer, _ layers: [Layer]) throws -> [Bitmap] {
      let renderer = try Renderer(size: CGSize(width: 12, height: 6))
      renderer.layer.addSublayer(holder)
      for layer in layers {
        layer.frame = CGRect(x: 4, y: 2, width: 4, height: 2)
        layer.backgroundColor = .red
        holder.addSublayer(layer)
      }
      _ = try renderer.render(at: 0)
      for layer in layers { layer.isHidden = true }
      _ = try renderer.render(at: 1)
      // Each fade of the root shows the one before it in its old picture.
      return try (0..<4).map { index in
        let duration = index == 3 ? 0.25 : 3
        Transaction.run(duration: duration) { renderer.layer.addSublayer(Layer()) }
        return try renderer.render(at: 1 + Double(index) * 0.4).bitmap
      }
    }
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    let instances = try pictures(ofInstances: replicator, [Layer()])
    let plain = try pictures(ofInstances: Layer(), [Layer(), Layer(), Layer()])
    #expect(instances == plain)
    #expect(plain[1][4, 2] > 0)
  }

  @Test("of a layer that was not there comes from nothing")
  func newLayer() throws {
    let stage = try Stage()
    let child = Layer()
    child.frame = CGRect(x: 1, y: 0, width: 1, height: 1)
    child.backgroundColor = .blue
    let transition = Transition()
    transition.duration = 1
    transition.timingFunction = .linear
    child.actions = ["onOrderIn": transition]
    stage.layer.actions = ["sublayers": .noAction]
    stage.layer.addSublayer(child)
    #expect(child.animationKeys() == ["transition"])
    #expect(try stage.row(1) == "....rrrr....")
    #expect(try stage.bitmap(1.5)[5, 2] == 0xFF7F_0080)
  }

  @Test("damage no more than the two pictures")
  func damage() throws {
    let stage = try Stage()
    stage.add(.push)
    stage.quietly { stage.layer.backgroundColor = .blue }
    _ = try stage.renderer.render(at: 1)
    let frame = try stage.renderer.render(at: 1.5)
    let bounds = frame.damage.rects.reduce(PixelRect.empty) { $0.union($1) }
    #expect(bounds == PixelRect(minX: 0, minY: 2, maxX: 10, maxY: 4))
    #expect(stage.renderer.nextFrameTime(after: 1.5) == .now)
    let tree = stage.renderer.commit(at: 1.5)
    let compositor = try Compositor(width: 12, height: 6)
    #expect(try compositor.render(tree, at: 1.5).bitmap == frame.bitmap)
    #expect(try compositor.render(tree, at: 1).bitmap[4, 2] == red)
    #expect(try compositor.render(tree, at: 2.1).bitmap[4, 2] == blue)
  }

  @Test("the old picture has the layers in the order in which they were seen")
  func depth() throws {
    let stage = try Stage()
    let children = [Color.green, .blue].map { color in
      let child = Layer()
      child.frame = CGRect(x: 0, y: 0, width: 4, height: 2)
      child.backgroundColor = color
      return child
    }
    stage.quietly { stage.layer.sublayers = children }
    let animation = BasicAnimation(keyPath: "zPosition")
    animation.fromValue = 5
    animation.toValue = 5
    animation.duration = 10
    children[0].add(animation, forKey: nil)
    #expect(try stage.row(1) == "....gggg....")
    stage.add(.reveal)
    stage.quietly { stage.layer.sublayers = nil }
    #expect(try stage.row(2) == "....gggg....")
    #expect(try stage.row(2.5) == "....rrgggg..")
  }

  @Test("fade from what was shown where one transaction moves a layer, from nothing where it left")
  func movesAndReturns() throws {
    for (staysInTree, expected) in [(true, red), (false, 0x8080_0000)] {
      let stage = try Stage()
      let holder = Layer()
      stage.quietly {
        stage.renderer.layer.addSublayer(holder)
        holder.addSublayer(stage.layer)
      }
      #expect(try stage.row(1) == "....rrrr....")
      func move() {
        stage.quietly { holder.removeFromSuperlayer() }
        #expect((stage.layer.presentation() == nil) == !staysInTree)
        stage.quietly { stage.renderer.layer.addSublayer(stage.layer) }
        stage.add(.fade)
      }
      if staysInTree { stage.quietly(move) } else { move() }
      _ = try stage.bitmap(2)
      #expect(try stage.bitmap(2.5)[5, 3] == expected)
    }
  }

  @Test("a layer without extent fades with its sublayers, and alone leaves no picture")
  func emptyLayer() throws {
    let stage = try Stage()
    let (empty, sublayer) = (Layer(), Layer())
    empty.position = CGPoint(x: 2, y: 2)
    empty.backgroundColor = .blue
    stage.quietly { stage.renderer.layer.addSublayer(empty) }
    _ = try stage.renderer.render(at: 0)
    let tree = try #require(empty.layerTree)
    #expect(tree.snapshot(of: empty, at: 0).tree == nil)
    #expect(tree.snapshot(of: stage.layer, at: 0).tree != nil)
    empty.isHidden = true
    #expect(try stage.row(0) == "....rrrr....")
    #expect(try stage.row(0.125) == "....rrrr....")
    stage.quietly {
      empty.isHidden = false
      sublayer.frame = CGRect(x: -2, y: 0, width: 2, height: 2)
      sublayer.backgroundColor = .green
      empty.addSublayer(sublayer)
    }
    #expect(try stage.row(1) == "gg..rrrr....")
    #expect(tree.snapshot(of: empty, at: 1).tree != nil)
    empty.isHidden = true
    #expect(try stage.row(1) == "gg..rrrr....")
    #expect(try stage.row(1.125) == "??..rrrr....")
    #expect(try stage.row(2) == "....rrrr....")
  }

  @Test("fades that are culled come into view as if they had not been", .slow, arguments: 1...8)
  func culledFades(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let root = Layer()
    root.bounds.size = CGSize(width: 40, height: 24)
    let bitmap = TestBitmaps.all[Int(seed) % TestBitmaps.all.count]
    root.sublayers = (0..<80).map { index in
      let layer = Layer()
      layer.backgroundColor = index % 3 == 0 ? nil : .red
      layer.contents = index % 2 == 0 ? bitmap : nil
      return layer
    }
    let renderer = Renderer(layer: root, compositor: try Compositor(width: 40, height: 24))
    let culling = try Compositor(width: 40, height: 24)
    let whole = try Compositor(width: 40, height: 24)
    whole.options.cullsHiddenLayers = false
    whole.options.redrawsEverything = true
    for frame in 0..<60 {
      for layer in root.sublayers ?? [] where random.chance(20) {
        layer.isHidden.toggle()
        guard random.chance(50) else { continue }
        Transaction.run(disableActions: true) {
          layer.frame = CGRect(
            x: random.number(in: -60...100), y: random.number(in: -40...60),
            width: random.number(in: 0...30), height: random.number(in: 0...20))
        }
      }
      Transaction.run(disableActions: random.chance(80)) {
        root.bounds.origin = random.point(12, 8)
      }
      let tree = renderer.commit(at: Double(frame) * 0.06)
      let time = Double(frame) * 0.06 + 0.02
      #expect(
        try culling.render(tree, at: time).bitmap.difference(
          from: whole.render(tree, at: time).bitmap) == nil)
    }
  }
}
