import CPangoFT2
import Foundation
import Lamina
import Testing

@testable import LaminaText

/// The file of an installed font; the tests' fonts come with `.scripts/install-dependencies`.
func fontFile(_ name: String) throws -> String {
  let list = FcConfigGetFonts(FcInitLoadConfigAndFonts(), FcSetSystem)
  let fonts = try #require(list).pointee
  for index in 0..<Int(fonts.nfont) {
    var file: UnsafeMutablePointer<FcChar8>?
    FcPatternGetString(fonts.fonts[index], FC_FILE, 0, &file)
    if let path = file.map({ String(cString: $0) }), path.hasSuffix("/\(name)") { return path }
  }
  throw MissingFont(name: name)
}

struct MissingFont: Error {
  var name: String
}

extension Font {
  /// A font that the tests may rely on.
  static let dejaVu = Font(family: "DejaVu Sans")
}

extension Bitmap {
  /// The smallest rectangle that holds all pixels that are not clear; nil where all are.
  var ink: PixelRect? {
    var ink: PixelRect?
    for y in 0..<height {
      for x in 0..<width where self[x, y] >> 24 > 0 {
        let old = ink ?? PixelRect(x: x, y: y, width: 1, height: 1)
        ink = PixelRect(
          minX: min(old.minX, x), minY: min(old.minY, y), maxX: max(old.maxX, x + 1),
          maxY: max(old.maxY, y + 1))
      }
    }
    return ink
  }

  /// What stands for the size and all pixels in reading order: FNV-1a, a pixel at a time.
  var fingerprint: String {
    let hash = pixels.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(width)x\(height) \(String(hash, radix: 16))"
  }
}

extension TextLayer {
  /// A layer with a text in DejaVu Sans, at the origin.
  convenience init(
    _ string: String?, size: CGFloat = 20, width: CGFloat = 200, height: CGFloat = 60
  ) {
    self.init()
    self.string = string
    font = .dejaVu
    fontSize = size
    bounds = CGRect(x: 0, y: 0, width: width, height: height)
  }

  /// What the layer draws.
  var picture: Bitmap? {
    display()
    return contents
  }
}
