import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaViews
import LayerKindsScenes

/// `lamina show`: pictures and the gallery of layers, live.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a picture or layers in a window or in the terminal.",
    discussion: """
      NAME is a picture file (PNG, PPM, PGM, PBM, PAM), a pattern for numbered ones, which are \
      played, or one of the sheets of the gallery of layers: kinds, effects or geometry. A file of \
      such a name is shown with './' before it.

      Drag or turn the wheel to scroll; turn it with control held, or press + and -, to zoom; 0 is \
      the size as it is. Escape or q ends it.

      Without --window and --terminal it is a window where there is a display, and the terminal \
      where there is none.

      Examples:

        lamina show kinds
        lamina show graph.png --terminal
        lamina show out/MovingDot/%04d.png --fps 60
      """)

  @Argument(
    help: "A picture file, a pattern as f-%05d.png, or kinds, effects or geometry.",
    completion: .file())
  var name: String

  @Option(help: "Pictures per second, where there are many: 60, 29.97 or 30000/1001.")
  var fps = FrameRate(60)

  @Option(help: "Pixels per point. (default: what the display has)")
  var scale: Double?

  @OptionGroup(title: "Live")
  var live: LiveOptions

  func validate() throws {
    if let scale {
      guard scale.isFinite, scale > 0 else {
        throw ValidationError("--scale \(scale): it must be greater than 0")
      }
      try place.validate(scale: scale)
    }
  }

  func run() throws {
    let player = FileNamePattern.isPattern(name) ? try PicturePlayer(name, rate: fps) : nil
    let (content, size) = try content(player)
    let place = place
    let interruption = Interruption.catchSignals(patience: place.terminal ? 8 : 2, speaks: false)
    let view = CanvasView(content: content, size: size, background: Color(rgb: 0x20242A))
    // A window is no larger than most displays, and what is larger can be scrolled.
    let limit = CGSize(width: 1200, height: 800)
    try LiveView(
      view: view, title: "lamina show: \(name)",
      size: place.terminal
        ? size
        : CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height)),
      scale: scale.map { CGFloat($0) }
    ).show(with: place, interruption: interruption) { window in
      guard let player else { return }
      var shown = player.first
      window.update = { time in
        let (number, next) = player.picture(at: time)
        if number != shown {
          // One that cannot be read any more ends the show.
          let bitmap = try player.bitmap(number)
          Transaction.run(disableActions: true) { content.layer.contents = bitmap }
          shown = number
        }
        return next
      }
    }
  }

  /// What is shown, and its size in points.
  func content(_ player: PicturePlayer? = nil) throws -> (View, CGSize) {
    let content = View()
    if let sheet = Sheet.all.first(where: { $0.name == name }) {
      try sheet.fill(content.layer)
      return (content, sheet.size)
    }
    let bitmap = try player.map { try $0.bitmap($0.first) } ?? Bitmap(contentsOf: name)
    content.layer.contents = bitmap
    content.layer.magnificationFilter = .nearest
    return (content, CGSize(width: bitmap.width, height: bitmap.height))
  }

  /// Where it is shown, also where the user has not said it.
  private var place: LiveOptions {
    var place = live
    if !live.isChosen {
      #if Window
        let environment = ProcessInfo.processInfo.environment
        place.window = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      #endif
      place.terminal = !place.window
    }
    return place
  }
}
