import Lamina
import LaminaImages

/// Temporary files of runs that were killed.
package enum Leftovers {
  /// Removes those in the folder of an output, and names the ones that may be somebody else's.
  ///
  /// - Parameter output: a file, a pattern for files, or `-` for none.
  package static func remove(besides output: String) {
    guard output != "-" else { return }
    let path = (try? FileNamePattern(output))?.name(0) ?? output
    for leftover in OutputFile.removeLeftovers(besides: path) {
      StandardStreams.warn(
        "\(leftover.escaped) is left over from a run that was killed, perhaps on another host: "
          + "remove it if nothing writes to it")
    }
  }
}
