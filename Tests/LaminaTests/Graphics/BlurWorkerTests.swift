import Foundation
import Testing

@testable import Lamina

@Suite("The loops of a blur")
struct BlurWorkerTests {
  /// What a blur comes to in whole numbers, a pixel at a time.
  private func reference(
    _ blur: PixelBlur, _ source: [UInt8], sourceStride: Int, width: Int, height: Int, channels: Int
  ) -> [UInt8] {
    let (x, y) = (blur.x.weights.map(Int.init), blur.y.weights.map(Int.init))
    var result: [UInt8] = []
    for row in 0..<height {
      for byte in 0..<width * channels {
        var sum = 0
        for dy in -blur.y.reach...blur.y.reach {
          var rowSum = 0
          for dx in -blur.x.reach...blur.x.reach {
            let index =
              (row + dy + blur.y.reach) * sourceStride + byte + (dx + blur.x.reach) * channels
            rowSum += x[abs(dx)] * Int(source[index])
          }
          sum += y[abs(dy)] * ((rowSum + 128) >> 8)
        }
        result.append(UInt8((sum + 8_388_608) >> 24))
      }
    }
    return result
  }

  @Test(
    "give what their sums come to, at every size, and write nothing else",
    arguments: [0, 0.3, 0.45, 0.7, 1, 2.5, 6, 11])
  func sums(deviation: Double) {
    var random = SplitMix(state: 7)
    let worker = BlurWorker()
    for (width, height, channels) in [
      (1, 1, 1), (1, 1, 4), (3, 5, 4), (15, 2, 1), (16, 4, 1), (17, 7, 1), (9, 3, 4), (300, 9, 1),
      (70, 6, 4), (2, 40, 4),
    ] {
      for other in [deviation, 0, 3] {
        let blur = PixelBlur(deviationX: deviation, deviationY: other)
        let sourceStride = (width + 2 * blur.x.reach) * channels + 3
        let source = (0..<sourceStride * (height + 2 * blur.y.reach)).map { _ -> UInt8 in
          // Extremes as often as all others.
          switch random.next() % 3 {
          case 0: 0
          case 1: 255
          default: UInt8(truncatingIfNeeded: random.next())
          }
        }
        let stride = width * channels + 5
        var result = [UInt8](repeating: 77, count: stride * height)
        worker.apply(
          blur, to: source, sourceStride: sourceStride, result: &result, resultStride: stride,
          width: width, height: height, channels: channels)
        let expected = reference(
          blur, source, sourceStride: sourceStride, width: width, height: height,
          channels: channels)
        let length = width * channels
        for row in 0..<height {
          let bytes = Array(result[row * stride..<(row + 1) * stride])
          let wanted = Array(expected[row * length..<(row + 1) * length])
          #expect(bytes == wanted + [77, 77, 77, 77, 77])
        }
      }
    }
  }

  @Test(
    "keep what is the same everywhere, up to the widest blur", arguments: [0, 1, 128, 254, 255])
  func constant(byte: UInt8) {
    let worker = BlurWorker()
    for deviation in [0.06, 0.8, 40, 256] {
      let blur = PixelBlur(deviationX: deviation, deviationY: deviation)
      let source = [UInt8](
        repeating: byte, count: (20 + 2 * blur.x.reach) * (3 + 2 * blur.y.reach))
      var result = [UInt8](repeating: 77, count: 60)
      worker.apply(
        blur, to: source, sourceStride: 20 + 2 * blur.x.reach, result: &result, resultStride: 20,
        width: 20, height: 3, channels: 1)
      #expect(result.allSatisfy { $0 == byte })
    }
  }
}
