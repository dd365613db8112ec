import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaScenes

/// `lamina farm verify`: a film in parts against its plan and manifests.
struct FarmVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks that all frames of a film are present, and as they were written.",
    discussion: """
      Pictures are compared with the manifests that their runs have written; of pieces of a video, the \
      frames are counted. Frames that are missing, damaged or, without --frames, unexpected are named on \
      standard error, and ranges of frames to draw are printed, one a line. The exit status is then 1. \
      Temporary files of killed runs are removed.
      """)

  @OptionGroup var film: FilmOptions

  func run() throws {
    let plan = try film.plan
    let files = try FilmFiles(film.pattern)
    Leftovers.remove(besides: film.pattern)
    Leftovers.remove(besides: files.names.manifest(of: plan.ranges[0]))
    let check = try FilmCheck(files, plan, isWhole: film.frames == nil)
    for fault in check.faults { StandardStreams.say(fault.text(files)) }
    for name in check.extras { StandardStreams.say("\(name): not of this film") }
    let ranges = check.redrawn(plan, files)
    try StandardStreams.print(ranges.map { "\($0.lowerBound)..<\($0.upperBound)\n" }.joined())
    if !check.faults.isEmpty || !check.extras.isEmpty { throw ExitCode(1) }
  }
}

/// The differences between a film in parts and its plan and manifests.
struct FilmCheck {
  /// Frames in a row, or a piece, of which one thing is wrong.
  struct Fault: Equatable {
    enum Kind: String {
      case missing
      case wrong = "other than its manifest says"
      case unlisted = "in no manifest"
      case foreign = "drawn by another program, or with other options, than most"
      case incomplete = "not a whole video of so many frames"
    }

    var frames: Range<Int>
    let kind: Kind

    /// The names of the files, and what is wrong.
    func text(_ files: FilmFiles) -> String {
      let first = files.path(frames.lowerBound)
      let last = files.path(frames.upperBound - 1)
      return "\(files.isPieces || first == last ? first : "\(first) to \(last)"): \(kind.rawValue)"
    }
  }

  private(set) var faults: [Fault] = []
  /// The paths of files whose numbers the film does not have, sorted.
  let extras: [String]

  /// Reads the film.
  ///
  /// - Parameter isWhole: true if the plan has the whole film, so that there are no other frames.
  /// - Throws: `PictureReadError` if a file is there, and cannot be read.
  init(_ files: FilmFiles, _ plan: FarmPlan, isWhole: Bool = true) throws {
    extras = isWhole ? Self.extras(files, plan) : []
    if files.isPieces { try checkPieces(files, plan) } else { try checkPictures(files, plan) }
  }

  private static func extras(_ files: FilmFiles, _ plan: FarmPlan) -> [String] {
    let folder = files.names.folder.isEmpty ? "." : files.names.folder
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let starts = Set(plan.ranges.map(\.lowerBound))
    let numbers = plan.ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
    return entries.compactMap { files.names.number(ofName: $0[...]) }.filter { number in
      !(files.isPieces ? starts.contains(number) : numbers.contains(number))
    }.sorted().map(files.path)
  }

  private mutating func checkPieces(_ files: FilmFiles, _ plan: FarmPlan) throws {
    for range in plan.ranges {
      do {
        guard let piece = try VideoPiece(path: files.path(range.lowerBound)) else {
          faults.append(Fault(frames: range, kind: .missing))
          continue
        }
        if piece.frameCount != range.count {
          faults.append(Fault(frames: range, kind: .incomplete))
        }
      } catch is FarmError {
        faults.append(Fault(frames: range, kind: .incomplete))
      }
    }
  }

  private mutating func checkPictures(_ files: FilmFiles, _ plan: FarmPlan) throws {
    let manifests = try files.names.manifests()
    var checksums: [Int: FileChecksum] = [:]
    for number in plan.ranges.joined() {
      checksums[number] = try FileChecksum(ofFile: files.path(number))
    }
    // What has drawn most of the film has drawn the film.
    var counts: [String: Set<Int>] = [:]
    for manifest in manifests {
      let written = manifest.checksums.lazy.filter { checksums[$0.key] == $0.value }
      counts[manifest.source, default: []].formUnion(written.map(\.key))
    }
    let source = counts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
    let good = source.flatMap { counts[$0] } ?? []
    let foreign = counts.values.reduce(into: Set()) { $0.formUnion($1) }
    let listed = manifests.reduce(into: Set()) { $0.formUnion($1.checksums.keys) }
    for number in plan.ranges.joined() where !good.contains(number) {
      let kind: Fault.Kind =
        if checksums[number] == nil {
          .missing
        } else if foreign.contains(number) {
          .foreign
        } else {
          listed.contains(number) ? .wrong : .unlisted
        }
      if let last = faults.last, last.kind == kind, last.frames.upperBound == number {
        faults[faults.count - 1].frames = last.frames.lowerBound..<number + 1
      } else {
        faults.append(Fault(frames: number..<number + 1, kind: kind))
      }
    }
  }

  /// Returns the ranges of frames to draw.
  func redrawn(_ plan: FarmPlan, _ files: FilmFiles) -> [Range<Int>] {
    files.isPieces
      ? faults.map(\.frames) : FarmPlan(numbers: faults.flatMap { Array($0.frames) }).ranges
  }
}
