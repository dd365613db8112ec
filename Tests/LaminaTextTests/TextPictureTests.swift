import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaText

/// A text with everything in it: sizes, colours, lines, both directions, marks, borrowed glyphs.
let variedText: AttributedText = {
  var text = AttributedText("Ably ", font: .dejaVu, fontSize: 15, foregroundColor: .red)
  text += AttributedText(
    "שלום x\u{301}", font: .dejaVu, fontSize: 21, foregroundColor: Color(white: 1, alpha: 0.6),
    isUnderlined: true)
  text += AttributedText(
    "  م 12 fi", font: Font(family: "DejaVu Serif", weight: .bold, style: .italic), fontSize: 18.3,
    foregroundColor: .cyan, isStruckThrough: true, kerning: 1.7)
  return text
}()

@Suite("A picture of text") struct TextPictureTests {
  private func draw(
    _ text: AttributedText, usesCache: Bool = true, clip: CGRect? = nil,
    _ change: (DrawingContext) -> Void = { _ in }
  ) throws -> Bitmap {
    let context = try DrawingContext(width: 260, height: 90, scale: 1.5, background: .black)
    change(context)
    if let clip { context.clip(to: clip) }
    let box = TextBox(width: 160, height: 55, isWrapped: true)
    text.draw(
      in: context, at: CGPoint(x: 3.3, y: 2.4), box,
      visible: CGRect(x: 0, y: 0, width: 160, height: 55), usesCache: usesCache)
    return context.makeBitmap()
  }

  @Test("has the same bytes with pictures of glyphs as without")
  func cache() throws {
    let cached = try draw(variedText)
    #expect(cached.fingerprint == (try draw(variedText, usesCache: false)).fingerprint)
    #expect(cached.fingerprint == (try draw(variedText)).fingerprint)
    #expect(Set(cached.pixels).count > 200)
  }

  @Test("of ASCII has the same bytes and size shaped by HarfBuzz alone as set by Pango", .slow)
  func plainLines() throws {
    var random = SeededGenerator(seed: 5)
    let fonts = [
      Font.dejaVu, Font(family: "DejaVu Serif", weight: .bold, style: .italic), .monospace,
    ]
    for step in 0..<300 {
      let isDigits = step % 3 == 0
      let bytes = (0..<random.below(40) + 1).map { _ in
        UInt8(isDigits ? 0x20 + random.below(0x20) : 0x20 + random.below(0x5F))
      }
      let text = AttributedText(
        String(decoding: bytes, as: UTF8.self), font: fonts[step % fonts.count],
        fontSize: 5 + CGFloat(random.below(60)) / 3, foregroundColor: .orange,
        isUnderlined: step % 5 == 0)
      // A third just fit, or just do not.
      let fitting = text.metrics().size.width + CGFloat(random.below(5) - 2) / 1024
      let box = TextBox(
        width: [5000, 150, max(0, fitting)][step % 7 % 3], height: 60,
        isWrapped: random.below(2) == 0,
        truncation: TextTruncationMode.allCases[random.below(4)],
        alignment: TextAlignmentMode.allCases[random.below(5)])
      let pictures = try [true, false].map { usesPlainLines in
        let context = try DrawingContext(width: 160, height: 60)
        text.draw(
          in: context, at: CGPoint(x: 1, y: 2), box,
          visible: CGRect(x: 0, y: 0, width: 160, height: 60), usesPlainLines: usesPlainLines)
        return context.makeBitmap().fingerprint
      }
      #expect(pictures[0] == pictures[1], "\(text.string), \(box)")
      #expect(
        text.metrics(in: box) == text.metrics(in: box, usesPlainLines: false),
        "\(text.string), \(box)")
    }
  }

  @Test("has the same bytes in every clip")
  func clips() throws {
    let whole = try draw(variedText)
    for part in [
      CGRect(x: 20, y: 10, width: 30, height: 20), CGRect(x: 0, y: 30, width: 160, height: 4),
      CGRect(x: 100, y: 0, width: 2, height: 60),
    ] {
      let clipped = try draw(variedText, clip: part)
      for y in 0..<90 {
        for x in 0..<260 {
          let (px, py) = ((Double(x) + 0.5) / 1.5, (Double(y) + 0.5) / 1.5)
          let inside = part.contains(CGPoint(x: px, y: py))
          #expect(clipped[x, y] == (inside ? whole[x, y] : 0xFF00_0000))
        }
      }
    }
  }

  @Test("may be turned and stretched, and covers what it covers upright")
  func transforms() throws {
    let text = AttributedText("Hxg", font: .dejaVu, fontSize: 24, foregroundColor: .white)
    func sum(_ bitmap: Bitmap) -> Int { bitmap.pixels.reduce(0) { $0 + Int($1 & 255) } }
    let upright = sum(try draw(text))
    let turned = try draw(text) {
      $0.translateBy(x: 60, y: 5)
      $0.rotate(by: 0.3)
    }
    #expect(abs(Double(sum(turned)) / Double(upright) - 1) < 0.01)
    let stretched = try draw(text) { $0.scaleBy(x: 2, y: 1) }
    #expect(abs(Double(sum(stretched)) / Double(upright) - 2) < 0.02)
  }

  @Test("in a context is cut off at its rectangle, and leaves the context as it was")
  func context() throws {
    let context = try DrawingContext(width: 100, height: 60)
    context.fillColor = .orange
    context.alpha = 0.5
    let text = AttributedText("HHHHHHHH", font: .dejaVu, fontSize: 60)
    context.draw(text, in: CGRect(x: 50, y: 40, width: -40, height: -30))
    #expect(context.fillColor == .orange)
    let ink = try #require(context.makeBitmap().ink)
    #expect(ink.minX >= 10 && ink.maxX == 50 && ink.minY >= 10 && ink.maxY == 40)
    #expect(context.makeBitmap().pixels.allSatisfy { $0 >> 24 <= 128 })
    let empty = try DrawingContext(width: 10, height: 10)
    empty.draw(text, in: CGRect(x: 1, y: 1, width: 0, height: 8))
    empty.draw(AttributedText(), in: CGRect(x: 1, y: 1, width: 8, height: 8))
    #expect(empty.makeBitmap().ink == nil)
  }

  @Test("has these bytes, in DejaVu Sans 2.37, whatever the machine")
  func bytes() throws {
    let layer = TextLayer("Hamburgefonstiv 0123456789", size: 13, width: 220, height: 20)
    layer.font = try Font(path: try fontFile("DejaVuSans.ttf"))
    let exact = try #require(layer.picture).fingerprint
    #expect(exact == "220x20 88bfae135ed519c0")
    layer.allowsFontSubpixelQuantization = true
    let quantised = try #require(layer.picture).fingerprint
    #expect(quantised == "220x20 5f003a7c03ecfc8")
    layer.string = "Ably שלום م x\u{301}"
    layer.contentsScale = 2
    let mixed = try #require(layer.picture).fingerprint
    #expect(mixed == "440x40 9d432c1b082dd971")
  }

  @Test("a glyph that is quantised moves by no more than an eighth of a pixel")
  func quantised() throws {
    let layer = TextLayer("iiiiiiiiiiiiiii", size: 13)
    let exact = try #require(layer.picture)
    layer.allowsFontSubpixelQuantization = true
    let rounded = try #require(layer.picture)
    #expect(exact.fingerprint != rounded.fingerprint)
    let largest = zip(exact.pixels, rounded.pixels).map {
      abs(Int($0 >> 24) - Int($1 >> 24))
    }.max()
    #expect(try #require(largest) <= 40)
  }
}

@Suite("Texts on several threads") struct TextThreadTests {
  @Test("have the same bytes on every thread")
  func threads() async throws {
    @Sendable func picture() -> String {
      let layer = TextLayer("", width: 160, height: 60)
      layer.isWrapped = true
      layer.attributedString = variedText
      return layer.picture?.fingerprint ?? ""
    }
    let expected = picture()
    let others = await withTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { await onNewThread { (0..<5).map { _ in picture() }.last ?? "" } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.count == 4)
    #expect(others.allSatisfy { $0 == expected })
  }

  @Test("have the same boxes for characters that no font has", .slow)
  func missingGlyphs() async {
    // Each size is a font that Pango has not measured yet.
    @Sendable func pictures() -> [String?] {
      (0..<40).map {
        TextLayer("\u{10FFFD}x", size: 12 + CGFloat($0) / 4).picture?.fingerprint
      }
    }
    let expected = await onNewThread { pictures() }
    let others = await withTaskGroup(of: [String?].self) { group in
      for _ in 0..<8 { group.addTask { await onNewThread { pictures() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.count == 8)
    for pictures in others { #expect(pictures == expected) }
  }
}

@Suite("A long text") struct LongTextTests {
  /// The most bytes that a megabyte may make Pango look at.
  private func megabyte(_ part: String) -> String {
    String(repeating: part, count: 1 << 20 / part.utf8.count + 1)
  }

  @Test(
    "of a megabyte is drawn as its beginning is", .slow,
    arguments: ["word ", "x", "word\n", "\n", "שלום ", "漢", " "], [false, true])
  func beginning(part: String, isWrapped: Bool) throws {
    let layer = TextLayer(megabyte(part), size: 12, width: 200, height: 60)
    layer.isWrapped = isWrapped
    let picture = try #require(layer.picture)
    layer.string = String(repeating: part, count: 500)
    #expect(try #require(layer.picture).fingerprint == picture.fingerprint)
  }

  @Test("of a megabyte in one place is drawn all the same", .slow, arguments: [false, true])
  func marks(isWrapped: Bool) throws {
    let layer = TextLayer("a" + megabyte("\u{301}"), size: 12, width: 200, height: 60)
    layer.isWrapped = isWrapped
    #expect(try #require(layer.picture?.ink).minX < 10)
  }

  @Test("of a megabyte is shortened to its ends", arguments: ["word ", "x", "שלום "])
  func truncated(part: String) throws {
    for mode in [TextTruncationMode.start, .middle, .end] {
      let layer = TextLayer("<[" + megabyte(part) + "]>", size: 12, width: 200, height: 20)
      layer.truncationMode = mode
      let picture = try #require(layer.picture)
      layer.string = "<[" + String(repeating: part, count: 500) + "]>"
      #expect(try #require(layer.picture).fingerprint == picture.fingerprint, "\(mode)")
    }
  }

  @Test("of a megabyte is measured whole", .slow)
  func measured() {
    let words = TextLayer(megabyte("word "), size: 12, width: 200, height: 20)
    let one = words.sizeThatFits(width: .infinity)
    let hundred = TextLayer(String(repeating: "word ", count: 100), size: 12)
      .sizeThatFits(width: .infinity)
    let count = Double(megabyte("word ").utf8.count / 5)
    #expect(abs(one.width / hundred.width / (count / 100) - 1) < 0.01)
    #expect(one.height == hundred.height)
    let lines = TextLayer(megabyte("word\n"), size: 12)
    #expect(lines.textMetrics.lineCount == Int(count) + 1)
  }
}
