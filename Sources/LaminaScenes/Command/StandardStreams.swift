import Foundation
import Lamina
import LaminaImages

/// Standard input, output and error as a shell hands them over: they may be closed, full, or have
/// nobody at their other end, and nothing of that ends the program.
package enum StandardStreams {
  /// Makes the three descriptors safe to use. Called once, before anything is opened.
  ///
  /// One that is closed gets a descriptor that cannot be used the way that the stream is used, so
  /// that reading and writing fail, and no file or pipe of the program gets its number. Writing to
  /// a pipe that nobody reads fails from here on, instead of ending the process.
  package static func prepare() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    ignoreBrokenPipeSignal()
  }

  /// Writes a message and a line break to standard error, with all but the line breaks in it
  /// escaped. What cannot be written is lost: there is nowhere to say so.
  package static func say(_ message: String) { writeError(message.escaped(except: ["\n"]) + "\n") }

  /// Writes a warning to standard error.
  package static func warn(_ message: String) { say("warning: " + message) }

  /// Writes to standard error as it is. What cannot be written is lost.
  package static func writeError(_ text: String) {
    if let file = try? OutputFile(.fileDescriptor(STDERR_FILENO, name: "standard error")) {
      try? file.write(Array(text.utf8))
    }
  }

  /// Writes a text to standard output as it is.
  ///
  /// Where its reader has gone, the process ends by the signal that a shell expects then.
  ///
  /// - Throws: `OutputError`.
  package static func print(_ text: String) throws {
    do {
      try write(text)
    } catch {
      endIfReaderHasGone(error)
      throw error
    }
  }

  /// Writes a text to standard output as it is, for a program that has something to put in order
  /// before it ends.
  ///
  /// - Throws: `OutputError`, also where the reader has gone.
  package static func write(_ text: String) throws {
    let file = try OutputFile(.standardOutput)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  /// Ends the process by the signal that a shell expects where the reader of a pipe has gone, if an
  /// error says that it has.
  package static func endIfReaderHasGone(_ error: any Error) {
    guard case OutputError.system(_, _, code: EPIPE) = error else { return }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
