import CPangoFT2
import Foundation
import Lamina
import LaminaText
import Testing

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

  /// The picture that the layer draws.
  var picture: Bitmap? {
    display()
    return contents
  }
}
