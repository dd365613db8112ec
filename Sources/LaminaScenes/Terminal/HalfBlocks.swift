import Lamina

/// Pictures as coloured characters, which every terminal with 24-bit colour shows.
///
/// A character cell shows two pixels, one above the other: the upper half block in the colour of
/// the upper pixel, on a background in the colour of the lower one. If a picture has an odd number
/// of rows, the lower half of its last cells is black. Pixels are shown over black.
package enum HalfBlocks {
  /// Returns the bytes that draw rectangles of a picture whose top left pixel is in the first cell
  /// of the screen, and change no other cells.
  ///
  /// Each run of cells begins with a cursor movement. Colours are set where they change, and are
  /// reset to the terminal's defaults at the end.
  ///
  /// - Complexity: O(pixels in the rectangles).
  package static func bytes(for bitmap: Bitmap, in rects: [PixelRect]) -> [UInt8] {
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    var output = TerminalText()
    for rect in rects.map({ $0.intersection(whole) }) where !rect.isEmpty {
      for row in rect.minY / 2...(rect.maxY - 1) / 2 {
        output.text += "\u{1B}[\(row + 1);\(rect.minX + 1)H"
        output.addRow(row, of: bitmap, from: rect.minX, to: rect.maxX)
      }
    }
    output.endColors()
    return Array(output.text.utf8)
  }

  /// Returns the bytes that draw a whole picture on lines of its own, from the cursor down. The
  /// terminal must return to the start of the line at a line feed.
  package static func lines(for bitmap: Bitmap) -> [UInt8] {
    var output = TerminalText()
    for row in 0..<(bitmap.height + 1) / 2 {
      output.addRow(row, of: bitmap, from: 0, to: bitmap.width)
      output.endColors()
      output.text += "\n"
    }
    return Array(output.text.utf8)
  }

  /// The output so far, and the terminal's colours after it.
  private struct TerminalText {
    package var text = ""
    /// The current foreground colour; nil if it is the terminal's default, or unknown.
    private var foreground: UInt32?
    private var background: UInt32?

    package mutating func addRow(_ row: Int, of bitmap: Bitmap, from start: Int, to end: Int) {
      bitmap.withRow(2 * row) { upper in
        guard 2 * row + 1 < bitmap.height else {
          for x in start..<end { add(upper[x], 0) }
          return
        }
        bitmap.withRow(2 * row + 1) { lower in
          for x in start..<end { add(upper[x], lower[x]) }
        }
      }
    }

    /// Adds one cell. Two equal pixels need only a background.
    private mutating func add(_ upper: UInt32, _ lower: UInt32) {
      let (upper, lower) = (upper & 0xFF_FFFF, lower & 0xFF_FFFF)
      if background != lower {
        background = lower
        text += "\u{1B}[48;2;" + Self.components(lower)
      }
      if upper == lower {
        text += " "
        return
      }
      if foreground != upper {
        foreground = upper
        text += "\u{1B}[38;2;" + Self.components(upper)
      }
      text += "▀"
    }

    private static func components(_ color: UInt32) -> String {
      "\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)m"
    }

    package mutating func endColors() {
      if foreground != nil || background != nil { text += "\u{1B}[0m" }
      (foreground, background) = (nil, nil)
    }
  }
}
