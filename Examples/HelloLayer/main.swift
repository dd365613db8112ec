// HelloLayer: three layers, one frame, one file.
//
//     swift run HelloLayer [FOLDER]      # writes hello.png, by default into out/HelloLayer
//
// A renderer holds a tree of layers and draws it at a time that you give. There is no window,
// no display and no clock.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/HelloLayer"

// The renderer makes a root layer that fills its frame. Lengths are in points; y grows
// downwards from the top left corner.
let renderer = try Renderer(size: CGSize(width: 320, height: 200))
renderer.layer.backgroundColor = Color(rgb: 0x12324A)

let card = Layer()
card.frame = CGRect(x: 70, y: 40, width: 180, height: 120)
card.backgroundColor = Color(rgb: 0xF4EFE2)
card.masksToBounds = true
renderer.layer.addSublayer(card)

// A layer turns about its position. Its superlayer's bounds cut it off.
let tile = Layer()
tile.bounds = CGRect(x: 0, y: 0, width: 90, height: 90)
tile.position = CGPoint(x: 150, y: 95)
tile.backgroundColor = Color(rgb: 0xF2783C)
tile.setAffineTransform(Transform2D(rotationAngle: .pi / 6))
card.addSublayer(tile)

// Rendering commits the changes above and draws them.
let frame = try renderer.render(at: 0)
try frame.bitmap.write(toFile: "\(folder)/hello.png", createsFolder: true)
print("Wrote \(folder)/hello.png, \(frame.bitmap.width) x \(frame.bitmap.height) pixels.")
