import Foundation
import Lamina
import Testing

/// An error thrown when a partially redrawn frame differs from a full redraw: a fault of the
/// engine, not of your code.
public struct FrameProofFailure: LocalizedError, CustomStringConvertible {
  /// The time of the frame, in seconds.
  public let time: Double
  /// The column of the first wrong pixel, in reading order, from 0.
  public let x: Int
  /// The row of the first wrong pixel, from 0.
  public let y: Int
  /// The value of the pixel, `0xAARRGGBB`, premultiplied.
  public let found: UInt32
  /// The value of the pixel in a full redraw.
  public let expected: UInt32
  /// The number of wrong pixels.
  public let count: Int
  /// The bounding box of the wrong pixels.
  public let bounds: PixelRect
  /// The frontmost layer at the pixel; nil if there is none.
  public let layer: String?
  /// A Boolean value indicating whether the pixel was redrawn.
  public let wasDrawn: Bool
  /// The changes at the pixel since the previous frame or, if there are none, those of the whole
  /// frame.
  public let causes: [DamageCause]
  /// A Boolean value indicating whether ``causes`` are those of the pixel.
  public let isExplained: Bool
  /// A line with a link to a page that shows the pictures, the layers and the damage.
  var link = ""

  /// A text with the pixel, its layer, and the changes; and a link to a page that shows them.
  public var description: String {
    var lines = [
      "the frame at \(Readable.number(time)) s differs from the same frame drawn in full: "
        + "pixel (\(x), \(y)) is \(PixelText.hex(found)) but should be \(PixelText.hex(expected))",
      "  wrong: \(Readable.count(count, "pixel")), in \(bounds)",
      "  its layer: \(layer ?? "none")",
      "  it was \(wasDrawn ? "" : "not ")drawn again; "
        + (isExplained
          ? "what changed there:" : "nothing changed there; what changed in the frame:"),
    ]
    lines += causes.prefix(10).map { "    \($0)" }
    if causes.isEmpty { lines.append("    nothing") }
    if causes.count > 10 { lines.append("    and \(causes.count - 10) more") }
    if !link.isEmpty { lines.append("what is wrong is in" + link) }
    return lines.joined(separator: "\n")
  }

  public var errorDescription: String? { description }
}

enum FrameProof {
  /// Redraws a frame of a scene in full, and compares the two.
  ///
  /// - Throws: ``FrameProofFailure``, and ``RenderError`` if there is no memory for a second
  ///   framebuffer of this size.
  static func check(_ frame: Frame, of scene: TestScene) throws {
    let renderer = scene.renderer
    guard let tree = renderer.publishedTree else { return }
    let compositor = try Compositor(
      width: renderer.width, height: renderer.height, scale: renderer.scale)
    compositor.options.contentsAlignment = renderer.options.contentsAlignment
    let whole = try compositor.render(tree, at: frame.time).bitmap
    if whole == frame.bitmap { return }
    let difference = PictureDifference(expected: whole, found: frame.bitmap, tolerance: .exact)
    guard let (x, y) = difference.first else { return }
    let there = frame.explanation?.changes(x: x, y: y) ?? []
    var failure = FrameProofFailure(
      time: frame.time, x: x, y: y, found: frame.bitmap[x, y], expected: whole[x, y],
      count: difference.count, bounds: difference.bounds,
      layer: frame.explanation?.layers(x: x, y: y).first,
      wasDrawn: frame.damage.contains(x: x, y: y),
      causes: there.isEmpty ? frame.explanation?.causes ?? [] : there, isExplained: !there.isEmpty)
    let page = FailurePage(
      title: "The frame at \(Readable.number(frame.time)) s", message: failure.description,
      actual: frame.bitmap, expected: whole, difference: difference.makePicture(),
      scene: FailurePage.SceneState(scene, frame))
    let (folder, name) = place(of: frame)
    failure.link = folder.keep([(name: name, bytes: Array(page.html.utf8))])
    throw failure
  }

  /// The folder for failures of the test that runs, and the name of a page about a frame.
  private static func place(of frame: Frame) -> (SnapshotFolder, String) {
    let name = "frame-\(Readable.number(frame.time)).html"
    guard let test = Test.current?.sourceLocation else {
      return (SnapshotFolder(references: "FrameProof"), name)
    }
    let file = (test.fileName as NSString).deletingPathExtension
    return (SnapshotFolder(references: file), "line-\(test.line)-" + name)
  }
}
