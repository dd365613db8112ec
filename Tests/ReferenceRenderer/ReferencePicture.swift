import Foundation
import Lamina

/// The box of pixels that a reference picture holds: a frame, and a margin around it, so that what
/// lies outside can cast a shadow or be blurred into it.
package struct ReferenceArea: Equatable {
  package var minX: Int
  package var minY: Int
  package var width: Int
  package var height: Int

  package var count: Int { width * height }
}

/// One number for each pixel of an area: a coverage or an alpha, from 0 to 1.
package struct ReferenceMask {
  package let area: ReferenceArea
  package var values: [Double]

  package init(_ area: ReferenceArea, filledWith value: Double = 0) {
    self.area = area
    values = Array(repeating: value, count: area.count)
  }

  /// Blurred by the Gaussian's integral over each pixel, and moved by whole pixels. Nothing lies
  /// outside the area.
  package func blurred(_ deviationX: Double, _ deviationY: Double, byX dx: Int, y dy: Int)
    -> ReferenceMask
  {
    var rows = self
    rows.convolve(
      Self.weights(deviationX), lines: area.height, length: area.width, step: 1,
      lineStep: area.width, shift: dx)
    rows.convolve(
      Self.weights(deviationY), lines: area.width, length: area.height, step: area.width,
      lineStep: 1, shift: dy)
    return rows
  }

  /// The share of each pixel, from the one in the middle outwards; of five deviations.
  private static func weights(_ deviation: Double) -> [Double] {
    guard deviation > 0.05 else { return [1] }
    func below(_ x: Double) -> Double { 0.5 * erfc(-x / (deviation * 2.0.squareRoot())) }
    return (0...Int(5 * deviation + 1)).map { below(Double($0) + 0.5) - below(Double($0) - 0.5) }
  }

  private mutating func convolve(
    _ weights: [Double], lines: Int, length: Int, step: Int, lineStep: Int, shift: Int
  ) {
    let reach = weights.count - 1
    if reach == 0, shift == 0 { return }
    let source = values
    source.withUnsafeBufferPointer { source in
      values.withUnsafeMutableBufferPointer { result in
        for line in 0..<lines {
          let start = line * lineStep
          for place in 0..<length {
            var sum = 0.0
            let from = max(0, place - shift - reach)
            let to = min(length - 1, place - shift + reach)
            var other = from
            while other <= to {
              let value = source[start + other * step]
              if value != 0 { sum += value * weights[abs(other - place + shift)] }
              other += 1
            }
            result[start + place * step] = sum
          }
        }
      }
    }
  }
}

/// A picture in `Double`: alpha, red, green and blue of each pixel, from 0 to 1, the colours
/// multiplied by alpha. Nothing in it is rounded.
package struct ReferencePicture {
  package let area: ReferenceArea
  package var values: [Double]

  package init(_ area: ReferenceArea) {
    self.area = area
    values = Array(repeating: 0, count: 4 * area.count)
  }

  /// Paints one colour wherever a mask covers.
  package mutating func paint(_ color: Color, over mask: ReferenceMask) {
    let source = [color.alpha, color.red, color.green, color.blue].map { max(0, min(1, $0)) }
    let parts = [source[0], source[1] * source[0], source[2] * source[0], source[3] * source[0]]
    values.withUnsafeMutableBufferPointer { values in
      for pixel in 0..<area.count where mask.values[pixel] != 0 {
        let coverage = mask.values[pixel]
        let rest = 1 - parts[0] * coverage
        for channel in 0..<4 {
          let index = 4 * pixel + channel
          values[index] = parts[channel] * coverage + values[index] * rest
        }
      }
    }
  }

  /// Puts a picture over this one.
  package mutating func draw(_ picture: ReferencePicture) {
    values.withUnsafeMutableBufferPointer { values in
      picture.values.withUnsafeBufferPointer { source in
        for pixel in 0..<area.count where source[4 * pixel] != 0 {
          let rest = 1 - source[4 * pixel]
          for index in 4 * pixel..<4 * pixel + 4 {
            values[index] = source[index] + values[index] * rest
          }
        }
      }
    }
  }

  /// Puts a picture on this one by a blend mode.
  package mutating func draw(_ picture: ReferencePicture, _ mode: BlendMode) {
    for pixel in 0..<area.count where picture.values[4 * pixel] != 0 {
      let range = 4 * pixel..<4 * pixel + 4
      let result = ReferenceBlending.composed(
        mode, Array(picture.values[range]), Array(values[range]))
      for channel in 0..<4 { values[4 * pixel + channel] = result[channel] }
    }
  }

  /// Multiplies all components by a mask.
  package mutating func multiply(by mask: ReferenceMask) {
    values.withUnsafeMutableBufferPointer { values in
      for pixel in 0..<area.count where mask.values[pixel] != 1 {
        for channel in 0..<4 { values[4 * pixel + channel] *= mask.values[pixel] }
      }
    }
  }

  package mutating func multiply(by number: Double) {
    if number == 1 { return }
    values.withUnsafeMutableBufferPointer { values in
      for index in values.indices { values[index] *= number }
    }
  }

  /// Leaves this picture where a mask is 0, takes another where it is 1.
  package mutating func replace(by other: ReferencePicture, where mask: ReferenceMask) {
    for pixel in 0..<area.count where mask.values[pixel] != 0 {
      for index in 4 * pixel..<4 * pixel + 4 {
        values[index] += (other.values[index] - values[index]) * mask.values[pixel]
      }
    }
  }

  /// One component, 0 for alpha.
  package func channel(_ channel: Int) -> ReferenceMask {
    var result = ReferenceMask(area)
    for pixel in 0..<area.count { result.values[pixel] = values[4 * pixel + channel] }
    return result
  }

  package func blurred(_ deviationX: Double, _ deviationY: Double) -> ReferencePicture {
    var result = ReferencePicture(area)
    for channel in 0..<4 {
      let blurred = self.channel(channel).blurred(deviationX, deviationY, byX: 0, y: 0)
      for pixel in 0..<area.count { result.values[4 * pixel + channel] = blurred.values[pixel] }
    }
    return result
  }

  /// Maps each pixel's colour, with the alpha taken out of it: red, green, blue, alpha.
  mutating func mapColors(_ map: ([Double]) -> [Double]) {
    for pixel in 0..<area.count where values[4 * pixel] > 0 {
      let alpha = values[4 * pixel]
      let plain = (1...3).map { values[4 * pixel + $0] / alpha }
      let result = map(plain + [alpha]).map { max(0, min(1, $0)) }
      values[4 * pixel] = result[3]
      for channel in 1...3 { values[4 * pixel + channel] = result[channel - 1] * result[3] }
    }
  }

  package func contains(_ x: Int, _ y: Int) -> Bool {
    (0..<area.width).contains(x - area.minX) && (0..<area.height).contains(y - area.minY)
  }

  /// The number of a pixel.
  package func index(_ x: Int, _ y: Int) -> Int { (y - area.minY) * area.width + x - area.minX }

  /// The components of a pixel of the frame, in 255ths.
  package func components(_ x: Int, _ y: Int) -> [Double] {
    let pixel = index(x, y)
    return (0..<4).map { values[4 * pixel + $0] * 255 }
  }
}
