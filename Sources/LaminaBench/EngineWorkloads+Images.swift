import Foundation
import Lamina
import LaminaGraphs
import LaminaImages

/// A graph as large as a screen, with a grid and a filled area, that gets one sample per frame.
final class ScreenGraph {
  static let width = 1920
  static let height = 1080

  private let graph: GraphView
  private let renderer: Renderer
  private var next = 0

  init() throws {
    let frame = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let levels = stride(from: 108.0, to: 1080, by: 108).map { CGFloat($0) }
    graph = GraphView(
      frame: frame,
      style: GraphStyle(
        backgroundColor: Color(rgb: 0x10151C), lineColor: Color(rgb: 0x54D6A4), lineWidth: 1.5,
        fill: GraphFill(topColor: Color(rgb: 0x1F5A55), bottomColor: Color(rgb: 0x12201F)),
        grid: GraphGrid(color: Color(white: 1, alpha: 0.08), levels: levels, samplesPerLine: 120)))
    renderer = try Renderer(size: frame.size)
    renderer.layer.addSublayer(graph.layer)
    for _ in 0..<Self.width { append() }
  }

  private func append() {
    let scale = Double(Self.height) / Double(LiveGraph.height)
    graph.series.append(LiveGraph.y(ofSample: next) * scale)
    next += 1
  }

  /// Returns the picture with one more sample.
  func nextFrame() throws -> Frame {
    append()
    return try renderer.render(at: Double(next) / 60)
  }
}

/// A competitor that encodes a frame of the graph. Drawing the frame is not timed.
final class PNGScene: Competitor {
  let peer: String
  private let graph: ScreenGraph
  private let encoder: PNGEncoder
  private var bitmap: Bitmap?
  private var file: [UInt8] = []

  init(compressionLevel: Int?, name: String) throws {
    peer = name
    graph = try ScreenGraph()
    encoder = PNGEncoder(compressionLevel: compressionLevel)
  }

  func prepare(frame: Int) throws {
    bitmap = nil
    bitmap = try graph.nextFrame().bitmap
  }

  func draw(frame: Int) {
    if let bitmap { file = encoder.encode(bitmap) }
  }

  /// Calls `body` with the picture decoded from the encoded file.
  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result {
    guard let bitmap = try? Bitmap(png: file) else { return body(nil) }
    return bitmap.pixels.withUnsafeBufferPointer {
      body(
        Picture(
          pixels: $0.baseAddress!, width: bitmap.width, height: bitmap.height,
          stride: bitmap.width))
    }
  }
}

/// A competitor that draws frames of the graph and writes each as a PNG, on this core or on
/// another.
final class PNGSequenceScene: Competitor {
  let peer: String
  let threads: Int
  let operationsPerFrame = 16
  private let graph: ScreenGraph
  private let encoder = PNGEncoder()

  init(threads: Int) throws {
    peer = threads == 1 ? "lamina" : "lamina x\(threads)"
    self.threads = threads
    graph = try ScreenGraph()
  }

  func draw(frame: Int) throws {
    if threads == 1 {
      try write(to: try PictureStreamSink(to: .file(path: "/dev/null"), encoder: encoder))
    } else {
      try write(
        to: ConcurrentSink(
          try PictureStreamSink(to: .file(path: "/dev/null"), encoder: encoder)))
    }
  }

  private func write(to sink: any FrameSink) throws {
    for _ in 0..<operationsPerFrame { try sink.write(graph.nextFrame()) }
    try sink.finish()
  }
}
