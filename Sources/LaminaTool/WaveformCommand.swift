import ArgumentParser
import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages
import LaminaScenes

/// `lamina waveform`: the waveform of a sound file.
struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Draws the waveform of a sound file.",
    discussion: """
      INPUT is a sound file (WAV, AIFF, FLAC, Ogg, Opus, MP3), or the peaks of one as written by \
      audiowaveform (.dat, .json); '-' is standard input.

      One picture shows the whole sound, or the place given by --from. With --to, frames move from \
      one place to the other. A place is a time, which is put in the middle of the picture, a zoom \
      factor, or both: 12.5, 1:30, 1:30x40 or x40.

      \(OutputOptions.help(named: "waveform"))

      With --window or --terminal, the waveform is shown instead: drag, turn the wheel or press \
      arrow keys to scroll; turn the wheel with control held, pinch, or press + and - to zoom; 0 \
      shows the whole sound. --overview adds a strip with the whole sound: press or drag in it to \
      move to another place.

      With --peaks, peaks are written instead, in the format given by the name's extension: .dat, \
      .json, or .txt, which has one line, minimum,maximum, per point and nothing else. Peaks made \
      from peaks keep their resolution and bits unless options change them.

      Examples:

        lamina waveform speech.flac
        lamina waveform song.mp3 --output song.png --width 1200 --mono --decibels 60
        lamina waveform song.mp3 --from 0x20 --to 3:00x20 --seconds 10 --output song.y4m
        lamina waveform song.mp3 --peaks song.dat --samples-per-pixel 512 --bits 8
        lamina waveform song.dat --output song.png
        lamina waveform song.mp3 --window --overview

      The exit status is 0 if everything was written, even after one control-C; 64 if the command \
      line is wrong; 130 (143 after SIGTERM) if nothing was written because of control-C; and 1 \
      for any other error. SIGHUP, SIGQUIT and SIGXFSZ act like SIGTERM.
      """)

  @Argument(help: ArgumentHelp("A sound file, a file of peaks, or '-'.", valueName: "input"))
  var input: String

  @OptionGroup
  var outputOptions: OutputOptions

  /// The output, or `waveform.png`.
  var output: Output { outputOptions.output(default: "waveform.png") }

  @Option(
    name: .customLong("width"), parsing: .unconditional,
    help: ArgumentHelp("The width of the picture in points. (default: 800)", valueName: "width"),
    transform: Int.init(parsing:))
  var wantedWidth: Int?

  private var width: Int { wantedWidth ?? 800 }

  @Option(
    name: .customLong("height"), parsing: .unconditional,
    help: ArgumentHelp("The height of the picture in points. (default: 200)", valueName: "height"),
    transform: Int.init(parsing:))
  var wantedHeight: Int?

  private var height: Int { wantedHeight ?? 200 }

  @Option(
    name: .customLong("scale"), parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per point. (default: 2; live, that of the display)", valueName: "scale"))
  var wantedScale: Double?

  private var scale: Double { wantedScale ?? 2 }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The place to show, or to start from.", valueName: "place"),
    transform: WaveformPlace.init(parsing:))
  var from: WaveformPlace?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The place to end at; this makes frames.", valueName: "place"),
    transform: WaveformPlace.init(parsing:))
  var to: WaveformPlace?

  @Option(
    name: .customLong("seconds"), parsing: .unconditional,
    help: ArgumentHelp(
      "The duration of the frames, in seconds. (default: 5.0)", valueName: "seconds"))
  var wantedSeconds: Double?

  private var seconds: Double { wantedSeconds ?? 5 }

  @Flag(help: "Show the mean of all channels, instead of a lane for each.")
  var mono = false

  @Flag(help: "Show the mean of a moving window of 128 samples, instead of exact peaks.")
  var mean = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show levels in decibels over this range.", valueName: "range"))
  var decibels: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The factor to multiply amplitudes by, where an amplitude of 1 fills the height; 'auto' makes \
      the loudest sample fill it. (default: auto for pictures, 1 for peaks)
      """, valueName: "factor"), transform: AmplitudeFactor.init(parsing:))
  var amplitudeScale: AmplitudeFactor?

  @Option(
    name: .customLong("style"), parsing: .unconditional,
    help: ArgumentHelp(
      "The style: classic (white on orange), dark or light. (default: dark)", valueName: "style"))
  var wantedStyle: StyleChoice?

  private var style: StyleChoice { wantedStyle ?? .dark }

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The colour of the waveform.", valueName: "rrggbb"),
    transform: Self.color)
  var color: Color?

  @Flag(
    name: .customLong("ruler"), inversion: .prefixedNo,
    help: "Show a ruler with the time. (default: --ruler)")
  var wantsRuler: Bool?

  private var ruler: Bool { wantsRuler ?? true }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write peaks to a .dat, .json or .txt file.", valueName: "file"))
  var peaks: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Samples per point of the peaks. (default: 256, or that of the input's peaks)",
      valueName: "count"), transform: Int.init(parsing:))
  var samplesPerPixel: Int?

  @Option(
    parsing: .unconditional,
    help: "Bits per value of the peaks: 8 or 16. (default: 16, or that of the input's peaks)",
    transform: Int.init(parsing:))
  var bits: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The version of a .dat file: 1, for one channel only, or 2. (default: 1 for one channel)",
      valueName: "version"), transform: Int.init(parsing:))
  var peaksVersion: Int?

  @Flag(
    help: """
      Read a sound that is cut off, or whose header has a wrong length, as far as possible, and \
      print a warning.
      """)
  var allowTruncated = false

  @Flag(name: .shortAndLong, help: "Do not report progress.")
  var quiet = false

  @OptionGroup(title: "Live")
  var live: LiveOptions

  @Flag(help: "Show the whole sound in a strip below, with the visible part marked.")
  var overview = false

  private static func color(_ text: String) throws -> Color {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, let rgb = UInt32(digits, radix: 16) else {
      throw ValidationError("'\(text)': expected six hexadecimal digits, such as 54d6a4")
    }
    return Color(rgb: rgb)
  }

  func validate() throws {
    try FrameChecks.checkInput(input)
    try FrameChecks.checkNotNegative([
      "--width": Double(width), "--height": Double(height), "--scale": wantedScale,
      "--seconds": seconds, "--decibels": decibels,
      "--samples-per-pixel": samplesPerPixel.map { Double($0) }, "--bits": bits.map { Double($0) },
      "--peaks-version": peaksVersion.map { Double($0) },
    ])
    try FrameChecks.checkScale(scale)
    if let wantedScale { try live.display.validate(scale: wantedScale) }
    try FrameChecks.checkSize(width: width, height: height, scale: scale)
    guard seconds > 0, seconds <= 86_400 else {
      throw ValidationError("--seconds \(seconds): it must be more than 0 and at most 86400")
    }
    if let decibels, !(decibels > 0 && decibels <= 1_000) {
      throw ValidationError("--decibels \(decibels): it must be more than 0 and at most 1000")
    }
    if let peaks {
      try validatePeaks(to: peaks)
    } else {
      try validatePictures()
    }
    guard !overview || live.display.isChosen else {
      throw ValidationError("--overview needs --window or --terminal")
    }
    if isPeaksFile { try refuseSampleOptions() }
  }

  /// Checks the options where pictures are written or shown.
  private func validatePictures() throws {
    let idle: KeyValuePairs = [
      "--samples-per-pixel": samplesPerPixel != nil, "--bits": bits != nil,
      "--peaks-version": peaksVersion != nil,
    ]
    if let (name, _) = idle.first(where: \.value) {
      throw ValidationError("\(name) needs --peaks")
    }
    try live.display.checkOutput(outputOptions)
    if live.display.isChosen {
      if to != nil { throw ValidationError("--to makes frames: leave out --window and --terminal") }
      if wantedSeconds != nil {
        throw ValidationError("--seconds is for frames: leave out --window and --terminal")
      }
      return
    }
    try output.validate()
    try outputOptions.checkEffect(
      on: output, hasFrames: to != nil || output.kind?.isVideo == true)
    if wantedSeconds != nil, to == nil {
      throw ValidationError("--seconds is for frames: it needs --to")
    }
    if to != nil, output.isOnePicture {
      throw ValidationError(
        "--to makes frames, but '\(output.path)' is one picture: name a video or a pattern such as "
          + "w-%05d.png")
    }
  }

  func run() throws {
    if live.display.isChosen { return try show() }
    if peaks == nil { try output.refuseTerminal() }
    try work(output.catchSignals(speaks: !quiet))
  }

  /// Reads the input and writes what is wanted of it.
  func work(_ interruption: Interruption) throws {
    let sound = try open(interruption)
    if let peaks {
      Leftovers.remove(besides: peaks)
      try write(makePeaks(of: sound, interruption), to: peaks)
    } else {
      try FrameChecks.checkMemory(width: width, height: height, scale: scale, bytesPerPixel: 5)
      Leftovers.remove(besides: output.path)
      try draw(load(sound, interruption), interruption)
    }
  }

  // MARK: - Reading

  /// Opens the input.
  private func open(_ interruption: Interruption) throws -> SoundInput {
    do {
      let sound = try SoundInput(
        path: input, isPeaksFile: isPeaksFile, allowsTruncation: allowTruncated,
        isCancelled: { interruption.isRequested })
      if case .peaks = sound { try refuseSampleOptions() }
      return sound
    } catch AudioFileError.cancelled {
      throw Interruption.Stop.beforeFirstSample(signal: interruption.signal)
    }
  }

  /// Reads the input.
  func load(_ interruption: Interruption) throws -> DataProvider {
    try load(open(interruption), interruption)
  }

  func load(_ sound: SoundInput, _ interruption: Interruption) throws -> DataProvider {
    let file: AudioFile
    switch sound {
    case .peaks(let peaks): return try DataProvider(peaks: peaks)
    case .sound(let sound): file = sound
    }
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "percent read", total: 100)
    defer { progress.finish() }
    do {
      let provider = try DataProvider(
        source: file, mix: mono ? .mono : .separate,
        isCancelled: { interruption.isRequested },
        progress: { progress.advance(to: Int($0.fraction * 100)) })
      if provider.frameCount < file.frameCount {
        progress.finish()
        StandardStreams.warn(
          "\(file.name) is cut off: it has \(provider.frameCount) of \(file.frameCount) samples")
      }
      return provider
    } catch {
      if interruption.isRequested {
        throw Interruption.Stop.beforeFirstSample(signal: interruption.signal)
      }
      throw error
    }
  }

  // MARK: - Showing

  /// Shows the waveform in a window or in the terminal: to be scrolled, and zoomed by two fingers
  /// or the wheel with the control key.
  private func show() throws {
    let interruption = live.display.catchSignals()
    let sound = try open(interruption)
    let graph = makeView(
      sound.file == nil ? try load(sound, interruption) : DataProvider(), drawing: .live())
    graph.zoom = CGFloat(from?.zoom ?? 1)
    var failure: AudioLoadError?
    let view = LiveWaveform(graph: graph, hasOverview: overview, drawing: .live())
    let strip = overview ? LiveWaveform.overviewHeight : 0
    try LiveView(
      view: view, title: input,
      size: CGSize(width: CGFloat(width), height: CGFloat(height) + strip),
      scale: wantedScale.map { CGFloat($0) }, blockScale: 1
    ).show(
      on: live.display, frameLimit: live.frames, interruption: interruption
    ) { window in
      view.layoutIfNeeded()
      guard let file = sound.file else {
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
  }

  // MARK: - Writing

  /// The view that shows a sound as the options say.
  func makeView(
    _ provider: DataProvider, drawing: GraphDrawingMode = .offline
  ) -> AudioGraphView {
    let graph = WaveformScene.makeView(
      provider, style, color: color, ruler: ruler,
      summary: mean ? .movingMean(window: 128) : .peaks,
      amplitude: decibels.map { .decibels(range: $0) } ?? .linear, drawing: drawing)
    if case .factor(let factor) = amplitudeScale { graph.fullAmplitude = Float(1 / factor) }
    return graph
  }

  private func draw(_ provider: DataProvider, _ interruption: Interruption) throws {
    let scene = try WaveformScene(
      graph: makeView(provider), size: CGSize(width: width, height: height), scale: scale)
    let fps = output.rate
    let rate = Double(fps.numerator) / Double(fps.denominator)
    let count = to == nil ? 1 : max(1, Int((seconds * rate).rounded()))
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: count)
    var written = 0
    try output.writeFrames(into: output.makeSink(), progress) { sink in
      while written < count, written == 0 || !interruption.isRequested {
        try interruption.check()
        look(scene, part: count == 1 ? 0 : Double(written) / Double(count - 1))
        try sink.write(scene.render(at: fps.time(ofFrame: written)))
        written += 1
        progress.advance(to: written)
      }
    }
    guard !quiet else { return }
    StandardStreams.say(
      (interruption.isRequested ? "interrupted; " : "") + "wrote \(output.name): "
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
