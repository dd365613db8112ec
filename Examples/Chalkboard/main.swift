// Chalkboard: ten thousand strokes of chalk, and what each of them costs.
//
//     swift run -c release Chalkboard [FOLDER]       # writes board.png, by default into
//                                                    # out/Chalkboard
//     swift run -c release lamina show chalkboard    # shows it live, to write on
//
// A stroke is a small picture of chalk dust, drawn wherever the chalk touched the board. All have to
// stay, so the layer remembers where they were and draws them again when it is asked to. What that
// costs is a matter of how much it is asked for: everything; the rectangle of the new stroke, with a
// look at each of the old ones; or the rectangle, with a look at those nearby.
// The three ways are in Chalkboard.swift. What was recorded is one sentence again and again, of 900
// strokes each, so numbers 100, 1,000 and 10,000 are measured at the same letters.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import LaminaViews

let folder = CommandLine.arguments.dropFirst().first ?? "out/Chalkboard"
let touches = ChalkboardView.recordedTouches()
let clock = ContinuousClock()

/// The cost of stroke number `count` and of some before it, with its frame: the middle one.
func cost(of count: Int, on board: ViewHost, _ chalk: ChalkLayer, drawn: inout Int, samples: Int)
  throws -> Duration
{
  while drawn < count - samples {
    chalk.addBrushStroke(at: touches[drawn])
    drawn += 1
  }
  _ = try board.render(at: 0)
  var costs: [Duration] = []
  while drawn < count {
    let start = clock.now
    chalk.addBrushStroke(at: touches[drawn])
    _ = try board.render(at: 0)
    costs.append(clock.now - start)
    drawn += 1
  }
  return costs.sorted()[costs.count / 2]
}

print("What a stroke costs, with its frame, in microseconds, as the board fills:")
print("                               100      1,000     10,000    10,000 to 100")
var pictures: [Bitmap] = []
for way in ChalkLayer.Way.allCases {
  // A board with nothing on it.
  let view = try ChalkboardView(way)
  let board = try ViewHost(rootView: view, size: ChalkboardView.size)
  _ = try board.render(at: 0)
  var drawn = 0
  var costs: [Double] = []
  for count in [100, 1_000, 10_000] {
    let samples = way == .everything ? 9 : 99
    let duration = try cost(
      of: count, on: board, view.chalk, drawn: &drawn, samples: samples)
    costs.append(duration / .microseconds(1))
  }
  func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  let numbers = costs.map { column("\(Int($0.rounded()))", 11) }.joined()
  let ratio = (costs[2] / costs[0] * 100).rounded() / 100
  let name = way.rawValue + String(repeating: " ", count: 26 - way.rawValue.count)
  print(name + numbers.dropFirst(3) + column("\(ratio)", 14))
  pictures.append(try board.render(at: 0).bitmap)
}
print(
  "The three pictures are \(pictures.allSatisfy { $0 == pictures[0] } ? "the same" : "different").")
try pictures[2].write(toFile: "\(folder)/board.png", createsFolder: true)
print("Wrote \(folder)/board.png, with \(touches.count) strokes.")
