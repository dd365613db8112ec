import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Random tests name the properties that they change; here nobody forgets one.
@Suite("Random tests")
struct PropertyCoverageTests {
  /// The names of the properties that differ after a change of a new layer of each kind.
  private func changedNames(_ change: (Layer) -> Void) -> Set<String> {
    var names: Set<String> = []
    for kind in Set(DeclaredProperty.all.map(\.kind)) {
      guard let layer = DeclaredProperty.all.first(where: { $0.kind == kind })?.makeLayer() else {
        continue
      }
      let before = layer.values
      change(layer)
      names.formUnion(layer.values.keysThatDiffer(from: before).map(\.rawValue))
    }
    return names
  }

  @Test("change every declared property", .slow)
  func walks() {
    var numbers = SeededGenerator(seed: 1)
    var missing = Set(DeclaredProperty.all.map(\.name))
    for _ in 0..<50_000 where !missing.isEmpty {
      let change = LayerChange.random(&numbers, reach: CGSize(width: 100, height: 80))
      missing.subtract(changedNames(change.apply))
    }
    #expect(missing == [])
  }

  @Test("set every property of numbers to numbers of any size")
  func hostileSetters() {
    let setters = HostileSetters.all + HostileSetters.kinds
    let names = setters.reduce(into: Set<String>()) { names, setter in
      names.formUnion(changedNames { setter.set($0, 0.75) })
    }
    let numeric = DeclaredProperty.all.filter { declared in
      switch declared.property.read(declared.makeLayer().values) {
      case .value(.scalar), .value(.point), .value(.size), .value(.rect), .value(.transform): true
      default: false
      }
    }
    // Sets of bits and whole numbers cannot have any size.
    let others: Set = ["maskedCorners", "edgeAntialiasingMask", "seed", "instanceCount"]
    #expect(Set(numeric.map(\.name)).subtracting(names) == others)
  }
}
