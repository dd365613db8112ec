import CSndFile
import Foundation
import LaminaAudio
import LaminaTestSupport

extension TemporaryFolder {
  /// Writes frames through libsndfile and returns the path.
  func encoded(
    _ name: String, _ format: Int32, rate: Int32, channels: Int32, _ samples: [Float]
  ) throws -> String {
    let file = path + "/" + name
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = channels
    info.format = format
    let opened = sf_open(file, Int32(SFM_WRITE), &info)
    guard let opened else { throw EncodingFailure(reason: String(cString: sf_strerror(nil))) }
    let frames = Int64(samples.count) / Int64(channels)
    let written = sf_writef_float(opened, samples, frames)
    sf_close(opened)
    guard written == frames else { throw EncodingFailure(reason: "\(written) of \(frames)") }
    return file
  }
}

struct EncodingFailure: Error {
  let reason: String
}

/// The bytes of a WAV file, made without libsndfile.
struct WAV {
  enum Sample {
    case sixteen
    case float
  }

  var rate: UInt32 = 44_100
  var channels: UInt16 = 1
  var kind = Sample.sixteen
  /// The count in the header, if it is not the true one.
  var promised: UInt32?
  var chunksBefore: [UInt8] = []

  func bytes(_ data: [UInt8]) -> [UInt8] {
    let width: UInt16 = kind == .sixteen ? 2 : 4
    var format: [UInt8] = []
    format += little(UInt16(kind == .sixteen ? 1 : 3)) + little(channels) + little(rate)
    format += little(rate * UInt32(channels) * UInt32(width)) + little(channels * width)
    format += little(width * 8)
    let body =
      Array("WAVEfmt ".utf8) + little(UInt32(16)) + format + chunksBefore + Array("data".utf8)
      + little(promised ?? UInt32(data.count)) + data
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  func bytes(_ samples: [Int16]) -> [UInt8] { bytes(samples.flatMap { little($0) }) }

  func bytes(_ samples: [Float]) -> [UInt8] {
    bytes(samples.flatMap { little($0.bitPattern) })
  }
}

func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// The error that a closure throws.
func audioError(_ body: () throws -> Void) -> AudioFileError? {
  do {
    try body()
    return nil
  } catch {
    return error as? AudioFileError
  }
}
