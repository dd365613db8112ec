import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("A frame drawn in part, of layers in each other")
struct NestedRedrawTests {
  /// The sizes, in pixels, and scales of the frames, and their compositors' ways to draw them.
  private struct Scene {
    let renderer: Renderer
    let scale: CGFloat

    init(_ root: Layer, width: Int, height: Int, scale: CGFloat = 1) throws {
      renderer = try Renderer(layer: root, width: width, height: height, scale: scale)
      self.scale = scale
    }

    /// Draws a frame, and expects that it equals the whole frame, however that is drawn.
    @discardableResult
    func expectWhole(
      at time: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Bitmap {
      let part = try renderer.render(at: time).bitmap
      let ways: [(String, (inout RenderOptions) -> Void)] = [
        ("whole", { _ in }), ("without culling", { $0.cullsHiddenLayers = false }),
        ("without caches", { $0.usesCaches = false }),
        ("with reference loops", { $0.usesReferenceLoops = true }),
        ("in bands", { ($0.bands, $0.bandThreshold) = (6, 1) }),
        (
          "plainly",
          { ($0.cullsHiddenLayers, $0.usesCaches, $0.usesReferenceLoops) = (false, false, true) }
        ),
      ]
      for (name, change) in ways {
        let compositor = try Compositor(
          width: renderer.width, height: renderer.height, scale: scale)
        change(&compositor.options)
        let picture = try compositor.render(renderer.commit(at: time), at: time).bitmap
        let difference = part.difference(from: picture)
        #expect(
          difference == nil, "drawn \(name) at \(time)", sourceLocation: sourceLocation)
      }
      return part
    }
  }

  private func layer(_ frame: CGRect, _ color: Color? = nil) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  // MARK: - Shadows

  @Test(
    "leaves nothing of a wide shadow where what casts it grows by a sublayer transform", .slow,
    arguments: [3.0, 10, 30], [0.75, 1, 2])
  func growingCaster(radius: Double, scale: Double) throws {
    for replicates in [false, true] {
      for growth in [1.5, 20, 61.42] {
        let root = layer(CGRect(x: 0, y: 0, width: 32, height: 31), Color(white: 0.7, alpha: 0.86))
        let scene = try Scene(root, width: 97, height: 90, scale: scale)
        let holder = layer(CGRect(x: 24, y: 36, width: 29, height: 29))
        let caster = layer(CGRect(x: 6, y: 27, width: 38, height: 22))
        caster.shadowOpacity = 1
        caster.shadowRadius = radius
        caster.shadowOffset = CGSize(width: -1.27, height: -0.04)
        caster.shadowColor = Color(red: 0.3, green: 0.1, blue: 0.8)
        let parent = replicates ? ReplicatorLayer() : Layer()
        parent.frame = CGRect(x: 32, y: 6, width: 12, height: 3)
        parent.backgroundColor = .orange
        let child = layer(CGRect(x: 3, y: 19, width: 5, height: 22), Color(white: 0.2, alpha: 0.3))
        child.shadowOpacity = 0.5
        child.shadowColor = Color(red: 0.4, green: 0.8, blue: 0.3, alpha: 0.5)
        root.addSublayer(holder)
        holder.addSublayer(caster)
        caster.addSublayer(parent)
        parent.addSublayer(child)
        try scene.expectWhole(at: 0)
        Transaction.run(disableActions: true) { root.position = CGPoint(x: -6.94, y: 31.5) }
        parent.sublayerTransform = Transform3D(scaleX: growth, y: 1.8 * growth)
        #expect(parent.animationKeys() == ["sublayerTransform"])
        for time in [0.3, 0.35, 0.425, 0.54, 1.3] { try scene.expectWhole(at: time) }
        // And back in one step.
        Transaction.run(disableActions: true) { parent.sublayerTransform = .identity }
        try scene.expectWhole(at: 2)
      }
    }
  }

  // MARK: - Moves between parents

  /// A picture with a replicator of three instances, one of its layers, and a layer elsewhere.
  private func replicated(
    step: Transform3D, elsewhere: CGPoint
  ) throws -> (scene: Scene, replicator: ReplicatorLayer, target: Layer, moved: Layer) {
    let root = layer(CGRect(x: 0, y: 0, width: 97, height: 64))
    let scene = try Scene(root, width: 97, height: 64)
    let far = layer(CGRect(x: 18, y: 17, width: 22, height: 7), .orange.withAlpha(0.9))
    far.position = elsewhere
    far.compositingFilter = .hardLight
    root.addSublayer(far)
    let moved = layer(CGRect(x: 6, y: 4, width: 5, height: 15), .green.withAlpha(0.9))
    moved.maskedCorners = [.layerMinXMinYCorner]
    moved.cornerRadius = 3
    far.addSublayer(moved)
    let replicator = ReplicatorLayer()
    replicator.frame = CGRect(x: 13, y: 9, width: 10, height: 5)
    replicator.instanceCount = 3
    replicator.instanceTransform = step
    root.addSublayer(replicator)
    let target = layer(CGRect(x: 19, y: 2, width: 4, height: 16), .red.withAlpha(0.8))
    target.allowsEdgeAntialiasing = false
    replicator.addSublayer(target)
    return (scene, replicator, target, moved)
  }

  private static let steps = [
    Transform3D.identity, Transform3D(translationX: 11, y: 5),
    Transform3D(rotation: 0.3, x: 0, y: 0, z: 1),
  ]

  @Test(
    "shows a layer that moves from elsewhere into a replicator while it fades in",
    arguments: steps, [CGPoint(x: 40, y: 30), CGPoint(x: 1e308, y: 81)])
  func movedIntoReplicator(step: Transform3D, elsewhere: CGPoint) throws {
    let (scene, _, target, moved) = try replicated(step: step, elsewhere: elsewhere)
    let before = try scene.expectWhole(at: 0.3)
    target.addSublayer(moved)
    try scene.expectWhole(at: 0.31)
    for time in [0.35, 0.45] { #expect(try scene.expectWhole(at: time) != before) }
    let after = try scene.expectWhole(at: 1)
    // Nothing of the way there is left.
    let (other, _, otherTarget, otherMoved) = try replicated(step: step, elsewhere: elsewhere)
    otherTarget.addSublayer(otherMoved)
    #expect(try other.expectWhole(at: 1) == after)
    #expect(after != before)
  }

  @Test(
    "leaves nothing of a replicator's only visible layer that moves elsewhere", arguments: steps)
  func movedOutOfReplicator(step: Transform3D) throws {
    let (scene, replicator, target, _) = try replicated(
      step: step, elsewhere: CGPoint(x: 40, y: 500))
    let before = try scene.expectWhole(at: 0)
    #expect(before.pixels.contains { $0 != 0 })
    Transaction.run(disableActions: true) { scene.renderer.layer.addSublayer(target) }
    #expect(try scene.expectWhole(at: 1) != before)
    Transaction.run(disableActions: true) { replicator.addSublayer(target) }
    #expect(try scene.expectWhole(at: 2) == before)
    Transaction.run(disableActions: true) { replicator.sublayers = nil }
    #expect(try scene.expectWhole(at: 3).pixels.allSatisfy { $0 == 0 })
  }

  // MARK: - Perspective

  @Test(
    "is the same in perspective near the eye, with contents that are stretched without measure",
    arguments: [1e3, 1e9, 1e30, 1e308])
  func stretchedContents(width: Double) throws {
    for hasHardEdges in [false, true] {
      let root = layer(
        CGRect(x: 0, y: 0, width: 64, height: 15), Color(red: 0.1, green: 0.4, blue: 1))
      let scene = try Scene(root, width: 128, height: 30, scale: 2)
      root.contents = try Bitmap(width: 200, height: 2) { x, y in
        Color(white: Double(x * 37 % 100) / 100, alpha: 1 - Double(y) / 4)
      }
      root.contentsGravity = .topRight
      root.contentsRect = CGRect(x: 24.7, y: 0, width: width, height: 1)
      root.filters = [.contrast(1.27)]
      root.backgroundFilters = [.invert, .saturation(2.27)]
      root.anchorPointZ = 29.56
      root.isDoubleSided = false
      root.position = CGPoint(x: 58, y: -19.5)
      if hasHardEdges { root.edgeAntialiasingMask = [.layerRightEdge, .layerTopEdge] }
      root.transform = Transform3D(
        m11: -0.5302068246, m12: -0.8447630336, m13: 0.0724992439, m14: 0, m21: 0.6089789925,
        m22: -0.4389199941, m23: -0.6606767935, m24: 0, m31: 0.5899367, m32: -0.3061448282,
        m33: 0.7471613174, m34: -0.0251211716, m41: 0, m42: 0, m43: 0, m44: 1)
      let before = try scene.expectWhole(at: 0)
      #expect(before.pixels.contains { $0 != 0 })
      Transaction.run(disableActions: true) {
        root.shadowOpacity = 1
        root.shadowRadius = 1
        root.shadowOffset = CGSize(width: -5, height: -9.425)
      }
      try scene.expectWhole(at: 1)
      for step in 0..<6 {
        Transaction.run(disableActions: true) { root.anchorPointZ -= 4 }
        try scene.expectWhole(at: Double(2 + step))
      }
    }
  }

  // MARK: - Rasterized layers

  @Test(
    "shows what is inserted into a replicator inside a rasterized layer, and what comes after it",
    arguments: [false, true], [false, true])
  func insertedIntoRasterizedReplicator(preservesDepth: Bool, isVisible: Bool) throws {
    for isRoot in [false, true] {
      let root = layer(CGRect(x: 0, y: 0, width: 40, height: 30))
      let scene = try Scene(root, width: 40, height: 30)
      let holder = isRoot ? root : layer(root.frame)
      if !isRoot { root.addSublayer(holder) }
      holder.shouldRasterize = true
      let first = layer(CGRect(x: 2, y: 2, width: 20, height: 20), .red)
      holder.addSublayer(first)
      let replicator = ReplicatorLayer()
      replicator.preservesDepth = preservesDepth
      replicator.instanceCount = 2
      replicator.instanceTransform = Transform3D(translationX: 3, y: 2)
      first.addSublayer(replicator)
      let group = Layer()
      group.opacity = 0.5
      replicator.addSublayer(group)
      let space = TransformLayer()
      group.addSublayer(space)
      if isVisible { space.addSublayer(layer(CGRect(x: 0, y: 0, width: 4, height: 4), .green)) }
      let last = layer(CGRect(x: 10, y: 10, width: 20, height: 15), .blue)
      holder.addSublayer(last)
      let before = try scene.expectWhole(at: 0)
      #expect(hex(before[15, 15]) == "FF0000FF")
      // Each with the fade that the replicator's sublayers get.
      for (step, box) in [CGRect.zero, CGRect(x: 1, y: 6, width: 5, height: 4)].enumerated() {
        replicator.addSublayer(layer(box, .orange))
        for time in [0.01, 0.125, 0.9] {
          let bitmap = try scene.expectWhole(at: Double(1 + step) + time)
          #expect(hex(bitmap[15, 15]) == "FF0000FF")
        }
      }
      let after = try scene.expectWhole(at: 4)
      #expect(hex(after[4, 9]) == "FFFF8000" && hex(after[9, 13]) == "FFFF8000")
    }
  }

  // MARK: - Fades

  @Test("draws an old picture that blurs its backdrop the same in bands")
  func blurredOldPictureInBands() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 16, height: 12))
    let scene = try Scene(root, width: 24, height: 18, scale: 1.5)
    let caster = layer(CGRect(x: 0, y: 8, width: 4, height: 7), .green)
    caster.shadowOpacity = 1
    let holder = Layer()
    let removed = layer(CGRect(x: 3, y: 8, width: 3, height: 4))
    let bar = layer(CGRect(x: 7, y: 2, width: 5, height: 1), .red)
    let glass = layer(CGRect(x: -1, y: 3, width: 8, height: 11))
    glass.position = CGPoint(x: 4, y: 0)
    glass.backgroundFilters = [.gaussianBlur(radius: 4)]
    root.addSublayer(caster)
    caster.addSublayer(holder)
    holder.addSublayer(removed)
    removed.addSublayer(bar)
    bar.addSublayer(glass)
    try scene.expectWhole(at: 0)
    removed.removeFromSuperlayer()
    try scene.expectWhole(at: 1)
  }

  @Test("draws glass in instances that lie on each other the same in bands")
  func glassInInstances() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 33, height: 44))
    let scene = try Scene(root, width: 33, height: 44)
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    let holder = layer(CGRect(x: 20, y: -2, width: 2, height: 2))
    let glass = layer(CGRect(x: -4, y: 13, width: 3, height: 24))
    glass.backgroundFilters = [.gaussianBlur(radius: 2)]
    root.addSublayer(
      layer(
        CGRect(x: 12, y: 18, width: 20, height: 3),
        Color(red: 0.9, green: 0.9, blue: 0.4, alpha: 0.8)))
    root.addSublayer(replicator)
    replicator.addSublayer(holder)
    holder.addSublayer(glass)
    let picture = try scene.expectWhole(at: 0)
    #expect(Set(picture.pixels).count > 20)
  }
}
