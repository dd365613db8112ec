import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaScenes

/// `lamina farm assemble`: one file of a film in parts.
struct FarmAssembleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assemble",
    abstract: "Makes one film of numbered pictures, or of pieces of a Y4M video.",
    discussion: """
      The film has the frames of a single run. A Y4M video is equal to that of a single run byte for \
      byte; pieces are not decoded for it. Pictures that are not as their manifests say end the command.
      --output is required.

      Examples:

        lamina farm assemble frames/%05d.png -o orbit.mp4
        lamina farm assemble pieces/%05d.y4m -o orbit.y4m
      """)

  @OptionGroup var film: FilmOptions

  @OptionGroup(title: "Output")
  var outputOptions: OutputOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors to standard error.")
  var quiet = false

  private var output: Output { outputOptions.output(default: "film.y4m") }

  func validate() throws {
    guard outputOptions.path != nil else { throw ValidationError("--output is missing") }
    try output.validate()
    if output.isOnePicture {
      throw ValidationError("--output \(output.name): cannot write a film to one picture")
    }
    if try FilmFiles(film.pattern).isPieces {
      guard output.kind == .y4m else {
        throw ValidationError("pieces make a Y4M video, which '-o - --format y4m' pipes elsewhere")
      }
      if let (name, _) = outputOptions.given.first(where: {
        $0.value && $0.key != "--output" && $0.key != "--format"
      }) {
        throw ValidationError("\(name) has no effect: the pieces have it already")
      }
    }
    try outputOptions.checkEffect(on: output, hasFrames: true)
  }

  func run() throws {
    let ranges = try film.plan.ranges
    for (range, next) in zip(ranges, ranges.dropFirst()) where range.upperBound < next.lowerBound {
      throw FarmError.incomplete(
        "the plan", reason: "leaves out the frames \(range.upperBound)..<\(next.lowerBound)")
    }
    try output.refuseTerminal()
    Leftovers.remove(besides: output.path)
    let files = try FilmFiles(film.pattern)
    let interruption = output.catchSignals(speaks: !quiet)
    if files.isPieces {
      try joinPieces(of: ranges, files, interruption)
    } else {
      try encode(ranges, files, interruption)
    }
  }

  private func joinPieces(
    of ranges: [Range<Int>], _ files: FilmFiles, _ interruption: Interruption
  ) throws {
    let pieces = try ranges.map { range in
      let path = files.path(range.lowerBound)
      guard let piece = try VideoPiece(path: path) else {
        throw FarmError.incomplete(path, reason: "is missing")
      }
      guard piece.frameCount == range.count else {
        throw FarmError.incomplete(
          path, reason: "has \(piece.frameCount) frames, not the \(range.count) of the plan")
      }
      return piece
    }
    for piece in pieces where piece.header != pieces[0].header {
      throw FarmError.incomplete(
        piece.path, reason: "has not the size or rate of \(pieces[0].path)")
    }
    let file = try OutputFile(
      output.isStandardOutput ? .standardOutput : .file(path: output.path), createsFolder: true)
    for (index, piece) in pieces.enumerated() {
      try piece.append(to: file, withHeader: index == 0) {
        if interruption.isRequested {
          throw Interruption.Stop.aborted(signal: interruption.signal)
        }
      }
    }
    try file.finish()
  }

  private func encode(
    _ ranges: [Range<Int>], _ files: FilmFiles, _ interruption: Interruption
  ) throws {
    let listed = try files.names.manifests().reduce(into: [:]) { listed, manifest in
      listed.merge(manifest.checksums.mapValues { [$0] as Set }) { $0.union($1) }
    }
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames",
      total: ranges.map(\.count).reduce(0, +))
    let sink = try output.makeSink(firstNumber: ranges[0].lowerBound)
    try output.writeFrames(into: sink, progress) { sink in
      for (count, number) in ranges.joined().enumerated() {
        if interruption.isRequested {
          throw Interruption.Stop.aborted(signal: interruption.signal)
        }
        let path = files.path(number)
        let bytes = try readFile(path, limit: PictureBudget().bytes)
        // Numbered pictures of any program can be assembled, too.
        guard listed.isEmpty || listed[number]?.contains(FileChecksum(bytes)) == true else {
          throw FarmError.incomplete(path, reason: "is not as a manifest says")
        }
        let bitmap: Bitmap
        do {
          bitmap = try Bitmap(encoded: bytes)
        } catch {
          throw FarmError.incomplete(path, reason: "cannot be read: \(error)")
        }
        try sink.write(bitmap, at: output.rate.time(ofFrame: number))
        progress.advance(to: count + 1)
      }
    }
  }
}
