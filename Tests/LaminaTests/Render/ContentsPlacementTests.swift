import Foundation
import Testing

@testable import Lamina

/// Rules 14.7 to 14.9, with y growing downwards.
@Suite("Contents")
struct ContentsPlacementTests {
  private let bounds = CGRect(x: 0, y: 0, width: 100, height: 60)

  private func patches(
    _ width: Int, _ height: Int, _ bounds: CGRect, _ change: (inout RareValues) -> Void = { _ in }
  ) -> [ContentsPlacement.Patch] {
    var values = RareValues()
    change(&values)
    return ContentsPlacement.patches(width: width, height: height, bounds: bounds, values: values)
  }

  @Test(
    "stand where their gravity says, top being where y is least",
    arguments: [
      (.center, CGRect(x: 30, y: 20, width: 40, height: 20)),
      (.top, CGRect(x: 30, y: 0, width: 40, height: 20)),
      (.bottom, CGRect(x: 30, y: 40, width: 40, height: 20)),
      (.left, CGRect(x: 0, y: 20, width: 40, height: 20)),
      (.right, CGRect(x: 60, y: 20, width: 40, height: 20)),
      (.topLeft, CGRect(x: 0, y: 0, width: 40, height: 20)),
      (.topRight, CGRect(x: 60, y: 0, width: 40, height: 20)),
      (.bottomLeft, CGRect(x: 0, y: 40, width: 40, height: 20)),
      (.bottomRight, CGRect(x: 60, y: 40, width: 40, height: 20)),
      (.resize, CGRect(x: 0, y: 0, width: 100, height: 60)),
      (.resizeAspect, CGRect(x: 0, y: 5, width: 100, height: 50)),
      (.resizeAspectFill, CGRect(x: -10, y: 0, width: 120, height: 60)),
    ] as [(ContentsGravity, CGRect)])
  func gravity(gravity: ContentsGravity, target: CGRect) {
    let patches = patches(40, 20, bounds) { $0.contentsGravity = gravity }
    #expect(patches.map(\.target) == [target])
    #expect(patches.map(\.source) == [CGRect(x: 0, y: 0, width: 40, height: 20)])
    // The same from another origin of the bounds.
    let moved = self.patches(40, 20, bounds.offsetBy(dx: 7, dy: -3)) {
      $0.contentsGravity = gravity
    }
    #expect(moved.map(\.target) == [target.offsetBy(dx: 7, dy: -3)])
  }

  @Test("are as large as their scale says where the gravity does not resize")
  func scale() {
    let patches = patches(40, 20, bounds) {
      $0.contentsGravity = .center
      $0.contentsScale = 2
    }
    #expect(patches.map(\.target) == [CGRect(x: 40, y: 25, width: 20, height: 10)])
    let resized = self.patches(40, 20, bounds) {
      $0.contentsGravity = .resizeAspect
      $0.contentsScale = 2
    }
    #expect(resized.map(\.target) == [CGRect(x: 0, y: 5, width: 100, height: 50)])
  }

  @Test("are cropped to the contents rectangle before they are placed")
  func contentsRect() {
    let patches = patches(40, 20, bounds) {
      $0.contentsGravity = .topRight
      $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    }
    #expect(patches.map(\.source) == [CGRect(x: 10, y: 10, width: 20, height: 5)])
    #expect(patches.map(\.target) == [CGRect(x: 80, y: 0, width: 20, height: 5)])
  }

  @Test("with a centre are nine patches: corners keep their size, edges stretch one way")
  func nineParts() {
    let third = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    let patches = patches(30, 30, CGRect(x: 0, y: 0, width: 90, height: 60)) {
      $0.contentsCenter = third
    }
    #expect(patches.count == 9)
    func isNear(_ a: CGRect, _ b: CGRect) -> Bool {
      abs(a.minX - b.minX) < 1e-9 && abs(a.minY - b.minY) < 1e-9
        && abs(a.width - b.width) < 1e-9 && abs(a.height - b.height) < 1e-9
    }
    #expect(isNear(patches[0].target, CGRect(x: 0, y: 0, width: 10, height: 10)))
    #expect(isNear(patches[1].target, CGRect(x: 10, y: 0, width: 70, height: 10)))
    #expect(isNear(patches[4].target, CGRect(x: 10, y: 10, width: 70, height: 40)))
    #expect(isNear(patches[4].source, CGRect(x: 10, y: 10, width: 10, height: 10)))
    #expect(isNear(patches[8].target, CGRect(x: 80, y: 50, width: 10, height: 10)))
    #expect(isNear(patches[8].source, CGRect(x: 20, y: 20, width: 10, height: 10)))
  }

  @Test("with a centre and a scale have corners of that many points")
  func nineScaledParts() {
    let patches = patches(8, 8, CGRect(x: 0, y: 0, width: 8, height: 8)) {
      $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      $0.contentsScale = 2
    }
    #expect(patches[0].target == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(patches[4].target == CGRect(x: 1, y: 1, width: 6, height: 6))
    #expect(patches[4].source == CGRect(x: 2, y: 2, width: 4, height: 4))
  }

  @Test("with an empty centre stretch one pixel")
  func pointCenter() {
    let patches = patches(10, 10, CGRect(x: 0, y: 0, width: 20, height: 30)) {
      $0.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
    }
    #expect(patches[4].source == CGRect(x: 5, y: 5, width: 1, height: 1))
    #expect(patches[4].target == CGRect(x: 5, y: 5, width: 11, height: 21))
  }

  @Test("with a centre are one patch where the gravity does not resize")
  func centerWithoutResizing() {
    let patches = patches(10, 10, bounds) {
      $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      $0.contentsGravity = .left
    }
    #expect(patches.map(\.target) == [CGRect(x: 0, y: 25, width: 10, height: 10)])
  }

  @Test("of size 0 are not drawn")
  func empty() {
    #expect(patches(10, 10, CGRect(x: 5, y: 5, width: 0, height: 9)).isEmpty)
    #expect(patches(10, 10, bounds) { $0.contentsRect = .zero }.isEmpty)
  }

  @Test("enlarged with the nearest filter are squares of one pixel each")
  func nearest() throws {
    // Rule 14.10.
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
    let renderer = try Renderer(size: CGSize(width: 20, height: 20))
    renderer.layer.contents = try Bitmap(width: 2, height: 2, pixels: colors)
    renderer.layer.magnificationFilter = .nearest
    let picture = try renderer.render(at: 0).bitmap
    for y in 0..<20 {
      for x in 0..<20 { #expect(picture[x, y] == colors[y / 10 * 2 + x / 10]) }
    }
  }

  @Test(
    "show with the nearest filter the first of two pixels on whose edge a pixel's middle falls",
    arguments: [(2, 3), (4, 6), (4, 10), (7, 10), (6, 5), (9, 15), (12, 40), (10, 4)], [1, 1.5, -1])
  func nearestAtTies(sides: (contents: Int, frame: Int), scale: CGFloat) throws {
    let (count, side) = sides
    func color(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32(x) << 16 | UInt32(y) }
    let pixels = (0..<count * count).map { color($0 % count, $0 / count) }
    let renderer = try Renderer(layer: Layer(), width: side, height: side, scale: abs(scale))
    let points = CGFloat(side) / abs(scale)
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: points, height: points)
    layer.contents = try Bitmap(width: count, height: count, pixels: pixels)
    layer.magnificationFilter = .nearest
    layer.minificationFilter = .nearest
    if scale < 0 { layer.transform = Transform3D(scaleX: -1, y: 1) }
    renderer.layer.addSublayer(layer)
    let picture = try renderer.render(at: 0).bitmap
    /// The pixel at (index + 1/2) * count / side; one less where that is whole.
    func nearest(_ index: Int) -> Int { ((2 * index + 1) * count - 1) / (2 * side) }
    for y in 0..<side {
      for x in 0..<side {
        let column = scale < 0 ? side - 1 - x : x
        #expect(picture[x, y] == color(nearest(column), nearest(y)), "pixel \(x), \(y)")
      }
    }
  }

  @Test("cropped by the contents rectangle show that part, with the origin at the top left")
  func quarter() throws {
    // Rule 14.8.
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
    let renderer = try Renderer(size: CGSize(width: 4, height: 4))
    renderer.layer.contents = try Bitmap(width: 2, height: 2, pixels: colors)
    renderer.layer.contentsRect = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
    renderer.layer.magnificationFilter = .nearest
    let picture = try renderer.render(at: 0).bitmap
    #expect(Set(picture.pixels) == [0xFF00_00FF])
  }
}
