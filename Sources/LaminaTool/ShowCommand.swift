import ArgumentParser
import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import LaminaScenes
import LaminaViews

/// `lamina show`: pictures and examples, live.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a picture or an example in a window or in the terminal.",
    discussion: """
      NAME is a picture file (PNG, JPEG, WebP, GIF, PPM, PGM, PBM, PAM), a pattern for numbered \
      pictures, which are played in order, or an example: \(exampleNames). To show a file that is \
      named like an example, put './' before its name.

      Drag or turn the wheel to scroll a picture or a sheet of the gallery (kinds, effects, \
      geometry); turn the wheel with control held, or press + and -, to zoom; 0 restores the \
      actual size. --list explains how to use the other examples. Escape or q quits.

      Without --window or --terminal, NAME is shown in a window if there is a display, and in the \
      terminal otherwise.

      Examples:

        lamina show --list
        lamina show cover-flow
        lamina show graph.png --terminal
        lamina show out/MovingDot/%04d.png --fps 60
      """)

  /// The names of all examples, separated by commas.
  private static let exampleNames = Example.all.map(\.name).joined(separator: ", ")

  @Argument(
    help: "A picture file, a pattern such as f-%05d.png, or the name of an example.",
    completion: .custom { _, _, prefix in ShowCompletion.names(beginningWith: prefix) })
  var name: String?

  @Flag(help: "List the examples, with one line about each, and exit.")
  var list = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures per second of a pattern: 60, 29.97 or 30000/1001.", valueName: "fps"),
    transform: FrameRate.init(parsing:))
  var fps = FrameRate(60)

  @Option(
    parsing: .unconditional, help: "Pixels per point. (default: that of the display)")
  var scale: Double?

  @OptionGroup(title: "Live")
  var live: LiveOptions

  func validate() throws {
    guard list || name != nil else {
      throw ValidationError("there is nothing to show: name a picture or an example, or use --list")
    }
    guard !list || name == nil else { throw ValidationError("--list takes no name") }
    if let name, name.isEmpty { throw ValidationError("the name is empty") }
    try FrameChecks.checkNotNegative(["--scale": scale])
    if let scale {
      try FrameChecks.checkScale(scale)
      try place.validate(scale: scale)
    }
  }

  func run() throws {
    guard let name else { return try StandardStreams.print(Self.listing) }
    let player = FileNamePattern.isPattern(name) ? try PicturePlayer(name, rate: fps) : nil
    let exhibit = try exhibit(name, player)
    let place = place
    let interruption = place.catchSignals()
    // A window is no larger than most displays; larger content can be scrolled.
    let (size, limit) = (exhibit.size, CGSize(width: 1200, height: 800))
    try LiveView(
      view: exhibit.view, title: "lamina show: \(name)",
      size: place.terminal
        ? size
        : CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height)),
      scale: scale.map { CGFloat($0) }
    ).show(on: place, frameLimit: live.frames, interruption: interruption) { window in
      guard let player else { return }
      var shown = player.first
      window.update = { time in
        let (number, next) = player.picture(at: time)
        if number != shown {
          // A picture that can no longer be read ends the show.
          let bitmap = try player.bitmap(number)
          Transaction.run(disableActions: true) { exhibit.content.layer.contents = bitmap }
          shown = number
        }
        return next
      }
    }
  }

  /// The list of the examples, one per line.
  static var listing: String {
    let examples = Example.all
    let width = examples.map(\.name.count).max() ?? 0
    return examples.map { example in
      example.name + String(repeating: " ", count: width + 2 - example.name.count)
        + example.summary + "\n"
    }.joined()
  }

  /// The content to show.
  struct Exhibit {
    /// The view that fills the window.
    let view: View
    /// The view inside it that shows the example or picture; may be the same view.
    let content: View
    /// The size it is designed for, in points.
    let size: CGSize
  }

  /// Creates the view of an example or a picture.
  ///
  /// - Throws: `ValidationError` for a name that looks like an example's but is not one,
  ///   `PictureReadError` for a file that cannot be read.
  func exhibit(_ name: String, _ player: PicturePlayer? = nil) throws -> Exhibit {
    let background = Color(rgb: 0x20242A)
    if let example = Example.named(name) {
      let (content, size) = (try example.makeView(), example.size)
      let view =
        switch example.placement {
        case .filling: content
        case .fitted: FittedView(content: content, size: size, background: background)
        case .canvas(let canvas):
          CanvasView(content: content, canvas: canvas, background: background)
        }
      return Exhibit(view: view, content: content, size: size)
    }
    if player == nil, !FileManager.default.fileExists(atPath: name),
      name.allSatisfy({ $0.isLetter || $0 == "-" })
    {
      throw ValidationError(
        "no file or example is named '\(name)'; the examples are \(Self.exampleNames)")
    }
    let bitmap = try player.map { try $0.bitmap($0.first) } ?? Bitmap(contentsOfFile: name)
    let content = View()
    content.layer.contents = bitmap
    content.layer.magnificationFilter = .nearest
    let size = CGSize(width: bitmap.width, height: bitmap.height)
    let canvas = Example.Canvas(size: size)
    return Exhibit(
      view: CanvasView(content: content, canvas: canvas, background: background),
      content: content, size: size)
  }

  /// The options with a default filled in if the user has chosen neither window nor terminal.
  private var place: DisplayOptions {
    var place = live.display
    if !live.display.isChosen {
      #if Window
        let environment = ProcessInfo.processInfo.environment
        place.window = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      #endif
      place.terminal = !place.window
    }
    return place
  }
}
