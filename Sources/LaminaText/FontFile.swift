import CPangoFT2
import Foundation
import Lamina

/// One font in a file, known by a number of this process.
struct FontFile: Hashable {
  /// Where it stands in the list of all that were ever loaded.
  let number: Int

  /// What is known of a font in a file.
  struct Record {
    var path: String
    var index: Int
    /// The name of the font's family, for people.
    var family: String
  }

  /// All fonts that were loaded from files. They are never forgotten, as a `Font` is a value.
  private static let all = Locked<[Record]>([])

  /// The name under which Pango finds this font and no other.
  var alias: String { "lamina-font-file-\(number)" }

  /// What is known of it.
  var record: Record { Self.all.withLock { $0[number] } }

  /// How many there are.
  static var count: Int { all.withLock { $0.count } }

  /// Those from `first` on.
  static func records(from first: Int) -> [Record] { all.withLock { Array($0[first...]) } }

  /// The font number `index` of a file.
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
