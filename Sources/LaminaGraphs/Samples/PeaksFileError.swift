import Foundation
import Lamina

/// An error in reading or writing a file of peaks.
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
  case system(file: String, code: Int32)
}

extension PeaksFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notPeaks: "not a file of peaks: it has neither their header nor is it JSON"
    case .unsupportedVersion(let version):
      "the peaks have version \(version); versions 1 and 2 are read"
    case .missing(let field): "the peaks have no \(field)"
    case .invalid(let field, let value): "the \(field) of the peaks cannot be \(value)"
    case .truncated(let found, let promised):
      "the peaks are cut off: there are \(found) points of \(promised)"
    case .trailing(let count): "there is more behind the last of the peaks: \(count)"
    case .invalidJSON(let reason, let offset):
      "the peaks are damaged at byte \(offset): \(reason.escaped)"
    case .notKnown(let samplesPerPixel, let bucket):
      "peaks of \(samplesPerPixel) samples cannot be made of peaks of \(bucket) samples"
    case .wrongSource(let field, let peaks, let source):
      "the peaks are of another sound: their \(field) is \(peaks), that of the sound \(source)"
    case .system(let file, let code):
      "cannot read \(file.isEmpty ? "''" : file.escaped): "
        + "\(String(cString: strerror(code))) (errno \(code))"
    }
  }
}

extension PeaksFileError: LocalizedError {
  public var errorDescription: String? { description }
}
