import ArgumentParser
import Foundation
import LaminaAudioGraphs
import LaminaScenes

/// The input of `lamina waveform`: a sound, or the peaks of one.
enum SoundInput {
  case sound(AudioFile)
  case peaks(PeaksFile)

  var file: AudioFile? { if case .sound(let file) = self { file } else { nil } }
  var peaks: PeaksFile? { if case .peaks(let peaks) = self { peaks } else { nil } }

  /// Opens a file, or standard input for `-`. What begins like peaks is read as peaks.
  ///
  /// - Parameters:
  ///   - isPeaksFile: true if the file's name says that it holds peaks.
  ///   - allowsTruncation: true to read a truncated sound as far as it goes, with a warning.
  ///   - isCancelled: called from time to time while a pipe is read.
  /// - Throws: `AudioFileError`, `PeaksFileError`.
  init(
    path: String, isPeaksFile: Bool, allowsTruncation: Bool, isCancelled: () -> Bool
  ) throws {
    guard !isPeaksFile else {
      self = .peaks(try PeaksFile(contentsOfFile: path))
      return
    }
    let name = path == "-" ? "standard input" : path
    let opened = path == "-" ? dup(STDIN_FILENO) : Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw AudioFileError.system(path: name, code: errno) }
    defer { close(opened) }
    let descriptor = try AudioFile.seekable(opened, name: name, isCancelled: isCancelled)
    defer { close(descriptor) }
    if Self.beginsAsPeaks(descriptor) {
      self = .peaks(try PeaksFile(fileDescriptor: descriptor, name: name))
      return
    }
    guard allowsTruncation else {
      self = .sound(try AudioFile(fileDescriptor: descriptor, name: name))
      return
    }
    self = .sound(try AudioFile(fileDescriptor: descriptor, name: name, allowsTruncation: true))
    // Some formats reveal only during reading that they are truncated.
    do {
      _ = try AudioFile(fileDescriptor: descriptor, name: name)
    } catch {
      StandardStreams.warn("\(error)")
    }
  }

  /// Returns true if a descriptor's data are peaks: no sound begins with 1, 2 or a brace.
  private static func beginsAsPeaks(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return false }
    let first = bytes.prefix(count).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return [1, 2].contains(bytes[0]) || first == UInt8(ascii: "{")
  }
}

/// The factor that amplitudes are multiplied by.
enum AmplitudeFactor: Equatable {
  /// The factor that makes the largest magnitude 1.
  case automatic
  case factor(Double)

  /// Parses `auto` or a number.
  ///
  /// - Throws: `ValidationError`.
  init(parsing text: String) throws {
    if text == "auto" {
      self = .automatic
      return
    }
    guard let factor = Double(text) else {
      throw ValidationError("expected 'auto' or a number, such as 1.5")
    }
    if factor < 0 { throw ValidationError("it cannot be negative") }
    guard factor >= 1e-6, factor <= 1e6 else {
      throw ValidationError("it must be from 0.000001 to 1000000")
    }
    self = .factor(factor)
  }
}
