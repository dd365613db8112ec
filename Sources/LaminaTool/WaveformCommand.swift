import ArgumentParser
import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages

/// `lamina waveform`: the waveform of a sound file.
struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Draws the waveform of a sound file.",
    discussion: """
      INPUT is a sound file (WAV, AIFF, FLAC, Ogg, Opus, MP3), or the peaks of one as \
      audiowaveform writes them (.dat, .json); '-' is standard input.

      One picture shows the whole sound, or the place that --from says. With --to, frames go from \
      one place to the other. A place is a time, which is in the middle of the picture, and a \
      zoom: 12.5, 1:30, 1:30x40 or x40.

      The name of the output decides what is written:

        waveform.png        one picture
        frames/w-%05d.png   a picture of every frame
        waveform.y4m        a video, not compressed
        waveform.apng       an animated PNG
        -                   every frame, to standard output, in a --format

      With --window or --terminal it is shown instead: drag, turn the wheel or press arrow keys to \
      scroll; turn the wheel with the control key, pinch, or press + and - to zoom; 0 shows all. \
      --overview adds a strip with the whole sound: press or drag in it to go elsewhere. With --peaks, the peaks are written instead, in the \
      form that the name says: .dat or .json.

      Examples:

        lamina waveform speech.flac
        lamina waveform song.mp3 --output song.png --width 1200 --mono --decibels 60
        lamina waveform song.mp3 --from 0x20 --to 3:00x20 --seconds 10 --output song.y4m
        lamina waveform song.mp3 --peaks song.dat --samples-per-pixel 512 --bits 8
        lamina waveform song.dat --output song.png
        lamina waveform song.mp3 --window --overview

      The exit status is 0 where all was written, also after one control-C; 64 where the command \
      line is wrong; 130 (after SIGTERM 143) where nothing was written because of control-C; and \
      1 for anything else.
      """)

  @Argument(help: ArgumentHelp("A sound file, a file of peaks, or '-'.", valueName: "input"))
  var input: String

  @Option(name: .shortAndLong, help: "What to write: a file, a pattern for files, or '-'.")
  var output = "waveform.png"

  @Option(help: "The format, where the output's name does not say it: png, apng, ppm or y4m.")
  var format: FrameFormat?

  @Option(help: "The width of the picture in points.")
  var width = 800

  @Option(help: "The height of the picture in points.")
  var height = 200

  @Option(
    name: .customLong("scale"),
    help: ArgumentHelp(
      "Pixels per point. (default: 2; live, what the display has)", valueName: "scale"))
  var wantedScale: Double?

  private var scale: Double { wantedScale ?? 2 }

  @Option(
    help: ArgumentHelp("Where to look, or to begin.", valueName: "place"),
    transform: WaveformPlace.init(parsing:))
  var from: WaveformPlace?

  @Option(
    help: ArgumentHelp("Where to end: makes frames.", valueName: "place"),
    transform: WaveformPlace.init(parsing:))
  var to: WaveformPlace?

  @Option(help: "How many seconds the frames take.")
  var seconds = 5.0

  @Option(help: "Frames per second: 60, 29.97 or 30000/1001.")
  var fps = FrameRate(60)

  @Option(help: "How often an animated PNG is played; 0 is for ever.")
  var loops = 0

  @Flag(help: "Show the mean of all channels, instead of a lane for each.")
  var mono = false

  @Flag(help: "Show the mean of a moving window of 128 samples, instead of exact peaks.")
  var mean = false

  @Option(
    help: ArgumentHelp("Show levels in decibels, down to so many.", valueName: "range"))
  var decibels: Double?

  @Option(help: "How it looks: classic (white on orange), dark or light.")
  var style = StyleChoice.dark

  @Option(
    help: ArgumentHelp("The colour of the waveform.", valueName: "rrggbb"),
    transform: Self.color)
  var color: Color?

  @Flag(inversion: .prefixedNo, help: "Whether there is a ruler with the time.")
  var ruler = true

  @Option(help: ArgumentHelp("Write peaks to a .dat or .json file.", valueName: "file"))
  var peaks: String?

  @Option(help: "How many samples make a point of the peaks.")
  var samplesPerPixel = 256

  @Option(help: "The bits of the peaks: 8 or 16.")
  var bits = 16

  @Flag(name: .shortAndLong, help: "Say nothing about the progress.")
  var quiet = false

  @OptionGroup(title: "Live")
  var live: LiveOptions

  @Flag(help: "Show the whole sound in a strip below, with the part marked that is seen.")
  var overview = false

  private static func color(_ text: String) throws -> Color {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, let rgb = UInt32(digits, radix: 16) else {
      throw ValidationError("'\(text)': it takes six hexadecimal digits, such as 54d6a4")
    }
    return Color(rgb: rgb)
  }

  func validate() throws {
    try FrameChecks.checkScale(scale)
    if let wantedScale { try live.validate(scale: wantedScale) }
    try FrameChecks.checkSize(width: width, height: height, scale: scale)
    guard seconds > 0, seconds <= 86_400 else {
      throw ValidationError("--seconds \(seconds): it must be more than 0 and at most 86400")
    }
    if let decibels, !(decibels > 0 && decibels <= 1_000) {
      throw ValidationError("--decibels \(decibels): it must be more than 0 and at most 1000")
    }
    try FrameChecks.checkLoops(loops)
    guard samplesPerPixel >= 1, samplesPerPixel <= Int(Int32.max) else {
      throw ValidationError("--samples-per-pixel \(samplesPerPixel): it must be 1 or more")
    }
    guard PeaksFile.Bits(rawValue: bits) != nil else {
      throw ValidationError("--bits \(bits): it must be 8 or 16")
    }
    if let peaks {
      guard ["dat", "json"].contains((peaks as NSString).pathExtension.lowercased()) else {
        throw ValidationError("--peaks '\(peaks)': the name must end in .dat or .json")
      }
      guard !live.isChosen else {
        throw ValidationError("--peaks writes a file: leave out --window and --terminal")
      }
    } else if !live.isChosen {
      try FrameChecks.checkOutput(output, format, fps)
      if to != nil, FrameChecks.isOnePicture(output, format) {
        throw ValidationError(
          "--to makes frames, and '\(output)' is one picture: it takes a video or a pattern as "
            + "w-%05d.png")
      }
    }
    guard !overview || live.isChosen else {
      throw ValidationError("--overview needs --window or --terminal")
    }
    if isPeaksFile, mono || mean {
      throw ValidationError("'\(input)' has peaks and no samples: leave out --mono and --mean")
    }
  }

  func run() throws {
    if live.isChosen { return try show() }
    if peaks == nil, output == "-", isatty(STDOUT_FILENO) != 0 {
      throw ValidationError("--output - would write pictures to the terminal: pipe them elsewhere")
    }
    ignoreBrokenPipeSignal()
    let interruption = Interruption.catchSignals(patience: output == "-" ? 1 : 2, speaks: !quiet)
    do {
      try work(interruption)
    } catch let stop as Interruption.Stop {
      Progress.say("\(stop)")
      throw ExitCode(stop.exitStatus)
    }
  }

  /// Reads the input and writes what is wanted of it.
  func work(_ interruption: Interruption) throws {
    let provider = try load(interruption)
    if let peaks {
      try writePeaks(provider, to: peaks)
    } else {
      try draw(provider, interruption)
    }
  }

  // MARK: - Reading

  /// Reads the input.
  func load(_ interruption: Interruption) throws -> DataProvider {
    if isPeaksFile {
      return try DataProvider(peaks: PeaksFile(contentsOf: input))
    }
    let file = try AudioFile(path: input)
    let progress = Progress(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "percent read", total: 100)
    defer { progress.finish() }
    do {
      return try DataProvider(
        source: file, mix: mono ? .mono : .separate,
        isCancelled: { interruption.isRequested },
        progress: { progress.advance(to: Int($0.fraction * 100)) })
    } catch {
      if interruption.isRequested {
        throw Interruption.Stop.beforeFirstSample(signal: interruption.signal)
      }
      throw error
    }
  }

  /// Whether the input is a file of peaks, by its name.
  private var isPeaksFile: Bool {
    input != "-" && ["dat", "json"].contains((input as NSString).pathExtension.lowercased())
  }

  // MARK: - Showing

  /// Shows the waveform in a window or in the terminal: to be scrolled, and zoomed by two fingers or
  /// the wheel with the control key.
  private func show() throws {
    let interruption = Interruption.catchSignals(patience: live.terminal ? 8 : 2, speaks: false)
    do {
      let file = isPeaksFile ? nil : try AudioFile(path: input)
      let graph = makeView(
        file == nil ? try load(interruption) : DataProvider(), drawing: .live())
      graph.zoom = CGFloat(from?.zoom ?? 1)
      var failure: AudioLoadError?
      let view = LiveWaveform(graph: graph, hasOverview: overview, drawing: .live())
      let strip = overview ? LiveWaveform.overviewHeight : 0
      try LiveView(
        view: view, title: input,
        size: CGSize(width: CGFloat(width), height: CGFloat(height) + strip),
        scale: wantedScale.map { CGFloat($0) }, blockScale: 1
      ).show(with: live, interruption: interruption) { window in
        view.layoutIfNeeded()
        guard let file else {
          if let time = from?.time { graph.look(at: time) }
          return
        }
        graph.load(file, mix: mono ? .mono : .separate) { result in
          if case .failure(let error) = result { failure = error }
          if let time = from?.time { graph.look(at: time) }
        }
        window.update = { _ in
          if let failure { throw failure }
          return nil
        }
      }
    } catch let stop as Interruption.Stop {
      Progress.say("\(stop)")
      throw ExitCode(stop.exitStatus)
    }
  }

  // MARK: - Writing

  private func writePeaks(_ provider: DataProvider, to path: String) throws {
    let file = try PeaksFile(
      provider, samplesPerPixel: samplesPerPixel, bits: PeaksFile.Bits(rawValue: bits)!)
    let isJSON = (path as NSString).pathExtension.lowercased() == "json"
    let bytes = isJSON ? file.json() : file.dat()
    let target = try OutputFile(.file(path: path), createsFolder: true)
    do {
      try target.write(bytes)
      try target.finish()
    } catch {
      target.abandon()
      throw error
    }
    if !quiet {
      Progress.say("wrote \(path): \(file.length) points of \(samplesPerPixel) samples")
    }
  }

  /// The view that shows a sound as the options say.
  func makeView(
    _ provider: DataProvider, drawing: AudioGraphView.Drawing = .offline
  ) -> AudioGraphView {
    WaveformScene.makeView(
      provider, style, color: color, ruler: ruler,
      summary: mean ? .movingMean(window: 128) : .peaks,
      amplitude: decibels.map { .decibels(range: $0) } ?? .linear, drawing: drawing)
  }

  private func draw(_ provider: DataProvider, _ interruption: Interruption) throws {
    let scene = try WaveformScene(
      graph: makeView(provider), size: CGSize(width: width, height: height), scale: scale)
    let rate = Double(fps.numerator) / Double(fps.denominator)
    let count = to == nil ? 1 : max(1, Int((seconds * rate).rounded()))
    let progress = Progress(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: count)
    defer { progress.finish() }
    let sink = ConcurrentSink(
      try makeFrameSink(
        output: output, format: format, frameRate: fps, loops: loops, createsFolder: true))
    var written = 0
    do {
      while written < count, written == 0 || !interruption.isRequested {
        try interruption.check()
        look(scene, part: count == 1 ? 0 : Double(written) / Double(count - 1))
        try sink.write(scene.render(at: fps.time(ofFrame: written)))
        written += 1
        progress.advance(to: written)
      }
      try sink.finish()
    } catch {
      sink.abandon()
      throw error
    }
    progress.finish()
    guard !quiet else { return }
    let name = output == "-" ? "standard output" : output
    Progress.say(
      (interruption.isRequested ? "interrupted; " : "") + "wrote \(name): "
        + (count == 1 ? "" : "\(written) frames of ")
        + "\(provider.frameCount) samples, \(fixed(provider.duration)) s")
  }

  /// Looks at a place on the way: times go evenly, zooms by even factors.
  private func look(_ scene: WaveformScene, part: Double) {
    let duration = scene.graph.dataProvider.duration
    let zoom = from?.zoom ?? to?.zoom ?? 1
    let time = from?.time ?? to?.time ?? duration / 2
    let lastZoom = to?.zoom ?? zoom
    let lastTime = to?.time ?? time
    scene.look(
      at: time + (lastTime - time) * part, zoom: zoom * pow(lastZoom / zoom, part))
  }

  private func fixed(_ seconds: Double) -> String {
    let milliseconds = (seconds * 1000).rounded()
    return milliseconds < 1e15 ? "\(milliseconds / 1000)" : "\(seconds)"
  }
}
