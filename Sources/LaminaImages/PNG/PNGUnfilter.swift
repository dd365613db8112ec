import Lamina

/// Takes back what PNG's filters did to a row.
enum PNGUnfilter {
  /// Restores a row in place.
  ///
  /// - Parameters:
  ///   - filter: the filter's number, from 0 to 4.
  ///   - above: the restored row above it, of the same length; nil stands for zeros.
  ///   - step: bytes from one pixel to the next, at least 1.
  /// - Returns: whether there is a filter of that number.
  static func restore(
    _ row: UnsafeMutableRawBufferPointer, filter: UInt8, above: UnsafeRawBufferPointer?,
    step: Int
  ) -> Bool {
    switch filter {
    case 0: break
    case 1: sub(row, step: step)
    case 2: if let above { up(row, above: above) }
    case 3: average(row, above: above, step: step)
    case 4: if let above { paeth(row, above: above, step: step) } else { sub(row, step: step) }
    default: return false
    }
    return true
  }

  private static func sub(_ row: UnsafeMutableRawBufferPointer, step: Int) {
    guard step < row.count else { return }
    for index in step..<row.count { row[index] &+= row[index - step] }
  }

  private static func up(_ row: UnsafeMutableRawBufferPointer, above: UnsafeRawBufferPointer) {
    let count = row.count
    var index = 0
    while index + 16 <= count {
      let sum =
        row.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        &+ above.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      row.storeBytes(of: sum, toByteOffset: index, as: SIMD16<UInt8>.self)
      index += 16
    }
    while index < count {
      row[index] &+= above[index]
      index += 1
    }
  }

  private static func average(
    _ row: UnsafeMutableRawBufferPointer, above: UnsafeRawBufferPointer?, step: Int
  ) {
    for index in 0..<row.count {
      let left = index < step ? 0 : Int(row[index - step])
      let up = above.map { Int($0[index]) } ?? 0
      row[index] &+= UInt8((left + up) / 2)
    }
  }

  /// Without a row above, Paeth's predictor is the pixel to the left: then it is *Sub*.
  private static func paeth(
    _ row: UnsafeMutableRawBufferPointer, above: UnsafeRawBufferPointer, step: Int
  ) {
    for index in 0..<min(step, row.count) { row[index] &+= above[index] }
    guard step < row.count else { return }
    for index in step..<row.count {
      let a = Int(row[index - step])
      let b = Int(above[index])
      let c = Int(above[index - step])
      let toA = abs(b - c)
      let toB = abs(a - c)
      let toC = abs(a + b - 2 * c)
      let nearest = toA <= toB && toA <= toC ? a : toB <= toC ? b : c
      row[index] &+= UInt8(truncatingIfNeeded: nearest)
    }
  }
}
