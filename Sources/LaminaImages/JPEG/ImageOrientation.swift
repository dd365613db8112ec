import Lamina

/// The orientation of a stored picture: where its first row and its first column are to be shown. The
/// numbers are those of the tag `Orientation` of Exif 2.32, section 4.6.4 A.
enum ImageOrientation: Int, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// True if rows of the stored picture are shown as columns.
  var swapsSides: Bool { rawValue >= 5 }

  /// Creates the orientation that the first directory of Exif data, which begin as a TIFF file, gives;
  /// nil if there is none, or if the data are damaged.
  init?(exif: ArraySlice<UInt8>) {
    let data = Array(exif)
    let isLittle = data.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || data.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset + count <= data.count else { return nil }
      let bytes = data[offset..<(offset + count)]
      return isLittle ? bigEndian(bytes.reversed()) : bigEndian(bytes)
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(offset, 2) else { return nil }
      // One number of 16 bits.
      if tag == 0x0112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 {
        guard let value = number(offset + 8, 2) else { return nil }
        self.init(rawValue: value)
        return
      }
    }
    return nil
  }

  /// Copies a stored picture to where its pixels are shown.
  ///
  /// - Parameters:
  ///   - width: the number of pixels in a stored row.
  ///   - height: the number of stored rows.
  func place(
    _ stored: UnsafeBufferPointer<UInt32>, width: Int, height: Int,
    in shown: UnsafeMutableBufferPointer<UInt32>
  ) {
    // The place of a pixel is linear in its stored column and row.
    let shownWidth = swapsSides ? height : width
    let (column, row) = swapsSides ? (shownWidth, 1) : (1, shownWidth)
    let endsLeft = [.upMirrored, .down, .rightMirrored, .left].contains(self)
    let endsUp = [.down, .downMirrored, .right, .rightMirrored].contains(self)
    let stepX = endsLeft ? -column : column
    let stepY = endsUp ? -row : row
    let first = (endsLeft ? (width - 1) * column : 0) + (endsUp ? (height - 1) * row : 0)
    // In strips of rows, so that a column of the result stays in the cache.
    for top in stride(from: 0, to: height, by: 16) {
      for x in 0..<width {
        for y in top..<min(height, top + 16) {
          shown[first + x * stepX + y * stepY] = stored[y * width + x]
        }
      }
    }
  }
}
