import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The blur kernels")
struct BlurWorkerTests {
  /// Returns the result of a blur computed in whole numbers, a pixel at a time.
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
    "give what their sums come to, at every size, and write nothing else", .slow,
    arguments: [0, 0.3, 0.45, 0.7, 1, 2.5, 6, 11])
  func sums(deviation: Double) {
    var random = SeededGenerator(seed: 7)
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
        let rect = PixelRect(x: 0, y: 0, width: width, height: height)
        source.withUnsafeBufferPointer {
          worker.apply(
            blur,
            to: BlurSource(
              bytes: $0.baseAddress!, stride: sourceStride, rect: blur.grown(rect),
              channels: channels),
            into: &result, resultStride: stride, rect)
        }
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
    "keep a constant picture, up to the widest blur", arguments: [0, 1, 128, 254, 255])
  func constant(byte: UInt8) {
    let worker = BlurWorker()
    for deviation in [0.06, 0.8, 40, 256] {
      let blur = PixelBlur(deviationX: deviation, deviationY: deviation)
      let source = [UInt8](
        repeating: byte, count: (20 + 2 * blur.x.reach) * (3 + 2 * blur.y.reach))
      var result = [UInt8](repeating: 77, count: 60)
      let rect = PixelRect(x: 5, y: -9, width: 20, height: 3)
      source.withUnsafeBufferPointer {
        worker.apply(
          blur,
          to: BlurSource(
            bytes: $0.baseAddress!, stride: 20 + 2 * blur.x.reach, rect: blur.grown(rect),
            channels: 1),
          into: &result, resultStride: 20, rect)
      }
      #expect(result.allSatisfy { $0 == byte })
    }
  }

  /// A picture of random bytes, in blocks, stripes or one by one.
  private func picture(_ rect: PixelRect, channels: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let block = [1, 2, 5, 16, 40][Int(seed % 5)]
    let columns = rect.width / block + 1
    let colors = (0..<(rect.height / block + 1) * columns * channels).map { _ -> UInt8 in
      random.next() % 2 == 0 ? 255 : UInt8(truncatingIfNeeded: random.next() % 64)
    }
    var result: [UInt8] = []
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        for channel in 0..<channels {
          result.append(colors[(y / block * columns + x / block) * channels + channel])
        }
      }
    }
    return result
  }

  private func blurred(
    _ blur: PixelBlur, _ picture: [UInt8], _ rect: PixelRect, channels: Int, extendsEdges: Bool,
    _ worker: BlurWorker, in part: PixelRect
  ) -> [UInt8] {
    var result = [UInt8](repeating: 77, count: part.area * channels)
    picture.withUnsafeBufferPointer {
      worker.apply(
        blur,
        to: BlurSource(
          bytes: $0.baseAddress!, stride: rect.width * channels, rect: rect, channels: channels,
          extendsEdges: extendsEdges),
        into: &result, resultStride: part.width * channels, part)
    }
    return result
  }

  @Test(
    "treat pixels beyond a picture as transparent, or as its edge",
    arguments: [(2.5, 7.0), (30, 0.3), (66, 9), (4, 131), (256, 70)])
  func beyond(deviationX: Double, deviationY: Double) {
    let worker = BlurWorker()
    let blur = PixelBlur(deviationX: deviationX, deviationY: deviationY)
    let rect = PixelRect(x: -13, y: 29, width: 37, height: 21)
    let small = PixelRect(x: 0, y: 40, width: 3, height: 2)
    let large = PixelRect(x: -20, y: 25, width: 50, height: 30)
    for (seed, channels) in [(1 as UInt64, 4), (3, 1)] {
      let picture = picture(rect, channels: channels, seed: seed)
      for part in [small, large] where !blur.isSampled || part == small && channels == 1 {
        let needed = blur.grown(part)
        for extendsEdges in [false, true] {
          var padded: [UInt8] = []
          for y in needed.minY..<needed.maxY {
            for x in needed.minX..<needed.maxX {
              let column = max(rect.minX, min(rect.maxX - 1, x))
              let row = max(rect.minY, min(rect.maxY - 1, y))
              let counts = extendsEdges || rect.contains(x: x, y: y)
              let first = ((row - rect.minY) * rect.width + column - rect.minX) * channels
              padded += (0..<channels).map { counts ? picture[first + $0] : 0 }
            }
          }
          #expect(
            blurred(
              blur, picture, rect, channels: channels, extendsEdges: extendsEdges, worker, in: part)
              == blurred(
                blur, padded, needed, channels: channels, extendsEdges: false, worker, in: part))
        }
      }
    }
  }

  /// The exact Gaussian of a picture at some pixels, with nothing beyond it, as far as the reach.
  private func exact(
    _ blur: PixelBlur, _ picture: [UInt8], _ rect: PixelRect, x: Int, y: Int
  ) -> Double {
    func weights(_ blur: GaussianBlur) -> (Int) -> Double {
      let scale = 1 / (blur.deviation * 2.0.squareRoot())
      let reach = 3 * blur.deviation
      return { distance in
        let (from, to) = (Double(distance) - 0.5, Double(distance) + 0.5)
        return abs(Double(distance)) > reach
          ? 0 : (erf(to * scale) - erf(from * scale)) / 2 / erf(3 / 2.0.squareRoot())
      }
    }
    let (columns, rows) = (weights(blur.x), weights(blur.y))
    let columnWeights = (rect.minX..<rect.maxX).map { columns($0 - x) }
    var sum = 0.0
    for row in rect.minY..<rect.maxY {
      let weight = rows(row - y)
      if weight == 0 { continue }
      let first = (row - rect.minY) * rect.width
      var rowSum = 0.0
      for column in 0..<rect.width {
        rowSum += columnWeights[column] * Double(picture[first + column])
      }
      sum += weight * rowSum
    }
    return sum
  }

  @Test(
    "that are too wide for every pixel are within 1.5 of the exact Gaussian",
    arguments: [64.1, 127, 129, 256], [1 as UInt64, 3, 4])
  func accuracy(deviation: Double, seed: UInt64) {
    let worker = BlurWorker()
    for other in [deviation, 70] where seed == 1 || other == deviation {
      let blur = PixelBlur(deviationX: deviation, deviationY: other)
      let rect = PixelRect(x: -200, y: -130, width: 213, height: 147)
      let picture = picture(rect, channels: 1, seed: seed)
      let part = PixelRect(x: -230, y: -170, width: 260, height: 210)
      let result = blurred(
        blur, picture, rect, channels: 1, extendsEdges: false, worker, in: part)
      for (x, y) in [(-217, -161), (-200, -129), (-133, -12), (0, 0), (12, 16), (29, 39)] {
        let found = Double(result[(y - part.minY) * part.width + x - part.minX])
        #expect(abs(found - exact(blur, picture, rect, x: x, y: y)) < 1.5)
      }
    }
  }

  @Test(
    "give a part the bytes that it has in the whole, however wide",
    arguments: [3.0, 64, 65, 100, 256])
  func parts(deviation: Double) {
    var random = SeededGenerator(seed: 5)
    let worker = BlurWorker()
    let blur = PixelBlur(deviationX: deviation, deviationY: deviation * 0.7)
    let rect = PixelRect(x: -31, y: -57, width: 140, height: 120)
    let picture = picture(rect, channels: 4, seed: 3)
    let whole = PixelRect(x: -90, y: -80, width: 200, height: 190)
    let expected = blurred(
      blur, picture, rect, channels: 4, extendsEdges: false, worker, in: whole)
    for _ in 0..<12 {
      let x = whole.minX + Int(random.next() % 150)
      let y = whole.minY + Int(random.next() % 150)
      let part = PixelRect(
        x: x, y: y, width: 1 + Int(random.next() % 50), height: 1 + Int(random.next() % 40))
      // No more of the picture than is in reach.
      let needed = blur.grown(part).intersection(rect)
      if needed.isEmpty { continue }
      var bytes: [UInt8] = []
      for row in needed.minY..<needed.maxY {
        let first = ((row - rect.minY) * rect.width + needed.minX - rect.minX) * 4
        bytes += picture[first..<first + needed.width * 4]
      }
      var cut: [UInt8] = []
      for row in part.minY..<part.maxY {
        let first = ((row - whole.minY) * whole.width + part.minX - whole.minX) * 4
        cut += expected[first..<first + part.width * 4]
      }
      #expect(
        blurred(blur, bytes, needed, channels: 4, extendsEdges: false, worker, in: part) == cut)
    }
  }
}
