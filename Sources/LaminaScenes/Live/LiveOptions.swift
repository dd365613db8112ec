import ArgumentParser
import Foundation

/// The options for showing the output instead of writing it.
package struct DisplayOptions: ParsableArguments {
  package init() {}

  @Flag(help: "Open a window; Escape or q closes it.")
  package var window = false

  @Flag(help: "Draw in this terminal; Escape or q quits.")
  package var terminal = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How the terminal shows pictures: blocks, kitty or sixel. (default: ask the terminal)",
      valueName: "kind"))
  package var terminalPictures: TerminalPictures?

  /// True if the output is to be shown.
  package var isChosen: Bool { window || terminal }

  /// Checks that a window can have the given scale in pixels per point.
  package func validate(scale: Double) throws {
    if window, !(0.25...16).contains(scale) {
      throw ValidationError("--scale \(scale): a window needs 0.25 to 16 pixels per point")
    }
  }

  /// Catches the signals that end the show. A terminal is brought back to order in any case.
  package func catchSignals() -> Interruption {
    Interruption.catchSignals(patience: terminal ? 8 : 2, speaks: false)
  }

  /// Rejects the options for what is written if nothing is.
  ///
  /// - Parameter usesRate: true if the rate of frames has an effect on what is shown.
  package func checkOutput(_ options: OutputOptions, usesRate: Bool = false) throws {
    guard isChosen else { return }
    for (name, isGiven) in options.given where isGiven && !(usesRate && name == "--fps") {
      throw ValidationError("\(name) is for files: leave out --window and --terminal")
    }
  }

  package func validate() throws {
    if window, terminal {
      throw ValidationError("--window and --terminal cannot be combined")
    }
    if terminalPictures != nil, !terminal {
      throw ValidationError("--terminal-pictures needs --terminal")
    }
    #if !Window
      if window {
        throw ValidationError("--window: this program was built without the trait Window")
      }
    #endif
  }
}

/// The options for showing the output, and for how long, of the commands that draw what comes.
package struct LiveOptions: ParsableArguments {
  package init() {}

  @OptionGroup
  package var display: DisplayOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Quit after this many refreshes of the display.",
      valueName: "count"), transform: Int.init(parsing:))
  package var frames: Int?

  package func validate() throws {
    try FrameChecks.checkNotNegative(["--frames": frames.map { Double($0) }])
    if let frames {
      guard display.isChosen else {
        throw ValidationError("--frames needs --window or --terminal")
      }
      guard frames > 0 else { throw ValidationError("--frames \(frames): it must be more than 0") }
    }
  }
}
