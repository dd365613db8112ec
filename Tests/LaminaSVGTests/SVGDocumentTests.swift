import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import LaminaText
import Testing

@testable import LaminaSVG

@Suite("An SVG document") struct SVGDocumentTests {
  private func root(_ change: (Layer) -> Void) -> Layer {
    let root = Layer()
    root.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    change(root)
    return root
  }

  private func document(
    _ options: SVGOptions = SVGOptions(), title: String? = nil, description: String? = nil,
    _ change: (Layer) -> Void
  ) throws -> SVGDocument {
    try SVGDocument(
      layer: root(change), size: CGSize(width: 60, height: 40), title: title,
      description: description, options: options)
  }

  private let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  @Test("of nothing is empty")
  func empty() throws {
    let document = try document { _ in }
    #expect(
      document.string == head
        + "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\" viewBox=\"0 0 60 40\"/>\n"
    )
    #expect(document.report.isEmpty)
    #expect(document.report.description == "")
  }

  @Test("writes boxes, groups, clips and gradients")
  func boxes() throws {
    let document = try document(title: "A & B", description: "<two> boxes") { root in
      root.backgroundColor = .white
      addBox(root, 5, 6, 20, 10, Color(red: 1, green: 0.5, blue: 0, alpha: 0.25)) {
        $0.name = "\"bar\""
      }
      addBox(root, 30, 5, 20, 30, nil) {
        $0.masksToBounds = true
        $0.opacity = 0.5
        let gradient = GradientLayer()
        gradient.frame = CGRect(x: -5, y: 0, width: 12, height: 8)
        gradient.colors = [.red, .clear]
        $0.addSublayer(gradient)
        $0.borderWidth = 2
        $0.borderColor = .blue
      }
    }
    #expect(
      document.string == head + """
        <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40" role="img">
         <title>A &amp; B</title>
         <desc>&lt;two&gt; boxes</desc>
         <defs>
          <linearGradient id="gradient1" gradientUnits="userSpaceOnUse" x1="6" y1="0" x2="6" y2="8">
           <stop offset="0" stop-color="#f00"/>
           <stop offset="1" stop-color="#000" stop-opacity="0"/>
          </linearGradient>
          <clipPath id="clip1">
           <rect width="20" height="30"/>
          </clipPath>
         </defs>
         <g>
          <rect width="60" height="40" fill="#fff"/>
          <rect data-name="&quot;bar&quot;" width="20" height="10" fill="#ff8000" fill-opacity="0.25" transform="translate(5 6)"/>
          <g transform="translate(30 5)" clip-path="url(#clip1)" opacity="0.5">
           <rect width="12" height="8" fill="url(#gradient1)" transform="translate(-5)"/>
           <rect x="1" y="1" width="18" height="28" fill="none" stroke="#00f" stroke-width="2"/>
          </g>
         </g>
        </svg>

        """)
  }

  @Test("writes a shape as one path, and the part of a stroke as another")
  func shapes() throws {
    let document = try document { root in
      add(ShapeLayer(), to: root) {
        var path = Path()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 11.25, y: 2))
        path.addLine(to: CGPoint(x: 11.25, y: -8))
        path.closeSubpath()
        $0.path = path
        $0.strokeColor = .red
        $0.lineDashPattern = [3, 1]
        $0.lineDashPhase = -1
      }
      add(ShapeLayer(), to: root) {
        var path = Path()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.addLine(to: CGPoint(x: 10, y: 10))
        $0.path = path
        $0.fillColor = nil
        $0.strokeColor = .blue
        $0.lineCap = .round
        $0.lineJoin = .round
        $0.strokeStart = 0.25
        $0.strokeEnd = 0.75
      }
    }
    #expect(
      document.string == head + """
        <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">
         <g>
          <path d="M1 2 11.25 2 11.25 -8Z" stroke="#f00" stroke-miterlimit="10" stroke-dasharray="3 1" stroke-dashoffset="3"/>
          <path d="M5 0 10 0 10 5" fill="none" stroke="#00f" stroke-linecap="round" stroke-linejoin="round"/>
         </g>
        </svg>

        """)
  }

  @Test("writes a dash pattern that is drawn, also one that is short")
  func dashes() throws {
    let document = try document { root in
      for pattern: [CGFloat] in [[0.05], [0.02], [0.05, 0.05]] {
        add(ShapeLayer(), to: root) {
          $0.path = Path(rect: CGRect(x: 1, y: 2, width: 10, height: 7))
          $0.strokeColor = .red
          $0.lineDashPattern = pattern
        }
      }
    }
    #expect(document.string.components(separatedBy: "stroke-dasharray").count == 3)
  }

  @Test("writes particles below sublayers, and above a border without them")
  func particles() throws {
    func order(_ hasSublayer: Bool) throws -> [String] {
      let text = try document { root in
        add(EmitterLayer(), to: root) { emitter in
          emitter.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
          emitter.borderWidth = 2
          emitter.borderColor = .green
          emitter.emitterPosition = CGPoint(x: 10, y: 10)
          let cell = EmitterCell()
          cell.contents = try? Bitmap(
            width: 4, height: 4, pixels: Array(repeating: .max, count: 16))
          cell.birthRate = 100
          cell.lifetime = 5
          emitter.emitterCells = [cell]
          if hasSublayer {
            let sublayer = Layer()
            sublayer.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
            sublayer.backgroundColor = .blue
            emitter.addSublayer(sublayer)
          }
        }
      }.string
      return ["<image", "#00f", "stroke="].filter(text.contains).sorted {
        text.range(of: $0)!.lowerBound < text.range(of: $1)!.lowerBound
      }
    }
    #expect(try order(true) == ["<image", "#00f", "stroke="])
    #expect(try order(false) == ["stroke=", "<image"])
  }

  @Test("writes text at its baselines, with the lengths that it has in a frame")
  func text() throws {
    let text = label("one two", 10, CGRect(x: 5, y: 5, width: 30, height: 30))
    text.isWrapped = true
    let metrics = text.textMetrics
    let width = AttributedText("one", font: .dejaVu, fontSize: 10).metrics().size.width
    let lengths = SVGNotation(scale: 1)
    let document = try document { $0.addSublayer(text) }
    let first =
      "<text x=\"0\" y=\"\(lengths.length(metrics.firstBaseline))\" font-family=\"'DejaVu Sans', "
      + "sans-serif\" font-size=\"10\" textLength=\"\(lengths.length(width))\">one</text>"
    #expect(document.string.contains(first))
    #expect(document.string.contains(" y=\"\(lengths.length(metrics.lastBaseline))\""))
    #expect(document.string.contains(">two</text>"))
    let outlines = try self.document(SVGOptions(textForm: .outlines)) {
      $0.addSublayer(label("one", 10, CGRect(x: 5, y: 5, width: 30, height: 30)))
    }
    #expect(!outlines.string.contains("<text"))
    #expect(outlines.string.contains("<path d=\"M"))
  }

  @Test("contains a bitmap once, however many layers show it")
  func sharedBitmaps() throws {
    let bitmap = testBitmap(4, 4)
    let document = try document { root in
      for x in 0..<3 { addBox(root, CGFloat(x) * 10, 0, 8, 8, nil) { $0.contents = bitmap } }
    }
    let parts = document.string.components(separatedBy: "data:image/png;base64,")
    #expect(parts.count == 2)
    #expect(document.string.components(separatedBy: "xlink:href=\"#image1\"").count == 4)
    let data = try #require(Data(base64Encoded: String(parts[1].prefix { $0 != "\"" })))
    #expect(try Bitmap(png: [UInt8](data)) == bitmap)
  }

  @Test("keeps masks apart that differ in their bitmaps alone")
  func masksOfBitmaps() throws {
    let document = try document { root in
      for index in 0..<2 {
        addBox(root, CGFloat(index) * 30, 0, 20, 20, .red) {
          let mask = Layer()
          mask.frame = $0.bounds
          mask.contents = testBitmap(20, 20 + index)
          $0.mask = mask
        }
      }
    }
    #expect(document.string.components(separatedBy: "<mask id=").count == 3)
    #expect(document.string.contains("mask=\"url(#mask2)\""))
  }

  @Test("is refused where contents cannot be drawn")
  func tooLarge() {
    final class Drawn: Layer {
      override func draw(in context: DrawingContext) { context.fill(bounds) }
    }
    #expect(throws: RenderError.self) {
      try document { root in
        let layer = Drawn()
        layer.frame = CGRect(x: 0, y: 0, width: 40_000, height: 10)
        layer.setNeedsDisplay()
        root.addSublayer(layer)
      }
    }
  }

  @Test("refers to the first instance of a replicator for the others")
  func instances() throws {
    let document = try document { root in
      let replicator = ReplicatorLayer()
      replicator.frame = root.bounds
      replicator.instanceCount = 3
      replicator.instanceTransform = Transform3D(translationX: 12, y: 0)
      replicator.instanceAlphaOffset = -0.25
      addBox(replicator, 0, 0, 10, 10, .red)
      root.addSublayer(replicator)
    }
    #expect(
      document.string == head + """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40" viewBox="0 0 60 40">
         <g>
          <g id="instance1">
           <rect width="10" height="10" fill="#f00"/>
          </g>
          <use xlink:href="#instance1" transform="translate(12)" opacity="0.75"/>
          <use xlink:href="#instance1" transform="translate(24)" opacity="0.5"/>
         </g>
        </svg>

        """)
  }

  @Test("names what it shows as a picture, and what it leaves out")
  func report() throws {
    let document = try document { root in
      for name in ["dial", "dial", "other"] {
        let gradient = GradientLayer()
        gradient.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
        gradient.name = name
        gradient.type = .conic
        gradient.colors = [.red, .blue]
        root.addSublayer(gradient)
      }
      addBox(root, 0, 0, 5, 5) { $0.position.x = 1e200 }
    }
    #expect(
      document.report.description == """
        picture of GradientLayer "dial": a conic gradient (2 times)
        picture of GradientLayer "other": a conic gradient
        left out: Layer: a position beyond the range of numbers
        """)
    #expect(!document.report.isEmpty)
  }

  @Test("is the same each time, and names can be left out")
  func stability() throws {
    var options = SVGOptions()
    options.includesNames = false
    options.idPrefix = "7 é-"
    for seed in 1...10 as ClosedRange<UInt64> {
      var tree = RandomTree(seed: seed, usesEverything: true)
      var same = tree
      let size = SVGScene.size
      let first = try SVGDocument(layer: tree.makeRoot(), size: size, options: options)
      let second = try SVGDocument(layer: same.makeRoot(), size: size, options: options)
      #expect(first.data == second.data)
      #expect(!first.string.contains("data-name"))
      for part in first.string.components(separatedBy: " id=\"").dropFirst() {
        #expect(part.hasPrefix("_7__-"))
      }
      let identifiers = first.string.components(separatedBy: " id=\"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
      #expect(Set(identifiers).count == identifiers.count)
    }
  }

  @Test("has only characters that XML allows")
  func characters() throws {
    let hostile = "\u{0}\u{1}\u{8}\t\n\r\u{1F}\"'<&>]]>\u{FFFE}\u{FFFF}\u{1F600}\u{7F}"
    let document = try document(title: hostile, description: hostile) { root in
      root.name = hostile
      root.backgroundColor = .red
      root.addSublayer(label(hostile, 9, CGRect(x: 0, y: 0, width: 60, height: 40)))
    }
    for scalar in document.string.unicodeScalars {
      #expect(scalar == "\n" || scalar == "\t" || scalar.value >= 0x20)
      #expect(scalar != "\u{FFFE}" && scalar != "\u{FFFF}")
    }
    let text =
      "\u{FFFD}\u{FFFD}\u{FFFD}\t\n&#13;\u{FFFD}\"'&lt;&amp;&gt;]]&gt;\u{FFFD}\u{FFFD}\u{1F600}\u{7F}"
    #expect(document.string.contains("<title>\(text)</title>"))
    #expect(document.string.contains("data-name=\"\u{FFFD}\u{FFFD}\u{FFFD}&#9;&#10;&#13;"))
    if Viewer.path != nil { _ = try Viewer.draw(document) }
  }

  @Test("is written completely or not at all")
  func file() throws {
    try withTemporaryFolder { folder in
      let document = try document { $0.backgroundColor = .red }
      try document.write(toFile: folder("new/a.svg"), createsFolder: true)
      #expect(folder.bytes("new/a.svg") == [UInt8](document.data))
      #expect(throws: OutputError.self) { try document.write(toFile: folder("none/a.svg")) }
      #expect(folder.names == ["new"])
    }
  }

  @Test("of a layer that waits for layout and display has both")
  func layoutAndDisplay() throws {
    final class Drawn: Layer {
      override func layoutSublayers() {
        sublayers?.first?.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      }
      override func draw(in context: DrawingContext) { context.fill(bounds) }
    }
    let document = try document { root in
      let layer = Drawn()
      layer.frame = root.bounds
      layer.addSublayer(Layer())
      layer.sublayers?[0].backgroundColor = .red
      layer.setNeedsDisplay()
      root.addSublayer(layer)
    }
    #expect(document.string.contains("<image width=\"60\" height=\"40\""))
    #expect(document.string.contains("translate(1 2)"))
  }
}
