import Foundation
import Lamina
import LaminaTables

/// A source of samples, one after the other.
protocol SampleSource: AnyObject {
  /// The name of the source in messages.
  var name: String { get }
  /// The number of samples, if it is known.
  var count: Int? { get }
  /// The name of the values, if they have one.
  var column: String? { get }
  /// The rows that could not be read so far, and are gaps; nil if the source has no rows.
  var badRows: BadRows? { get }
  /// Returns the next sample as soon as it is available; NaN for a gap, nil at the end.
  func next() throws -> Double?
  /// Waits until it is time for a frame if samples are measured while they are drawn.
  func wait(forFrameAt time: Double)
}

extension SampleSource {
  var column: String? { nil }
  var badRows: BadRows? { nil }
  func wait(forFrameAt time: Double) {}
}

/// A source of samples that are in memory.
final class StoredSamples: SampleSource {
  let name: String
  let count: Int?
  let column: String?
  let badRows: BadRows?
  /// The error after the last sample.
  private let failure: (any Error)?
  private var rest: ArraySlice<Double>

  init(_ samples: [Double], name: String) {
    self.name = name
    count = samples.count
    column = nil
    badRows = nil
    failure = nil
    rest = samples[...]
  }

  /// Reads all samples of another source, up to an error, which is that of this source, too.
  ///
  /// - Throws: an error before the first sample.
  init(reading source: any SampleSource) throws {
    var samples: [Double] = []
    var failure: (any Error)?
    do {
      while let sample = try source.next() { samples.append(sample) }
    } catch {
      if samples.isEmpty { throw error }
      failure = error
    }
    name = source.name
    count = samples.count
    column = source.column
    badRows = source.badRows
    self.failure = failure
    rest = samples[...]
  }

  /// The samples that are left.
  var samples: ArraySlice<Double> { rest }

  func next() throws -> Double? {
    if let sample = rest.popFirst() { return sample }
    if let failure { throw failure }
    return nil
  }
}

/// A source that ends where another one fails: what came before is drawn, as after an interruption.
final class EndingSource: SampleSource {
  private let source: any SampleSource
  private var hasSamples = false
  /// The error that ended the samples.
  private(set) var failure: (any Error)?

  init(_ source: any SampleSource) { self.source = source }

  var name: String { source.name }
  var count: Int? { source.count }
  var column: String? { source.column }
  var badRows: BadRows? { source.badRows }

  /// - Throws: an error before the first sample.
  func next() throws -> Double? {
    if failure != nil { return nil }
    do {
      let sample = try source.next()
      hasSamples = true
      return sample
    } catch {
      guard hasSamples else { throw error }
      failure = error
      return nil
    }
  }

  func wait(forFrameAt time: Double) { source.wait(forFrameAt: time) }
}

/// The series that `--replay` draws, which is embedded in the program.
enum ReplayedSeries {
  /// The number of samples per second at which it was recorded.
  static let rate = FrameRate(10)

  static func read() throws -> StoredSamples {
    let name = "the series to replay"
    let input = SampleInput(bytes: PackageResources.memory_in_use_txt, name: name)
    return StoredSamples(try input.readAll(), name: name)
  }
}
