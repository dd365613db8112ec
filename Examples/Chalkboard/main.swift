// Chalkboard: ten thousand strokes of chalk, and what each of them costs.
//
//     swift run -c release Chalkboard [FOLDER]   # writes board.png, by default into out/Chalkboard
//
// A stroke is a small picture of chalk dust, drawn wherever the chalk touched the board. All have to
// stay, so the layer remembers where they were and draws them again when it is asked to. What that
// costs is a matter of how much it is asked for: everything; the rectangle of the new stroke, with a
// look at each of the old ones; or the rectangle, with a look at those nearby.

import Foundation
import Lamina
import LaminaImages

let brushSize: CGFloat = 32

/// Whether a stroke has everything drawn again, and which strokes are looked at for that.
enum Way: String, CaseIterable {
  case everything = "setNeedsDisplay()"
  case rectangle = "setNeedsDisplay(rect)"
  case nearby = "the same, strokes by place"
}

final class ChalkLayer: Layer {
  private let way: Way
  private let brush: Bitmap
  private var strokes: [CGPoint] = []
  /// The strokes in each square of the board, in the order in which they were made.
  private var squares: [[Int]] = Array(repeating: [], count: ChalkLayer.columns * 64)
  private static let columns = 64

  init(_ way: Way, brush: Bitmap) {
    self.way = way
    self.brush = brush
    super.init()
  }

  required init(layer: Any) {
    let other = layer as! ChalkLayer
    way = other.way
    brush = other.brush
    super.init(layer: layer)
  }

  func addBrushStroke(at point: CGPoint) {
    squares[square(point.x) + Self.columns * square(point.y)].append(strokes.count)
    strokes.append(point)
    if way == .everything { setNeedsDisplay() } else { setNeedsDisplay(brushRect(for: point)) }
  }

  private func brushRect(for point: CGPoint) -> CGRect {
    CGRect(
      x: point.x - brushSize / 2, y: point.y - brushSize / 2, width: brushSize, height: brushSize)
  }

  private func square(_ coordinate: CGFloat) -> Int {
    max(0, min(Self.columns - 1, Int(coordinate / brushSize)))
  }

  override func draw(in context: DrawingContext) {
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
      for y in square(dirty.minY - brushSize / 2)...square(dirty.maxY + brushSize / 2) {
        for x in square(dirty.minX - brushSize / 2)...square(dirty.maxX + brushSize / 2) {
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

/// Grains of chalk, dense in the middle.
func makeBrush() throws -> Bitmap {
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

/// The places that the chalk touched, as they were recorded.
func recordedTouches() -> [CGPoint] {
  var touches: [CGPoint] = []
  let text = String(decoding: PackageResources.touches_txt, as: UTF8.self)
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    var point = CGPoint.zero
    for step in line.split(separator: " ") {
      let numbers = step.split(separator: ",").compactMap { Double($0) }
      point.x += numbers[0]
      point.y += numbers[1]
      touches.append(point)
    }
  }
  return touches
}

/// A board with nothing on it.
func makeBoard(_ way: Way, brush: Bitmap) throws -> (Renderer, ChalkLayer) {
  let renderer = try Renderer(width: 1_024, height: 768)
  renderer.layer.backgroundColor = Color(rgb: 0x24_4A3E)
  renderer.layer.borderColor = Color(rgb: 0x8A_5A34)
  renderer.layer.borderWidth = 16
  let chalk = ChalkLayer(way, brush: brush)
  chalk.frame = renderer.layer.bounds
  // What is drawn appears at once, and does not fade in.
  chalk.actions = ["contents": NoAction()]
  renderer.layer.addSublayer(chalk)
  chalk.setNeedsDisplay()
  _ = try renderer.render(at: 0)
  return (renderer, chalk)
}

let folder = CommandLine.arguments.dropFirst().first ?? "out/Chalkboard"
let touches = recordedTouches()
let brush = try makeBrush()
let clock = ContinuousClock()

/// The cost of stroke number `count` and of some before it, with its frame: the middle one.
func cost(of count: Int, on board: (Renderer, ChalkLayer), drawn: inout Int, samples: Int) throws
  -> Duration
{
  while drawn < count - samples {
    board.1.addBrushStroke(at: touches[drawn])
    drawn += 1
  }
  _ = try board.0.render(at: 0)
  var costs: [Duration] = []
  while drawn < count {
    let start = clock.now
    board.1.addBrushStroke(at: touches[drawn])
    _ = try board.0.render(at: 0)
    costs.append(clock.now - start)
    drawn += 1
  }
  return costs.sorted()[costs.count / 2]
}

print("What a stroke costs, with its frame, in microseconds, as the board fills:")
print("                               100      1,000     10,000    10,000 to 100")
var pictures: [Bitmap] = []
for way in Way.allCases {
  let board = try makeBoard(way, brush: brush)
  var drawn = 0
  var costs: [Double] = []
  for count in [100, 1_000, 10_000] {
    let samples = way == .everything ? 9 : 99
    let duration = try cost(of: count, on: board, drawn: &drawn, samples: samples)
    costs.append(duration / .microseconds(1))
  }
  func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  let numbers = costs.map { column("\(Int($0.rounded()))", 11) }.joined()
  let ratio = (costs[2] / costs[0] * 100).rounded() / 100
  let name = way.rawValue + String(repeating: " ", count: 26 - way.rawValue.count)
  print(name + numbers.dropFirst(3) + column("\(ratio)", 14))
  pictures.append(try board.0.render(at: 0).bitmap)
}
print(
  "The three pictures are \(pictures.allSatisfy { $0 == pictures[0] } ? "the same" : "different").")
try pictures[2].write(to: "\(folder)/board.png", createsFolder: true)
print("Wrote \(folder)/board.png, with \(touches.count) strokes.")
