import ArgumentParser

/// The command line: `lamina <subcommand>`.
@main
struct LaminaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Draws graphs in layers, frame by frame.",
    version: "0.1.0",
    subcommands: [GraphCommand.self, WaveformCommand.self])
}
