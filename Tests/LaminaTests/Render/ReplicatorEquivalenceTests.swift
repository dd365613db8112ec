import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("Instances of a replicator")
struct ReplicatorEquivalenceTests {
  private func box(_ rect: CGRect, _ color: Color?) -> Layer {
    let layer = Layer()
    layer.frame = rect
    layer.backgroundColor = color
    return layer
  }

  /// Layers with everything, as sublayers of a replicator and of what stands for an instance.
  private func contents(turned isTurned: Bool) -> [Layer] {
    let shape = ShapeLayer()
    shape.frame = CGRect(x: 5, y: 6, width: 20, height: 20)
    shape.path = Path(ellipseIn: CGRect(x: 1, y: 2, width: 16, height: 13))
    shape.shadowOpacity = 0.6
    shape.shadowOffset = CGSize(width: 2, height: 3)
    let gradient = GradientLayer()
    gradient.frame = CGRect(x: 22, y: 14, width: 22, height: 18)
    gradient.colors = [.red, .green, .blue]
    gradient.cornerRadius = 5
    gradient.masksToBounds = true
    gradient.borderWidth = 2
    let bitmap = box(CGRect(x: 8, y: 25, width: 24, height: 9), nil)
    bitmap.contents = TestBitmaps.all[3]
    bitmap.opacity = 0.7
    bitmap.addSublayer(box(CGRect(x: 3, y: 3, width: 30, height: 9), .orange))
    let masked = box(CGRect(x: 30, y: 3, width: 20, height: 20), .blue)
    masked.mask = box(CGRect(x: 3, y: 4, width: 9, height: 30), .black)
    masked.filters = [.gaussianBlur(radius: 2)]
    let turned = box(CGRect(x: 12, y: 16, width: 26, height: 12), .yellow)
    turned.transform = Transform3D(rotation: 0.8, x: 0.3, y: 1, z: 0.4)
    turned.compositingFilter = .multiply
    turned.zPosition = -1
    let drift = BasicAnimation(keyPath: "position.x")
    drift.beginTime = 1
    drift.duration = 4
    drift.fromValue = 0
    drift.toValue = 40
    gradient.add(drift, forKey: nil)
    let depth = BasicAnimation(keyPath: "zPosition")
    depth.beginTime = 1
    depth.duration = 4
    depth.fromValue = -2
    depth.toValue = 2
    turned.add(depth, forKey: nil)
    return [shape, gradient, bitmap, masked] + (isTurned ? [turned] : [])
  }

  private func prepare(_ layer: Layer, _ variant: Int) {
    layer.frame = CGRect(x: 6, y: 5, width: 70, height: 50)
    layer.bounds.origin = CGPoint(x: -2, y: 3)
    layer.backgroundColor = Color(white: 0.9)
    switch variant {
    case 1:
      layer.opacity = 0.6
      layer.borderWidth = 3
      layer.borderColor = .red
    case 2:
      layer.cornerRadius = 12
      layer.masksToBounds = true
      layer.shadowOpacity = 0.5
      layer.filters = [.gaussianBlur(radius: 1.5)]
    case 3:
      layer.mask = box(CGRect(x: 8, y: 9, width: 40, height: 33), .black)
      layer.sublayerTransform.m34 = -1 / 90
      layer.transform = Transform3D(rotation: 0.4, x: 1, y: 0.2, z: 0.3)
      layer.isGeometryFlipped = true
    default: break
    }
  }

  @Test(
    "are what a layer for each instance draws, whatever they and it show", .slow,
    arguments: 0..<4, [0, 1, 2])
  func equivalence(variant: Int, motion: Int) throws {
    let isFlat = motion < 2 && variant < 3
    let step = [
      Transform3D(translationX: 14, y: 6),
      Transform3D(rotation: 0.5, x: 0, y: 0, z: 1),
      Transform3D(rotation: 0.5, x: 0.2, y: 1, z: 0.1).concatenating(
        Transform3D(scaleX: 0.9, y: 0.95)),
    ][motion]
    let renderer = try Renderer(size: CGSize(width: 110, height: 90))
    renderer.layer.backgroundColor = .white
    let replicator = ReplicatorLayer()
    prepare(replicator, variant)
    replicator.instanceCount = 3
    replicator.instanceTransform = step
    replicator.instanceDelay = 0.5
    replicator.sublayers = contents(turned: isFlat)
    renderer.layer.addSublayer(replicator)
    let other = try Renderer(size: CGSize(width: 110, height: 90))
    other.layer.backgroundColor = .white
    let holder = Layer()
    prepare(holder, variant)
    other.layer.addSublayer(holder)
    var transform = Transform3D.identity
    for number in 0..<3 {
      // In space, layers of equal depth are drawn in their order, as those of the replicator are.
      let instance = isFlat ? Layer() : TransformLayer()
      instance.bounds = holder.bounds
      instance.position = CGPoint(x: holder.bounds.midX, y: holder.bounds.midY)
      instance.transform = transform
      instance.timeOffset = -0.5 * Double(number)
      instance.sublayers = contents(turned: isFlat)
      holder.addSublayer(instance)
      transform = transform.concatenating(step)
    }
    for time in [0.0, 1, 2.4, 3.3, 3.4, 2, 9] {
      let frame = try renderer.render(at: time)
      let expected = try other.render(at: time).bitmap
      #expect(frame.bitmap.largestDifference(from: expected) <= 1, "at \(time)")
      let whole = try Compositor(width: 110, height: 90).render(renderer.commit(at: time), at: time)
      #expect(frame.bitmap == whole.bitmap, "at \(time)")
    }
    #expect(replicator.sublayers?.count == (isFlat ? 5 : 4))
  }

  /// A layer with another in it, both translucent.
  private func fadingContents() -> Layer {
    let layer = box(CGRect(x: 4, y: 5, width: 21, height: 14), .red.withAlpha(0.5))
    layer.addSublayer(box(CGRect(x: 3, y: 6, width: 9, height: 12), .blue.withAlpha(0.4)))
    return layer
  }

  @Test(
    "run the transitions of what they show, each by itself",
    arguments: Transition.Kind.allCases,
    [CGPoint.zero, CGPoint(x: 13, y: 6)])
  func transitions(kind: Transition.Kind, step: CGPoint) throws {
    let delay = step == .zero ? 0 : 0.25
    let renderer = try Renderer(size: CGSize(width: 80, height: 50))
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceTransform = Transform3D(translationX: step.x, y: step.y)
    replicator.instanceDelay = delay
    replicator.addSublayer(fadingContents())
    renderer.layer.addSublayer(replicator)
    let other = try Renderer(size: CGSize(width: 80, height: 50))
    for number in 0..<3 {
      let instance = Layer()
      instance.position = CGPoint(x: CGFloat(number) * step.x, y: CGFloat(number) * step.y)
      instance.timeOffset = -delay * Double(number)
      instance.addSublayer(fadingContents())
      other.layer.addSublayer(instance)
    }
    _ = try renderer.render(at: 0)
    _ = try other.render(at: 0)
    for holder in (other.layer.sublayers ?? []) + [replicator] {
      let layer = try #require(holder.sublayers?.first)
      let transition = Transition()
      transition.type = kind
      transition.subtype = .fromLeft
      transition.beginTime = 1
      transition.duration = 2
      layer.add(transition, forKey: nil)
      Transaction.run(disableActions: true) {
        layer.backgroundColor = .green.withAlpha(0.6)
        layer.sublayers?[0].position.x += 7
      }
    }
    // Past the end of the first instance's the commit takes the transition away, of all of them.
    for time in [0, 1, 1.3, 2.1, 2.9, 1.7, 4] {
      let frame = try renderer.render(at: time)
      #expect(frame.bitmap.difference(from: try other.render(at: time).bitmap) == nil, "at \(time)")
      let whole = try Compositor(width: 80, height: 50).render(renderer.commit(at: time), at: time)
      #expect(frame.bitmap == whole.bitmap, "at \(time)")
    }
  }

  @Test("have a border over them, written out too, even if there is none to be seen")
  func border() throws {
    for (isEmpty, expected): (Bool, UInt32) in [(true, 0x8080_8080), (false, 0xC0C0_8080)] {
      for count in 0...2 {
        let renderer = try Renderer(size: CGSize(width: 96, height: 64))
        let replicator = ReplicatorLayer()
        replicator.instanceCount = count
        replicator.frame = CGRect(x: 3, y: 4, width: 20, height: 14)
        replicator.backgroundColor = .red
        replicator.borderWidth = 40
        replicator.borderColor = .white
        replicator.opacity = 0.5
        replicator.allowsGroupOpacity = false
        replicator.sublayers = isEmpty ? nil : [Layer()]
        renderer.layer.addSublayer(replicator)
        let written = try WrittenOutScene(Walk()).picture(of: renderer.layer, at: 0)
        #expect(try renderer.render(at: 0).bitmap[9, 9] == expected)
        #expect(written?[9, 9] == expected)
      }
    }
  }

  @Test("fade from what they showed, written out too, unless they left the tree in between")
  func departures() throws {
    for leaves in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 96, height: 64))
      let written = try WrittenOutScene(Walk())
      let holder = Layer()
      let layer = fadingContents()
      holder.addSublayer(layer)
      renderer.layer.addSublayer(holder)
      let before = try renderer.render(at: 0).bitmap
      #expect(try written.picture(of: renderer.layer, at: 0) == before)
      func move() {
        Transaction.run(disableActions: true) { holder.removeFromSuperlayer() }
        written.noteDepartures()
        Transaction.run(disableActions: true) { renderer.layer.addSublayer(layer) }
        layer.add(Transition(), forKey: nil)
      }
      if leaves { move() } else { Transaction.run(disableActions: true, move) }
      let after = try renderer.render(at: 1).bitmap
      #expect((after == before) == !leaves)
      #expect(try written.picture(of: renderer.layer, at: 1) == (leaves ? nil : before))
    }
  }

  @Test("of a layer that fades into what it was stay as they are")
  func fadeIntoTheSame() throws {
    let renderer = try Renderer(size: CGSize(width: 80, height: 50))
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.addSublayer(box(CGRect(x: 2, y: 3, width: 10, height: 16), .red.withAlpha(0.5)))
    renderer.layer.addSublayer(replicator)
    let before = try renderer.render(at: 0.3).bitmap
    replicator.sublayers?[0].addSublayer(Layer())
    for time in [0.3, 0.35, 0.5, 0.9] {
      #expect(try renderer.render(at: time).bitmap.difference(from: before) == nil, "at \(time)")
    }
  }
}
