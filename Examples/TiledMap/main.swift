// TiledMap: a map of a million points a side, of which a window sees a part.
//
//     swift run -c release TiledMap [FOLDER]     # writes map-0.png … and map.png, by default into
//                                                # out/TiledMap
//     swift run -c release lamina show tiled-map # shows it live, to scroll and zoom
//
// The whole map would have 4 TB of pixels. The layer asks for the tiles that are seen, at the level
// of detail that they are seen at, draws them on all cores in the background, and keeps a few.
// The landscape is in TiledMap.swift.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import Synchronization

let folder = CommandLine.arguments.dropFirst().first ?? "out/TiledMap"
let clock = ContinuousClock()

/// The number of tiles drawn, and the time that this took, on all threads together.
final class Work: Sendable {
  private let state = Mutex((tiles: 0, time: Duration.zero))

  func add(_ time: Duration) {
    state.withLock {
      $0.tiles += 1
      $0.time += time
    }
  }

  func take() -> (tiles: Int, time: Duration) {
    state.withLock { state in
      defer { state = (tiles: 0, time: .zero) }
      return state
    }
  }
}

let work = Work()
let renderer = try Renderer(size: CGSize(width: 1_024, height: 640))
renderer.layer.backgroundColor = Color(rgb: 0x10_2840)
let map = MapView.makeMap()
map.drawTile = { [work] context in
  let start = ContinuousClock().now
  Terrain().draw(in: context)
  work.add(ContinuousClock().now - start)
}
renderer.layer.addSublayer(map)

/// Puts a point of the map into the middle of the frame.
@MainActor func look(at center: CGPoint, zoom: Double) {
  Transaction.run(disableActions: true) {
    map.anchorPoint = CGPoint(x: center.x / Terrain.side, y: center.y / Terrain.side)
    map.position = CGPoint(x: 512, y: 320)
    map.transform = Transform3D(scaleX: zoom, y: zoom)
  }
}

func milliseconds(_ duration: Duration) -> Double {
  (duration / .milliseconds(1) * 10).rounded() / 10
}

let target = CGPoint(x: 0.3947 * Terrain.side, y: 0.5716 * Terrain.side)
print("zoom      tiles  owner waits    all there    on all threads   bytes held")
var zoom = 1.0 / 1_024
for step in 0...5 {
  look(at: target, zoom: zoom)
  let start = clock.now
  renderer.commit(at: Double(step))
  let asked = clock.now
  renderer.finishTiles(at: Double(step))
  let frame = try renderer.render(at: Double(step))
  let done = clock.now
  let drawn = work.take()
  print(
    "1:\(Int(1 / zoom))", drawn.tiles, "\(milliseconds(asked - start)) ms",
    "\(milliseconds(done - start)) ms", "\(milliseconds(drawn.time)) ms",
    map.backingStoreByteCount, separator: "\t")
  try frame.bitmap.write(toFile: "\(folder)/map-\(step).png", createsFolder: true)
  if step == 1 { try frame.bitmap.write(toFile: "\(folder)/map.png") }
  zoom *= 4
}

// Moving by a few points asks for the tiles that come into sight and no others.
look(at: CGPoint(x: target.x + 200, y: target.y), zoom: 1)
renderer.finishTiles(at: 6)
print("moved by 200 points: \(work.take().tiles) tiles drawn, \(map.tileCount) kept")
print("Wrote \(folder)/map.png, and six steps from the whole map to one point a pixel.")
