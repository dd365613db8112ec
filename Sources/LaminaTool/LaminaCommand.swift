import ArgumentParser

/// The command line: `lamina <subcommand>`.
@main
struct LaminaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Draws graphs and sounds in layers, frame by frame or live.",
    version: "0.1.0",
    subcommands: [GraphCommand.self, WaveformCommand.self, ShowCommand.self])
}
