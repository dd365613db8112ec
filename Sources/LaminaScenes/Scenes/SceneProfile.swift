import Foundation
import Lamina
import LaminaImages

/// A record of where the time of a film goes, by the clock.
struct SceneProfile {
  /// A part of the work for a frame, in the order in which they are done.
  enum Phase: String, CaseIterable {
    /// The calls of `update(_:at:in:)`, each with its commit.
    case steps
    case commit = "layout, commit"
    case drawing
    case checking
    /// Handing the frame to the thread that encodes it, which waits if that has enough.
    case waiting = "waiting to encode"
    /// Encoding and writing, on a thread of its own.
    case encoding
  }

  /// True if the clock is read at all.
  let isEnabled: Bool
  private var costs: [Phase: [Double]] = [:]
  private var frames: [(number: Int, time: TimeInterval, cost: Double)] = []
  private var current = 0.0

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Does something for the current frame, and adds what it costs.
  mutating func measure<Result>(_ phase: Phase, _ body: () throws -> Result) rethrows -> Result {
    guard isEnabled else { return try body() }
    let start = ContinuousClock.now
    defer { add(start.duration(to: .now) / .seconds(1), to: phase) }
    return try body()
  }

  /// Adds a cost of the current frame, in seconds.
  mutating func add(_ seconds: Double, to phase: Phase) {
    costs[phase, default: []].append(seconds)
    current += seconds
  }

  /// Ends the current frame.
  mutating func endFrame(_ number: Int, at time: TimeInterval) {
    guard isEnabled else { return }
    frames.append((number, time, current))
    current = 0
  }

  /// Returns a table of the costs, and the slowest frames.
  ///
  /// - Parameters:
  ///   - total: the time of the whole film in seconds.
  ///   - encoding: what encoding each frame costs, in seconds.
  func table(total: Double, encoding: [Double]) -> String {
    var costs = costs
    costs[.encoding] = encoding
    func line(_ name: String, _ columns: [String]) -> String {
      name.padding(toLength: 18, withPad: " ", startingAt: 0)
        + columns.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
    }
    var lines = [
      "\(frames.count) \(frames.count == 1 ? "frame" : "frames") in \(Self.text(total)) s, "
        + "\(Self.text(total > 0 ? Double(frames.count) / total : 0)) a second; milliseconds a frame:",
      line("", ["total s", "share", "min", "median", "p95", "max"]),
    ]
    for phase in Phase.allCases {
      guard let costs = costs[phase]?.sorted(), !costs.isEmpty else { continue }
      let sum = costs.reduce(0, +)
      let ranks = [0, 0.5, 0.95, 1].map { Self.text(1_000 * Self.quantile($0, of: costs)) }
      let share = total > 0 ? "\(Int((100 * sum / total).rounded())) %" : "-"
      lines.append(line(phase.rawValue, [Self.text(sum), share] + ranks))
    }
    let slowest = frames.sorted { $0.cost > $1.cost }.prefix(5).map {
      "\($0.number) at \(Self.text($0.time)) s: \(Self.text(1_000 * $0.cost)) ms"
    }
    lines.append("Encoding goes on beside the rest. The slowest frames without it:")
    return (lines + slowest.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Returns the value that a part of sorted values, 0...1, does not exceed: the nearest rank.
  static func quantile(_ part: Double, of sorted: [Double]) -> Double {
    sorted[max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1)]
  }

  /// Returns a number with three digits after the point.
  static func text(_ number: Double) -> String { String(format: "%.3f", number) }
}

/// A sink that notes what each frame costs another sink, in seconds.
final class TimedSink: FrameSink {
  private let sink: any FrameSink
  private let costs: Locked<[Double]>

  /// - Parameter costs: what the costs are appended to.
  init(_ sink: any FrameSink, costs: Locked<[Double]>) { (self.sink, self.costs) = (sink, costs) }

  func write(_ bitmap: Bitmap, at time: Double) throws {
    try measure { try sink.write(bitmap, at: time) }
  }

  func write(_ frame: Frame) throws { try measure { try sink.write(frame) } }

  func finish() throws { try sink.finish() }

  private func measure(_ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    defer {
      let cost = start.duration(to: .now) / .seconds(1)
      costs.withLock { $0.append(cost) }
    }
    try body()
  }
}
