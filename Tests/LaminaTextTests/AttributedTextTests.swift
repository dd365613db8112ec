import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaText

@Suite("An attributed text") struct AttributedTextTests {
  private let text =
    AttributedText("ab", fontSize: 5) + AttributedText("äöü", fontSize: 7)
    + AttributedText("z", fontSize: 5)

  private func sizes(_ text: AttributedText) -> [CGFloat] {
    text.string.indices.map { text.attributes(at: $0).fontSize }
  }

  @Test("has Core Text's defaults")
  func defaults() {
    let attributes = AttributedText.Attributes()
    #expect(attributes.font == .helvetica)
    #expect(attributes.fontSize == 12)
    #expect(attributes.foregroundColor == .black)
    #expect(!attributes.isUnderlined && !attributes.isStruckThrough && attributes.kerning == 0)
  }

  @Test("keeps the attributes of what it is put together from")
  func sum() {
    #expect(text.string == "abäöüz")
    #expect(sizes(text) == [5, 5, 7, 7, 7, 5])
    #expect(text.runs.map(\.end) == [2, 8, 9])
    #expect((AttributedText("") + text) == text)
    #expect((text + AttributedText("", fontSize: 99)) == text)
    let joined = AttributedText("a") + AttributedText("b")
    #expect(joined == AttributedText("ab"))
  }

  @Test("changes in every range as its letters one by one do")
  func ranges() {
    let indices = Array(text.string.indices) + [text.string.endIndex]
    for lower in indices.indices {
      for upper in lower..<indices.count {
        var changed = text
        changed.updateAttributes(in: indices[lower]..<indices[upper]) { $0.fontSize += 10 }
        var expected = sizes(text)
        for index in lower..<upper { expected[index] += 10 }
        #expect(sizes(changed) == expected)
        #expect(changed.runs.last?.end == 9)
        changed.updateAttributes(in: indices[lower]..<indices[upper]) { $0.fontSize -= 10 }
        #expect(changed == text)
      }
    }
  }

  @Test("is drawn as its parts are, one after the other")
  func drawn() throws {
    let layer = TextLayer("", width: 200)
    layer.attributedString =
      AttributedText("HH", font: .dejaVu, fontSize: 20, foregroundColor: .red)
      + AttributedText("HH", font: .dejaVu, fontSize: 20, foregroundColor: .blue)
    let picture = try #require(layer.picture)
    let plain = try #require(TextLayer("HHHH").picture)
    #expect(picture.ink == plain.ink)
    let colors = Set(picture.pixels.filter { $0 >> 24 == 255 })
    #expect(colors == [0xFFFF_0000, 0xFF00_00FF])
    // The second pair begins at two widths of 770 of 1,024.
    #expect((0..<60).allSatisfy { y in (0..<30).allSatisfy { picture[$0, y] & 0xFF == 0 } })
  }

  @Test("has lines below and through its letters, and room between them")
  func lines() throws {
    func ink(_ change: (inout AttributedText.Attributes) -> Void) throws -> PixelRect {
      var attributes = AttributedText.Attributes(font: .dejaVu, fontSize: 40)
      change(&attributes)
      let layer = TextLayer("", width: 300)
      layer.attributedString = AttributedText("HH", attributes: attributes)
      return try #require(layer.picture?.ink)
    }
    let plain = try ink { _ in }
    let underlined = try ink { $0.isUnderlined = true }
    #expect(underlined.minX == 0 && underlined.maxX > plain.maxX)
    #expect(underlined.minY == plain.minY && underlined.maxY > plain.maxY + 1)
    let struck = try ink { $0.isStruckThrough = true }
    #expect(struck.minX == 0)
    #expect(struck.minY == plain.minY && struck.maxY == plain.maxY)
    let spaced = try ink { $0.kerning = 7 }
    #expect(spaced.width == plain.width + 7)
    let close = try ink { $0.kerning = -5 }
    #expect(close.width == plain.width - 5)
  }
}
