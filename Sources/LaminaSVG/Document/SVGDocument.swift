import Foundation
import Lamina
import LaminaImages
import LaminaText

/// A layer tree as an SVG document.
///
///     let document = try SVGDocument(layer: chart, size: CGSize(width: 800, height: 400))
///     try document.write(toFile: "chart.svg")
///     print(document.report)
///
/// Shapes, text, gradients, clips, masks, opacity, shadows and blurs are written in SVG's own terms,
/// bitmaps as embedded PNG. What SVG cannot say is drawn by the engine, embedded as a picture and
/// listed in the ``report``.
///
/// A document is independent of resolution: boxes are not aligned to whole pixels, as they are in a
/// frame. The same tree gives the same bytes.
public struct SVGDocument: Sendable {
  /// The document, encoded in UTF-8.
  public let data: Data
  /// The layers that are embedded as pictures, or left out, and why.
  public let report: SVGReport

  /// Writes a layer and its sublayers.
  ///
  /// Without a time, the layers of the subtree are laid out and displayed first if they need it. If
  /// something has to be embedded as a picture, the thread's implicit transaction is committed.
  /// Transitions that run are left out.
  ///
  /// - Parameters:
  ///   - layer: the root, a layer of any tree. As in a `Renderer`, its position counts, and
  ///     the origin of the space around it is the document's upper left corner.
  ///   - size: the size of the document in points, which are CSS pixels in SVG.
  ///   - time: the time of the presentation to write, in seconds, as given to a renderer; nil, the
  ///     default, for the values of the model. A layer that was never committed has only those.
  ///   - title: the document's title, for people who cannot see it; viewers may show it, too.
  ///   - description: a longer description for them.
  ///   - options: the form of the document.
  /// - Precondition: the size is finite and greater than 0, and the time is finite.
  /// - Throws: `RenderError` if a layer cannot draw its contents, or if there is no memory for a
  ///   picture.
  /// - Complexity: O(layers, elements of paths and pixels of bitmaps).
  public init(
    layer: Layer, size: CGSize, time: Double? = nil, title: String? = nil,
    description: String? = nil, options: SVGOptions = SVGOptions()
  ) throws(RenderError) {
    require(
      size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite,
      "the size of a document must be finite and greater than 0, not \(size.width) x "
        + "\(size.height)")
    if let time { require(time.isFinite, "the time of a document must be finite, not \(time) s") }
    let writer = SVGWriter(size: size, time: time, options: options)
    let root = try writer.document(of: layer, title: title, description: description)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    root.write(into: &text)
    data = Data(text.utf8)
    report = writer.report
  }

  /// The document as text.
  public var string: String { String(decoding: data, as: UTF8.self) }

  /// Writes the document to a file, completely or not at all.
  ///
  /// - Parameters:
  ///   - path: the path of the file; for the way in which it is created see `OutputFile`.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: `OutputError.system(_:path:code:)` if the operating system reports an error.
  public func write(toFile path: String, createsFolder: Bool = false) throws(OutputError) {
    try write(to: .file(path: path), createsFolder: createsFolder)
  }

  /// Writes the document to a file or stream.
  ///
  /// - Parameters:
  ///   - destination: the file or stream.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: `OutputError.system(_:path:code:)` if the operating system reports an error.
  public func write(
    to destination: OutputDestination, createsFolder: Bool = false
  ) throws(OutputError) {
    let file = try OutputFile(destination, createsFolder: createsFolder)
    try file.write([UInt8](data))
    try file.finish()
  }
}
