import ArgumentParser

/// A program that runs the tasks of a job.
enum FarmEngine: String, CaseIterable, ExpressibleByArgument {
  case slurm, parallel, openjd, make, xargs

  /// The names of all engines, as an enumeration in English.
  static let list = "slurm, parallel, openjd, make or xargs"

  /// The name of the engine's file in the folder of a job.
  var file: String {
    switch self {
    case .slurm: "slurm.sh"
    case .parallel: "parallel.sh"
    case .openjd: "openjd.yaml"
    case .make: "Makefile"
    case .xargs: "xargs.sh"
    }
  }

  /// The program that takes the file, and its arguments, in the folder of the job.
  var submission: [String] {
    switch self {
    case .slurm: ["sbatch", file]
    case .openjd: ["openjd", "run", file]
    case .make: ["make"]
    case .parallel, .xargs: ["sh", file]
    }
  }

  /// The text that the file is made of, by ``FarmTemplate``.
  var template: String {
    let bytes =
      switch self {
      case .slurm: PackageResources.slurm_sh
      case .parallel: PackageResources.parallel_sh
      case .openjd: PackageResources.openjd_yaml
      case .make: PackageResources.make_mk
      case .xargs: PackageResources.xargs_sh
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A text with names between `@` that stand for values.
struct FarmTemplate {
  let text: String

  /// An error in a template.
  struct UnknownName: Error, CustomStringConvertible {
    let name: String
    let line: Int
    let known: [String]
    var description: String {
      "line \(line) of the template: '@\(name.escaped)@' is none of "
        + known.map { "@\($0)@" }.joined(separator: ", ") + "; '@@' is one '@'"
    }
  }

  /// Returns the text with values in place of their names, quoted for the shell if they need it, and
  /// without the lines that have the name of a value that is nil.
  ///
  /// - Throws: ``UnknownName``.
  func filled(with values: KeyValuePairs<String, String?>) throws(UnknownName) -> String {
    var result = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // Names are the odd parts; an empty one is '@' itself.
      let parts = line.split(separator: "@", omittingEmptySubsequences: false)
      var filled = ""
      var isGiven = true
      for (place, part) in parts.enumerated() {
        if place % 2 == 0 {
          filled += part
        } else if part.isEmpty, place < parts.count - 1 {
          filled += "@"
        } else if place < parts.count - 1, let known = values.first(where: { $0.key == part }) {
          isGiven = isGiven && known.value != nil
          filled += known.value.map(ShellWord.quoted) ?? ""
        } else {
          throw UnknownName(name: String(part), line: index + 1, known: values.map(\.key))
        }
      }
      if isGiven { result += (index == 0 ? "" : "\n") + filled }
    }
    return result
  }
}

/// The words of POSIX shells.
enum ShellWord {
  /// Returns a text as one word, in quotes if it has anything but letters, digits and `%+,-./:@_`.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "%+,-./:@_".utf8.contains(byte)
      }
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
