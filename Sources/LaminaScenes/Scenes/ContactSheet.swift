import Foundation
import Lamina
import LaminaImages

#if Text
  import LaminaText
#endif

/// A sink that writes all frames into one picture: a grid with the time of each below it, where text
/// can be drawn.
final class ContactSheet: FrameSink {
  /// The width of the space around each frame, in pixels.
  static let gap = 12
  /// The height of the time below a frame, in pixels.
  #if Text
    static let captionHeight = 20
  #else
    static let captionHeight = 0
  #endif

  private let sink: any FrameSink
  private let columns: Int
  private var frames: [(bitmap: Bitmap, time: Double)] = []

  /// - Parameters:
  ///   - sink: the sink of the picture.
  ///   - columns: the number of frames in a row.
  init(_ sink: any FrameSink, columns: Int) { (self.sink, self.columns) = (sink, columns) }

  func write(_ bitmap: Bitmap, at time: Double) throws { frames.append((bitmap, time)) }

  func finish() throws {
    if let bitmap = try picture() { try sink.write(bitmap, at: frames[0].time) }
    try sink.finish()
  }

  /// Draws the sheet; nil if there is no frame.
  private func picture() throws -> Bitmap? {
    guard let first = frames.first?.bitmap else { return nil }
    let size = Self.size(
      of: frames.count, columns: min(columns, frames.count), width: first.width,
      height: first.height)
    let renderer = try Renderer(size: CGSize(width: size.width, height: size.height))
    Transaction.run(disableActions: true) {
      renderer.layer.backgroundColor = Color(rgb: 0x20242A)
      for (index, frame) in frames.enumerated() {
        let tile = Layer()
        tile.frame = CGRect(
          x: Self.gap + index % columns * (first.width + Self.gap),
          y: Self.gap + index / columns * (first.height + Self.captionHeight + Self.gap),
          width: first.width, height: first.height)
        tile.contents = frame.bitmap
        renderer.layer.addSublayer(tile)
        #if Text
          let caption = TextLayer()
          caption.string = Self.caption(frame.time)
          caption.fontSize = 13
          caption.foregroundColor = Color(rgb: 0xC8CDD4)
          caption.alignmentMode = .center
          caption.truncationMode = .end
          caption.frame = CGRect(
            x: tile.frame.minX, y: tile.frame.maxY + 3, width: tile.frame.width,
            height: CGFloat(Self.captionHeight) - 3)
          renderer.layer.addSublayer(caption)
        #endif
      }
    }
    return try renderer.render(at: 0).bitmap
  }

  /// Returns the time of a frame as it is written below it.
  static func caption(_ time: Double) -> String { String(format: "%.2f s", time) }

  /// Returns the size of a sheet in pixels.
  ///
  /// - Parameters:
  ///   - count: the number of frames.
  ///   - width: the width of a frame in pixels.
  ///   - height: the height of a frame in pixels.
  static func size(of count: Int, columns: Int, width: Int, height: Int) -> (
    width: Int, height: Int
  ) {
    let rows = (count + columns - 1) / columns
    return (
      gap + columns * (width + gap), gap + rows * (height + captionHeight + gap)
    )
  }

  /// Returns the number of columns that makes a sheet nearest to one and a half times as wide as high.
  static func columns(for count: Int, width: Int, height: Int) -> Int {
    func excess(_ columns: Int) -> Double {
      let size = size(of: count, columns: columns, width: width, height: height)
      return abs(log(Double(size.width) / Double(size.height) / 1.5))
    }
    return (1...max(1, count)).min { excess($0) < excess($1) } ?? 1
  }

  /// Returns numbers of frames, spread evenly from the first to the last of a range; all of them if
  /// there are no more than `count`.
  static func numbers(_ count: Int, of range: Range<Int>) -> [Int] {
    if range.count <= count { return Array(range) }
    if count == 1 { return [range.lowerBound] }
    return (0..<count).map { index in
      let place = Double(index) / Double(count - 1) * Double(range.count - 1)
      return range.lowerBound + Int(place.rounded())
    }
  }
}
