import Foundation
import Lamina
import LaminaTestSupport

/// The picture of one layer in a frame of so many points, at 0 s.
func layerPicture(
  _ width: Int, _ height: Int, scale: CGFloat = 1, background: Color? = nil,
  _ prepare: (Layer) -> Void
) throws -> Bitmap {
  let renderer = try Renderer(size: CGSize(width: width, height: height), scale: scale)
  renderer.layer.backgroundColor = background
  let layer = Layer()
  prepare(layer)
  renderer.layer.addSublayer(layer)
  return try renderer.render(at: 0).bitmap
}

/// Makes a layer a red square.
func square(_ layer: Layer, _ x: CGFloat, _ y: CGFloat, _ side: CGFloat) {
  layer.frame = CGRect(x: x, y: y, width: side, height: side)
  layer.backgroundColor = .red
}
