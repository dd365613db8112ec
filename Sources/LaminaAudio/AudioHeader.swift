import Foundation

/// The length that the beginning of a sound file declares.
///
/// libsndfile silently takes a truncated file for a shorter one, so truncation has to be detected
/// here: for WAV, with 32-bit and 64-bit lengths, for AIFF and for AU.
struct AudioHeader {
  private let file: AudioBytes
  /// The number of bytes of samples that are declared, and the number that the file has room for.
  private var samples: (promised: Int64, found: Int64)?
  /// The offset of the 32-bit length of a WAV file's samples, if that length is 0, as it is left by
  /// programs that could not seek back to fill it in.
  private var emptyLength: Int64?

  init(_ file: AudioBytes) {
    self.file = file
    guard let start = file.bytes(at: 0, 12) else { return }
    switch text(start, 0) {
    case "RIFF" where text(start, 8) == "WAVE": findChunk("data", isBigEndian: false)
    case "RF64" where text(start, 8) == "WAVE": findChunk("data", isBigEndian: false)
    case "RIFX" where text(start, 8) == "WAVE": findChunk("data", isBigEndian: true)
    case "FORM" where text(start, 8).hasPrefix("AIF"): findChunk("SSND", isBigEndian: true)
    case ".snd":
      let offset = number(start, 4, isBigEndian: true)
      note(promised: number(start, 8, isBigEndian: true), at: offset)
    default: break
    }
  }

  /// - Throws: ``AudioFileError/truncated(path:found:promised:unit:)`` if the file has fewer
  ///   samples than it declares.
  func checkLength(_ name: String) throws(AudioFileError) {
    guard let samples, samples.promised > samples.found else { return }
    throw .truncated(
      path: name, found: samples.found, promised: samples.promised, unit: .bytes)
  }

  /// The bytes of the actual length, to be read in place of a length of 0; nil if the length is not
  /// 0 or nothing follows it.
  var correctedLength: (offset: Int64, bytes: [UInt8])? {
    guard let emptyLength, file.count > emptyLength + 4 else { return nil }
    let count = UInt32(min(file.count - emptyLength - 4, 0xFFFF_FFF0))
    return (emptyLength, (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
  }

  /// Scans the chunks of a file in order, up to a limit that no file written by a program exceeds.
  private mutating func findChunk(_ wanted: String, isBigEndian: Bool) {
    var offset: Int64 = 12
    var long: Int64?
    for _ in 0..<10_000 {
      guard let start = file.bytes(at: offset, 8) else { return }
      let size = number(start, 4, isBigEndian: isBigEndian)
      switch text(start, 0) {
      case wanted:
        if size == 0, wanted == "data", !isBigEndian { emptyLength = offset + 4 }
        note(promised: size == Self.unknown ? long ?? size : size, at: offset + 8)
        return
      case "ds64":
        // The RF64 chunk with the 64-bit lengths: that of the file, then that of the samples.
        if let lengths = file.bytes(at: offset + 16, 8) {
          let low = number(lengths, 0, isBigEndian: false)
          let high = number(lengths, 4, isBigEndian: false)
          long = high < 1 << 30 ? high << 32 | low : nil
        }
        fallthrough
      default: offset += 8 + size + size % 2
      }
    }
  }

  /// The length written by programs that do not know it yet.
  private static let unknown: Int64 = 0xFFFF_FFFF

  private mutating func note(promised: Int64, at offset: Int64) {
    guard promised > 0, promised != Self.unknown else { return }
    samples = (promised, max(file.count - offset, 0))
  }

  private func text(_ bytes: [UInt8], _ offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  private func number(_ bytes: [UInt8], _ offset: Int, isBigEndian: Bool) -> Int64 {
    var number: Int64 = 0
    for index in 0..<4 {
      number |= Int64(bytes[offset + index]) << Int64(isBigEndian ? 24 - 8 * index : 8 * index)
    }
    return number
  }
}
