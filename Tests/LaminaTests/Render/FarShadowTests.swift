import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("The shadow of a layer that reaches far beyond the frame")
struct FarShadowTests {
  /// A rounded layer whose right end is in the frame, and its shadow.
  private func picture(width: CGFloat) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    renderer.layer.backgroundColor = .white
    let layer = Layer()
    layer.frame = CGRect(x: 41 - width, y: 8, width: width, height: 19)
    layer.backgroundColor = .red
    layer.cornerRadius = 8
    layer.shadowOpacity = 1
    layer.shadowRadius = 2
    layer.shadowOffset = CGSize(width: 3, height: 5)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  @Test(
    "is that of one that ends just outside",
    arguments: [1e5, 2e5, 3e5, 1e6, 8.4e6, 1.6e7])
  func cut(width: CGFloat) throws {
    #expect(try picture(width: width).difference(from: picture(width: 500)) == nil)
  }

  @Test("is drawn in the middle of an animation, too", arguments: [1.7e7, 1e12, 1e300])
  func animated(width: CGFloat) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 5, width: 20, height: 20)
    layer.position.x = 7
    layer.cornerRadius = 8
    layer.shadowOpacity = 1
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    layer.bounds.size.width = width
    for time in [0.0, 0.05, 0.125, 0.2, 1] {
      let frame = try renderer.render(at: time)
      #expect(frame.report.omissions.isEmpty)
    }
  }
}
