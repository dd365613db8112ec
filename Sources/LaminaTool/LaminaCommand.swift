import ArgumentParser
import Foundation

/// The command line: `lamina <subcommand>`.
@main
struct LaminaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina",
    abstract: "Draws charts, graphs and sounds in layers, frame by frame or live.",
    version: "0.9.0",
    subcommands: [
      ChartCommand.self, GraphCommand.self, WaveformCommand.self, ShowCommand.self,
    ])

  static func main() {
    StandardStreams.prepare()
    Interruption.restoreQuitSignal()
    do {
      var command = try parseAsRoot()
      do {
        try command.run()
      } catch let error as ValidationError {
        end(error, of: type(of: command))
      }
    } catch {
      StandardStreams.endIfReaderHasGone(error)
      end(error)
    }
  }

  /// Says what is wrong with the arguments of a command, and how to use it.
  private static func end(_ error: ValidationError, of command: any ParsableCommand.Type) -> Never {
    let name = "\(configuration.commandName ?? "") \(command.configuration.commandName ?? "")"
    StandardStreams.say(
      "Error: \(error.message)\nUsage: \(usageString(for: command))\n"
        + "  See '\(name) --help' for more information.")
    Foundation.exit(ExitCode.validationFailure.rawValue)
  }

  /// Says why the command ends, and ends it: what was asked for on standard output, what went
  /// wrong on standard error.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard code.isSuccess else {
      if !message.isEmpty { StandardStreams.say(message) }
      Foundation.exit(code.rawValue)
    }
    do {
      if !message.isEmpty { try StandardStreams.print(message + "\n") }
    } catch {
      StandardStreams.say("Error: \(error)")
      Foundation.exit(EXIT_FAILURE)
    }
    Foundation.exit(EXIT_SUCCESS)
  }
}
