import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaInspector

@Suite("The changes that a viewer has yet to see")
struct PendingChangesTests {
  private static let (width, height) = (48, 40)

  /// Makes copies, one after the other.
  private func apply(_ copies: [PixelCopy], to pixels: inout [Int]) {
    for copy in copies {
      let before = pixels
      for y in copy.destination.minY..<copy.destination.maxY {
        for x in copy.destination.minX..<copy.destination.maxX {
          pixels[y * Self.width + x] = before[(y - copy.dy) * Self.width + x - copy.dx]
        }
      }
    }
  }

  /// A copy of a square of 10 or 11 pixels from one of four places to another, or to one nearby.
  private func copy(_ random: inout SeededGenerator) -> PixelCopy {
    let places = [(2, 2), (14, 2), (2, 14), (20, 16)]
    let (x, y) = places[random.below(4)]
    let (toX, toY) = random.chance(50) ? places[random.below(4)] : (x, y)
    let (dx, dy) = (toX - x + random.integer(in: -1...1), toY - y + random.integer(in: -1...1))
    return PixelCopy(
      destination: PixelRect(x: x + dx, y: y + dy, width: 10 + random.below(2), height: 10),
      dx: dx, dy: dy)
  }

  @Test("give the last frame where they say that it is up to date, whatever was copied where")
  func exact() {
    var random = SeededGenerator(seed: firstWalkSeed)
    var joined = 0
    for seed in 0..<3000 {
      let first = Array(0..<Self.width * Self.height)
      var last = first
      var changes = PendingChanges()
      let count = 2 + random.below(4)
      for frame in 0..<count {
        let copy = copy(&random)
        apply([copy], to: &last)
        let dot = PixelRect(x: random.below(40), y: random.below(30), width: 2, height: 1)
        last[dot.minY * Self.width + dot.minX] = -1 - frame
        last[dot.minY * Self.width + dot.minX + 1] = -1 - frame
        var damage = Region(copy.destination)
        damage.insert(dot)
        changes.add(FrameDifference(copies: [copy], region: Region(dot)), damage: damage)
      }
      joined += changes.copies.count < count ? 1 : 0
      var seen = first
      apply(changes.copies, to: &seen)
      let wrong = seen.indices.filter { index in
        seen[index] != last[index]
          && !changes.stale.rects.contains {
            $0.contains(x: index % Self.width, y: index / Self.width)
          }
      }
      #expect(wrong.isEmpty, "\(seed)")
    }
    #expect(joined > 100)
  }
}
