// CoverFlow: seven covers in perspective, each with its reflection.
//
//     swift run CoverFlow [FOLDER]       # writes covers.png, by default into out/CoverFlow
//     swift run lamina show cover-flow   # shows them live
//
// A `sublayerTransform` is a perspective that all sublayers share. A cover and its reflection
// show one bitmap. The opacity of a layer with sublayers is that of all of them together, so
// reflections hide each other before the floor shows through. All of this is in CoverFlow.swift.

import ExampleScenes
import Lamina
import LaminaImages
import LaminaViews

let folder = CommandLine.arguments.dropFirst().first ?? "out/CoverFlow"

// A host shows a view and brings it what fingers and keys do. It needs no window, either.
let host = try ViewHost(rootView: CoverFlowView(), size: CoverFlowView.size)
let frame = try host.render(at: 0)
try frame.bitmap.write(toFile: "\(folder)/covers.png", createsFolder: true)
print("Wrote \(folder)/covers.png, \(frame.bitmap.width) x \(frame.bitmap.height) pixels.")
