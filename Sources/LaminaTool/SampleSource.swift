import Foundation

/// A source of samples, one after the other.
protocol SampleSource: AnyObject {
  /// The name of the source in messages.
  var name: String { get }
  /// The number of samples, if it is known.
  var count: Int? { get }
  /// Returns the next sample as soon as it is available; NaN for a gap, nil at the end.
  func next() throws -> Double?
  /// Waits until it is time for a frame if samples are measured while they are drawn.
  func wait(forFrameAt time: Double)
}

extension SampleSource {
  func wait(forFrameAt time: Double) {}
}

/// A source of samples that are in memory.
final class StoredSamples: SampleSource {
  let name: String
  let count: Int?
  private var rest: ArraySlice<Double>

  init(_ samples: [Double], name: String) {
    self.name = name
    count = samples.count
    rest = samples[...]
  }

  func next() -> Double? { rest.popFirst() }
}

/// The series that `--replay` draws, which is embedded in the program.
enum ReplayedSeries {
  static func read() throws -> StoredSamples {
    let name = "the series to replay"
    let input = SampleInput(bytes: PackageResources.memory_in_use_txt, name: name)
    return StoredSamples(try input.readAll(), name: name)
  }
}
