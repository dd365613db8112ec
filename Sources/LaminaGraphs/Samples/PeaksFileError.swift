import Foundation
import Lamina

/// Why a file of peaks could not be read or written.
public enum PeaksFileError: Error, Equatable {
  /// The file is neither the binary nor the JSON form.
  case notPeaks
  /// The file's version is neither 1 nor 2.
  case unsupportedVersion(Int64)
  /// A field that must be there is not.
  case missing(field: String)
  /// A field has a value that it cannot have.
  case invalid(field: String, value: Int64)
  /// There are fewer points than the file says; `found` are whole ones. A point is the smallest and
  /// the largest sample of each channel.
  case truncated(found: Int64, promised: Int64)
  /// There is something behind the last point: bytes, or numbers in JSON.
  case trailing(count: Int64)
  /// The text is not JSON, or not of the form that peaks have.
  case invalidJSON(String, offset: Int)
  /// Peaks of so many samples each cannot be made exactly of those that are known, of `bucket`
  /// samples each.
  case notKnown(samplesPerPixel: Int, bucket: Int)
  /// Peaks and the source that they are for do not belong together.
  case wrongSource(field: String, peaks: Int64, source: Int64)
  /// The operating system refused; `code` is its `errno`.
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
