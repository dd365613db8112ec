import Foundation

/// Where samples come from, one after the other.
protocol SampleSource: AnyObject {
  /// What messages call it.
  var name: String { get }
  /// How many samples there are, if that is known.
  var count: Int? { get }
  /// The next sample, as soon as it is there; NaN for a gap, nil at the end.
  func next() throws -> Double?
  /// Waits until it is time for a frame, where samples are measured while they are drawn.
  func wait(forFrameAt time: Double)
}

extension SampleSource {
  func wait(forFrameAt time: Double) {}
}

/// Samples that are there already.
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

/// The series that `--replay` draws: it is part of the program.
enum ReplayedSeries {
  static func read() throws -> StoredSamples {
    let name = "the series to replay"
    let input = SampleInput(bytes: PackageResources.memory_in_use_txt, name: name)
    return StoredSamples(try input.readAll(), name: name)
  }
}
