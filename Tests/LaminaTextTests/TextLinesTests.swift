import CPangoFT2
import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaText

@Suite("Lines of text") struct TextLinesTests {
  /// Returns the lines of a setter, with the bytes of each line.
  private func lines(
    _ string: String, _ box: TextBox, size: CGFloat = 16
  ) -> [(text: String, line: PlacedTextLine, isShortened: Bool)] {
    var result: [(String, PlacedTextLine, Bool)] = []
    var string = string
    let runs = [
      AttributedText.Run(
        end: string.utf8.count, attributes: .init(font: .dejaVu, fontSize: size))
    ]
    string.withUTF8 { text in
      let setter = TextSetter(engine: .current, text: text, runs: runs, box: box)
      setter.forEachLine { line in
        let start = line.offset + Int(line.line.pointee.start_index)
        let end = min(start + Int(line.line.pointee.length), text.count)
        result.append(
          (String(decoding: text[start..<end], as: UTF8.self), line, isShortened(line.line)))
        return true
      }
    }
    return result
  }

  /// Returns true if Pango has put an ellipsis into a line.
  private func isShortened(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Bool {
    var link = line.pointee.runs
    while let current = link {
      let item = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item
      if let item, item.pointee.analysis.flags & 2 != 0 { return true }
      link = current.pointee.next
    }
    return false
  }

  private func width(_ string: String) -> Double {
    lines(string, TextBox(width: .infinity, height: .infinity))[0].line.width
  }

  @Test("are broken between words, at the box's width")
  func wrapping() {
    let width = width("the quick brown")
    let box = TextBox(width: width + 0.1, height: .infinity, isWrapped: true)
    let broken = lines("the quick brown fox jumps", box)
    #expect(broken.map(\.text) == ["the quick brown ", "fox jumps"])
    let narrower = TextBox(width: width - 0.1, height: .infinity, isWrapped: true)
    #expect(lines("the quick brown fox jumps", narrower)[0].text == "the quick ")
    #expect(broken[1].line.top == broken[0].line.height)
    let inWord = TextBox(width: self.width("abc") + 0.1, height: .infinity, isWrapped: true)
    #expect(lines("abcabcab", inWord).map(\.text) == ["abc", "abc", "ab"])
  }

  @Test("end at every kind of line's end, and only there where they are not broken")
  func paragraphs() {
    let box = TextBox(width: 10, height: .infinity)
    let text = "one\ntwo\r\nthree\rfour\u{2028}five\u{2029}\nlong long line\n"
    #expect(
      lines(text, box).map(\.text)
        == ["one", "two", "three", "four", "five", "", "long long line", ""])
    let tops = lines(text, box).map(\.line.top)
    #expect(tops == tops.indices.map { Double($0) * tops[1] })
  }

  @Test("break in the same places at every scale, and in texts of every size")
  func scales() {
    let text = String(repeating: "sphinx of black quartz judge my vow ", count: 8)
    let expected = lines(text, TextBox(width: 150, height: .infinity, isWrapped: true), size: 16)
    for factor in [0.125, 0.25, 2, 4, 64, 1024] {
      let box = TextBox(width: 150 * factor, height: .infinity, isWrapped: true)
      #expect(lines(text, box, size: 16 * factor).map(\.text) == expected.map(\.text))
    }
  }

  @Test("of a long paragraph are those that Pango makes of it as a whole", arguments: 0..<6)
  func pieces(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let letters = ["a", "bc", "def ", " ", "ghijk ", "ö", "ש", "م ", "漢", "x\u{301}"]
    let text = (0..<3000).map { _ in letters[random.below(seed < 3 ? 6 : letters.count)] }.joined()
    let box = TextBox(width: 333, height: .infinity, isWrapped: true)
    let pieces = lines(text, box)

    let layout = TextEngine.current.layout
    pango_layout_set_text(layout, text, -1)
    pango_layout_set_width(layout, 333 * 1024)
    var whole: [String] = []
    for index in 0..<pango_layout_get_line_count(layout) {
      let line = pango_layout_get_line_readonly(layout, index)!.pointee
      let bytes = Array(text.utf8)[Int(line.start_index)..<Int(line.start_index + line.length)]
      whole.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(whole.count > 60)
    #expect(pieces.map(\.text) == whole, "seed \(seed)")
  }

  @Test("stand left, right, in the middle, or where their paragraph begins")
  func alignment() {
    func left(_ text: String, _ alignment: TextAlignmentMode, width: Double = 300) -> Double {
      let line = lines(text, TextBox(width: width, height: 99, alignment: alignment))[0].line
      return line.left
    }
    let (latin, hebrew) = ("latin", "עברית")
    let latinRest = 300 - width(latin)
    let hebrewRest = 300 - width(hebrew)
    #expect(left(latin, .natural) == 0 && left(hebrew, .natural) == hebrewRest)
    #expect(left(latin, .left) == 0 && left(hebrew, .left) == 0)
    #expect(left(latin, .right) == latinRest && left(hebrew, .right) == hebrewRest)
    #expect(left(latin, .center) == latinRest / 2 && left(hebrew, .center) == hebrewRest / 2)
    #expect(left("12 … עברית latin", .natural) > 0)
    // What is too long begins where it is read from.
    for alignment in TextAlignmentMode.allCases {
      #expect(left(latin, alignment, width: 7) == 0)
      #expect(left(hebrew, alignment, width: 7) == 7 - width(hebrew))
    }
  }

  @Test("are as wide as the box where they are justified, but for the last of a paragraph")
  func justification() {
    let box = TextBox(width: 150, height: .infinity, isWrapped: true, alignment: .justified)
    let broken = lines("sphinx of black quartz judge my vow\nnext", box)
    #expect(broken.count > 3)
    for (text, line, _) in broken {
      if text.hasSuffix("vow") || text == "next" {
        #expect(line.width < 140)
      } else {
        #expect(abs(line.width - 150) < 0.1)
      }
    }
  }

  @Test("are shortened at the start, in the middle or at the end to fit")
  func truncation() throws {
    let text = "the quick brown fox jumps over the lazy dog"
    for mode in [TextTruncationMode.start, .middle, .end] {
      let layer = TextLayer(text, size: 16, width: 150, height: 20)
      layer.truncationMode = mode
      let ink = try #require(layer.picture?.ink)
      #expect(ink.maxX <= 150)
      func begins(_ part: String, _ at: (TextLayer) -> Void = { _ in }) throws -> Bool {
        let other = TextLayer(part, size: 16, width: 150, height: 20)
        at(other)
        let mine = try #require(layer.picture)
        let theirs = try #require(other.picture)
        let columns = other.alignmentMode == .right ? 130..<150 : 0..<20
        return (0..<20).allSatisfy { y in columns.allSatisfy { mine[$0, y] == theirs[$0, y] } }
      }
      #expect(try begins("the quick") == (mode != .start))
      #expect(try begins("lazy dog") { $0.alignmentMode = .right } == (mode != .end))
    }
    let fitting = TextLayer("fits", size: 16, width: 150, height: 20)
    let plain = try #require(fitting.picture)
    fitting.truncationMode = .end
    #expect(try #require(fitting.picture).fingerprint == plain.fingerprint)
  }

  @Test("that are broken end in an ellipsis where not all of them fit")
  func truncatedBlock() {
    let text = "sphinx of black quartz judge my vow and so on and on again"
    func set(_ text: String, height: Double, _ mode: TextTruncationMode) -> String {
      let box = TextBox(width: 150, height: height, isWrapped: true, truncation: mode)
      return lines(text, box).map { $0.isShortened ? "…" : "-" }.joined()
    }
    let height = lines("x", TextBox(width: 100, height: 100))[0].line.height
    let all = lines(text, TextBox(width: 150, height: .infinity, isWrapped: true)).count
    #expect(all == 4)
    #expect(set(text, height: height * 4, .end) == "----")
    for mode in [TextTruncationMode.start, .middle, .end] {
      #expect(set(text, height: height * 1.9, mode) == "…")
      #expect(set(text, height: height * 2.9, mode) == "-…")
      #expect(set(text, height: height * 3.9, mode) == "--…")
      #expect(set(text, height: height / 2, mode) == "…")
      #expect(set("a\nb", height: height * 2, mode) == "--")
    }
    #expect(set("a\nb\nc\nd", height: height * 2.5, .end) == "--")
    #expect(set(text, height: height * 3.9, .none) == "----")
  }

  @Test("measure as they are drawn: a layer of the preferred size shows all letters", .slow)
  func fitting() throws {
    for text in ["Hamburgefonstiv", "one\ntwo\nthree", "עברית and more", "ÄÖÜ gpqy"] {
      for isWrapped in [false, true] {
        let layer = TextLayer(text, size: 17, width: 60, height: 300)
        layer.isWrapped = isWrapped
        layer.contentsScale = 2
        let size = layer.preferredFrameSize()
        #expect(size.width * 2 == (size.width * 2).rounded())
        #expect(!isWrapped || size.width <= 60)
        layer.bounds.size = size
        let fitted = try #require(layer.picture?.ink)
        layer.bounds.size = CGSize(width: isWrapped ? 60 : 900, height: 900)
        layer.alignmentMode = .left
        let roomy = try #require(layer.picture?.ink)
        // Right-to-left lines stand elsewhere in a larger box, but are as large.
        #expect(fitted.width == roomy.width || abs(fitted.width - roomy.width) <= 1)
        #expect(fitted.height == roomy.height)
      }
    }
    let layer = TextLayer("one two three", size: 17, width: 60, height: 10)
    layer.isWrapped = true
    #expect(layer.textMetrics.lineCount == 3)
    #expect(layer.textMetrics.lastBaseline > layer.textMetrics.firstBaseline)
    #expect(layer.sizeThatFits(width: .infinity).width > 60)
  }
}
