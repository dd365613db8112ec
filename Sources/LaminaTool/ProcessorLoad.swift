import Foundation
import Lamina
import LaminaScenes

/// A source that measures the load of this machine's processors, in percent, at regular intervals.
///
/// In the command, only this type, the waits of ``Interruption`` and ``TerminalSurface`` read a
/// clock.
final class ProcessorLoad: SampleSource {
  /// The reason that the load cannot be measured.
  struct Unavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "cannot measure the processors' load: \(reason); name an input or use --replay"
    }
  }

  /// The time that the processors have been busy and idle since boot, in the kernel's ticks.
  struct Ticks: Equatable {
    let busy: UInt64
    let idle: UInt64

    /// Parses the first line of `/proc/stat`.
    ///
    /// - Returns: nil if it is not the sum of all processors.
    init?(_ text: String) {
      guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
      // user, nice, system, idle, iowait, irq, softirq, steal; the fields after them are part of
      // user.
      let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
      guard times.count >= 5 else { return nil }
      idle = times[3] &+ times[4]
      busy = times.reduce(0, &+) &- idle
    }

    /// Returns the share of the time since an earlier reading that the processors were busy, in
    /// percent; a gap (NaN) if the kernel has counted no time since.
    func load(since earlier: Ticks) -> Double {
      // The kernel's iowait counter may go backwards.
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

  /// Starts measuring.
  ///
  /// - Parameters:
  ///   - rate: the number of samples per second; the first comes one such interval after the start.
  ///   - count: the number of samples to take.
  /// - Throws: ``Unavailable`` if `/proc/stat` cannot be read.
  init(rate: FrameRate, count: Int, interruption: Interruption) throws {
    self.rate = rate
    self.count = count
    self.interruption = interruption
    last = try Self.read()
  }

  /// Returns the load since the last sample; nil once all are taken or the measurement was
  /// interrupted.
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
      throw Unavailable(reason: "/proc/stat does not begin with the totals of all processors")
    }
    return ticks
  }
}
