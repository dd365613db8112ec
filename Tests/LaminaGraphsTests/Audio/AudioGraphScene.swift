import Foundation
import Lamina
import LaminaGraphs
import LaminaTestSupport
import LaminaViews

/// A graph of sound in a host, and what its picture must be.
struct AudioGraphScene {
  static let background = Color.white
  static let color: UInt32 = 0xFF0A_84FF
  static let midline: UInt32 = 0xFF8E_8E93

  let graph: AudioGraphView
  let host: ViewHost
  private(set) var time = 0.0

  /// A graph without a ruler whose columns are exact peaks.
  init(
    width: CGFloat = 60, height: CGFloat = 41, scale: CGFloat = 1,
    kind: Summary.Kind = .peaks, drawing: GraphDrawingMode = .offline
  ) throws {
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    graph = AudioGraphView(frame: frame, drawing: drawing)
    graph.backgroundColor = Self.background
    graph.rulerHeight = 0
    graph.summaryKind = kind
    graph.scrollView.showsHorizontalScrollIndicator = false
    host = try ViewHost(rootView: graph, size: frame.size, scale: scale)
  }

  mutating func picture() throws -> Bitmap {
    time += 1.0 / 64
    return try host.render(at: time).bitmap
  }

  /// The picture that has a row of pixels for each sample of a column: from the highest to the
  /// lowest, found by looking at all of them.
  func expectedPicture(_ samples: [Float]) throws -> Bitmap {
    let viewPort = graph.viewPort
    let width = viewPort.visibleColumnCount
    let height = Int((viewPort.size.height * viewPort.scale).rounded(.up))
    let half = Double(height / 2)
    let largest = samples.filter(\.isFinite).map(abs).max() ?? 0
    let samplesPerColumn = Double(samples.count) / viewPort.columnCount
    let last = Int64(viewPort.columnCount.rounded(.up))
    let columns = (0..<width).map { x -> Range<Int>? in
      let column = viewPort.firstColumn + Int64(x)
      guard column >= 0, column < last else { return nil }
      let first = Int((Double(column) * samplesPerColumn).rounded(.down))
      let end = Int((Double(column + 1) * samplesPerColumn).rounded(.down))
      let part = samples[min(first, samples.count)..<min(end, samples.count)].filter { !$0.isNaN }
      guard let low = part.min(), let high = part.max() else { return nil }
      func row(_ sample: Float) -> Int {
        let part = largest > 0 ? (Double(sample) * (half / Double(largest))).rounded() : 0
        return Int(half - min(max(part, -half), half))
      }
      return row(high)..<max(row(low), row(high) + 1)
    }
    return try Bitmap(width: width, height: height) { x, y in
      if let rows = columns[x], rows.contains(y) { return Color(rgb: Self.color & 0xFF_FFFF) }
      return y == Int(half) ? Color(rgb: Self.midline & 0xFF_FFFF) : Self.background
    }
  }
}

extension SeededGenerator {
  /// Something like speech: noise that grows louder and softer.
  mutating func speech(_ count: Int) -> [Float] {
    var level: Float = 0.3
    return (0..<count).map { index in
      if index % 97 == 0 { level = Float.random(in: 0.01...1, using: &self) }
      return level * Float.random(in: -1...1, using: &self)
    }
  }
}
