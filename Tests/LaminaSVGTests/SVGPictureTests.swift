import Foundation
import Lamina
import LaminaImages
import LaminaSVG
import LaminaTestSupport
import Testing

@Suite(
  "The picture that a viewer makes of an SVG document",
  .enabled(if: Viewer.path != nil, Viewer.comment))
struct SVGPictureTests {
  /// Returns a frame of a tree at one pixel per point.
  private func frame(_ root: Layer, at time: Double = 0) throws -> Bitmap {
    let renderer = try Renderer(layer: root, size: SVGScene.size)
    renderer.finishTiles(at: time)
    return try renderer.render(at: time).bitmap
  }

  private func document(
    _ root: Layer, at time: Double? = nil, _ options: SVGOptions = SVGOptions()
  ) throws -> SVGDocument {
    var options = options
    options.pictureScale = 1
    return try SVGDocument(layer: root, size: SVGScene.size, time: time, options: options)
  }

  @Test("is that of a frame", .slow, arguments: SVGScene.all)
  func scene(_ scene: SVGScene) throws {
    let document = try document(scene.root, scene.options)
    #expect(document.report.pictures.map(\.reason) == scene.pictures)
    #expect(document.report.omissions.isEmpty)
    let picture = try Viewer.draw(document)
    let difference = picture.meanDifference(from: try frame(scene.root))
    #expect(difference <= scene.tolerance, "\(document.string)")
  }

  // A viewer leaves out what is beyond the document before it blurs, and its blurs are box filters. It
  // interpolates turned bitmaps whose pixels are to be seen.
  @Test("is that of a frame for random trees", .slow, arguments: 0..<12)
  func randomTrees(_ part: Int) throws {
    for seed in UInt64(part) * 10..<UInt64(part) * 10 + 10 {
      var tree = RandomTree(seed: firstWalkSeed &* 1000 &+ seed, usesEverything: false)
      var same = tree
      let document = try document(tree.makeRoot())
      let picture = try Viewer.draw(document)
      let expected = try frame(same.makeRoot())
      let isBlurred = ["<feGaussianBlur", "<feOffset"].contains { document.string.contains($0) }
      let tolerance = isBlurred ? 8.0 : document.string.contains("image-rendering") ? 6 : 3
      if document.report.isEmpty {
        let difference = picture.meanDifference(from: expected)
        #expect(difference <= tolerance, "seed \(seed)\n\(document.string)")
      }
    }
  }

  @Test("exists for every tree, whatever is in it", .slow, arguments: 0..<6)
  func everything(_ part: Int) throws {
    for seed in UInt64(part) * 10..<UInt64(part) * 10 + 10 {
      var tree = RandomTree(seed: firstWalkSeed &* 1000 &+ seed, usesEverything: true)
      let document = try document(tree.makeRoot())
      let picture = try Viewer.draw(document)
      #expect(picture.width == 120 && picture.height == 90)
      for line in document.string.split(separator: "\n") where !line.contains("base64") {
        #expect(!line.lowercased().contains("nan") && !line.contains("inf"))
      }
    }
  }

  @Test("shows animations at a time, those of delayed instances too")
  func presentation() throws {
    func root() -> Layer {
      let root = Layer()
      root.frame = CGRect(origin: .zero, size: SVGScene.size)
      let replicator = ReplicatorLayer()
      replicator.frame = root.bounds
      replicator.instanceCount = 3
      replicator.instanceDelay = 0.25
      replicator.instanceTransform = Transform3D(translationX: 0, y: 25)
      let dot = addBox(replicator, 0, 5, 20, 20, .red)
      root.addSublayer(replicator)
      let move = BasicAnimation(.positionX, from: 10, to: 110)
      move.duration = 1
      move.timingFunction = .linear
      dot.add(move, forKey: "move")
      return root
    }
    let live = root()
    let renderer = try Renderer(layer: live, size: SVGScene.size)
    _ = try renderer.render(at: 0)
    let expected = try renderer.render(at: 0.75).bitmap
    let document = try document(live, at: 0.75)
    #expect(document.report.isEmpty)
    #expect(try Viewer.draw(document).meanDifference(from: expected) <= 1)
    // The model is where nothing moves.
    let still = try self.document(live)
    #expect(try Viewer.draw(still).meanDifference(from: try renderer.render(at: 10).bitmap) <= 1)
  }

  @Test("has the pixels of a picture that is twice as large, where it is drawn so")
  func pictureScale() throws {
    let scene = SVGScene.gradients[2]
    let document = try SVGDocument(layer: scene.root, size: SVGScene.size)
    let renderer = try Renderer(layer: scene.root, size: SVGScene.size, scale: 2)
    let picture = try Viewer.draw(document, zoom: 2)
    #expect(picture.meanDifference(from: try renderer.render(at: 0).bitmap) <= 1)
  }

  @Test("has the particles of an emitter")
  func particles() throws {
    func root() -> Layer {
      let root = Layer()
      root.frame = CGRect(origin: .zero, size: SVGScene.size)
      let emitter = EmitterLayer()
      emitter.frame = CGRect(x: 20, y: 20, width: 50, height: 50)
      emitter.emitterPosition = CGPoint(x: 20, y: 20)
      let cell = EmitterCell()
      cell.contents = testBitmap(6, 6)
      cell.birthRate = 30
      cell.lifetime = 3
      cell.velocity = 25
      cell.emissionRange = 2 * .pi
      emitter.emitterCells = [cell]
      emitter.backgroundColor = .yellow
      root.addSublayer(emitter)
      return root
    }
    let live = root()
    let renderer = try Renderer(layer: live, size: SVGScene.size)
    _ = try renderer.render(at: 0)
    let expected = try renderer.render(at: 2).bitmap
    let document = try document(live, at: 2)
    #expect(document.report.pictures.map(\.reason) == [.particles])
    #expect(try Viewer.draw(document).meanDifference(from: expected) <= 1)
  }

  @Test("exists for a tree as deep as a thousand layers")
  func deepTree() throws {
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: SVGScene.size)
    var layer = root
    for level in 0..<1000 {
      layer = addBox(layer, 0, 0, 100, 80, level % 2 == 0 ? .red : .blue) { $0.opacity = 0.999 }
    }
    let document = try document(root)
    #expect(document.report.pictures.map(\.reason) == [.nesting])
    #expect(try Viewer.draw(document)[50, 50] >> 24 == 255)
  }
}
