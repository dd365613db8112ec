import Foundation

/// Measures how busy this machine's processors are.
struct ProcessorLoad {
  /// Why the load cannot be measured.
  struct Unavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot measure the processors' load: \(reason)" }
  }

  private var total: UInt64
  private var idle: UInt64

  /// Begins to measure.
  ///
  /// - Throws: ``Unavailable`` where the kernel's `/proc/stat` cannot be read.
  init() throws {
    (total, idle) = try Self.read()
  }

  /// The share of the time since the last call that the processors were at work, in percent;
  /// a gap (NaN) where no time has passed that the kernel counts.
  mutating func measure() throws -> Double {
    let (newTotal, newIdle) = try Self.read()
    defer { (total, idle) = (newTotal, newIdle) }
    guard newTotal > total else { return .nan }
    let rested = newIdle >= idle ? newIdle - idle : 0
    return 100 * (1 - min(1, Double(rested) / Double(newTotal - total)))
  }

  private static func read() throws -> (total: UInt64, idle: UInt64) {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
      throw Unavailable(reason: "/proc/stat cannot be read; give an input, or --replay")
    }
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else {
      throw Unavailable(reason: "/proc/stat does not begin with the sum of all processors")
    }
    // user, nice, system, idle, iowait, irq, softirq, steal; what follows is in user already.
    let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
    guard times.count >= 5 else {
      throw Unavailable(reason: "/proc/stat has \(times.count) numbers, and 5 are needed")
    }
    return (times.reduce(0, &+), times[3] &+ times[4])
  }
}

/// Waiting, which only the command does: it measures a real machine.
enum Pause {
  /// Waits until a moment; one that has passed costs nothing.
  static func sleep(until moment: ContinuousClock.Instant) {
    let left = ContinuousClock.now.duration(to: moment)
    guard left > .zero else { return }
    let (seconds, attoseconds) = left.components
    var time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}
