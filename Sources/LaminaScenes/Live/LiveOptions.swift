import ArgumentParser
import Foundation
import LaminaInspector

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

  @Flag(help: "Serve a page for browsers, whose URL is printed; Control-C ends it.")
  package var serve = false

  @Option(
    parsing: .unconditional,
    help: "The port of the page; 0 is a free one. (default: 0)")
  package var port: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The address of this machine that the page is served at. (default: 127.0.0.1)",
      valueName: "address"))
  package var host: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Megabytes of history kept for the inspector; 0 for none. (default: 64)",
      valueName: "megabytes"))
  package var history: Int?

  /// True if the output is to be shown.
  package var isChosen: Bool { window || terminal || serve }

  /// The place at which a page is served.
  ///
  /// - Parameter environment: the environment variables, of which `LAMINA_SERVE_TOKEN` is the token, if it
  ///   is there and not empty.
  package func address(environment: [String: String]) -> BrowserAddress {
    let token = environment["LAMINA_SERVE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    return BrowserAddress(host: host ?? "127.0.0.1", port: port ?? 0, token: token)
  }

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
      throw ValidationError("\(name) is for files: leave out --window, --terminal and --serve")
    }
  }

  package func validate() throws {
    let chosen = [("--window", window), ("--terminal", terminal), ("--serve", serve)].filter(\.1)
    if chosen.count > 1 {
      throw ValidationError("\(chosen[0].0) and \(chosen[1].0) cannot be combined")
    }
    let served = [
      ("--port", port != nil), ("--host", host != nil), ("--history", history != nil),
    ]
    if !serve, let (name, _) = served.first(where: \.1) {
      throw ValidationError("\(name) needs --serve")
    }
    if let history, !(0...100_000).contains(history) {
      throw ValidationError("--history \(history): it must be from 0 to 100000")
    }
    if let port, !(0...65_535).contains(port) {
      throw ValidationError("--port \(port): it must be from 0 to 65535")
    }
    if terminalPictures != nil, !terminal {
      throw ValidationError("--terminal-pictures needs --terminal")
    }
    #if !Window
      if window {
        throw ValidationError("--window: this program was built without the trait Window")
      }
    #endif
    #if !Server
      if serve {
        throw ValidationError(
          "--serve: this program was built without the trait Server: "
            + "use 'swift run --traits default,Server'")
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
        throw ValidationError("--frames needs --window, --terminal or --serve")
      }
      guard frames > 0 else { throw ValidationError("--frames \(frames): it must be more than 0") }
    }
  }
}
