import Foundation
import LaminaDrawing
import LaminaTestSupport
import Testing

@Suite("A graph of many points") struct ConcurrentGraphTests {
  /// The coverage of a rectangle of pixels.
  private struct Mask: @unchecked Sendable {
    let clip: PixelRect
    let bytes: UnsafeMutablePointer<UInt8>

    init(_ clip: PixelRect) {
      self.clip = clip
      bytes = .allocate(capacity: clip.area)
      bytes.initialize(repeating: 0, count: clip.area)
    }

    func set(_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) {
      let place = (y - clip.minY) * clip.width + x - clip.minX
      (bytes + place).update(from: coverage.baseAddress!, count: coverage.count)
    }

    /// Returns the bytes, and frees the memory.
    func finish() -> [UInt8] {
      defer { bytes.deallocate() }
      return Array(UnsafeBufferPointer(start: bytes, count: clip.area))
    }
  }

  @Test(
    "has the same coverage when its parts are drawn concurrently", .slow,
    arguments: [LineJoin.round, .miter], [1.0, 7])
  func parts(join: LineJoin, width: Double) throws {
    var numbers = SeededGenerator(seed: 3)
    var style = StrokeStyle()
    (style.width, style.join, style.cap) = (width, join, .round)
    let (sequential, concurrent) = (MonotonePolylineRasterizer(), MonotonePolylineRasterizer())
    for gaps in 0..<3 {
      var path = Path()
      var y = 60.0
      for index in 0..<4000 {
        y = max(0, min(y + numbers.number(in: -9...9), 120))
        let point = CGPoint(x: Double(index) / 4, y: y)
        if index == 0 || (gaps > 0 && numbers.below(1000) < gaps) {
          path.move(to: point)
        } else {
          path.addLine(to: point)
        }
      }
      let line = try #require(
        MonotonePolyline(FlattenedPath(path, transform: .identity), style))
      for clip in [
        PixelRect(minX: -9, minY: -9, maxX: 1012, maxY: 130),
        PixelRect(minX: 101, minY: 40, maxX: 883, maxY: 77),
      ] {
        let (expected, found) = (Mask(clip), Mask(clip))
        sequential.rows(of: line, clip: clip) { expected.set($0, $1, $2) }
        concurrent.concurrentRows(of: line, clip: clip) { found.set($0, $1, $2) }
        let bytes = expected.finish()
        #expect(bytes.contains(255))
        #expect(found.finish() == bytes)
      }
    }
  }
}
