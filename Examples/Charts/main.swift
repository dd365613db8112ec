// Charts: twenty-three charts, each described in a file of its own.
//
//     swift run Charts [FOLDER] [SCALE] [WIDTH]    # writes PNG files, by default into out/Charts
//
// A chart is a value; write(to:size:) draws it without a view, a window or an event loop.

import Foundation
import LaminaCharts

let folder = CommandLine.arguments.dropFirst().first ?? "out/Charts"
let scale = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 1
let limit = CommandLine.arguments.dropFirst(3).first.flatMap { Double($0) } ?? .infinity
let wide = CGSize(width: 720, height: 360)
let charts: [(name: String, size: CGSize, chart: Chart)] = [
  ("sparkline", CGSize(width: 160, height: 36), sparkline),
  ("load", wide, load),
  ("energy", wide, energy),
  ("revenue", wide, revenue),
  ("animals", CGSize(width: 560, height: 420), animals),
  ("visits", wide, visits),
  ("browsers", CGSize(width: 480, height: 320), browsers),
  ("plan", wide, plan),
  ("latency", wide, latency),
  ("climate", wide, climate),
  ("prices", wide, prices),
  ("penguins", wide, penguins),
  ("growth", CGSize(width: 480, height: 320), growth),
  ("regions", CGSize(width: 720, height: 420), regions),
  ("forecast", wide, forecast),
  ("weather", wide, weather),
  ("balances", wide, balances),
  ("races", wide, races),
  ("languages", wide, languages),
  ("sensor", wide, sensor),
  ("battery", wide, battery),
  ("network", wide, network),
  ("overview", CGSize(width: 720, height: 560), overview),
]
for (name, size, chart) in charts {
  // A narrow picture is a little higher in proportion, as its texts are not smaller.
  let width = min(size.width, limit)
  let size = CGSize(
    width: width, height: (size.height * (width / size.width).squareRoot()).rounded())
  try chart.write(to: "\(folder)/\(name).png", size: size, scale: scale, createsFolder: true)
}
print("Wrote \(charts.count) charts into \(folder).")
