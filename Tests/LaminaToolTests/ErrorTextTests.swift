import Foundation
import Lamina
import LaminaAudio
import LaminaCharts
import LaminaGraphs
import LaminaImages
import LaminaTables
import LaminaText
import LaminaWindow
import Testing

/// The errors of all modules, as Documentation/Errors.md describes them.
@Suite("Errors of all modules")
struct ErrorTextTests {
  private static let path = "a\u{1B}b"

  /// At least one of each type, with a name from outside where there is one.
  private static let all: [any Error] = [
    RenderError.invalidSize(width: 0, height: 3), RenderError.invalidTime(.infinity),
    RenderError.invalidScale(0), RenderError.strideTooSmall(bytesPerRow: 3, needed: 8),
    RenderError.outOfMemory(width: 2, height: 3, byteCount: 24),
    RenderError.pixmanTooOld(version: "0.1"),
    RenderError.undrawnLayer(.contentsTooLarge(layer: "Layer", width: 40_000, height: 1)),
    LayerDrawingError.contentsTooLarge(layer: "Layer", width: 40_000, height: 1),
    BitmapError.invalidSize(width: 0, height: 3),
    PictureReadError.unknownFormat, PictureReadError.truncated(offset: 7),
    PictureReadError.invalid(path, offset: 3), PictureReadError.system(path: path, code: ENOENT),
    OutputError.system(.open, path: path, code: ENOENT), OutputError.finished(path: path),
    OutputError.unknownExtension(path: path, supported: ["png"]),
    OutputError.invalidPattern(path, reason: "has no number"),
    FontError.unreadable(path: path, code: ENOENT), FontError.notAFont(path: path),
    FontError.noSuchFont(path: path, index: 1, count: 1),
    WindowError.noDisplay(reason: path), WindowError.alreadyOpen,
    WindowError.invalidScale(path), WindowError.displayFailed(reason: path),
    AudioFileError.notAudio(path: path), AudioFileError.system(path: path, code: ENOENT),
    AudioFileError.damaged(path: path, reason: path, frame: 3),
    AudioFileError.cancelled(path: path, frames: 7),
    AudioLoadError.cancelled(frames: 7), AudioLoadError.outOfMemory(byteCount: 3),
    AudioLoadError.source(AudioFileError.notAudio(path: path), frame: 0),
    PeaksFileError.notPeaks, PeaksFileError.system(path: path, code: ENOENT),
    PeaksFileError.invalidJSON(path, offset: 3),
    TableError.noRows(name: path), TableError.nulByte(name: path, line: 3),
    TableError.invalidJSON(name: path, line: 3, reason: "a string has no end"),
    TableError.unknownColumn(path, columns: [path]),
    ChartError.invalidSize(width: 0, height: 3), ChartError.sectorsWithAxes,
  ]

  @Test("are one sentence, whichever way it is asked for, without a period or control characters")
  func sentences() {
    for error in Self.all {
      let text = "\(error)"
      #expect(error.localizedDescription == text)
      #expect(!text.isEmpty && !text.hasSuffix("."), "\(text)")
      #expect(!text.contains("\u{1B}"), "\(text)")
      #expect(!text.contains(String(reflecting: type(of: error))), "\(text)")
    }
  }

  @Test("of the system name the file, the reason and the number in one form")
  func system() {
    for error in [
      PictureReadError.system(path: "a", code: ENOENT) as any Error,
      AudioFileError.system(path: "a", code: ENOENT),
      PeaksFileError.system(path: "a", code: ENOENT),
    ] {
      #expect("\(error)" == "cannot read a: No such file or directory (errno 2)")
    }
    #expect(
      "\(FontError.unreadable(path: "a", code: ENOENT))"
        == "cannot read the font a: No such file or directory (errno 2)")
    #expect(
      "\(OutputError.system(.open, path: "a", code: ENOENT))"
        == "cannot open a: No such file or directory (errno 2)")
    #expect(
      "\(AudioFileError.system(path: "", code: ENOENT))"
        == "cannot read '': No such file or directory (errno 2)")
  }
}
