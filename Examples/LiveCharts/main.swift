// LiveCharts: charts that change while they are looked at.
//
//     swift run LiveCharts [FOLDER]       # writes 0000.png … 0119.png, by default into
//                                         # out/LiveCharts
//     swift run lamina show live-charts   # shows them live: point, drag, turn the wheel, click the
//                                         # legend
//
// The view, in LiveCharts.swift, gives its charts new descriptions. Samples replace each other at
// once; bars move to their new values.

import ExampleScenes
import Foundation
import LaminaImages
import LaminaViews

let folder = CommandLine.arguments.dropFirst().first ?? "out/LiveCharts"

let host = try ViewHost(rootView: DashboardView(), size: DashboardView.size)
let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%04d.png"), encoder: PNGEncoder(), createsFolder: true)
for index in 0..<120 { try frames.write(host.render(at: Double(index) / 10)) }
try frames.finish()
print("Wrote \(frames.nextNumber) frames, \(folder)/0000.png … 0119.png.")
