import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import Testing

@Suite("A text layer") struct TextLayerTests {
  @Test("15.7: has Core Animation's defaults")
  func defaults() {
    let layer = TextLayer()
    #expect(layer.string == nil)
    #expect(layer.attributedString == nil)
    #expect(layer.font == .helvetica)
    #expect(layer.fontSize == 36)
    #expect(layer.foregroundColor == .white)
    #expect(!layer.isWrapped)
    #expect(layer.truncationMode == .none)
    #expect(layer.alignmentMode == .natural)
    #expect(!layer.allowsFontSubpixelQuantization)
    #expect(layer.needsDisplayOnBoundsChange)
    #expect(layer.value(forKey: "fontSize") as? CGFloat == 36)
    #expect(layer.value(forKey: "wrapped") as? Bool == false)
  }

  @Test("of a class with other defaults has those, and a style comes before them")
  func otherDefaults() {
    class Label: TextLayer {
      override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "fontSize": CGFloat(11)
        case "foregroundColor": Color.red
        case "wrapped": true
        default: super.defaultValue(forKey: key)
        }
      }
    }
    let label = Label()
    #expect(label.fontSize == 11)
    #expect(label.foregroundColor == .red)
    #expect(label.isWrapped)
    #expect(label.font == .helvetica)
    label.style = ["fontSize": 13, "alignmentMode": "center"]
    #expect(label.fontSize == 13)
    #expect(label.alignmentMode == .center)
    label.fontSize = 14
    #expect(label.fontSize == 14)
    let plain = TextLayer()
    plain.style = ["fontSize": 15]
    #expect(plain.fontSize == 15)
  }

  @Test("has all properties in a copy by init(layer:) and in its presentation")
  func copies() throws {
    let layer = TextLayer()
    layer.string = "text"
    layer.font = "DejaVu Sans Mono"
    layer.fontSize = 17
    layer.foregroundColor = .red
    layer.isWrapped = true
    layer.truncationMode = .middle
    layer.alignmentMode = .right
    layer.allowsFontSubpixelQuantization = true
    layer.frame = CGRect(x: 1, y: 2, width: 60, height: 30)
    let renderer = try Renderer(size: CGSize(width: 64, height: 40))
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    for copy in [TextLayer(layer: layer), try #require(layer.presentation())] {
      #expect(copy.string == "text" && copy.font == layer.font && copy.fontSize == 17)
      #expect(copy.foregroundColor == .red && copy.isWrapped && copy.truncationMode == .middle)
      #expect(copy.alignmentMode == .right && copy.allowsFontSubpixelQuantization)
      #expect(copy.preferredFrameSize() == layer.preferredFrameSize())
    }
    let copy = TextLayer(layer: layer)
    copy.string = "other text"
    #expect(layer.string == "text")
    layer.attributedString = AttributedText("more", attributes: .init())
    #expect(TextLayer(layer: layer).attributedString == layer.attributedString)
  }

  @Test("takes its properties by name, too")
  func names() {
    let layer = TextLayer()
    layer.setValue("text", forKey: "string")
    layer.setValue(17, forKey: "fontSize")
    layer.setValue(true, forKey: "wrapped")
    layer.setValue("middle", forKey: "truncationMode")
    layer.setValue("right", forKey: "alignmentMode")
    #expect(layer.string == "text")
    #expect(layer.fontSize == 17)
    #expect(layer.isWrapped)
    #expect(layer.truncationMode == .middle)
    #expect(layer.alignmentMode == .right)
    layer.setValue(nil, forKey: "fontSize")
    #expect(layer.fontSize == 36)
  }

  @Test("is drawn again after a change of any property, and not after an equal value")
  func display() throws {
    let layer = TextLayer("one")
    func check(_ change: () -> Void, _ name: Comment) {
      layer.displayIfNeeded()
      change()
      #expect(layer.needsDisplay(), name)
      layer.displayIfNeeded()
      change()
      #expect(!layer.needsDisplay(), name)
    }
    check({ layer.string = "two" }, "string")
    check({ layer.font = .monospace }, "font")
    check({ layer.fontSize = 21 }, "fontSize")
    check({ layer.foregroundColor = .red }, "foregroundColor")
    check({ layer.foregroundColor = nil }, "no foregroundColor")
    check({ layer.isWrapped = true }, "isWrapped")
    check({ layer.truncationMode = .end }, "truncationMode")
    check({ layer.alignmentMode = .center }, "alignmentMode")
    check({ layer.allowsFontSubpixelQuantization = true }, "allowsFontSubpixelQuantization")
    check({ layer.attributedString = AttributedText("three") }, "attributedString")
    check({ layer.bounds.size.width = 190 }, "bounds")
    check({ layer.string = nil }, "no string")
  }

  @Test("holds one text: setting the one kind takes the other away")
  func oneText() {
    let layer = TextLayer("plain")
    layer.attributedString = AttributedText("attributed")
    #expect(layer.string == "attributed")
    layer.string = "attributed"
    #expect(layer.attributedString == nil)
    #expect(layer.string == "attributed")
    layer.attributedString = AttributedText("again")
    layer.attributedString = nil
    #expect(layer.string == nil)
  }

  @Test("draws its letters in its colour, from the top left corner")
  func colour() throws {
    let layer = TextLayer("H", size: 40)
    layer.foregroundColor = Color(rgb: 0x2080F0)
    let picture = try #require(layer.picture)
    let ink = try #require(picture.ink)
    // DejaVu Sans: an H is 1,493 of 2,048 high, begins at 201 and is 1,138 wide; the baseline is
    // 1,901 below the line's top.
    #expect(ink.minX == 3 && ink.maxX == 27)
    #expect(ink.minY == 7 && ink.maxY == 37)
    #expect(picture[5, 20] == 0xFF20_80F0)
    #expect(picture[15, 12] == 0)
  }

  @Test("draws in the layer's coordinates, at its scale")
  func scale() throws {
    let layer = TextLayer("H", size: 20)
    layer.contentsScale = 2
    layer.bounds.origin = CGPoint(x: 31, y: -17)
    let large = TextLayer("H", size: 40, width: 400, height: 120)
    #expect(try #require(layer.picture).fingerprint == (try #require(large.picture)).fingerprint)
  }

  @Test("fades a new text in like any contents, and shows it at once without actions")
  func live() throws {
    let renderer = try Renderer(size: CGSize(width: 200, height: 60))
    let layer = TextLayer("before")
    layer.frame.origin = .zero
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    layer.string = "between"
    renderer.commit(at: 0.1)
    #expect(layer.animationKeys() == ["contents"])
    renderer.commit(at: 1)
    Transaction.run(disableActions: true) { layer.string = "after" }
    let frame = try renderer.render(at: 1.1)
    #expect(layer.animationKeys() == nil)

    let other = TextLayer("after")
    #expect(frame.bitmap.fingerprint == (try #require(other.picture)).fingerprint)
    #expect(layer.presentation()?.string == "after")
    let idle = try renderer.render(at: 1.2)
    #expect(idle.damage.isEmpty)
  }

  @Test("shows in presentations what is committed")
  func presentation() throws {
    let renderer = try Renderer(size: CGSize(width: 200, height: 60))
    let layer = TextLayer("one", size: 11)
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    layer.string = "two"
    layer.alignmentMode = .right
    #expect(layer.presentation()?.string == "one")
    #expect(layer.presentation()?.alignmentMode == .natural)
    #expect(layer.presentation()?.fontSize == 11)
    renderer.commit(at: 1)
    #expect(layer.presentation()?.string == "two")
  }

  // MARK: - Nothing and too much

  @Test("without letters, without a colour, or of size 0 has no memory or an empty picture")
  func nothing() throws {
    #expect(TextLayer(nil).picture?.ink == nil)
    #expect(TextLayer("").picture?.ink == nil)
    #expect(TextLayer(" \n\t ").picture?.ink == nil)
    #expect(TextLayer("x", size: 0).picture?.ink == nil)
    #expect(TextLayer("x", width: 0, height: 60).picture == nil)
    #expect(TextLayer("x", width: 200, height: 0).picture == nil)
    let colourless = TextLayer("x")
    colourless.foregroundColor = nil
    #expect(colourless.picture?.ink == nil)
    let emptied = TextLayer("x")
    #expect(emptied.picture?.ink != nil)
    emptied.string = nil
    #expect(emptied.picture?.ink == nil)
    #expect(TextLayer("").preferredFrameSize() == .zero)
    #expect(TextLayer("").textMetrics.lineCount == 0)
  }

  @Test("refuses a font size that is not finite or negative")
  func refusals() async {
    await #expect(processExitsWith: .failure) { TextLayer().fontSize = .nan }
    await #expect(processExitsWith: .failure) { TextLayer().fontSize = .infinity }
    await #expect(processExitsWith: .failure) { TextLayer().fontSize = -1 }
    await #expect(processExitsWith: .failure) { _ = TextLayer().sizeThatFits(width: 0) }
    await #expect(processExitsWith: .failure) { _ = TextLayer().sizeThatFits(width: .nan) }
  }

  @Test(
    "draws nothing for font sizes that come by other ways",
    arguments: [-3, .nan, .infinity, -.infinity, 1e-300, 1e300] as [CGFloat])
  func hostileSizes(size: CGFloat) {
    let layer = TextLayer()
    layer.string = "x"
    layer.style = ["fontSize": size]
    #expect(layer.picture?.ink == nil)
    let text = AttributedText("x", fontSize: size, kerning: size)
    layer.attributedString = text
    #expect(layer.picture?.ink == nil)
    #expect(text.metrics().lineCount == 1)
  }

  @Test("draws letters of any size, each twice as large as the one before")
  func sizes() throws {
    var last = 0.0
    for size in [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 65536] as [CGFloat] {
      let width = TextLayer("Hamburg", size: size).textMetrics.size.width / size
      if last > 0 { #expect(abs(width / last - 1) < 0.001, "\(size)") }
      last = width
    }
    // The stem of an H is 98 of 1,000 wide: at 20,000 points it fills the picture.
    let huge = TextLayer("H", size: 20_000, width: 3000, height: 40)
    #expect(huge.picture?.ink == nil)
    huge.bounds = CGRect(x: 0, y: 0, width: 3000, height: 5000)
    #expect(try #require(huge.picture)[2500, 4900] == 0xFFFF_FFFF)
  }
}
