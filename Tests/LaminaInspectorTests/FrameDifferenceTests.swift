import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaInspector

@Suite("The difference of two frames")
struct FrameDifferenceTests {
  /// A picture of many small shapes on one colour.
  private func shapes(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> [UInt32] {
    var pixels = [UInt32](repeating: 0xFF20_3040, count: width * height)
    for _ in 0..<max(6, width * height / 300) {
      let color = 0xFF00_0000 | UInt32(random.below(1 << 24))
      let (x, y) = (random.below(width), random.below(height))
      for row in y..<min(height, y + 1 + random.below(6)) {
        for column in x..<min(width, x + 1 + random.below(9)) {
          pixels[row * width + column] = color &+ UInt32((row ^ column) & 3)
        }
      }
    }
    return pixels
  }

  /// Moves the pixels of a rectangle; new ones come in at the edges.
  private func scroll(
    _ pixels: inout [UInt32], width: Int, _ rect: PixelRect, dx: Int, dy: Int,
    _ random: inout SeededGenerator
  ) {
    let old = pixels
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        pixels[y * width + x] =
          rect.contains(x: x - dx, y: y - dy)
          ? old[(y - dy) * width + x - dx]
          : random.chance(3) ? 0xFF00_0000 | UInt32(random.below(1 << 24)) : 0xFF20_3040
      }
    }
  }

  /// Makes the copies, and takes over the pixels of the region.
  private func apply(
    _ difference: FrameDifference, to pixels: [UInt32], from new: [UInt32], width: Int
  ) -> [UInt32] {
    var result = pixels
    for copy in difference.copies {
      let before = result
      for y in copy.destination.minY..<copy.destination.maxY {
        for x in copy.destination.minX..<copy.destination.maxX {
          result[y * width + x] = before[(y - copy.dy) * width + x - copy.dx]
        }
      }
    }
    for rect in difference.region.rects {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { result[y * width + x] = new[y * width + x] }
      }
    }
    return result
  }

  @Test("finds each movement, and is exact also where something else changed")
  func movements() throws {
    var random = SeededGenerator(seed: firstWalkSeed)
    for seed in 0..<120 {
      let (width, height) = (120 + random.below(120), 80 + random.below(80))
      let old = shapes(width, height, &random)
      var new = old
      let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
      let area =
        random.chance(50)
        ? bounds
        : PixelRect(
          x: random.below(20), y: random.below(20), width: width - 40, height: height - 30)
      let (dx, dy) = (random.integer(in: -12...12), random.integer(in: -9...9))
      scroll(&new, width: width, area, dx: dx, dy: dy, &random)
      let isDisturbed = seed % 3 == 0
      if isDisturbed {
        for _ in 0..<20 { new[random.below(new.count)] = .max - UInt32(random.below(1 << 24)) }
      }
      let difference = try FrameDifference(
        from: Bitmap(width: width, height: height, pixels: old),
        to: Bitmap(width: width, height: height, pixels: new),
        damage: Region(seed % 2 == 0 || isDisturbed ? bounds : area),
        hint: seed % 5 == 0 ? PixelCopy(destination: area, dx: dx + seed % 2, dy: dy) : nil)
      #expect(apply(difference, to: old, from: new, width: width) == new, "\(seed)")
      if (dx, dy) == (0, 0) {
        #expect(difference.copies == [])
        if !isDisturbed { #expect(difference.region.isEmpty) }
      } else if !isDisturbed {
        #expect(difference.copies.map(\.dx) == [dx], "\(seed)")
        #expect(difference.copies.map(\.dy) == [dy], "\(seed)")
        // The strips that came in, to whole squares.
        let strips = bounds.width * (abs(dy) + 32) + bounds.height * (abs(dx) + 32)
        #expect(difference.region.area < strips + 1024, "\(seed)")
      }
    }
  }

  @Test("is nothing where the same pixels were drawn again, and the pixels where nothing moved")
  func still() throws {
    var random = SeededGenerator(seed: 5)
    let old = shapes(200, 100, &random)
    var new = old
    let bounds = PixelRect(x: 0, y: 0, width: 200, height: 100)
    let first = try Bitmap(width: 200, height: 100, pixels: old)
    let same = try FrameDifference(
      from: first, to: Bitmap(width: 200, height: 100, pixels: new), damage: Region(bounds),
      hint: PixelCopy(destination: bounds, dx: 1, dy: 0))
    #expect(same.copies == [])
    #expect(same.region.isEmpty)
    new[40 * 200 + 50] ^= 1
    let dot = try FrameDifference(
      from: first, to: Bitmap(width: 200, height: 100, pixels: new), damage: Region(bounds),
      hint: nil)
    #expect(dot.copies == [])
    #expect(dot.region.rects == [PixelRect(x: 48, y: 32, width: 16, height: 16)])
    // Outside the damage nothing is looked at.
    let outside = try FrameDifference(
      from: first, to: Bitmap(width: 200, height: 100, pixels: new),
      damage: Region(PixelRect(x: 100, y: 0, width: 100, height: 100)), hint: nil)
    #expect(outside.region.isEmpty)
    let other = shapes(200, 100, &random)
    let cut = try FrameDifference(
      from: first, to: Bitmap(width: 200, height: 100, pixels: other), damage: Region(bounds),
      hint: nil)
    #expect(apply(cut, to: old, from: other, width: 200) == other)
  }

  @Test("keeps every viewer's picture exact, at whatever frames it falls behind", .slow)
  func viewers() throws {
    let (width, height) = (160, 120)
    // Two parts that scroll by themselves, one beside the other, and the whole.
    let parts = [
      PixelRect(x: 0, y: 0, width: 80, height: 120),
      PixelRect(x: 80, y: 10, width: 80, height: 100),
      PixelRect(x: 0, y: 0, width: 160, height: 120),
    ]
    var counts = [0, 0]
    for seed in 0..<UInt64(12) {
      var random = SeededGenerator(seed: seed)
      let broadcast = FrameBroadcast(title: "Test") { _ in }
      var pixels = shapes(width, height, &random)
      var pictures = [ViewerPicture](repeating: ViewerPicture(), count: 4)
      var ids = pictures.map { _ in broadcast.addViewer {} }
      // A part goes on in its direction, as graphs and lists do.
      var ways = parts.map { _ in (dx: random.integer(in: -3...3), dy: random.integer(in: -3...3)) }
      func receive(_ index: Int) throws {
        while let message = broadcast.nextMessage(for: ids[index]) {
          try pictures[index].apply(message)
          if case .binary = message {
            let number = try #require(pictures[index].number)
            #expect(broadcast.confirm(number, for: ids[index]))
          }
        }
      }
      for step in 0..<80 {
        var damage = Region()
        for index in parts.indices where index < 2 ? random.chance(70) : random.chance(10) {
          if random.chance(5) { ways[index].dx = random.integer(in: -9...9) }
          scroll(
            &pixels, width: width, parts[index], dx: ways[index].dx, dy: ways[index].dy, &random)
          damage.insert(parts[index])
        }
        if random.chance(20) {
          let (x, y) = (random.below(width), random.below(height))
          pixels[y * width + x] ^= 0xFF
          damage.insert(PixelRect(x: x, y: y, width: 1, height: 1))
        }
        let bitmap = try Bitmap(width: width, height: height, pixels: pixels)
        broadcast.show(bitmap, in: damage.rects, scale: 1, time: Double(step))
        // The first sees each frame, the others fewer and fewer.
        for index in ids.indices where step % (1 + index * index * 3) == 0 {
          try receive(index)
          #expect(pictures[index].pixels == pixels, "\(seed), \(step), \(index)")
        }
        if random.chance(4) {
          broadcast.removeViewer(ids[3])
          ids[3] = broadcast.addViewer {}
          pictures[3] = ViewerPicture()
          try receive(3)
          #expect(pictures[3].pixels == pixels)
        }
      }
      for index in counts.indices { counts[index] += pictures[index].copyCount }
    }
    // Those that fall behind get copies, too, each of several frames.
    #expect(counts[0] > 600)
    #expect(counts[1] > 50)
  }
}
