import CPangoFT2
import Foundation
import Lamina
import LaminaText

/// A hundred labels of numbers, in five columns.
enum Labels {
  static let count = 100
  static let width = 800
  static let height = 480
  static let labelWidth = 88
  static let labelHeight = 16

  /// Returns the text of a label in a frame, which differs from label to label and from frame to
  /// frame.
  static func text(_ label: Int, frame: Int) -> String {
    let value = (label * 7919 + frame * 104_729) % 100_000
    return "\(label): -\(value / 1000).\(value % 1000)"
  }

  static func left(_ label: Int) -> Int { 10 + label % 5 * 158 }
  static func top(_ label: Int) -> Int { 10 + label / 5 * 23 }
}

/// A scene of text layers in a tree, all of which change in every frame, or none.
final class LabelScene: BenchScene {
  private let labels: [TextLayer]
  private let changes: Bool

  /// - Parameter changes: true to change the text of every label in each frame.
  init(changes: Bool, name: String = "lamina") throws {
    self.changes = changes
    labels = (0..<Labels.count).map { label in
      let layer = TextLayer()
      layer.font = Font(family: "DejaVu Sans")
      layer.fontSize = 12
      layer.string = Labels.text(label, frame: 0)
      layer.frame = CGRect(
        x: Labels.left(label), y: Labels.top(label), width: Labels.labelWidth,
        height: Labels.labelHeight)
      return layer
    }
    try super.init(
      width: Labels.width, height: Labels.height, background: 0xFF20_2830, name: name)
    for label in labels { root.addSublayer(label) }
  }

  override var operationsPerFrame: Int { changes ? 1 : 100 }

  override func draw(frame: Int) throws {
    if changes { return try super.draw(frame: frame) }
    for _ in 0..<operationsPerFrame { try render() }
  }

  override func change(frame: Int) {
    for (index, label) in labels.enumerated() {
      label.string = Labels.text(index, frame: frame)
    }
  }
}

/// A limit with Pango alone, which lays out the labels and draws them into bytes of coverage. It
/// has no colours, no picture and no tree, and puts glyphs on whole pixels.
final class PangoLimit: Competitor {
  let peer = "limit: Pango alone, coverage only"
  private let layout: OpaquePointer?
  private let font: OpaquePointer?
  private var coverage: [UInt8]

  init() {
    let context = pango_font_map_create_context(pango_ft2_font_map_new())
    layout = pango_layout_new(context)
    font = pango_font_description_from_string("DejaVu Sans")
    pango_font_description_set_absolute_size(font, 12 * 1024)
    pango_layout_set_font_description(layout, font)
    coverage = [UInt8](repeating: 0, count: Labels.labelWidth * Labels.labelHeight)
  }

  deinit {
    pango_font_description_free(font)
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  func draw(frame: Int) {
    for label in 0..<Labels.count {
      pango_layout_set_text(layout, Labels.text(label, frame: frame), -1)
      coverage.withUnsafeMutableBufferPointer { bytes in
        bytes.update(repeating: 0)
        var bitmap = FT_Bitmap()
        bitmap.rows = UInt32(Labels.labelHeight)
        bitmap.width = UInt32(Labels.labelWidth)
        bitmap.pitch = Int32(Labels.labelWidth)
        bitmap.buffer = bytes.baseAddress
        bitmap.num_grays = 256
        bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        pango_ft2_render_layout(&bitmap, layout, 0, 0)
      }
    }
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(nil) }
}
