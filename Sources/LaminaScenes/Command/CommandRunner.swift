import ArgumentParser
import Foundation

/// Runs commands as shells expect: messages and statuses for what went wrong, and no end by a signal where
/// a stream is closed or its reader has gone.
package enum CommandRunner {
  /// Parses the arguments of the process, and runs the command that they name.
  package static func run(_ root: any ParsableCommand.Type) {
    StandardStreams.prepare()
    Interruption.restoreQuitSignal()
    spareAddressSpace()
    do {
      var command = try root.parseAsRoot()
      do {
        try command.run()
      } catch let error as ValidationError {
        end(error, of: type(of: command), root)
      }
    } catch let stop as Interruption.Stop {
      StandardStreams.say("\(stop)")
      Foundation.exit(stop.exitStatus)
    } catch {
      StandardStreams.endIfReaderHasGone(error)
      end(error, root)
    }
  }

  /// Has all threads allocate from one arena if the address space is limited: glibc reserves 64 MB of it
  /// for each further one.
  private static func spareAddressSpace() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max, let function = dlsym(nil, "mallopt")
    else { return }
    // Swift does not see this function of glibc; M_ARENA_MAX is -8.
    typealias SetAllocatorOption = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
    _ = unsafeBitCast(function, to: SetAllocatorOption.self)(-8, 1)
  }

  /// Says what is wrong with the arguments of a command, and how to use it.
  private static func end(
    _ error: ValidationError, of command: any ParsableCommand.Type, _ root: any ParsableCommand.Type
  ) -> Never {
    let name = path(to: command, from: root)?.joined(separator: " ") ?? ""
    StandardStreams.say(
      "Error: \(error.message)\nUsage: \(root.usageString(for: command))\n"
        + "  See '\(name) --help' for more information.")
    Foundation.exit(ExitCode.validationFailure.rawValue)
  }

  /// Returns the names of a command and of those that it is a subcommand of, from the outermost on.
  private static func path(
    to command: any ParsableCommand.Type, from root: any ParsableCommand.Type
  ) -> [String]? {
    let name = [root.configuration.commandName].compactMap { $0 }
    if command == root { return name }
    return root.configuration.subcommands.lazy.compactMap { path(to: command, from: $0) }.first
      .map { name + $0 }
  }

  /// Says why the command ends, and ends it: what was asked for on standard output, what went
  /// wrong on standard error.
  private static func end(_ error: any Error, _ root: any ParsableCommand.Type) -> Never {
    let code = root.exitCode(for: error)
    let message = root.fullMessage(for: error)
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
