import Foundation
import Lamina
import LaminaViews

/// A layer that remembers where chalk touched it, and draws a small picture of dust at each place.
package final class ChalkLayer: Layer {
  /// A strategy for redrawing: whether a stroke redraws everything, and which strokes are examined for
  /// that.
  package enum Way: String, CaseIterable {
    case everything = "setNeedsDisplay()"
    case rectangle = "setNeedsDisplay(rect)"
    case nearby = "the same, strokes by place"
  }

  private static let brushSize: CGFloat = 32
  private static let columns = 64

  private let way: Way
  private let brush: Bitmap
  private var strokes: [CGPoint] = []
  /// The strokes in each square of the board, in the order in which they were made.
  private var squares: [[Int]] = Array(repeating: [], count: ChalkLayer.columns * 64)

  package init(_ way: Way) throws {
    self.way = way
    brush = try Self.makeBrush()
    super.init()
  }

  package required init(layer: Any) {
    let other = layer as! ChalkLayer
    way = other.way
    brush = other.brush
    super.init(layer: layer)
  }

  /// Grains of chalk, dense in the middle.
  private static func makeBrush() throws -> Bitmap {
    var numbers: UInt32 = 7
    return try Bitmap(width: Int(brushSize), height: Int(brushSize)) { x, y in
      numbers = numbers &* 1_664_525 &+ 1_013_904_223
      let grain = Double(numbers >> 8) / Double(1 << 24)
      let (dx, dy) = (Double(x) - 15.5, Double(y) - 15.5)
      let distance = (dx * dx + dy * dy).squareRoot()
      let density = distance < 3.6 ? 0.3 : distance < 13 ? 0.012 * (1 - distance / 13) : 0
      return Color.white.withAlpha(grain < density ? 0.35 + 0.5 * grain / density : 0)
    }
  }

  package func addBrushStroke(at point: CGPoint) {
    squares[square(point.x) + Self.columns * square(point.y)].append(strokes.count)
    strokes.append(point)
    if way == .everything { setNeedsDisplay() } else { setNeedsDisplay(brushRect(for: point)) }
  }

  /// Wipes the board.
  package func removeAllStrokes() {
    strokes = []
    squares = Array(repeating: [], count: squares.count)
    setNeedsDisplay()
  }

  private func brushRect(for point: CGPoint) -> CGRect {
    CGRect(
      x: point.x - Self.brushSize / 2, y: point.y - Self.brushSize / 2, width: Self.brushSize,
      height: Self.brushSize)
  }

  private func square(_ coordinate: CGFloat) -> Int {
    max(0, min(Self.columns - 1, Int(coordinate / Self.brushSize)))
  }

  package override func draw(in context: DrawingContext) {
    let dirty = context.boundingBoxOfClipPath
    switch way {
    case .everything, .rectangle:
      for point in strokes {
        let rect = brushRect(for: point)
        // Only draw a brush stroke if it intersects the dirty rectangle.
        if dirty.intersects(rect) { context.draw(brush, in: rect) }
      }
    case .nearby:
      var near: [Int] = []
      let reach = Self.brushSize / 2
      for y in square(dirty.minY - reach)...square(dirty.maxY + reach) {
        for x in square(dirty.minX - reach)...square(dirty.maxX + reach) {
          near += squares[x + Self.columns * y]
        }
      }
      for index in near.sorted() {
        let rect = brushRect(for: strokes[index])
        if dirty.intersects(rect) { context.draw(brush, in: rect) }
      }
    }
  }
}

/// A board to write on with fingers. The key delete wipes it.
package final class ChalkboardView: View {
  /// The size of the board, in points.
  package static let size = CGSize(width: 1_024, height: 768)

  package let chalk: ChalkLayer
  private var replay: Replay?

  /// - Parameters:
  ///   - way: how strokes are drawn.
  ///   - replaysRecording: whether what was recorded is written while time goes on.
  package init(_ way: ChalkLayer.Way, replaysRecording: Bool = false) throws {
    chalk = try ChalkLayer(way)
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    backgroundColor = Color(rgb: 0x24_4A3E)
    layer.borderColor = Color(rgb: 0x8A_5A34)
    layer.borderWidth = 16
    chalk.frame = bounds
    // What is drawn appears at once, and does not fade in.
    chalk.actions = ["contents": NoAction()]
    layer.addSublayer(chalk)
    chalk.setNeedsDisplay()
    if !replaysRecording { return }
    let touches = Self.recordedTouches()
    replay = Replay(in: self, count: touches.count, perSecond: 1_000) { [unowned self] numbers in
      for point in touches[numbers] { chalk.addBrushStroke(at: point) }
    }
  }

  /// A display with small pixels gets as many of them in each stroke.
  package override var contentScaleFactor: CGFloat {
    didSet {
      chalk.contentsScale = contentScaleFactor
      chalk.setNeedsDisplay()
    }
  }

  /// The places that the chalk touched, as they were recorded.
  package static func recordedTouches() -> [CGPoint] {
    RecordedTouches.places(PackageResources.chalk_txt, startsAnew: true)
  }

  // MARK: - Input

  package override func touchesBegan(_ touches: [Touch]) {
    for touch in touches { chalk.addBrushStroke(at: touch.location(in: self)) }
  }

  /// However far a finger has come, the strokes are as close to each other as those of a slow one.
  package override func touchesMoved(_ touches: [Touch]) {
    for touch in touches {
      let (start, end) = (touch.previousLocation(in: self), touch.location(in: self))
      let count = (hypot(end.x - start.x, end.y - start.y) / 3).rounded(.up)
      for step in stride(from: 1, through: min(count, 1_000), by: 1) {
        let part = step / min(count, 1_000)
        chalk.addBrushStroke(
          at: CGPoint(
            x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
      }
    }
  }

  package override func touchesEnded(_ touches: [Touch]) {}
  package override func touchesCancelled(_ touches: [Touch]) {}

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    guard key == .delete else { return false }
    replay?.stop()
    chalk.removeAllStrokes()
    return true
  }
}
