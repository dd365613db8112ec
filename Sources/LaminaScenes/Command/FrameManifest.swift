import Foundation
import Lamina
import LaminaImages

/// The checksums of numbered frames that one run of a program has written.
///
/// It is a text file in the format SFV: lines of a name and a CRC-32, and before them comments, which
/// begin with `;`. The first comment says what drew the frames. A line is appended when its frame has its
/// name, so that a run that is killed leaves what it has done.
package struct FrameManifest: Sendable, Equatable {
  /// The origin of the frames: a scene with its options, and the program.
  package let source: String
  /// The checksums by the numbers of the frames.
  package var checksums: [Int: FileChecksum]

  package init(source: String, checksums: [Int: FileChecksum] = [:]) {
    (self.source, self.checksums) = (source, checksums)
  }

  /// Reads a manifest. Lines that are none of the pattern's, or are cut short, are left out.
  init(text: String, names: FrameNames) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What has no line break at its end was not written whole.
    lines.removeLast()
    let first = lines.first.flatMap { $0.hasPrefix("; ") ? $0.dropFirst(2) : nil }
    self.init(source: first.map(String.init) ?? "")
    for line in lines where !line.hasPrefix(";") {
      guard let space = line.lastIndex(of: " "),
        let checksum = FileChecksum(line[line.index(after: space)...]),
        let number = names.number(ofName: line[..<space])
      else { continue }
      checksums[number] = checksum
    }
  }
}

/// The names of numbered frames in one folder, and of the manifests of their ranges in the folder
/// `manifests` beside them.
package struct FrameNames: Sendable {
  package let pattern: FileNamePattern
  /// The folder of the frames with a slash at its end; empty for the current one.
  package let folder: String
  private let name: FileNamePattern

  /// - Throws: `OutputError` if it is no pattern, or the number is not in the name of the file.
  package init(_ text: String) throws(OutputError) {
    pattern = try FileNamePattern(text)
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    guard FileNamePattern.isPattern(String(text[start...])),
      let name = try? FileNamePattern(String(text[start...]))
    else {
      throw .invalidPattern(text, reason: "has its number in the name of a folder")
    }
    self.name = name
    folder = String(pattern.name(0).dropLast(name.name(0).count))
  }

  /// Returns the name of a frame in its folder.
  package func name(_ number: Int) -> String { name.name(number) }

  /// Returns the number of the frame that has a name in the folder; nil if none has it.
  package func number(ofName text: Substring) -> Int? { name.number(in: text) }

  /// The folder of the manifests, with a slash at its end.
  package var manifestFolder: String { folder + "manifests/" }

  /// Returns the path of the manifest of a range.
  package func manifest(of range: Range<Int>) -> String {
    manifestFolder + name.name(range.lowerBound) + "-" + name.name(range.upperBound - 1) + ".sfv"
  }

  /// Returns the range whose manifest has a name; nil if none has it.
  func range(ofManifest text: String) -> Range<Int>? {
    guard text.hasSuffix(".sfv") else { return nil }
    // The name of a frame may have hyphens itself.
    for hyphen in text.indices where text[hyphen] == "-" {
      if let first = number(ofName: text[..<hyphen]),
        let last = number(ofName: text[text.index(after: hyphen)...].dropLast(4)), first <= last
      {
        return first..<last + 1
      }
    }
    return nil
  }

  /// Returns the manifests that have frames of a range, or all.
  ///
  /// - Throws: `PictureReadError` if one cannot be read.
  package func manifests(overlapping range: Range<Int>? = nil) throws -> [FrameManifest] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: manifestFolder)) ?? []
    return try names.sorted().compactMap { name in
      guard let frames = self.range(ofManifest: name), range?.overlaps(frames) ?? true else {
        return nil
      }
      let bytes = try readFile(manifestFolder + name, limit: 1 << 31)
      return FrameManifest(text: String(decoding: bytes, as: UTF8.self), names: self)
    }
  }
}

/// A sink that writes frames to files of their own, and their checksums to a manifest.
///
/// A frame that is there with its checksum, of the same source, is kept.
final class ManifestSink: FrameSink {
  private let names: FrameNames
  private let encoder: any PictureEncoder
  private let manifest: OutputFile
  private let descriptor: Int32
  private var numbers: ArraySlice<Int>

  /// Returns the frames of a range that an earlier run has written whole, with their checksums.
  ///
  /// - Throws: `PictureReadError` if a file is there, and cannot be read.
  static func written(
    _ range: Range<Int>, _ names: FrameNames, source: String
  ) throws -> [Int: FileChecksum] {
    var written: [Int: FileChecksum] = [:]
    for manifest in try names.manifests(overlapping: range) where manifest.source == source {
      for (number, checksum) in manifest.checksums
      where range.contains(number) && written[number] == nil {
        if try FileChecksum(ofFile: names.folder + names.name(number)) == checksum {
          written[number] = checksum
        }
      }
    }
    return written
  }

  /// Begins the manifest of a range anew, with the frames that are kept.
  ///
  /// - Throws: `OutputError`.
  init(
    _ range: Range<Int>, _ names: FrameNames, encoder: any PictureEncoder, source: String,
    kept: [Int: FileChecksum]
  ) throws(OutputError) {
    (self.names, self.encoder) = (names, encoder)
    numbers = range.filter { kept[$0] == nil }[...]
    let path = names.manifest(of: range)
    let file = try OutputFile(.file(path: path), createsFolder: true)
    let lines = kept.sorted { $0.key < $1.key }.map { Self.line(names.name($0.key), $0.value) }
    try file.write(Array(("; \(source)\n" + lines.joined()).utf8))
    try file.finish()
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    manifest = try OutputFile(.fileDescriptor(descriptor, name: path))
  }

  deinit { close(descriptor) }

  private static func line(_ name: String, _ checksum: FileChecksum) -> String {
    "\(name) \(checksum.text)\n"
  }

  func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    guard let number = numbers.popFirst() else { return }
    let name = names.name(number)
    let file = try OutputFile(.file(path: names.folder + name), createsFolder: true)
    let bytes = try encoder.encode(bitmap, for: file.name)
    try file.write(bytes)
    try file.finish()
    try manifest.write(Array(Self.line(name, FileChecksum(bytes)).utf8))
  }

  func finish() throws(OutputError) { try manifest.finish() }
}
