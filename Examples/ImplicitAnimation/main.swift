// ImplicitAnimation: the same change, animated in three ways.
//
//     swift run ImplicitAnimation [FOLDER]       # writes 000.png … 100.png, by default into
//                                                # out/ImplicitAnimation
//     swift run lamina show implicit-animation   # shows it live
//
// A property has its new value at once: that is the model. What is seen is the presentation,
// which an animation brings to the new value in the transaction's duration. The three ways are in
// ImplicitAnimation.swift.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/ImplicitAnimation"

let size = ImplicitAnimationScene.size
let renderer = try Renderer(size: size)
let scene = ImplicitAnimationScene(on: renderer.layer)
renderer.commit(at: 0)
scene.change()

/// A number with one digit after the point, in a column.
func column(_ value: CGFloat) -> String {
  let tenths = Int((value * 10).rounded())
  let text = "\(tenths / 10).\(tenths % 10)"
  return String(repeating: " ", count: max(0, 16 - text.count)) + text
}

print("The model says x = \(scene.boxes.map { "\($0.position.x)" }.joined(separator: ", ")).")
print("time (s)   default, 0.25 s     linear, 1 s      no actions   file")
for percent in [0, 10, 20, 25, 50, 75, 100] {
  // Going to a time is one call. Times may come in any order; presentation() answers for the
  // last one.
  let frame = try renderer.render(at: Double(percent) / 100)
  let digits = String(1000 + percent).dropFirst()
  let path = "\(folder)/\(digits).png"
  try frame.bitmap.write(toFile: path, createsFolder: true)
  let seen = scene.boxes.map { column($0.presentation()!.position.x) }.joined()
  print("\(digits.first!).\(digits.dropFirst())    \(seen)   \(path)")
}
