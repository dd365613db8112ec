import ArgumentParser
import LaminaScenes

/// The command line: `lamina <subcommand>`.
@main
struct LaminaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Draws charts, graphs and waveforms, as pictures or films or live.",
    version: "0.9.0",
    subcommands: [
      ChartCommand.self, GraphCommand.self, WaveformCommand.self, ShowCommand.self,
      ReplayCommand.self, ShrinkCommand.self, FarmCommand.self,
    ])

  static func main() { CommandRunner.run(self) }
}
