import Foundation
import Lamina

/// Measures how busy this machine's processors are, in percent, at an even pace.
///
/// This and the waiting in ``Interruption`` are all in the command that knows of a clock.
final class ProcessorLoad: SampleSource {
  /// Why the load cannot be measured.
  struct Unavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "cannot measure the processors' load: \(reason); give an input, or --replay"
    }
  }

  /// What the processors have done since the machine was started, in the kernel's ticks.
  struct Ticks: Equatable {
    let busy: UInt64
    let idle: UInt64

    /// Reads the first line of `/proc/stat`.
    ///
    /// - Returns: nil where it is not the sum of all processors.
    init?(_ text: String) {
      guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
      // user, nice, system, idle, iowait, irq, softirq, steal; what follows is in user already.
      let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
      guard times.count >= 5 else { return nil }
      idle = times[3] &+ times[4]
      busy = times.reduce(0, &+) &- idle
    }

    /// The share of the time since an earlier moment that the processors were at work, in
    /// percent; a gap (NaN) where no time has passed that the kernel counts.
    func load(since earlier: Ticks) -> Double {
      // The time spent waiting for disks may be counted backwards.
      let worked = Double(busy) - Double(earlier.busy)
      let rested = Double(idle) - Double(earlier.idle)
      return worked + rested > 0 ? max(0, min(100, 100 * worked / (worked + rested))) : .nan
    }
  }

  let name = "the processors' load"
  let count: Int?
  private let rate: FrameRate
  private let interruption: Interruption
  private let start = ContinuousClock.now
  private var index = 0
  private var last: Ticks

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - rate: samples in a second; the first is there when that time has passed once.
  ///   - count: how many to take.
  /// - Throws: ``Unavailable`` where the kernel's `/proc/stat` cannot be read.
  init(rate: FrameRate, count: Int, interruption: Interruption) throws {
    self.rate = rate
    self.count = count
    self.interruption = interruption
    last = try Self.read()
  }

  /// The load since the last sample; nil when all are taken, or the measurement was ended.
  func next() throws -> Double? {
    guard index < count ?? 0 else { return nil }
    index += 1
    interruption.wait(until: start + .seconds(rate.time(ofFrame: index)))
    if interruption.isRequested { return nil }
    let ticks = try Self.read()
    defer { last = ticks }
    return ticks.load(since: last)
  }

  func wait(forFrameAt time: Double) {
    interruption.wait(until: start + .seconds(rate.time(ofFrame: 1) + time))
  }

  private static func read() throws -> Ticks {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
      throw Unavailable(reason: "/proc/stat cannot be read")
    }
    guard let ticks = Ticks(text) else {
      throw Unavailable(reason: "/proc/stat does not begin with the sum of all processors")
    }
    return ticks
  }
}
