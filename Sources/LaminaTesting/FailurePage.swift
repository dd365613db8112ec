import Foundation
import Lamina
import LaminaImages

/// A page in HTML that shows a picture, and how it differs from the expected one.
///
/// It is one file, well-formed as XML too, without scripts, and loads nothing: its
/// Content-Security-Policy permits the images that it has in itself and its one style sheet. All text
/// is escaped.
struct FailurePage {
  /// The name of the picture, or of the expectation.
  var title: String
  /// The expected and the actual result.
  var message: String
  var actual: Bitmap
  var expected: Bitmap?
  var difference: Bitmap?
  /// The scene that drew the picture.
  var scene: SceneState?
  /// The shell command that records the reference.
  var command: String?

  /// The state of a scene whose frame is wrong.
  struct SceneState {
    let time: Double
    let damage: Region
    let explanation: DamageExplanation?
    let layers: [LayerDescription]
  }

  /// A layer and the values of its properties.
  struct LayerDescription {
    let depth: Int
    let name: String
    let properties: [ReadableProperty]
    let animations: [String]
  }

  /// The page as text.
  var html: String {
    var body = ["<h1>\(Self.escape(title))</h1>", "<pre>\(Self.escape(message))</pre>"]
    if let command {
      let title = expected == nil ? "To record it" : "To record it anew"
      body.append("<h2>\(title)</h2>\n<pre>\(Self.escape(command))</pre>")
    }
    body += stage
    if let scene { body += Self.sections(of: scene) }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
      <meta name="viewport" content="width=device-width"/>
      <title>\(Self.escape(title))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      \(body.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  // MARK: - Pictures

  /// The pictures, each once; the buttons before them choose how they are placed.
  private var stage: [String] {
    var views: [(String, String)] = []
    if expected != nil {
      views = [
        ("side", "Side by side"), ("actual", "Actual"), ("expected", "Expected"),
        ("flicker", "Flicker"), ("slider", "Slider"),
      ]
    }
    if difference != nil { views.append(("difference", "Difference")) }
    var lines = ["<h2>Pictures</h2>"]
    for (index, (name, label)) in views.enumerated() {
      lines.append(
        "<input type=\"radio\" name=\"view\" id=\"\(name)\""
          + "\(index == 0 ? " checked=\"checked\"" : "")/><label for=\"\(name)\">\(label)</label>")
    }
    if scene != nil {
      lines.append(
        "<input type=\"checkbox\" id=\"damage\"/><label for=\"damage\">Damage</label>")
    }
    lines.append("<div class=\"stage\">")
    if let expected { lines.append(figure(expected, "expected", "Expected")) }
    lines.append(figure(actual, "actual", "Actual"))
    if let difference { lines.append(figure(difference, "difference", "Difference")) }
    lines.append("</div>")
    return lines
  }

  private func figure(_ bitmap: Bitmap, _ name: String, _ label: String) -> String {
    // Small pictures are enlarged by whole pixels.
    let zoom = max(1, 320 / max(bitmap.width, bitmap.height))
    let data = Data(bitmap.pngData()).base64EncodedString()
    var overlay = ""
    if name == "actual", let scene {
      let rects = scene.damage.rects.map {
        "<rect x=\"\($0.minX)\" y=\"\($0.minY)\" width=\"\($0.width)\" height=\"\($0.height)\"/>"
      }
      overlay =
        "<svg viewBox=\"0 0 \(bitmap.width) \(bitmap.height)\" width=\"\(bitmap.width * zoom)\" "
        + "height=\"\(bitmap.height * zoom)\">\(rects.joined())</svg>"
    }
    return "<figure class=\"\(name)\"><figcaption>\(label), \(bitmap.width) x \(bitmap.height)"
      + "</figcaption><div class=\"picture\"><img alt=\"\(label)\" "
      + "width=\"\(bitmap.width * zoom)\" height=\"\(bitmap.height * zoom)\" "
      + "src=\"data:image/png;base64,\(data)\"/>\(overlay)</div></figure>"
  }

  // MARK: - Scene

  private static func sections(of scene: SceneState) -> [String] {
    var causes = "\(scene.damage)"
    if let explanation = scene.explanation, !scene.damage.isEmpty { causes += "\n\(explanation)" }
    var lines = [
      "<h2>Damage at \(escape(Readable.number(scene.time))) s</h2>",
      "<pre>\(escape(causes))</pre>", "<h2>Layers</h2>",
    ]
    for layer in scene.layers {
      let indent = min(layer.depth, 20)
      lines.append(
        "<details class=\"depth-\(indent)\" open=\"open\"><summary>\(escape(layer.name))</summary>")
      if !layer.properties.isEmpty {
        lines.append("<table><tr><th>Property</th><th>Model</th><th>Presentation</th></tr>")
        for property in layer.properties {
          let isMoving = property.model != property.presented
          lines.append(
            "<tr\(isMoving ? " class=\"moving\"" : "")><td>\(escape(property.key))</td>"
              + "<td>\(escape(property.model))</td><td>\(escape(property.presented))</td></tr>")
        }
        lines.append("</table>")
      }
      if !layer.animations.isEmpty {
        lines.append("<pre>\(escape(layer.animations.joined(separator: "\n")))</pre>")
      }
      lines.append("</details>")
    }
    return lines
  }

  // MARK: - Text

  /// Returns a text for HTML, with invisible characters visible.
  static func escape(_ text: String) -> String {
    text.escaped(except: ["\n"]).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  /// The hash of ``style``, as a Content-Security-Policy names it.
  static let styleHash = "/pNZqCx3vXUzesbbW4hybui/ojQABGFJpW2K/Wc+zBY="

  static let policy =
    "default-src 'none'; img-src data:; style-src 'sha256-\(styleHash)'; base-uri 'none'; "
    + "form-action 'none'"

  static let style = """

    :root { color-scheme: light dark; --ink: #1c2128; --paper: #ffffff; --faint: #eef1f4;
      --line: #c6ccd3; --accent: #b42318; --check: #d9dde2; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e3e7eb; --paper: #16191d;
      --faint: #22272d; --line: #48505a; --accent: #ff8a7a; --check: #353b43; } }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem; color: var(--ink);
      background: var(--paper); }
    h1 { font-size: 1.4rem; margin: 0 0 .8rem; } h2 { font-size: 1.05rem; margin: 1.4rem 0 .5rem; }
    pre { background: var(--faint); padding: .7rem .9rem; border-radius: 6px; overflow-x: auto;
      white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0; }
    label { display: inline-block; padding: .25rem .6rem; margin: 0 .5rem .6rem .1rem;
      border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
    input:checked + label { background: var(--ink); color: var(--paper); }
    input:focus-visible + label { outline: 2px solid var(--accent); }
    figure { margin: 0; } figcaption { font-size: .85rem; margin-bottom: .3rem; }
    .stage { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: start; }
    .picture { position: relative; width: max-content; max-width: 100%;
      outline: 1px solid var(--line); background: repeating-conic-gradient(var(--check) 0 25%,
      var(--paper) 0 50%) 0 0 / 16px 16px; }
    img { display: block; image-rendering: pixelated; max-width: none; }
    svg { display: none; position: absolute; left: 0; top: 0; }
    #damage:checked ~ .stage svg { display: block; }
    rect { fill: rgb(255 0 160 / 20%); stroke: #ff00a0; stroke-width: 1px;
      vector-effect: non-scaling-stroke; }
    #actual:checked ~ .stage figure:not(.actual), #expected:checked ~ .stage figure:not(.expected),
    #difference:checked ~ .stage figure:not(.difference), #flicker:checked ~ .stage .difference,
    #slider:checked ~ .stage .difference { display: none; }
    #flicker:checked ~ .stage, #slider:checked ~ .stage { display: grid; justify-items: start; }
    #flicker:checked ~ .stage figure, #slider:checked ~ .stage figure { grid-area: 1 / 1; }
    #flicker:checked ~ .stage .actual figcaption, #slider:checked ~ .stage .actual figcaption {
      background: var(--paper); width: max-content; padding-right: 4rem; }
    #flicker:checked ~ .stage .actual { animation: flicker 1s steps(1) infinite; }
    @keyframes flicker { 50% { visibility: hidden; } }
    #slider:checked ~ .stage .actual .picture { width: 50%; min-width: 2px; overflow: hidden;
      resize: horizontal; outline: 2px solid var(--accent); }
    details { margin: .3rem 0; } summary { cursor: pointer; font-weight: 600; }
    table { border-collapse: collapse; font-size: .9rem; margin: .3rem 0 .5rem 1rem; }
    th, td { border: 1px solid var(--line); padding: .15rem .6rem; text-align: left;
      overflow-wrap: anywhere; vertical-align: top; }
    .moving td { color: var(--accent); }

    """
    + (1...20).map { ".depth-\($0) { margin-left: \(Double($0) * 1.25)rem; }\n" }.joined()
}

extension FailurePage.SceneState {
  /// The state of a scene that has just drawn a frame.
  init(_ scene: TestScene, _ frame: Frame) {
    time = frame.time
    damage = frame.damage
    explanation = frame.explanation
    var layers: [FailurePage.LayerDescription] = []
    func add(_ layer: Layer, _ depth: Int, _ role: String) {
      layers.append(
        FailurePage.LayerDescription(
          depth: depth, name: role + layer.inspectedName,
          properties: layer.readableProperties.filter { !$0.isDefault || $0.model != $0.presented },
          animations: layer.animationLines(at: frame.time)))
      if let mask = layer.mask { add(mask, depth + 1, "mask: ") }
      for sublayer in layer.sublayers ?? [] { add(sublayer, depth + 1, "") }
    }
    add(scene.layer, 0, "")
    self.layers = layers
  }
}

extension FailurePage {
  /// Writes the page into the folder for failures of a test's file, named after the line, and returns
  /// the failure of the test with a link to it.
  func failure(
    _ text: String, at place: CodePlace, evidence: [(name: String, bytes: [UInt8])] = []
  ) -> TestFailure {
    let file = (name: "line-\(place.line).html", bytes: Array(html.utf8))
    let link = SnapshotFolder(testFile: place.filePath).keep([file])
    return TestFailure(text + "\nwhat is wrong is in" + link, evidence: evidence + [file])
  }
}

extension SnapshotFolder {
  /// The shell command that records the references of the folder; nil if its name is not that of a test's
  /// file.
  var recordingCommand: String? {
    let name = (references as NSString).lastPathComponent
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
    return isPlain && !name.isEmpty ? "LAMINA_RECORD=all swift test --filter \(name)" : nil
  }
}
