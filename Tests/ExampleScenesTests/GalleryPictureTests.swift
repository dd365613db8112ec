import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import LaminaTesting
import Testing

/// The pictures that the documentation shows.
@Suite("The gallery's pictures")
struct GalleryPictureTests {
  /// The folder of the package.
  private var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  @Test("are what the example draws, as .scripts/pictures does", arguments: Sheet.all.map(\.name))
  func upToDate(name: String) throws {
    let sheet = try #require(Sheet.all.first { $0.name == name })
    let file = package.appendingPathComponent("Documentation/Images/\(name).png")
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    #expect(size < 150_000)
    let renderer = try Renderer(size: sheet.size)
    try sheet.fill(renderer.layer)
    renderer.finishTiles(at: 0)
    // Text may differ where other fonts or another release of Pango are installed.
    expectPicture(
      try renderer.render(at: 0).bitmap, equals: try Bitmap(contentsOfFile: file.path),
      tolerance: PictureTolerance(channel: 8, share: 0.02))
  }
}
