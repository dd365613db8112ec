import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The bilinear scaler")
struct BilinearScalerTests {
  /// A pixel mixed along x in two rows, and then along y.
  private func mixed(_ x: Sampler.FilterTap, _ y: Sampler.FilterTap, _ storage: PixelStorage)
    -> UInt32
  {
    func row(_ number: Int32) -> UInt32 {
      let row = storage.pixels + Int(number) * storage.stride
      return Sampler.mix(row[Int(x.first)], row[Int(x.second)], x.weight)
    }
    return Sampler.mix(row(y.first), row(y.second), y.weight)
  }

  @Test(
    "have the pixels that are read one by one", arguments: [ContentsFilter.nearest, .linear],
    [1, 2, 3, 17, 64])
  func pixels(filter: ContentsFilter, width: Int) {
    var random = SeededGenerator(seed: UInt64(width))
    var rows = BilinearScaler()
    for height in [1, 2, 9] {
      let storage = PixelStorage(width: width, height: height, padded: false)
      for index in 0..<width * height {
        let pixel = UInt32(truncatingIfNeeded: random.next())
        storage.pixels[index] = index % 5 == 0 ? .max : pixel
      }
      let sampler = Sampler(storage, filter: filter)
      for (count, isMirrored) in [(1, false), (2, true), (7, false), (40, true), (131, false)] {
        let columns = (0..<count).map { index in
          let offset = Double(isMirrored ? count - 1 - index : index) + 0.5
          // Beyond the bitmap on both sides.
          return sampler.tapX(offset * Double(width + 3) / Double(count) - 1.5)
        }
        rows.begin()
        for column in columns { rows.append(column) }
        let steps = (-3...24).map { Double($0) * 0.4 } + [0.5, 1.5, 8.5, 0, 1e9, -1e9]
        for y in steps + steps.reversed() {
          let tap = sampler.tapY(y)
          let row = Array(UnsafeBufferPointer(start: rows.row(tap, of: storage), count: count))
          #expect(row == columns.map { mixed($0, tap, storage) }, "\(count) columns, row \(y)")
          #expect(row == columns.map { sampler.pixel($0, tap) }, "\(count) columns, row \(y)")
        }
      }
    }
  }
}
