import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("A dense graph")
struct DenseGraphTests {
  static let size = CGSize(width: 240, height: 120)

  enum Line: CaseIterable { case walk, noise, spikes, wave, steps }

  /// Returns the pieces of a line with two gaps, from x = -20 to 260.
  static func pieces(_ line: Line, _ count: Int, _ seed: UInt64) -> [[CGPoint]] {
    var numbers = SeededGenerator(seed: seed)
    var level = 60.0
    var pieces: [[CGPoint]] = [[]]
    for index in 0..<count {
      if index == count / 3 || index == count / 2 {
        pieces.append([])
        continue
      }
      let x = -20 + 280 * Double(index) / Double(count)
      switch line {
      case .walk: level += numbers.number(in: -4...4)
      case .noise: level = numbers.number(in: 10...110)
      case .spikes: level = numbers.below(30) == 0 ? numbers.number(in: -20...140) : 60
      case .wave: level = 60 + 40 * sin(x / 9)
      case .steps: level = index % 7 == 0 ? numbers.number(in: 10...110) : level
      }
      let place = line == .steps ? -20 + 280 * Double(index / 7 * 7) / Double(count) : x
      pieces[pieces.count - 1].append(CGPoint(x: place, y: level))
    }
    return pieces
  }

  static func layer(_ pieces: [[CGPoint]], _ style: StrokeStyle) -> ShapeLayer {
    let layer = ShapeLayer()
    layer.frame = CGRect(origin: .zero, size: size)
    var path = Path()
    for piece in pieces { path.addLines(between: piece) }
    layer.path = path
    layer.fillColor = nil
    layer.strokeColor = Color(red: 0.1, green: 0.2, blue: 0.7)
    layer.lineWidth = style.width
    layer.lineCap = style.cap
    layer.lineJoin = style.join
    layer.miterLimit = style.miterLimit
    return layer
  }

  static func picture(_ layer: Layer, scale: CGFloat = 1) throws -> Bitmap {
    let renderer = try Renderer(size: layer.bounds.size, scale: scale)
    renderer.layer.backgroundColor = .white
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  /// Returns a layer that fills the outline of the stroke, as other paths are stroked.
  static func outlineLayer(
    _ layer: ShapeLayer, _ style: StrokeStyle, enlarged factor: CGFloat = 1
  ) -> ShapeLayer {
    let outline = ShapeLayer()
    outline.frame = CGRect(x: 0, y: 0, width: size.width * factor, height: size.height * factor)
    var style = style
    style.width *= factor
    outline.path = layer.path?.applying(Transform2D(scaleX: factor, y: factor)).stroked(style)
    outline.fillColor = layer.strokeColor
    return outline
  }

  static func meanDifference(_ a: Bitmap, _ b: Bitmap) -> Double {
    var (sum, touched) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width where a[x, y] != .max || b[x, y] != .max {
        touched += 1
        sum += largestDifference(a[x, y], b[x, y])
      }
    }
    #expect(touched > 200)
    return Double(sum) / Double(max(touched, 1))
  }

  /// Returns a picture of an outline, averaged from one that is eight times as fine.
  static func reference(
    _ layer: ShapeLayer, _ style: StrokeStyle, scale: CGFloat
  ) throws -> Bitmap {
    try averaged(picture(outlineLayer(layer, style, enlarged: 8 * scale)), by: 8)
  }

  /// A line of so many points, drawn in a style at a scale.
  struct Outline: Sendable {
    let line: Line
    let count: Int
    let style: StrokeStyle
    let scale: CGFloat
  }

  private static let styles: [(style: StrokeStyle, scale: CGFloat)] = [
    (StrokeStyle(width: 1, cap: .butt, join: .round), 1),
    (StrokeStyle(width: 2, cap: .round, join: .round), 1),
    (StrokeStyle(width: 2, cap: .round, join: .round), 2),
    (StrokeStyle(width: 0.6, cap: .round, join: .round), 1),
    (StrokeStyle(width: 5, cap: .round, join: .round), 1),
    (StrokeStyle(width: 14, cap: .butt, join: .round), 1),
    (StrokeStyle(width: 2, cap: .square, join: .bevel), 1),
    (StrokeStyle(width: 3, cap: .butt, join: .miter), 2),
  ]

  private static let outlines = styles.flatMap { style, scale in
    [400, 3000].flatMap { count in
      Line.allCases.map { Outline(line: $0, count: count, style: style, scale: scale) }
    }
  }

  @Test("looks as its outline does", .slow, arguments: sampledCases(of: outlines))
  func outline(_ outline: Outline) throws {
    let (style, scale) = (outline.style, outline.scale)
    let layer = Self.layer(Self.pieces(outline.line, outline.count, 3), style)
    let difference = Self.meanDifference(
      try Self.picture(layer, scale: scale), try Self.reference(layer, style, scale: scale))
    #expect(difference <= 1)
  }

  @Test("is drawn as one shape: translucent lines do not darken where they meet")
  func translucent() throws {
    let style = StrokeStyle(width: 6, cap: .round, join: .round)
    // Gaps that are narrower than the line is wide.
    let layer = Self.layer(Self.pieces(.wave, 3000, 1), style)
    layer.strokeColor = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    let picture = try Self.picture(layer)
    #expect(picture.pixels.allSatisfy { $0 & 255 >= 127 })
    #expect(picture.pixels.filter { $0 & 255 <= 128 }.count > 1000)
  }

  @Test("changes as a new renderer draws it, and damages little where it is low", arguments: 1...6)
  func damage(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let renderer = try Renderer(size: Self.size)
    renderer.layer.backgroundColor = .white
    let style = StrokeStyle(width: numbers.number(in: 0.6...4), cap: .round, join: .round)
    let line = Line.allCases[Int(seed) % Line.allCases.count]
    let layer = Self.layer(Self.pieces(line, 900, seed), style)
    if seed % 2 == 0 { layer.opacity = 0.6 }
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    for turn in 1...8 {
      let new = Self.layer(Self.pieces(line, 900 - turn, seed &+ UInt64(turn)), style)
      Transaction.run(disableActions: true) {
        layer.path = new.path
        if turn == 4 { layer.position.x += 3.25 }
        if turn == 6 { layer.path = Path(rect: CGRect(x: 5, y: 9, width: 30, height: 30)) }
      }
      let frame = try renderer.render(at: Double(turn))
      new.path = layer.path
      new.position = layer.position
      new.opacity = layer.opacity
      #expect(frame.bitmap == (try Self.picture(new)), "turn \(turn)")
    }
  }

  @Test("damages strips around the lines, not their whole box")
  func strips() throws {
    let renderer = try Renderer(size: Self.size)
    func path(_ phase: Double) -> Path {
      var path = Path()
      path.addLines(
        between: (0..<500).map { CGPoint(x: Double($0) / 2, y: Double($0) / 5 + phase) })
      return path
    }
    let layer = Self.layer([], StrokeStyle(width: 2, cap: .round, join: .round))
    layer.path = path(0)
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { layer.path = path(1.5) }
    let damage = try renderer.render(at: 1).damage
    #expect(damage.area < Int(Self.size.width * Self.size.height) * 6 / 10)
    #expect(!damage.contains(x: 230, y: 5) && damage.contains(x: 230, y: 93))
  }

  @Test("far away, closed, turning back, hair-thin or dashed, it is drawn as other paths are")
  func others() throws {
    let points = (0..<2000).map { index in
      CGPoint(x: Double(index) / 8, y: 60 + 50 * sin(Double(index) / 40))
    }
    var closed = Path()
    closed.addLines(between: points)
    closed.closeSubpath()
    var back = Path()
    back.addLines(between: points + [CGPoint(x: 0, y: 110)])
    var far = Path()
    far.addLines(between: points + [CGPoint(x: 1e6, y: 1e6)])
    var plain = Path()
    plain.addLines(between: points)
    for (path, width, dashes) in [
      (closed, 2.0, [CGFloat]()), (back, 2, []), (far, 2, []), (plain, 0.3, []),
      (plain, 2, [5, 7]),
    ] {
      let style = StrokeStyle(width: width, cap: .round, join: .round, dashPattern: dashes)
      let layer = Self.layer([], style)
      layer.path = path
      layer.lineDashPattern = dashes.isEmpty ? nil : dashes
      #expect(
        Self.meanDifference(
          try Self.picture(layer), try Self.picture(Self.outlineLayer(layer, style))) <= 0.3)
    }
  }

  @Test("never is more than one interval of a column", arguments: [0.5, 1.5, 8.0])
  func monotone(width: Double) throws {
    // From right to left, too.
    let style = StrokeStyle(width: width, cap: .round, join: .round)
    let points = Self.pieces(.noise, 3000, 9).flatMap { $0 }
    let forward = try Self.picture(Self.layer([points], style))
    #expect(forward == (try Self.picture(Self.layer([points.reversed()], style))))
  }
}
