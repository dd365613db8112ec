import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Replicated layers")
struct ReplicatorDrawingTests {
  private func box(_ rect: CGRect, _ color: Color?) -> Layer {
    let layer = Layer()
    layer.frame = rect
    layer.backgroundColor = color
    return layer
  }

  /// A white picture with a replicator as large.
  private func scene(
    _ width: CGFloat = 100, _ height: CGFloat = 100, _ prepare: (ReplicatorLayer) -> Void
  ) throws -> (renderer: Renderer, replicator: ReplicatorLayer) {
    let renderer = try Renderer(size: CGSize(width: width, height: height))
    renderer.layer.backgroundColor = .white
    let replicator = ReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: width, height: height)
    prepare(replicator)
    renderer.layer.addSublayer(replicator)
    return (renderer, replicator)
  }

  /// The picture of a white root with some layers.
  private func picture(
    _ layers: [Layer], _ width: CGFloat = 100, _ height: CGFloat = 100
  ) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: width, height: height))
    renderer.layer.backgroundColor = .white
    for layer in layers { renderer.layer.addSublayer(layer) }
    return try renderer.render(at: 0).bitmap
  }

  @Test("15.3: are placed by the powers of the transform, about the anchor point")
  func positions() throws {
    let (renderer, _) = try scene {
      $0.instanceCount = 4
      $0.instanceTransform = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
      $0.addSublayer(box(CGRect(x: 45, y: 6, width: 10, height: 8), .red))
    }
    let picture = try renderer.render(at: 0).bitmap
    for (x, y) in [(50, 10), (90, 50), (50, 90), (10, 50)] {
      #expect(hex(picture[x, y]) == "FFFF0000", "at (\(x), \(y))")
    }
    // As high as the first one is wide.
    #expect(hex(picture[90, 46]) == "FFFF0000" && hex(picture[90, 43]) == "FFFFFFFF")
    #expect(hex(picture[50, 50]) == "FFFFFFFF")
  }

  @Test("15.3: rotate about an anchor point that is not in the middle")
  func anchor() throws {
    let (renderer, _) = try scene {
      $0.anchorPoint = CGPoint(x: 0.25, y: 0.5)
      $0.position = CGPoint(x: 25, y: 50)
      $0.instanceCount = 2
      $0.instanceTransform = Transform3D(rotation: .pi, x: 0, y: 0, z: 1)
      $0.addSublayer(box(CGRect(x: 30, y: 40, width: 10, height: 6), .red))
    }
    let picture = try renderer.render(at: 0).bitmap
    #expect(hex(picture[35, 43]) == "FFFF0000")
    #expect(hex(picture[15, 57]) == "FFFF0000")
    #expect(hex(picture[65, 57]) == "FFFFFFFF")
  }

  @Test("15.3: are drawn one over the other as copies of the layers are, the first at the back")
  func shifts() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 21.3, y: 7.4)
      $0.addSublayer(box(CGRect(x: 4, y: 5, width: 30, height: 20), .red))
      $0.addSublayer(box(CGRect(x: 20, y: 15, width: 9, height: 20), .blue.withAlpha(0.5)))
    }
    let copies = (0..<3).flatMap { number in
      [
        box(CGRect(x: 4, y: 5, width: 30, height: 20), .red),
        box(CGRect(x: 20, y: 15, width: 9, height: 20), .blue.withAlpha(0.5)),
      ].map { layer in
        layer.position.x += 21.3 * CGFloat(number)
        layer.position.y += 7.4 * CGFloat(number)
        return layer
      }
    }
    #expect(try renderer.render(at: 0).bitmap == picture(copies))
    Transaction.run(disableActions: true) { replicator.instanceCount = 2 }
    #expect(try renderer.render(at: 0).bitmap == picture(Array(copies[..<4])))
    Transaction.run(disableActions: true) { replicator.instanceCount = 1 }
    #expect(try renderer.render(at: 0).bitmap == picture(Array(copies[..<2])))
  }

  @Test("show nothing where there is none, and no more than the most there are")
  func count() throws {
    let (renderer, replicator) = try scene {
      $0.instanceTransform = Transform3D(translationX: 20, y: 0)
      $0.addSublayer(box(CGRect(x: 0, y: 0, width: 10, height: 10), .red))
    }
    for (count, seen) in [(0, 0), (-5, 0), (3, 3), (Int.min, 0), (5, 5), (Int.max, 5)] {
      Transaction.run(disableActions: true) { replicator.instanceCount = count }
      let row = try renderer.render(at: 0).bitmap
      let found = (0..<5).count { row[$0 * 20 + 5, 5] == 0xFFFF_0000 }
      #expect(found == seen, "\(count) instances")
      #expect(replicator.instanceCount == count)
    }
  }

  @Test("leave nothing behind when the last of them is removed")
  func leaving() throws {
    let (renderer, replicator) = try scene(60, 40) {
      $0.backgroundColor = .yellow
      $0.instanceCount = 2
      $0.instanceTransform = Transform3D(translationX: 17, y: 5)
      $0.addSublayer(box(CGRect(x: 4, y: 6, width: 10, height: 8), .red))
    }
    let content = try #require(replicator.sublayers?.first)
    let changes: [() -> Void] = [
      { replicator.instanceCount = 0 }, { replicator.instanceCount = 2 },
      { content.position.x += 500 }, { content.position.x -= 500 }, { content.isHidden = true },
    ]
    let filled = try renderer.render(at: 0).bitmap
    let seen = try changes.map { change in
      Transaction.run(disableActions: true) { change() }
      return try renderer.render(at: 0).bitmap
    }
    let empty = try picture([box(CGRect(x: 0, y: 0, width: 60, height: 40), .yellow)], 60, 40)
    #expect(seen == [empty, filled, empty, filled, empty])
  }

  @Test("15.3: are multiplied by the colour, and by what the offsets make of it")
  func colors() throws {
    let (renderer, replicator) = try scene(50, 10) {
      $0.instanceCount = 5
      $0.instanceTransform = Transform3D(translationX: 10, y: 0)
      $0.instanceRedOffset = -0.25
      $0.addSublayer(box(CGRect(x: 0, y: 0, width: 10, height: 10), .white))
    }
    func row() throws -> [String] {
      let picture = try renderer.render(at: 0).bitmap
      return (0..<5).map { hex(picture[$0 * 10 + 5, 5]) }
    }
    #expect(try row() == ["FFFFFFFF", "FFBFFFFF", "FF80FFFF", "FF40FFFF", "FF00FFFF"])
    Transaction.run(disableActions: true) {
      replicator.instanceRedOffset = 0.5
      replicator.instanceColor = Color(red: 0.25, green: 0.5, blue: 1)
      replicator.sublayers?[0].backgroundColor = Color(red: 1, green: 0.5, blue: 0.5)
    }
    // Past 1 it stays 1.
    #expect(try row() == ["FF404080", "FFBF4080", "FFFF4080", "FFFF4080", "FFFF4080"])
    Transaction.run(disableActions: true) {
      replicator.instanceRedOffset = 0
      replicator.instanceColor = nil
      replicator.instanceAlphaOffset = -0.5
      replicator.sublayers?[0].backgroundColor = .black
    }
    #expect(try row() == ["FF000000", "FF7F7F7F", "FFFFFFFF", "FFFFFFFF", "FFFFFFFF"])
  }

  @Test("15.3: the colour's alpha is an opacity of the whole instance")
  func alpha() throws {
    let (renderer, _) = try scene(40, 20) {
      $0.instanceColor = Color(white: 1, alpha: 0.5)
      $0.addSublayer(box(CGRect(x: 0, y: 0, width: 20, height: 20), .red))
      $0.addSublayer(box(CGRect(x: 10, y: 0, width: 20, height: 20), .blue))
    }
    let picture = try renderer.render(at: 0).bitmap
    #expect(hex(picture[5, 5]) == "FFFF7F7F")
    #expect(hex(picture[15, 5]) == "FF7F7FFF")
  }

  @Test("15.3: show their sublayers later by the delay")
  func delay() throws {
    let (renderer, replicator) = try scene(30, 10) {
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 10, y: 0)
      $0.instanceDelay = 0.1
    }
    let dot = box(CGRect(x: 0, y: 0, width: 10, height: 10), .black)
    replicator.addSublayer(dot)
    let fade = BasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 1
    dot.add(fade, forKey: nil)
    func row(_ time: Double) throws -> [UInt32] {
      let picture = try renderer.render(at: time).bitmap
      return (0..<3).map { 255 - picture[$0 * 10 + 5, 5] & 255 }
    }
    _ = try renderer.render(at: 0)
    #expect(try row(0.5) == [128, 102, 77])
    // Before an animation begins its layer looks as it does without it.
    #expect(try row(0.05) == [13, 255, 255])
    Transaction.run(disableActions: true) { replicator.instanceDelay = -0.25 }
    #expect(try row(0.5) == [128, 191, 255])
    Transaction.run(disableActions: true) {
      replicator.instanceDelay = 0.2
      replicator.speed = 0.5
    }
    // Half as fast, and so at 0.4 of its own time; the delay is in that time, too.
    #expect(try row(0.8) == [102, 51, 0])
  }

  @Test("may be nested")
  func nested() throws {
    let (renderer, outer) = try scene(60, 40) {
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 0, y: 12)
      $0.instanceGreenOffset = -0.5
    }
    let inner = ReplicatorLayer()
    inner.frame = CGRect(x: 2, y: 1, width: 50, height: 10)
    inner.instanceCount = 4
    inner.instanceTransform = Transform3D(translationX: 13, y: 0)
    inner.instanceRedOffset = -0.25
    inner.addSublayer(box(CGRect(x: 0, y: 0, width: 9, height: 8), .white))
    outer.addSublayer(inner)
    let frame = try renderer.render(at: 0)
    for row in 0..<3 {
      for column in 0..<4 {
        let red = [0xFF, 0xBF, 0x80, 0x40][column] as UInt32
        let green = [0xFF, 0x80, 0][row] as UInt32
        #expect(
          frame.bitmap[2 + column * 13 + 4, 1 + row * 12 + 4]
            == 0xFF00_00FF | red << 16 | green << 8, "row \(row), column \(column)")
      }
    }
    // One of the twelve is changed in all.
    Transaction.run(disableActions: true) { inner.sublayers?[0].frame.size.height = 6 }
    let next = try renderer.render(at: 0)
    #expect(next.bitmap[6, 8] == 0xFFFF_FFFF && next.bitmap[6, 6] == 0xFFFF_FFFF)
    #expect(next.bitmap[19, 32] == 0xFFFF_FFFF && next.bitmap[19, 30] == 0xFFBF_00FF)
  }

  @Test("damage what has changed in each instance, and nothing else")
  func damage() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 20, y: 30)
      $0.addSublayer(box(CGRect(x: 2, y: 3, width: 10, height: 11), .red))
      $0.addSublayer(box(CGRect(x: 30, y: 3, width: 5, height: 6), .blue))
    }
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { replicator.sublayers?[1].backgroundColor = .green }
    let frame = try renderer.render(at: 0)
    #expect(
      Set(frame.damage.rects) == [
        PixelRect(x: 30, y: 3, width: 5, height: 6), PixelRect(x: 50, y: 33, width: 5, height: 6),
        PixelRect(x: 70, y: 63, width: 5, height: 6),
      ])
    // An instance goes.
    Transaction.run(disableActions: true) { replicator.instanceCount = 2 }
    #expect(
      try renderer.render(at: 0).damage.bounds == PixelRect(x: 42, y: 63, width: 33, height: 11))
    let again = try renderer.render(at: 1)
    #expect(again.damage.isEmpty && again.report == FrameReport())
  }

  @Test("that have not changed are not evaluated when something else changes")
  func unchanged() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 1_000
      $0.instanceTransform = Transform3D(translationX: 0.05, y: 0.03)
      $0.addSublayer(box(CGRect(x: 2, y: 3, width: 10, height: 11), .red))
    }
    let other = box(CGRect(x: 80, y: 80, width: 9, height: 9), .blue)
    renderer.layer.addSublayer(other)
    #expect(try renderer.render(at: 0).report.layersVisited == 2_004)
    Transaction.run(disableActions: true) { other.position.x += 2 }
    let frame = try renderer.render(at: 0)
    #expect(frame.report.layersVisited == 1)
    #expect(frame.damage.bounds == PixelRect(x: 80, y: 80, width: 11, height: 9))
    // A change in one looks at all of them, and at nothing else.
    Transaction.run(disableActions: true) { replicator.sublayers?[0].opacity = 0.5 }
    #expect(try renderer.render(at: 0).report.layersVisited == 2_002)
  }

  @Test("where numbers overflow are left out, and the others drawn")
  func overflow() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 9
      $0.instanceTransform = Transform3D(scaleX: 1e100, y: 1e100, z: 1e100)
      $0.instanceRedOffset = .greatestFiniteMagnitude
      $0.instanceDelay = 1e308
      $0.addSublayer(box(CGRect(x: 60, y: 3, width: 10, height: 11), .red))
      $0.addSublayer(EmitterLayer())
    }
    for time in [0, 1e9] {
      let frame = try renderer.render(at: time)
      #expect(frame.bitmap[65, 8] == 0xFFFF_0000)
      #expect(frame.report.omissions.map(\.id) == [ObjectIdentifier(replicator)])
    }
  }

  @Test("that keep their depth are seen in the perspective around, and the nearest in front")
  func depth() throws {
    let (renderer, replicator) = try scene {
      $0.preservesDepth = true
      $0.backgroundColor = .black
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 0, y: 0, z: -25)
      $0.instanceGreenOffset = -0.5
      $0.addSublayer(box(CGRect(x: 60, y: 60, width: 20, height: 20), .yellow))
    }
    renderer.layer.sublayerTransform.m34 = -1 / 50
    let picture = try renderer.render(at: 0).bitmap
    #expect(hex(picture[10, 10]) == "FFFFFFFF")
    // The first is nearest, and over the others, which are smaller about (50, 50).
    #expect(hex(picture[61, 61]) == "FFFFFF00" && hex(picture[79, 79]) == "FFFFFF00")
    #expect(hex(picture[57, 57]) == "FFFF8000" && hex(picture[55, 55]) == "FFFF0000")
    #expect(hex(picture[54, 54]) == "FFFFFFFF")
    Transaction.run(disableActions: true) { replicator.preservesDepth = false }
    #expect(hex(try renderer.render(at: 0).bitmap[61, 61]) == "FFFF0000")
    #expect(hex(try renderer.render(at: 0).bitmap[57, 57]) == "FF000000")
  }

  @Test("12.8: are hit in the first of them alone")
  func hitTesting() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 3
      $0.instanceTransform = Transform3D(translationX: 30, y: 0)
      $0.addSublayer(box(CGRect(x: 2, y: 3, width: 10, height: 11), .red))
    }
    let dot = replicator.sublayers?[0]
    #expect(renderer.layer.hitTest(CGPoint(x: 5, y: 5)) === dot)
    #expect(renderer.layer.hitTest(CGPoint(x: 35, y: 5)) === replicator)
    replicator.instanceCount = 0
    #expect(renderer.layer.hitTest(CGPoint(x: 5, y: 5)) === replicator)
    replicator.instanceCount = 1
    replicator.preservesDepth = true
    #expect(renderer.layer.hitTest(CGPoint(x: 5, y: 5)) === dot)
    #expect(renderer.layer.hitTest(CGPoint(x: 35, y: 5)) === renderer.layer)
    #expect(replicator.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }

  @Test("are due as long as one of them may change")
  func nextFrame() throws {
    let (renderer, replicator) = try scene {
      $0.instanceCount = 3
      $0.instanceDelay = 0.5
    }
    let dot = box(CGRect(x: 2, y: 3, width: 10, height: 11), .red)
    replicator.addSublayer(dot)
    let fade = BasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.duration = 1
    fade.beginTime = 10
    fade.fillMode = .both
    fade.isRemovedOnCompletion = false
    dot.add(fade, forKey: nil)
    _ = try renderer.render(at: 0)
    #expect(renderer.nextFrameTime(after: 3) == .at(10))
    _ = try renderer.render(at: 11.5)
    #expect(renderer.nextFrameTime(after: 11.5) == .now)
    _ = try renderer.render(at: 12.01)
    #expect(renderer.nextFrameTime(after: 12.01) == .never)
  }

  @Test("past the eighth nested replicator there is one")
  func nesting() throws {
    let (renderer, outer) = try scene(600, 10) { $0.instanceCount = 2 }
    var last = outer
    for number in 1..<10 {
      let next = ReplicatorLayer()
      next.instanceCount = 2
      last.instanceTransform = Transform3D(translationX: CGFloat(1 << (number - 1)), y: 0)
      last.addSublayer(next)
      last = next
    }
    last.instanceTransform = Transform3D(translationX: 512, y: 0)
    last.addSublayer(box(CGRect(x: 0, y: 0, width: 1, height: 10), .red))
    let picture = try renderer.render(at: 0).bitmap
    #expect((0..<600).count { picture[$0, 5] == 0xFFFF_0000 } == 256)
    #expect(picture[255, 5] == 0xFFFF_0000 && picture[256, 5] == 0xFFFF_FFFF)
  }

  @Test(
    "sort nothing by layers that are not in the replicator: around it, or in its mask",
    arguments: [true, false])
  func ownSpace(preservesDepth: Bool) throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    let holder = box(CGRect(x: 5, y: 4, width: 50, height: 30), .blue)
    renderer.layer.addSublayer(holder)
    let replicator = ReplicatorLayer()
    replicator.preservesDepth = preservesDepth
    replicator.instanceCount = 2
    replicator.instanceTransform = Transform3D(translationX: 9, y: 3)
    holder.addSublayer(replicator)
    let inner = TransformLayer()
    let plane = Layer()
    plane.addSublayer(inner)
    for (index, color) in [Color.red, .green].enumerated() {
      let layer = box(CGRect(x: 3 * index, y: 2, width: 11, height: 7), color)
      layer.zPosition = CGFloat(-index)
      inner.addSublayer(layer)
    }
    replicator.addSublayer(plane)
    replicator.addSublayer(box(CGRect(x: 1, y: 1, width: 5, height: 5), .orange))
    // Its mask is not in the instances, either.
    let masking = TransformLayer()
    for depth in 1...2 {
      let layer = box(CGRect(x: 0, y: 0, width: 60, height: 40), .black)
      layer.zPosition = CGFloat(depth)
      masking.addSublayer(layer)
    }
    let mask = Layer()
    mask.addSublayer(masking)
    if !preservesDepth { replicator.mask = mask }
    let picture = try renderer.render(at: 0).bitmap
    #expect(picture[13, 8] == 0xFFFF_0000)
    let published = try #require(replicator.sideTable.replication?.published)
    let contexts = try #require(published.motion?.contexts)
    #expect(contexts.count == 1)
    for context in contexts {
      #expect(context.root.number > 0)
      #expect((0...published.tree.layerCount).contains(context.superlayer?.number ?? 0))
    }
  }
}
