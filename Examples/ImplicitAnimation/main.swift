// ImplicitAnimation: the same change, animated in three ways.
//
//     swift run ImplicitAnimation [FOLDER]   # writes 000.png … 100.png, by default into
//                                            # out/ImplicitAnimation
//
// A property has its new value at once: that is the model. What is seen is the presentation,
// which an animation brings to the new value in the transaction's duration.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/ImplicitAnimation"

let renderer = try Renderer(width: 320, height: 120)
renderer.layer.backgroundColor = Color(rgb: 0x12324A)

let colors: [UInt32] = [0xF2783C, 0xF4EFE2, 0x5FB3A1]
let boxes = colors.enumerated().map { row, color in
  let box = Layer()
  box.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
  box.position = CGPoint(x: 30, y: 25 + 35 * row)
  box.backgroundColor = Color(rgb: color)
  renderer.layer.addSublayer(box)
  return box
}
renderer.commit(at: 0)

// Outside any transaction a change takes a quarter of a second, with the default curve.
boxes[0].position.x = 290

// A transaction sets another duration and another curve for the changes inside it.
Transaction.run(duration: 1, timingFunction: .linear) {
  boxes[1].position.x = 290
}

// Without actions the change is seen in the next frame.
Transaction.run(disableActions: true) {
  boxes[2].position.x = 290
}

/// A number with one digit after the point, in a column.
func column(_ value: CGFloat) -> String {
  let tenths = Int((value * 10).rounded())
  let text = "\(tenths / 10).\(tenths % 10)"
  return String(repeating: " ", count: max(0, 16 - text.count)) + text
}

print("The model says x = \(boxes.map { "\($0.position.x)" }.joined(separator: ", ")).")
print("time (s)   default, 0.25 s     linear, 1 s      no actions   file")
for percent in [0, 10, 20, 25, 50, 75, 100] {
  // Going to a time is one call. Times may come in any order; presentation() answers for the
  // last one.
  let frame = try renderer.render(at: Double(percent) / 100)
  let digits = String(1000 + percent).dropFirst()
  let path = "\(folder)/\(digits).png"
  try frame.bitmap.write(to: path, createsFolder: true)
  let seen = boxes.map { column($0.presentation()!.position.x) }.joined()
  print("\(digits.first!).\(digits.dropFirst())    \(seen)   \(path)")
}
