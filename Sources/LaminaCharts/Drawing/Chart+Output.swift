import Foundation
import Lamina
import LaminaImages

extension Chart {
  /// Draws the chart as a bitmap.
  ///
  /// - Parameters:
  ///   - size: the size in points.
  ///   - scale: device pixels per point.
  /// - Throws: ``ChartError``, or a `RenderError` if there is no memory, or the size in pixels is not
  ///   that of a picture.
  public func bitmap(size: CGSize, scale: CGFloat = 1) throws -> Bitmap {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
      throw ChartError.invalidSize(width: size.width, height: size.height)
    }
    let renderer = try Renderer(size: size, scale: scale)
    let layer = ChartLayer(self)
    layer.contentsScale = scale
    layer.frame = CGRect(origin: .zero, size: size)
    renderer.layer.addSublayer(layer)
    let frame = try renderer.render(at: 0)
    if let error = layer.error { throw error }
    return frame.bitmap
  }

  /// Writes a picture of the chart to a file whose extension, `.png`, `.webp` or `.ppm`, selects the format.
  /// A PNG file contains the ``textDescription``, under the keyword `Description`.
  ///
  ///     try chart.write(to: "cpu.png", size: CGSize(width: 800, height: 400))
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - size: the size in points.
  ///   - scale: device pixels per point.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: ``ChartError``, `OutputError` for the file, or `RenderError` as
  ///   ``bitmap(size:scale:)`` does. No file is written then.
  public func write(
    to path: String, size: CGSize, scale: CGFloat = 1, createsFolder: Bool = false
  ) throws {
    try write(
      to: path, format: FrameFormat(path: path), size: size, scale: scale,
      createsFolder: createsFolder)
  }

  /// Writes a picture of the chart to a file, in a format that its name need not tell.
  package func write(
    to path: String, format: FrameFormat, size: CGSize, scale: CGFloat,
    createsFolder: Bool = false
  ) throws {
    guard var encoder = format.encoder else {
      throw OutputError.unsuitableFormat(path: path, reason: "a chart is not a video")
    }
    if format == .png {
      var texts = [PNGText(keyword: "Description", text: textDescription)]
      if let title = options.title { texts.insert(PNGText(keyword: "Title", text: title), at: 0) }
      encoder = PNGEncoder(compressionLevel: 6, texts: texts)
    }
    let bitmap = try bitmap(size: size, scale: scale)
    let file = try OutputFile(.file(path: path), createsFolder: createsFolder)
    try file.write(encoder.encode(bitmap, for: file.name))
    try file.finish()
  }
}
