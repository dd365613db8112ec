import ArgumentParser
import Foundation
import Lamina

/// The memory taken by changes until they are committed, and by animations while they run.
///
/// Each figure is the growth of the process per layer, including the allocator's overhead and the
/// spare capacity of arrays. Nothing is freed between two figures, since the next one would be too
/// small.
struct MemoryReport {
  /// The memory of one change or animation.
  struct Figure {
    let name: String
    let bytes: Double
    /// The upper bound, in bytes.
    let bound: Double

    var isMet: Bool { bytes <= bound }

    var row: String {
      "MEMORY\t\(name)\t\(Int(bytes.rounded()))\t\(Int(bound))"
        + (isMet ? "" : "\tMISSED")
    }
  }

  private static let layerCount = 50_000

  private(set) var figures: [Figure] = []
  private var scenes: [BenchScene] = []

  /// Takes all measurements.
  init() throws {
    let change = { (layer: Layer) in layer.position.x += 1 }
    let secondChange = { (layer: Layer) in layer.opacity = 0.5 }
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = 0.25
    animation.duration = 10

    var layers = try makeLayers()
    Transaction.begin()
    Transaction.disableActions = true
    add("a change without actions", bound: 150) { layers.forEach(change) }
    Transaction.commit()

    layers = try makeLayers()
    Transaction.begin()
    add("an implicit change", bound: 290) { layers.forEach(change) }
    add("a further implicit change", bound: 140) { layers.forEach(secondChange) }
    Transaction.commit()

    try addRunning("implicit animation", bounds: (1_100, 690), change, secondChange)
    try addRunning(
      "animation of many layers", bounds: (1_170, 880),
      { $0.add(animation, forKey: "a") }, { $0.add(animation, forKey: "b") })
  }

  /// Measures animations that run after a frame: one of each layer, and then two.
  private mutating func addRunning(
    _ name: String, bounds: (first: Double, further: Double),
    _ changes: ((Layer) -> Void)...
  ) throws {
    var sums: [Double] = []
    for count in 1...2 {
      let layers = try makeLayers()
      let scene = scenes.last!
      let start = Self.residentBytes()
      for change in changes.prefix(count) { layers.forEach(change) }
      try scene.render()
      sums.append(Double(Self.residentBytes() - start) / Double(Self.layerCount))
    }
    figures.append(Figure(name: "a running \(name)", bytes: sums[0], bound: bounds.first))
    figures.append(
      Figure(name: "a further running \(name)", bytes: sums[1] - sums[0], bound: bounds.further))
  }

  private mutating func add(_ name: String, bound: Double, _ change: () -> Void) {
    let start = Self.residentBytes()
    change()
    let bytes = Double(Self.residentBytes() - start) / Double(Self.layerCount)
    figures.append(Figure(name: name, bytes: bytes, bound: bound))
  }

  /// Creates a tree, renders it once, and returns its layers.
  private mutating func makeLayers() throws -> [Layer] {
    let scene = try BenchScene(width: 16, height: 16, background: 0xFF10_1010)
    let layers = (0..<Self.layerCount).map { _ in Layer() }
    Transaction.run(disableActions: true) { scene.root.sublayers = layers }
    try scene.render()
    scenes.append(scene)
    return layers
  }

  /// Returns the resident set size of the process.
  private static func residentBytes() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
