import Foundation

/// What the beginning of a sound file says about its length.
///
/// libsndfile silently takes a file that is cut off for a shorter one, so whether it is has to be
/// found out here: for WAV, with 32 and with 64 bits of length, for AIFF and for AU.
struct AudioHeader {
  private let file: AudioBytes
  /// How many bytes of samples there should be, and how many can be there.
  private var samples: (promised: Int64, found: Int64)?
  /// Where the length of 32 bits is of a WAV file's samples, if it says that there are none and
  /// there is something behind it, as programs leave it that could not go back to fill it in.
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

  /// - Throws: ``AudioFileError/truncated(file:found:promised:unit:)``.
  func checkLength(_ name: String) throws(AudioFileError) {
    guard let samples, samples.promised > samples.found else { return }
    throw .truncated(
      file: name, found: samples.found, promised: samples.promised, unit: .bytes)
  }

  /// The bytes of a length that says what there is, in the place of one that says nothing; nil where
  /// the length is no such one.
  var correctedLength: (offset: Int64, bytes: [UInt8])? {
    guard let emptyLength, file.count > emptyLength + 4 else { return nil }
    let count = UInt32(min(file.count - emptyLength - 4, 0xFFFF_FFF0))
    return (emptyLength, (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
  }

  /// Looks at the chunks of a file one after the other, but at no more than a file has that was
  /// made by a program.
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
        // The chunk of RF64 with the lengths of 64 bits: of the file, then of the samples.
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

  /// What a program writes that does not know the length yet.
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
