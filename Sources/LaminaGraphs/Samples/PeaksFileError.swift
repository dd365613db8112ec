import Foundation
import Lamina

/// An error in reading or writing a file of peaks.
@nonexhaustive
public enum PeaksFileError: Error, Equatable {
  /// The file has neither the binary nor the JSON form.
  case notPeaks
  /// The file's version is neither 1 nor 2.
  case unsupportedVersion(Int64)
  /// A required field is missing.
  case missing(field: String)
  /// A field has an invalid value.
  case invalid(field: String, value: Int64)
  /// There are fewer points than the file promises; `found` counts complete ones. A point is the
  /// smallest and the largest sample of each channel.
  case truncated(found: Int64, promised: Int64)
  /// There are `count` bytes, or numbers in JSON, after the last point.
  case trailing(count: Int64)
  /// The text is not JSON, or does not have the structure of a peaks file.
  case invalidJSON(String, offset: Int)
  /// Peaks of `samplesPerPixel` samples each cannot be derived exactly from the known ones, which
  /// have `bucket` samples each.
  case notKnown(samplesPerPixel: Int, bucket: Int)
  /// The peaks belong to a different sound than the source.
  case wrongSource(field: String, peaks: Int64, source: Int64)
  /// The operating system reported an error; `code` is its `errno`.
  case system(path: String, code: Int32)
}

extension PeaksFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notPeaks: "not a file of peaks: it neither has their header nor is JSON"
    case .unsupportedVersion(let version):
      "the peaks have version \(version); only versions 1 and 2 are supported"
    case .missing(let field): "the peaks have no \(field)"
    case .invalid(let field, let value): "the \(field) of the peaks cannot be \(value)"
    case .truncated(let found, let promised):
      "the peaks are cut off: they have \(found) of \(promised) points"
    case .trailing(let count):
      "unexpected data after the last of the peaks: \(count) bytes or numbers"
    case .invalidJSON(let reason, let offset):
      "the peaks are damaged at byte \(offset): \(reason.escaped)"
    case .notKnown(let samplesPerPixel, let bucket):
      "cannot make peaks of \(samplesPerPixel) samples from peaks of \(bucket) samples"
    case .wrongSource(let field, let peaks, let source):
      "the peaks belong to another sound: their \(field) is \(peaks), the sound's is \(source)"
    case .system(let file, let code):
      "cannot read \(file.isEmpty ? "''" : file.escaped): "
        + "\(String(cString: strerror(code))) (errno \(code))"
    }
  }
}

extension PeaksFileError: LocalizedError {
  public var errorDescription: String? { description }
}
