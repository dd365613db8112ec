import Foundation
import Testing

@testable import Lamina

/// Edges of turned layers that are not antialiased.
@Suite("Edges without antialiasing")
struct HardEdgeTests {
  /// A layer of 4 x 4 points, turned by a quarter, that lies from (8.25, 8.75) to (12.25, 12.75). Its
  /// left edge is on top on the screen, its bottom edge, where y is least, on the right.
  private func picture(_ prepare: (Layer) -> Void) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: 20, height: 20))
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.position = CGPoint(x: 10.25, y: 10.75)
    layer.transform = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
    layer.backgroundColor = .black
    prepare(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  private func alphas(_ bitmap: Bitmap) -> (left: [UInt32], top: [UInt32]) {
    ((7...13).map { bitmap[$0, 10] >> 24 }, (7...13).map { bitmap[10, $0] >> 24 })
  }

  private let softX: [UInt32] = [0, 191, 255, 255, 255, 64, 0]
  private let hardX: [UInt32] = [0, 255, 255, 255, 255, 0, 0]
  private let softY: [UInt32] = [0, 64, 255, 255, 255, 191, 0]
  private let hardY: [UInt32] = [0, 0, 255, 255, 255, 255, 0]

  @Test("14.18: are antialiased by default")
  func soft() throws {
    let (row, column) = alphas(try picture { _ in })
    #expect(row == softX && column == softY)
  }

  @Test("14.18: cover pixels whose middle is inside, whole, where it is not allowed")
  func hard() throws {
    for (kind, prepare) in [
      ("background", { $0.allowsEdgeAntialiasing = false }),
      (
        "contents",
        {
          $0.allowsEdgeAntialiasing = false
          $0.backgroundColor = nil
          $0.contents = try? Bitmap(width: 1, height: 1, pixels: [0xFF00_0000])
        }
      ),
      (
        "what is cut",
        {
          $0.allowsEdgeAntialiasing = false
          $0.backgroundColor = nil
          $0.masksToBounds = true
          let child = Layer()
          child.frame = CGRect(x: -9, y: -9, width: 30, height: 30)
          child.backgroundColor = .black
          $0.addSublayer(child)
        }
      ),
      (
        "border",
        {
          $0.allowsEdgeAntialiasing = false
          $0.backgroundColor = nil
          $0.borderWidth = 1.75
        }
      ),
    ] as [(String, (Layer) -> Void)] {
      let (row, column) = alphas(try picture(prepare))
      #expect(row[0...2] == hardX[0...2] && row[4...] == hardX[4...], "\(kind)")
      #expect(column[0...1] == hardY[0...1] && column[4...] == hardY[4...], "\(kind)")
    }
  }

  @Test("14.18: are those that the mask does not name; the bottom one is where y is least")
  func mask() throws {
    let soft = try picture { _ in }
    for (edge, pixel, alpha) in [
      (EdgeAntialiasingMask.layerLeftEdge, (10, 8), 0), (.layerRightEdge, (10, 12), 255),
      (.layerBottomEdge, (12, 10), 0), (.layerTopEdge, (8, 10), 255),
    ] as [(EdgeAntialiasingMask, (Int, Int), UInt32)] {
      let bitmap = try picture { $0.edgeAntialiasingMask.remove(edge) }
      #expect(bitmap[pixel.0, pixel.1] >> 24 == alpha, "\(edge)")
      for other in [(10, 8), (10, 12), (12, 10), (8, 10)] where other != pixel {
        #expect(bitmap[other.0, other.1] == soft[other.0, other.1], "\(edge)")
      }
    }
  }

  @Test("leave no gap between layers that share them, and cover no pixel twice")
  func shared() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 40))
    for index in 0..<4 {
      let layer = Layer()
      layer.anchorPoint = .zero
      layer.bounds.size = CGSize(width: 9, height: 7)
      layer.position = CGPoint(x: 20, y: 20)
      layer.transform = Transform3D(
        translationX: CGFloat(index % 2 * 9 - 9), y: CGFloat(index / 2 * 7 - 7)
      )
      .concatenating(Transform3D(rotation: 0.4, x: 0, y: 0, z: 1))
      layer.backgroundColor = Color.black.withAlpha(0.5)
      layer.allowsEdgeAntialiasing = false
      renderer.layer.addSublayer(layer)
    }
    let bitmap = try renderer.render(at: 0).bitmap
    #expect(Set(bitmap.pixels) == [0, 0x8000_0000])
    #expect(bitmap[20, 20] == 0x8000_0000)
    // About as many as the area: 18 x 14.
    #expect((240...264).contains(bitmap.pixels.count { $0 != 0 }))
  }

  @Test("make no difference where a layer is axis-aligned")
  func upright() throws {
    func upright(_ layer: Layer) { layer.transform = .identity }
    let soft = try picture(upright)
    let hard = try picture {
      upright($0)
      $0.allowsEdgeAntialiasing = false
    }
    #expect(hard == soft)
  }

  @Test("ignore bits that name no edge")
  func bits() {
    let layer = Layer()
    layer.edgeAntialiasingMask = EdgeAntialiasingMask(rawValue: 0xFF5)
    #expect(layer.edgeAntialiasingMask == [.layerLeftEdge, .layerBottomEdge])
    layer.setValue(10, forKey: "edgeAntialiasingMask")
    #expect(layer.edgeAntialiasingMask == [.layerRightEdge, .layerTopEdge])
  }

  @Test("lie where they are on a plane of any size, and are cut in part as whole")
  func enormousPlane() throws {
    let transform = ProjectiveTransform(
      Transform2D(a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: -31, ty: 7))
    let frame = PixelRect(minX: 1, minY: 2, maxX: 47, maxY: 41)
    let scratch = ExecutorScratch()
    func coverage(from minX: CGFloat, in box: PixelRect) throws -> [[UInt8]] {
      let quad = Quad(
        transform: transform, rect: CGRect(x: minX, y: 0, width: 64 - minX, height: 2),
        hardEdges: [.layerLeftEdge, .layerBottomEdge])
      // What was in the memory before must not be seen.
      _ = scratch.coverage(of: .box(frame), in: frame, frame: frame)
      let mask = try #require(scratch.coverage(of: .quad(quad), in: box, frame: frame))
      return (box.minY..<box.maxY).map { y in
        (box.minX..<box.maxX).map { x in
          mask.bounds.contains(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
            ? mask.row(y, x).pointee : 0
        }
      }
    }
    let near = try coverage(from: -936, in: frame)
    #expect(near.joined().contains(255) && near.joined().contains { $0 > 0 && $0 < 255 })
    let far = try coverage(from: -999_999_999_999_936, in: frame)
    #expect(far == near)
    let part = PixelRect(minX: 9, minY: 20, maxX: 33, maxY: 37)
    let cut = try coverage(from: -999_999_999_999_936, in: part)
    #expect(cut == near[18..<35].map { Array($0[8..<32]) })
  }
}
