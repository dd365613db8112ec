import Foundation
import Lamina
import LaminaImages
import LaminaSVG
import LaminaTestSupport
import Testing

/// The browser Chromium, which draws many documents at once, as the pictures of a page.
enum Chromium {
  /// Says why tests that need it are skipped.
  static let comment: Comment = "Chromium is not installed: .scripts/test-browser installs it"
  static let path = executablePath("chromium")

  /// Returns the browser's pictures of documents, one pixel per point.
  ///
  /// - Parameter size: the size of each document, in points.
  static func draw(_ documents: [SVGDocument], size: CGSize) throws -> [Bitmap] {
    try withTemporaryFolder { folder in
      let (width, height) = (Int(size.width), Int(size.height))
      let columns = 10
      let rows = (documents.count + columns - 1) / columns
      var page = "<!doctype html><style>img { position: absolute }</style>\n"
      for (index, document) in documents.enumerated() {
        _ = try folder.file("\(index).svg", [UInt8](document.data))
        let (left, top) = (index % columns * width, index / columns * height)
        page += "<img src='\(index).svg' style='left: \(left)px; top: \(top)px'>\n"
      }
      let input = try folder.file("page.html", [UInt8](page.utf8))
      let output = folder("picture.png")
      try run(
        path!,
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
          "--user-data-dir=\(folder("profile"))", "--force-device-scale-factor=1",
          "--force-color-profile=srgb", "--default-background-color=00000000",
          "--window-size=\(columns * width),\(rows * height)", "--screenshot=\(output)",
          URL(fileURLWithPath: input).absoluteString,
        ], errors: folder("errors"))
      let sheet = try Bitmap(contentsOfFile: output)
      return try documents.indices.map { index in
        let (left, top) = (index % columns * width, index / columns * height)
        let pixels = (top..<top + height).flatMap { (row: Int) -> ArraySlice<UInt32> in
          let start = row * sheet.width + left
          return sheet.pixels[start..<start + width]
        }
        return try Bitmap(width: width, height: height, pixels: pixels)
      }
    }
  }
}
