import Foundation
import FoundationXML
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaTesting

@Suite("The page of a failure")
struct FailurePageTests {
  private let folder = TemporaryFolder()

  /// The contents of a page as an XML parser reads them.
  private final class Contents: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    /// The values of an attribute of all elements.
    func values(_ name: String, of element: String) -> [String] {
      elements.filter { $0.name == element }.compactMap { $0.attributes[name] }
    }
  }

  private func parse(_ html: String) throws -> Contents {
    let contents = Contents()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = contents
    #expect(parser.parse(), "line \(parser.lineNumber): \(html)")
    return contents
  }

  /// The page of a scene whose picture differs from the recorded one.
  private func page(layerName: String) throws -> (html: String, message: String) {
    let (scene, box) = try TestScene.withBox()
    try Bitmap.plain(100, 80, 0).write(
      toFile: folder.path + "/references/box.png", createsFolder: true)
    box.name = layerName
    box.backgroundColor = .blue
    try scene.advance(by: 0.125)
    box.opacity = 0.5
    try scene.render()
    scene.time = 0.25
    let snapshots = folder.snapshots()
    let found = messages { try scene.expectPicture(named: "box", in: snapshots) }
    let bytes = try #require(folder.bytes("failures/box.html"))
    return (String(decoding: bytes, as: UTF8.self), found.joined())
  }

  @Test("has the pictures, the layers with their values, the damage, and the command to record")
  func contents() throws {
    let (html, message) = try page(layerName: "box")
    let link = URL(filePath: folder.path + "/failures/box.html").absoluteString
    #expect(link.hasPrefix("file:///") && message.hasSuffix("\n  " + link))
    let contents = try parse(html)
    let pictures = contents.values("src", of: "img")
    #expect(pictures.count == 3)
    for (source, name) in zip(pictures, ["expected", "actual", "difference"]) {
      let data = try #require(Data(base64Encoded: String(source.dropFirst(22))))
      #expect(source.hasPrefix("data:image/png;base64,"))
      #expect(folder.bytes("failures/box.\(name).png") == Array(data), "\(name)")
    }
    #expect(contents.values("class", of: "figure") == ["expected", "actual", "difference"])
    #expect(
      contents.values("id", of: "input") == [
        "side", "actual", "expected", "flicker", "slider", "difference", "damage",
      ])
    let damage = contents.elements.filter { $0.name == "rect" }.map(\.attributes)
    #expect(damage == [["x": "20", "y": "30", "width": "10", "height": "12"]])
    for text in [
      "Layer \"box\"", "120 of 8000 pixels differ", "Damage at 0.25 s",
      "LAMINA_RECORD=all swift test --filter references", "animation \"opacity\": ",
    ] {
      #expect(contents.text.contains(text), "\(text)")
    }
    // The model is at the end of the animation, the presentation on its way.
    #expect(html.contains("<tr class=\"moving\"><td>opacity</td><td>0.5</td><td>0."))
  }

  @Test("permits no script and nothing from elsewhere, and the hash of its style is right")
  func policy() throws {
    let contents = try parse(try page(layerName: "box").html)
    #expect(contents.values("content", of: "meta").first == FailurePage.policy)
    #expect(FailurePage.policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(contents.elements.allSatisfy { $0.name != "script" && $0.attributes["style"] == nil })
    #expect(contents.elements.allSatisfy { $0.attributes["href"] == nil })
    let style = folder("style")
    try Data(FailurePage.style.utf8).write(to: URL(filePath: style))
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "sha256sum < \"$1\" | cut -c -64", "sh", style]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let hash = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    let digits = try #require(Data(base64Encoded: FailurePage.styleHash)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    #expect(String(decoding: hash, as: UTF8.self) == digits.joined() + "\n")
  }

  @Test("shows names as text, whatever is in them")
  func escaping() throws {
    let name = "</pre><script>alert(1)</script>&amp;\"\u{202E}\u{1B}"
    let html = try page(layerName: name).html
    #expect(!html.contains("<script") && !html.contains("\u{202E}") && !html.contains("\u{1B}"))
    let contents = try parse(html)
    #expect(contents.text.contains("</pre><script>alert(1)</script>&amp;"))
    #expect(contents.elements.allSatisfy { $0.name != "script" })
  }

  @Test("of a picture of another size has no difference, and of two pictures no scene")
  func fewer() throws {
    let html = FailurePage(
      title: "a", message: "b", actual: try .plain(4, 5, 0), expected: try .plain(5, 4, 0)
    ).html
    let contents = try parse(html)
    #expect(contents.values("class", of: "figure") == ["expected", "actual"])
    #expect(contents.values("id", of: "input").contains("damage") == false)
    #expect(contents.values("width", of: "img") == ["320", "256"])
  }
}
