import CPangoFT2
import Foundation
import Lamina

/// A font in a file, identified by a number within this process.
struct FontFile: Hashable {
  /// The index in the list of all fonts ever loaded.
  let number: Int

  /// The properties of a font in a file.
  struct Record {
    var path: String
    var index: Int
    /// The name of the font's family, for display.
    var family: String
  }

  /// All fonts that were loaded from files. They are never removed, as a `Font` is a value.
  private static let all = Locked<[Record]>([])

  /// The family name under which Pango finds this font and no other.
  var alias: String { "lamina-font-file-\(number)" }

  /// The properties of the font.
  var record: Record { Self.all.withLock { $0[number] } }

  /// The number of fonts loaded so far.
  static var count: Int { all.withLock { $0.count } }

  /// Returns the records of the fonts from `first` on.
  static func records(from first: Int) -> [Record] { all.withLock { Array($0[first...]) } }

  /// Loads the font at `index` in a file. A font that was loaded before keeps its number.
  static func load(_ path: String, index: Int) throws(FontError) -> FontFile {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    var byte: UInt8 = 0
    let length = read(descriptor, &byte, 1)
    let code = errno
    close(descriptor)
    guard length >= 0 else { throw .unreadable(path: path, code: code) }

    var count: Int32 = 0
    guard let first = FcFreeTypeQuery(path, 0, nil, &count) else { throw .notAFont(path: path) }
    defer { FcPatternDestroy(first) }
    guard index >= 0, index < Int(count) else {
      throw .noSuchFont(path: path, index: index, count: Int(count))
    }
    guard let pattern = FcFreeTypeQuery(path, UInt32(index), nil, &count) else {
      throw .notAFont(path: path)
    }
    defer { FcPatternDestroy(pattern) }
    var isScalable: FcBool = 0
    guard FcPatternGetBool(pattern, FC_SCALABLE, 0, &isScalable) == FcResultMatch, isScalable != 0
    else { throw .notAFont(path: path) }
    var family: UnsafeMutablePointer<FcChar8>?
    FcPatternGetString(pattern, FC_FAMILY, 0, &family)
    let record = Record(path: path, index: index, family: family.map { String(cString: $0) } ?? "")
    return all.withLock { records in
      if let known = records.firstIndex(where: { $0.path == path && $0.index == index }) {
        return FontFile(number: known)
      }
      records.append(record)
      return FontFile(number: records.count - 1)
    }
  }
}
