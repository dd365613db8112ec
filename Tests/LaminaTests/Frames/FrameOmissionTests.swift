import Foundation
import Lamina
import Testing

@Suite("A frame's omissions")
struct FrameOmissionTests {
  private let square = Path(rect: CGRect(x: 1, y: 2, width: 10, height: 7))

  /// A shape below a layer with a scale, in a tree with another shape beside it.
  private func scene() throws -> (renderer: Renderer, outer: Layer, shape: ShapeLayer) {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let outer = Layer()
    outer.name = "clock"
    outer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    renderer.layer.addSublayer(outer)
    let shape = ShapeLayer()
    shape.name = "dial"
    shape.frame = CGRect(x: 3, y: 4, width: 20, height: 10)
    shape.path = square
    outer.addSublayer(shape)
    let beside = ShapeLayer()
    beside.path = square
    renderer.layer.addSublayer(beside)
    return (renderer, outer, shape)
  }

  private let vast = Transform3D(scaleX: 1e300, y: 1e300)

  @Test("is nothing where transforms stay in the domain, and no layer without a picture")
  func nothing() throws {
    let (renderer, outer, shape) = try scene()
    #expect(try renderer.render(at: 0).report.omissions.isEmpty)
    Transaction.run(disableActions: true) {
      outer.transform = Transform3D(scaleX: 1e9, y: 1e9)
      shape.transform = Transform3D(scaleX: 1e-9, y: 1e-9)
    }
    #expect(try renderer.render(at: 1).report.omissions.isEmpty)
    var time = 1.0
    let hidings = [
      { shape.isHidden = true }, { shape.path = nil }, { shape.opacity = 0 },
      { (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, .red, 0) },
      { (shape.fillColor, shape.strokeColor, shape.strokeEnd) = (nil, .red, 0) },
    ]
    for hide in hidings {
      Transaction.run(disableActions: true) {
        (shape.fillColor, shape.lineWidth, shape.strokeEnd) = (.black, 1, 1)
        outer.transform = vast
        shape.isHidden = false
        shape.path = square
        shape.opacity = 1
      }
      time += 1
      #expect(try renderer.render(at: time).report.omissions.count == 1)
      Transaction.run(disableActions: true) { hide() }
      #expect(try renderer.render(at: time).report.omissions.isEmpty)
    }
  }

  @Test(
    "is a layer that lies or reaches too far away",
    arguments: ["position", "width", "height", "origin of a turned one"])
  func bounds(property: String) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = Layer()
    layer.name = "floor"
    layer.frame = CGRect(x: 3, y: 4, width: 20, height: 10)
    layer.backgroundColor = .red
    renderer.layer.addSublayer(layer)
    for number in [1e14, 2e15, -1e16, 1e300] {
      Transaction.run(disableActions: true) {
        switch property {
        case "position": layer.position.x = number
        case "width": layer.bounds.size.width = number
        case "height": layer.bounds.size.height = number
        default:
          layer.transform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)
          layer.bounds.origin.y = number
        }
      }
      let omissions = try renderer.render(at: 0).report.omissions
      #expect(omissions.map(\.layer) == (number == 1e14 ? [] : ["Layer \"floor\""]), "\(number)")
    }
  }

  @Test("is named as the layer around it, if it is plain itself")
  func plain() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let outer = Layer()
    outer.transform = Transform3D(scaleX: 1e9, y: 1)
    renderer.layer.addSublayer(outer)
    let inner = Layer()
    inner.frame = CGRect(x: 0, y: 0, width: 1e8, height: 10)
    outer.addSublayer(inner)
    #expect(try renderer.render(at: 0).report.omissions.isEmpty)
    Transaction.run(disableActions: true) { inner.backgroundColor = .red }
    let omissions = try renderer.render(at: 0).report.omissions
    #expect(omissions.map(\.id) == [ObjectIdentifier(outer)])
    #expect(omissions.map(\.reason) == [.boundsOverflow])
  }

  @Test("is named in the report of each frame for as long as it lasts, and then no more")
  func named() throws {
    let (renderer, outer, shape) = try scene()
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { outer.transform = vast }
    for time in [1.0, 1, 2] {
      let frame = try renderer.render(at: time)
      let omission = try #require(frame.report.omissions.first)
      #expect(frame.report.omissions.count == 1)
      #expect(omission.layer == "Layer \"clock\"")
      #expect(omission.id == ObjectIdentifier(outer))
      #expect(omission.reason == .transformOverflow)
      #expect(
        frame.description.hasSuffix("could not draw Layer \"clock\" (its transform overflows)"))
    }
    // Another compositor finds the same.
    let other = try Compositor(width: 40, height: 30).render(renderer.commit(at: 2), at: 2)
    #expect(other.report.omissions.map(\.id) == [ObjectIdentifier(outer)])
    // So does a frame in which only another layer changed.
    Transaction.run(disableActions: true) { renderer.layer.backgroundColor = .red }
    #expect(try renderer.render(at: 3).report.omissions.count == 1)
    Transaction.run(disableActions: true) { shape.isHidden = true }
    #expect(try renderer.render(at: 4).report.omissions.isEmpty)
    Transaction.run(disableActions: true) {
      shape.isHidden = false
      outer.transform = .identity
    }
    #expect(try renderer.render(at: 5).report.omissions.isEmpty)
  }

  @Test("is found in the middle of an animation")
  func animated() throws {
    let (renderer, outer, shape) = try scene()
    outer.transform = Transform3D(scaleX: 1e6, y: 1e6)
    shape.add(
      {
        let animation = BasicAnimation(keyPath: "transform.scale")
        animation.fromValue = 1.0
        animation.toValue = 1e250
        animation.duration = 4
        return animation
      }(), forKey: nil)
    let names = try [0.0, 1, 2, 5].map { try renderer.render(at: $0).report.omissions.map(\.layer) }
    #expect(names == [[], ["ShapeLayer \"dial\""], ["ShapeLayer \"dial\""], []])
  }

  @Test("stands in the report once, however many instances a replicator makes of it")
  func replicated() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.transform = vast
    renderer.layer.addSublayer(replicator)
    let shape = ShapeLayer()
    shape.path = square
    replicator.addSublayer(shape)
    #expect(try renderer.render(at: 0).report.omissions.map(\.id) == [ObjectIdentifier(replicator)])
  }

  @Test(
    "are the tiles of a layer in one that leaves the domain",
    arguments: [
      "anchor", "scale", "position", "origin", "perspective", "width",
    ], [1e300, -1e308, 1.7e308, -1e18, 1e-308])
  func tiles(property: String, number: Double) throws {
    for clips in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 40, height: 30))
      let holder = Layer()
      holder.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
      holder.masksToBounds = clips
      renderer.layer.addSublayer(holder)
      let tiled = TiledLayer()
      tiled.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
      tiled.tileSize = CGSize(width: 16, height: 16)
      tiled.drawTile = { $0.fill(CGRect(x: 0, y: 0, width: 9, height: 9)) }
      holder.addSublayer(tiled)
      switch property {
      case "anchor": holder.anchorPoint.x = number
      case "scale": holder.transform = Transform3D(scaleX: number, y: number)
      case "position": holder.position.x = number
      case "origin": holder.bounds.origin.x = number
      case "perspective": holder.transform.m14 = number
      default: holder.bounds.size.width = number
      }
      renderer.finishTiles(at: 0)
      let report = try renderer.render(at: 0).report
      #expect(report.omissions.map(\.layer) == (abs(number) > 1 ? ["Layer"] : []))
    }
  }
}
