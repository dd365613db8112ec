import Foundation
import Lamina
import LaminaText

/// One picture of the gallery: some layers on a stage, and what they show.
package struct GalleryScene {
  /// The size of every stage, in points.
  package static let size = CGSize(width: 176, height: 120)

  let title: String
  let note: String
  private let background: Color
  private let fill: (Layer) throws -> Void

  init(
    _ title: String, _ note: String, on background: Color = .mist,
    fill: @escaping (Layer) throws -> Void
  ) {
    self.title = title
    self.note = note
    self.background = background
    self.fill = fill
  }

  /// A stage with the layers on it, cut off at its edges.
  func makeStage() throws -> Layer {
    let stage = makeLayer(0, 0, Self.size.width, Self.size.height, background)
    stage.masksToBounds = true
    try fill(stage)
    return stage
  }
}

/// Scenes that stand together in one file.
package struct Sheet {
  package let name: String
  package let title: String
  let subtitle: String
  package let scenes: [GalleryScene]

  package static var all: [Sheet] {
    [
      Sheet(
        name: "kinds", title: "Layer kinds", subtitle: "What a layer can be",
        scenes: GalleryScene.kinds),
      Sheet(
        name: "effects", title: "Effects",
        subtitle: "What is done to the picture of a layer, and to what is behind it",
        scenes: GalleryScene.effects),
      Sheet(
        name: "geometry", title: "Shape and place",
        subtitle: "Corners, borders, contents, turns and depth", scenes: GalleryScene.geometry),
    ]
  }

  private static let columns = 5
  private static let margin: CGFloat = 28
  private static let gap: CGFloat = 20
  private static let header: CGFloat = 76
  private static let caption: CGFloat = 46

  /// The size of the sheet, in points.
  package var size: CGSize {
    let rows = CGFloat((scenes.count + Self.columns - 1) / Self.columns)
    let columns = CGFloat(Self.columns)
    return CGSize(
      width: 2 * Self.margin + columns * GalleryScene.size.width + (columns - 1) * Self.gap,
      height: Self.header + rows * (GalleryScene.size.height + Self.caption + Self.gap) - Self.gap
        + Self.margin)
  }

  /// Puts a heading and a card for each scene on a layer of the sheet's size.
  package func fill(_ root: Layer) throws {
    root.backgroundColor = .paper
    root.addSublayer(
      makeText(title, 22, .ink, .bold, in: CGRect(x: Self.margin, y: 18, width: 600, height: 30)))
    root.addSublayer(
      makeText(
        subtitle, 12, .muted, .regular, in: CGRect(x: Self.margin, y: 46, width: 600, height: 18)))
    for (index, scene) in scenes.enumerated() {
      let card = try makeCard(scene)
      card.frame.origin = CGPoint(
        x: Self.margin + CGFloat(index % Self.columns) * (GalleryScene.size.width + Self.gap),
        y: Self.header
          + CGFloat(index / Self.columns) * (GalleryScene.size.height + Self.caption + Self.gap))
      root.addSublayer(card)
    }
  }

  /// A white card with a shadow, the stage in its round upper corners, the caption below.
  private func makeCard(_ scene: GalleryScene) throws -> Layer {
    let (width, height) = (GalleryScene.size.width, GalleryScene.size.height)
    let card = makeLayer(0, 0, width, height + Self.caption, .white)
    card.cornerRadius = 12
    card.shadowPath = Path(roundedRect: card.bounds, cornerWidth: 12, cornerHeight: 12)
    card.shadowColor = .ink
    card.shadowOpacity = 0.14
    card.shadowOffset = CGSize(width: 0, height: 3)
    card.shadowRadius = 5
    let stage = try scene.makeStage()
    stage.cornerRadius = 12
    stage.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    card.addSublayer(stage)
    card.addSublayer(
      makeText(
        scene.title, 12, .ink, .bold,
        in: CGRect(x: 12, y: height + 7, width: width - 24, height: 16)))
    card.addSublayer(
      makeText(
        scene.note, 10, .muted, .regular,
        in: CGRect(x: 12, y: height + 24, width: width - 24, height: 14)))
    return card
  }
}

/// One line of text.
func makeText(
  _ string: String, _ size: CGFloat, _ color: Color, _ weight: Font.Weight, in frame: CGRect
) -> TextLayer {
  let text = TextLayer()
  text.font = Font(family: "DejaVu Sans", weight: weight)
  text.fontSize = size
  text.foregroundColor = color
  text.string = string
  text.truncationMode = .end
  text.frame = frame
  return text
}

/// A layer of one colour, or of none.
func makeLayer(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: Color? = nil
) -> Layer {
  let layer = Layer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

/// A path, filled, with a box as large as the stage.
func makeShape(_ path: Path, _ fill: Color? = nil) -> ShapeLayer {
  let shape = ShapeLayer()
  shape.frame = CGRect(origin: .zero, size: GalleryScene.size)
  shape.path = path
  shape.fillColor = fill
  return shape
}

extension Color {
  static let paper = Color(rgb: 0xF7F8FB)
  static let mist = Color(rgb: 0xE9EDF4)
  static let line = Color(rgb: 0xCBD3E0)
  static let muted = Color(rgb: 0x6B7888)
  static let ink = Color(rgb: 0x1E2A3A)
  static let night = Color(rgb: 0x141B34)
  static let coral = Color(rgb: 0xF26B5E)
  static let amber = Color(rgb: 0xF6B23C)
  static let leaf = Color(rgb: 0x3FB68B)
  static let sky = Color(rgb: 0x4AA8E0)
  static let indigo = Color(rgb: 0x4B5BD7)
  static let plum = Color(rgb: 0x9457C4)

  /// This colour with a part of another in it.
  func mixed(with other: Color, _ part: Double) -> Color {
    Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
  }
}

/// Pictures that the scenes show.
enum Pictures {
  /// Mountains at a lake in the evening, 2 pixels to a point.
  static let landscape = drawLandscape(width: 352, height: 240)

  /// A soft round spot.
  static let spot = try! Bitmap(width: 24, height: 24) { x, y in
    let distance = hypot(Double(x) - 11.5, Double(y) - 11.5) / 12
    return Color.white.withAlpha(pow(max(0, 1 - distance), 1.6))
  }

  /// A heart of few pixels.
  static let heart = try! Bitmap(width: 11, height: 10) { x, y in
    let rows = [
      "...........", "..##...##..", ".####.####.", ".#########.", ".#########.", "..#######..",
      "...#####...", "....###....", ".....#.....", "...........",
    ]
    let isSet = Array(rows[y])[x] == "#"
    let isLight = (x == 3 && y == 2) || (x == 2 && y == 3)
    return isLight ? Color(rgb: 0xFFD5CF) : isSet ? .coral : .clear
  }

  /// A button of which the middle can be stretched, 2 pixels to a point.
  static let button = drawButton()

  private static func drawLandscape(width: Int, height: Int) -> Bitmap {
    let context = try! DrawingContext(width: width, height: height)
    let (w, h) = (Double(width), Double(height))
    let horizon = 0.68 * h
    for y in 0..<height {
      let part = min(1, Double(y) / horizon)
      context.fillColor = Color(rgb: 0x2C4A8A).mixed(with: Color(rgb: 0xFFC98A), part * part)
      context.fill(CGRect(x: 0, y: Double(y), width: w, height: 1))
    }
    context.fillColor = Color(rgb: 0xFFF3D6)
    context.fill(
      Path(ellipseIn: CGRect(x: 0.62 * w, y: 0.3 * h, width: 0.15 * w, height: 0.15 * w)))
    let ranges: [(height: Double, size: Double, shift: Double, color: UInt32)] = [
      (0.36, 0.2, 0.3, 0x8B84B0), (0.47, 0.15, 1.9, 0x5E6796), (0.58, 0.1, 4.2, 0x36446F),
    ]
    for range in ranges {
      var hills = Path()
      hills.move(to: CGPoint(x: 0, y: horizon))
      for x in stride(from: 0.0, through: w, by: 2) {
        let u = x / w * 6 + range.shift
        let wave = abs(sin(u)) * 0.6 + abs(sin(2.3 * u + 1)) * 0.3 + abs(sin(5.1 * u)) * 0.1
        hills.addLine(to: CGPoint(x: x, y: h * (range.height + range.size * (1 - wave))))
      }
      hills.addLine(to: CGPoint(x: w, y: horizon))
      hills.closeSubpath()
      context.fillColor = Color(rgb: range.color)
      context.fill(hills)
    }
    for y in Int(horizon)..<height {
      let part = (Double(y) - horizon) / (h - horizon)
      context.fillColor = Color(rgb: 0xE9A77A).mixed(with: Color(rgb: 0x23355F), part.squareRoot())
      context.fill(CGRect(x: 0, y: Double(y), width: w, height: 1))
    }
    context.fillColor = Color(rgb: 0xFFE9C0).withAlpha(0.55)
    for line in 0..<7 {
      let length = 0.13 * w - Double(line) * 2
      let x = 0.695 * w - length / 2 + (line % 2 == 0 ? 4 : -5)
      context.fill(CGRect(x: x, y: horizon + 5 + Double(line) * 9, width: length, height: 3))
    }
    return context.makeBitmap()
  }

  private static func drawButton() -> Bitmap {
    let context = try! DrawingContext(width: 48, height: 48)
    let rect = CGRect(x: 2, y: 2, width: 44, height: 44)
    context.fillColor = Color(rgb: 0x2F3EA8)
    context.fill(Path(roundedRect: rect, cornerWidth: 16, cornerHeight: 16))
    context.fillColor = .indigo
    context.fill(
      Path(
        roundedRect: CGRect(x: 2, y: 2, width: 44, height: 38), cornerWidth: 16, cornerHeight: 16))
    context.fillColor = Color.white.withAlpha(0.3)
    context.fill(
      Path(
        roundedRect: CGRect(x: 10, y: 6, width: 28, height: 6), cornerWidth: 3, cornerHeight: 3))
    return context.makeBitmap()
  }
}
