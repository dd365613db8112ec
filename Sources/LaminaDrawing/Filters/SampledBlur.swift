import Foundation

/// A blur by wide Gaussians, whose cost per pixel does not grow with their deviation.
///
/// Along an axis that is ``GaussianBlur/isSampled``, pixels are summed in cells of 1/64 to 1/32 of
/// the deviation, the blur is evaluated at samples 1/16 to 1/8 of it apart, and pixels between are
/// interpolated linearly. Along an axis of an ordinary blur each pixel is a cell and a sample.
///
/// Cells and samples lie at multiples of their distance, whatever part is requested, and all sums
/// are of integers: blurring part of a picture gives the same result as blurring all of it. A
/// result is within 1.5 of 255 of the exact Gaussian with the same reach.
struct SampledBlur: ~Copyable {
  /// The sampling of one axis.
  struct Axis {
    let cellShift: Int
    let stepShift: Int
    /// True if pixels lie between samples, which then are on pixel edges; otherwise samples are at
    /// pixel centres.
    let isSampled: Bool
    /// The weights of the cells around a sample, in 65,536ths.
    let weights: [UInt32]
    /// The first of these cells, relative to the sample.
    let first: Int

    init(_ blur: GaussianBlur) {
      cellShift = blur.cellShift
      stepShift = blur.stepShift
      isSampled = blur.isSampled
      first = -blur.cellReach
      if isSampled {
        let half = blur.cellWeights
        weights = half.reversed() + half
      } else {
        let half = blur.weights
        weights = half.dropFirst().reversed() + half
      }
    }

    /// The base-2 logarithm of the number of parts between two samples: the centres of pixels are
    /// at odd parts.
    var partShift: Int { isSampled ? stepShift + 1 : 0 }

    func samples(for pixels: Range<Int>) -> Range<Int> {
      isSampled
        ? pixels.lowerBound >> stepShift..<((pixels.upperBound - 1) >> stepShift) + 2 : pixels
    }

    /// Returns the first cell that contributes to a sample.
    func firstCell(of sample: Int) -> Int { (sample << (stepShift - cellShift)) + first }

    /// Returns the cells that contribute to samples.
    func cells(for samples: Range<Int>) -> Range<Int> {
      firstCell(of: samples.lowerBound)..<firstCell(of: samples.upperBound - 1) + weights.count
    }

    /// Returns the cells that contain pixels.
    func cells(of pixels: Range<Int>) -> Range<Int> {
      pixels.lowerBound >> cellShift..<((pixels.upperBound - 1) >> cellShift) + 1
    }

    /// Returns the sample before a pixel, and the distance from there, in parts.
    func place(of pixel: Int) -> (sample: Int, part: UInt32) {
      if !isSampled { return (pixel, 0) }
      let sample = pixel >> stepShift
      return (sample, UInt32(truncatingIfNeeded: 2 * (pixel - sample << stepShift) + 1))
    }
  }

  /// The sums of a row of cells, before they are summed along x.
  private var sums = ScratchArray<UInt16>()
  private var cells = ScratchArray<UInt16>()
  /// The cells blurred along x, and the samples blurred along both axes, in 256ths.
  private var columns = ScratchArray<UInt16>()
  private var samples = ScratchArray<UInt16>()
  private var line = ScratchArray<UInt32>()

  /// Blurs a picture into a rectangle of a result; see ``BlurWorker/apply``.
  mutating func apply(
    _ blur: PixelBlur, to source: BlurSource, into result: UnsafeMutablePointer<UInt8>,
    resultStride: Int, _ rect: PixelRect
  ) {
    let (x, y) = (Axis(blur.x), Axis(blur.y))
    let columnSamples = x.samples(for: rect.minX..<rect.maxX)
    let rowSamples = y.samples(for: rect.minY..<rect.maxY)
    var cellColumns = x.cells(for: columnSamples)
    var cellRows = y.cells(for: rowSamples)
    if !source.extendsEdges {
      cellColumns = cellColumns.clamped(to: x.cells(of: source.rect.minX..<source.rect.maxX))
      cellRows = cellRows.clamped(to: y.cells(of: source.rect.minY..<source.rect.maxY))
    }
    let channels = source.channels
    let width = columnSamples.count * channels
    columns.reserve(cellRows.count * width)
    addUp(source, x, y, cellColumns, cellRows) { row, cells, columns in
      Self.blurRow(
        cells, x, y, cellColumns, columnSamples, channels,
        into: columns + (row - cellRows.lowerBound) * width)
    }
    blurColumns(y, cellRows, rowSamples, width)
    interpolate(x, y, columnSamples, rowSamples, channels, into: result, resultStride, rect)
  }

  // MARK: - Cells

  /// Sums the pixels of each cell, row by row.
  private mutating func addUp(
    _ source: BlurSource, _ x: Axis, _ y: Axis, _ cellColumns: Range<Int>, _ cellRows: Range<Int>,
    _ finish: (Int, UnsafePointer<UInt16>, UnsafeMutablePointer<UInt16>) -> Void
  ) {
    let channels = source.channels
    let pixels = (cellColumns.lowerBound << x.cellShift..<cellColumns.upperBound << x.cellShift)
    let present = pixels.clamped(to: source.rect.minX..<source.rect.maxX)
    let bytes = present.count * channels
    sums.reserve(bytes)
    cells.reserve(cellColumns.count * channels)
    let (sums, cells) = (self.sums.base, self.cells.base)
    // All rows of cells beyond an edge are equal.
    var edge: Int?
    for cellRow in cellRows {
      let rows = cellRow << y.cellShift..<(cellRow + 1) << y.cellShift
      let inside = rows.clamped(to: source.rect.minY..<source.rect.maxY)
      let beyond = rows.upperBound <= source.rect.minY ? source.rect.minY : source.rect.maxY - 1
      if !inside.isEmpty || edge != beyond {
        edge = inside.isEmpty ? beyond : nil
        sums.update(repeating: 0, count: bytes)
        for row in source.extendsEdges ? rows : inside {
          let clamped = max(source.rect.minY, min(source.rect.maxY - 1, row))
          let line = source.row(clamped, present.lowerBound)
          for byte in 0..<bytes { sums[byte] &+= UInt16(line[byte]) }
        }
        cells.update(repeating: 0, count: cellColumns.count * channels)
        for pixel in source.extendsEdges ? pixels : present {
          let clamped = max(present.lowerBound, min(present.upperBound - 1, pixel))
          let from = UnsafePointer(sums) + (clamped - present.lowerBound) * channels
          let cell = cells + ((pixel >> x.cellShift) - cellColumns.lowerBound) * channels
          if channels == 4 { Self.addFour(from, to: cell) } else { cell[0] &+= from[0] }
        }
      }
      finish(cellRow, UnsafePointer(cells), columns.base)
    }
  }

  private static func addFour(
    _ numbers: UnsafePointer<UInt16>, to sums: UnsafeMutablePointer<UInt16>
  ) {
    let sums = UnsafeMutableRawPointer(sums)
    let sum =
      sums.loadUnaligned(as: SIMD4<UInt16>.self)
      &+ UnsafeRawPointer(numbers).loadUnaligned(as: SIMD4<UInt16>.self)
    sums.storeBytes(of: sum, as: SIMD4<UInt16>.self)
  }

  // MARK: - Samples

  /// Blurs a row of cells along x.
  private static func blurRow(
    _ cells: UnsafePointer<UInt16>, _ x: Axis, _ y: Axis, _ cellColumns: Range<Int>,
    _ samples: Range<Int>, _ channels: Int, into out: UnsafeMutablePointer<UInt16>
  ) {
    // From sums over cells in 65,536ths to 256ths of a pixel.
    let shift = UInt32(truncatingIfNeeded: 8 + x.cellShift + y.cellShift)
    let half = UInt32(1) << (shift - 1)
    x.weights.withUnsafeBufferPointer { weights in
      for (index, sample) in samples.enumerated() {
        let first = x.firstCell(of: sample)
        let counting = (first..<first + weights.count).clamped(to: cellColumns)
        for channel in 0..<channels {
          var sum = half
          var cell = cells + (counting.lowerBound - cellColumns.lowerBound) * channels + channel
          for position in counting {
            sum &+= weights[position - first] &* UInt32(cell.pointee)
            cell += channels
          }
          out[index * channels + channel] = UInt16(truncatingIfNeeded: sum >> shift)
        }
      }
    }
  }

  /// Blurs along y.
  private mutating func blurColumns(
    _ y: Axis, _ cellRows: Range<Int>, _ rowSamples: Range<Int>, _ width: Int
  ) {
    samples.reserve(rowSamples.count * width)
    line.reserve(width)
    let (sums, columns) = (line.base, columns.base)
    for (index, sample) in rowSamples.enumerated() {
      let first = y.firstCell(of: sample)
      let counting = (first..<first + y.weights.count).clamped(to: cellRows)
      sums.update(repeating: 32_768, count: width)
      for position in counting {
        let weight = y.weights[position - first]
        let row = columns + (position - cellRows.lowerBound) * width
        // No sum exceeds 65,536 * 65,280, and the rounding still fits above it.
        for x in 0..<width { sums[x] &+= weight &* UInt32(row[x]) }
      }
      let out = samples.base + index * width
      for x in 0..<width { out[x] = UInt16(truncatingIfNeeded: sums[x] >> 16) }
    }
  }

  // MARK: - Pixels

  /// Interpolates pixels between samples.
  private mutating func interpolate(
    _ x: Axis, _ y: Axis, _ columnSamples: Range<Int>, _ rowSamples: Range<Int>, _ channels: Int,
    into result: UnsafeMutablePointer<UInt8>, _ resultStride: Int, _ rect: PixelRect
  ) {
    let width = columnSamples.count * channels
    let line = self.line.base
    let shift = UInt32(truncatingIfNeeded: 8 + x.partShift + y.partShift)
    let half = UInt32(1) << (shift - 1)
    let (wholeX, wholeY) = (UInt32(1) << UInt32(x.partShift), UInt32(1) << UInt32(y.partShift))
    for row in rect.minY..<rect.maxY {
      let (sample, part) = y.place(of: row)
      let above = samples.base + (sample - rowSamples.lowerBound) * width
      let below = y.isSampled ? above + width : above
      for index in 0..<width {
        line[index] = UInt32(above[index]) &* (wholeY &- part) &+ UInt32(below[index]) &* part
      }
      var out = result + (row - rect.minY) * resultStride
      for column in rect.minX..<rect.maxX {
        let (sample, part) = x.place(of: column)
        let left = line + (sample - columnSamples.lowerBound) * channels
        let right = x.isSampled ? left + channels : left
        for channel in 0..<channels {
          let sum = left[channel] &* (wholeX &- part) &+ right[channel] &* part
          out[channel] = UInt8(truncatingIfNeeded: (sum &+ half) >> shift)
        }
        out += channels
      }
    }
  }
}

extension GaussianBlur {
  /// The weights of the cells on one side of a sample, in 65,536ths: the Gaussian's integral over
  /// each cell. The weights of both sides add up to one.
  fileprivate var cellWeights: [UInt32] {
    let width = Double(1 << cellShift)
    func below(_ place: Double) -> Double { 0.5 * erf(place / (deviation * 2.0.squareRoot())) }
    let shares = (0..<cellReach).map { below(Double($0 + 1) * width) - below(Double($0) * width) }
    let sum = shares.reduce(0, +)
    var weights = shares.map { UInt32(($0 / sum * 32_768).rounded()) }
    let rest = 32_768 - weights.reduce(0) { $0 + Int($1) }
    weights[0] = UInt32(Int(weights[0]) + rest)
    return weights
  }
}
