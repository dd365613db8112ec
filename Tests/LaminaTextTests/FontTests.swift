import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import Testing

@Suite("A font") struct FontTests {
  @Test("from a file gives the pixels of the same font by its family")
  func file() throws {
    let layer = TextLayer("Hamburgefonstiv שלום")
    let byFamily = try #require(layer.picture)
    layer.font = try Font(path: try fontFile("DejaVuSans.ttf"))
    #expect(try #require(layer.picture).fingerprint == byFamily.fingerprint)
    let again = try Font(path: try fontFile("DejaVuSans.ttf"))
    #expect(again == layer.font)
    layer.font = try Font(path: try fontFile("DejaVuSans-Bold.ttf"))
    let bold = try #require(layer.picture)
    #expect(bold.fingerprint != byFamily.fingerprint)
    layer.font = Font(family: "DejaVu Sans", weight: .bold)
    #expect(try #require(layer.picture).fingerprint == bold.fingerprint)
  }

  @Test("in a file that is none says why")
  func failures() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = try folder.file("text.ttf", Array("no font".utf8))
    let whole = try Data(contentsOf: URL(fileURLWithPath: try fontFile("DejaVuSans.ttf")))
    let cut = try folder.file("cut.ttf", Array(whole.prefix(3000)))

    #expect(throws: FontError.unreadable(path: "/nowhere/a.ttf", code: ENOENT)) {
      try Font(path: "/nowhere/a.ttf")
    }
    #expect(throws: FontError.unreadable(path: folder.path, code: EISDIR)) {
      try Font(path: folder.path)
    }
    #expect(throws: FontError.notAFont(path: text)) { try Font(path: text) }
    #expect(throws: FontError.notAFont(path: cut)) { try Font(path: cut) }
    let path = try fontFile("DejaVuSans.ttf")
    #expect(throws: FontError.noSuchFont(path: path, index: 1, count: 1)) {
      try Font(path: path, index: 1)
    }
    #expect(throws: FontError.noSuchFont(path: path, index: -1, count: 1)) {
      try Font(path: path, index: -1)
    }
    #expect(
      FontError.noSuchFont(path: "a", index: 1, count: 1).description
        == "a contains 1 font, but none at index 1, counted from 0")
  }

  @Test("whose file has gone is replaced by another, and nothing stops")
  func goneFile() async throws {
    let font = try withTemporaryFolder { folder in
      let copy = folder("copy.ttf")
      try FileManager.default.copyItem(atPath: fontFile("DejaVuSerif.ttf"), toPath: copy)
      return try Font(path: copy)
    }
    // A thread that has not read it yet.
    let ink = await onNewThread { () -> PixelRect? in
      let layer = TextLayer("text")
      layer.font = font
      return layer.picture?.ink
    }
    #expect(ink != nil)
  }

  @Test("that is not installed is replaced by one that is")
  func missingFamily() throws {
    let layer = TextLayer("Hamburg")
    layer.font = Font(family: "No Such Family Anywhere")
    #expect(try #require(layer.picture?.ink).width > 40)
    layer.font = Font(family: "")
    #expect(try #require(layer.picture?.ink).width > 40)
    layer.font = Font(family: "No Such Family Anywhere, DejaVu Sans Mono")
    let fallback = try #require(layer.picture)
    layer.font = Font(family: "DejaVu Sans Mono")
    #expect(try #require(layer.picture).fingerprint == fallback.fingerprint)
  }

  @Test("lends glyphs to one that lacks them")
  func fallback() throws {
    // DejaVu Sans Mono has no Hebrew.
    let layer = TextLayer("שלום", size: 30)
    layer.font = Font(family: "DejaVu Sans Mono")
    let borrowed = try #require(layer.picture)
    layer.font = .dejaVu
    #expect(try #require(layer.picture).ink?.width == borrowed.ink?.width)
  }

  @Test("draws a box for a character that no font has")
  func missingGlyph() throws {
    let layer = TextLayer("\u{10FFFD}", size: 40)
    let picture = try #require(layer.picture)
    let ink = try #require(picture.ink)
    #expect(ink.width > 10 && ink.height > 20)
    // Hollow.
    #expect(picture[(ink.minX + ink.maxX) / 2, (ink.minY + ink.maxY) / 2] == 0)
    #expect(picture[ink.minX + 1, (ink.minY + ink.maxY) / 2] >> 24 > 0)
  }

  @Test("weighs from 1 to 1000")
  func weights() {
    #expect(Font.Weight(rawValue: 0).rawValue == 1)
    #expect(Font.Weight(rawValue: 2000).rawValue == 1000)
    #expect(Font.Weight.bold.rawValue == 700)
  }
}

/// Runs `body` on a thread of its own.
func onNewThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.start()
  }
}
