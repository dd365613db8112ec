import Foundation

extension Contest {
  /// All workloads, in the order in which they run.
  static let all = engine + charts

  private static let engine: [Contest] = [
    Contest(
      workload: "W1", framesPerBlock: 20,
      requirements: [.ratio("limit: hand rows", must: 2.5, aim: 1.6)]
    ) { [WaveformRowsLimit(), try ScrollingBarScene()] },
    Contest(
      workload: "waveform", framesPerBlock: 20,
      requirements: [
        .ratio("limit: hand rows", must: 2.5, aim: 1.6, of: "lamina scrolling"),
        .milliseconds(must: 0.575, aim: 0.345, of: "lamina scrolling"),
        .ratio("lamina scrolling", must: 1.2, aim: 1, of: "lamina zooming"),
        .ratio("lamina scrolling", must: 1.2, aim: 1, of: "lamina resizing"),
      ]
    ) {
      [
        WaveformRowsLimit(), try AudioGraphScene(.scrolling), try AudioGraphScene(.zooming),
        try AudioGraphScene(.resizing),
      ]
    },
    Contest(
      workload: "pyramid", framesPerBlock: 10,
      requirements: [.ratio("limit: reading once", must: 2, aim: 1.5)]
    ) {
      let samples = PyramidScene.makeSamples()
      return [ReadingLimit(samples), PyramidScene(samples)]
    },
    Contest(
      workload: "sound-file", framesPerBlock: 1,
      requirements: [
        .ratio("limit: libsndfile, Float", must: 1.3, aim: 0.6),
        .ratio("limit: libsndfile, Float", must: 1.3, aim: 0.6, of: "lamina, mono"),
      ]
    ) {
      let file = try SoundFile()
      return [
        SoundReadingLimit(file), SoundOpeningScene(file, .separate), SoundOpeningScene(file, .mono),
      ]
    },
    Contest(
      workload: "W2", framesPerBlock: 200,
      requirements: [.ratio("limit: pixman hand damage", must: 1.5, aim: 0.7)]
    ) { [BarLimit(), try BarScene()] },
    Contest(
      workload: "W3a", framesPerBlock: 10,
      requirements: [
        .ratio("limit: raw pixman OVER x10k", must: 1.2, aim: 0.8),
        .ratio("limit: raw pixman OVER x10k", must: 1.2, aim: 0.5, of: "lamina x2"),
      ]
    ) {
      [
        AllSpritesLimit(count: 10_000), try AllSpritesScene(count: 10_000),
        try AllSpritesScene(count: 10_000, threads: 2),
      ]
    },
    Contest(
      workload: "W3b", framesPerBlock: 200,
      requirements: [.ratio("limit: pixman hand damage + grid", must: 2.0, aim: 1.2)]
    ) { [SpriteGridLimit(count: 10_000), try OneSpriteScene(count: 10_000)] },
    Contest(
      workload: "W3c", framesPerBlock: 200,
      requirements: [.ratio("limit: pixman hand damage + grid", must: 1.5, aim: 1.0)]
    ) { [SpriteGridLimit(count: 100_000), try OneSpriteScene(count: 100_000)] },
    Contest(
      workload: "W4a", framesPerBlock: 2,
      requirements: [
        .ratio("limit: raw pixman OVER x50", must: 1.05, aim: 0.75),
        .ratio("limit: raw pixman OVER x50", must: 0.6, aim: 0.42, of: "lamina x2"),
      ]
    ) {
      let screens = try Screens.bitmaps(opaque: false)
      return [
        ScreenLimit(translucent: screens), try ScreenScene(screens),
        try ScreenScene(screens, threads: 2),
      ]
    },
    Contest(
      workload: "W4b", framesPerBlock: 20,
      requirements: [.ratio("limit: pixman SRC top only", must: 1.1, aim: 0.85)]
    ) {
      let screens = try Screens.bitmaps(opaque: true)
      return [ScreenLimit(top: screens[Screens.count - 1]), try ScreenScene(screens)]
    },
    Contest(
      workload: "W5b", framesPerBlock: 200,
      requirements: [
        .ratio("limit: memcpy of 768x240x4", must: 4, aim: 2.5),
        .ratio("lamina", must: 1.1, aim: 1.1, of: LiveGraphScene.longRun),
      ]
    ) {
      [
        CopyLimit(), try LiveGraphScene(),
        try LiveGraphScene(history: 10_000_000, name: LiveGraphScene.longRun),
      ]
    },
    Contest(
      workload: "W7", framesPerBlock: 2,
      requirements: [
        .ratio("limit: raw pixman bilinear", must: 1.05, aim: 0.43),
        .ratio("limit: raw pixman bilinear", must: 0.6, aim: 0.25, of: "lamina x2"),
      ]
    ) { [TurnedBitmapLimit(), try TurnedBitmapScene(), try TurnedBitmapScene(threads: 2)] },
    Contest(
      workload: "cards", framesPerBlock: 100,
      requirements: [.milliseconds(must: 0.15, aim: 0.05)]
    ) { [try CardScene()] },
    Contest(
      workload: "cards-with-layers", framesPerBlock: 100,
      requirements: [.milliseconds(must: 0.15, aim: 0.05)]
    ) { [try CardScene(layersOnEach: true)] },
    effect("blur", .blur, must: 50, aim: 20),
    effect("shadow", .shadow, must: 35, aim: 14),
    effect("stretched", .stretched, must: 6, aim: 2.5),
    effect("perspective", .perspective, must: 55, aim: 15),
    effect("particles", .particles, must: 50, aim: 20),
    effect("instances", .instances, must: 25, aim: 5),
    effect("scattered", .scattered, must: 10, aim: 4),
    effect("nested-shadows", .nestedShadows, must: 600, aim: 250),
    effect("scaled-blur", .scaledBlur, must: 1_500, aim: 400),
    effect("nested-instances", .nestedInstances, must: 2, aim: 0.5),
    Contest(
      workload: "png", framesPerBlock: 5,
      requirements: [.ratio("limit: libdeflate level 2", must: 0.8, aim: 0.3)]
    ) {
      [
        try PNGScene(compressionLevel: 2, name: "limit: libdeflate level 2"),
        try PNGScene(compressionLevel: nil, name: "lamina"),
      ]
    },
    Contest(
      workload: "png-sequence", framesPerBlock: 1,
      requirements: [.ratio("lamina", must: 1, aim: 0.85, of: "lamina x2")]
    ) { [try PNGSequenceScene(threads: 1), try PNGSequenceScene(threads: 2)] },
    Contest(
      workload: "W6a", framesPerBlock: 10,
      requirements: [.milliseconds(must: 10, aim: 4.8)]
    ) { [try PathScene(.walk)] },
    Contest(
      workload: "W6f", framesPerBlock: 10,
      requirements: [.milliseconds(must: 3.3, aim: 2.7)]
    ) { [try PathScene(.contours)] },
    Contest(
      workload: "W6u", framesPerBlock: 2,
      requirements: [.milliseconds(must: 492, aim: 80)]
    ) { [try PathScene(.anywhere)] },
    Contest(
      workload: "text", framesPerBlock: 10,
      requirements: [
        .ratio("limit: Pango alone, coverage only", must: 1.5, aim: 1),
        .milliseconds(must: 0.6, aim: 0.4),
      ]
    ) { [PangoLimit(), try LabelScene(changes: true)] },
    Contest(
      workload: "text-idle", framesPerBlock: 100,
      requirements: [.milliseconds(must: 200e-6, aim: 60e-6)], maximumAllocations: 0
    ) { [try LabelScene(changes: false)] },
    Contest(
      workload: "idle", framesPerBlock: 100,
      requirements: [.milliseconds(must: 200e-6, aim: 20e-6)], maximumAllocations: 0
    ) { [try IdleScene(count: 100_000)] },
    Contest(
      workload: "set", framesPerBlock: 100,
      requirements: [.milliseconds(must: 25e-6, aim: 5e-6)]
    ) { [try SetterScene(count: 1_000)] },
    Contest(
      workload: "set-frame", framesPerBlock: 100,
      requirements: [.milliseconds(must: 60e-6, aim: 20e-6)]
    ) { [try FrameSetterScene(count: 1_000)] },
    Contest(
      workload: "set-first", framesPerBlock: 20,
      requirements: [.milliseconds(must: 25e-6, aim: 15e-6)]
    ) { [try FirstSetScene(count: 10_000)] },
    Contest(
      workload: "set-animated", framesPerBlock: 20,
      requirements: [.milliseconds(must: 1.5e-3, aim: 1e-3)], maximumAllocations: 10,
      tracedFrames: 2
    ) { [try ImplicitScene(count: 1_000)] },
    Contest(
      workload: "animate", framesPerBlock: 10,
      requirements: [.milliseconds(must: 5, aim: 3)], maximumAllocations: 20_000,
      tracedFrames: 1
    ) { [try AnimatedScene(count: 10_000, isSeen: false)] },
    Contest(
      workload: "animate-drawn", framesPerBlock: 10,
      requirements: [.milliseconds(must: 15, aim: 10)], tracedFrames: 10
    ) { [try AnimatedScene(count: 10_000, isSeen: true)] },
    Contest(
      workload: "insert", framesPerBlock: 50,
      requirements: [.milliseconds(must: 0.2, aim: 0.05)]
    ) { [try EditScene(.insert, count: 100_000)] },
    Contest(
      workload: "remove", framesPerBlock: 50,
      requirements: [.milliseconds(must: 0.2, aim: 0.05)]
    ) { [try EditScene(.remove, count: 100_000)] },
    Contest(
      workload: "reorder", framesPerBlock: 50,
      requirements: [.milliseconds(must: 0.2, aim: 0.05)]
    ) { [try EditScene(.reorder, count: 100_000)] },
    many("move-below") { try ManyEditsScene(.below, count: 100_000) },
    many("move-front") { try ManyEditsScene(.front, count: 100_000) },
    many("shuffle") { try ManyEditsScene(.shuffle, count: 100_000) },
    many("remove-all") { try ManyEditsScene(.removeAll, count: 100_000) },
    many("add-keys") { try ManyKeysScene(.add, count: 100_000) },
    many("remove-keys") { try ManyKeysScene(.remove, count: 100_000) },
    many("hide") { try ManyTransitionsScene(count: 100_000, isSeen: false) },
    many("hide-drawn") { try ManyTransitionsScene(count: 100_000, isSeen: true) },
  ]
}

extension Contest {
  /// A scene of 100,000 operations in a frame, none of which may depend on how many there are.
  private static func many(
    _ workload: String, _ scene: @escaping @Sendable () throws -> BenchScene
  ) -> Contest {
    Contest(
      workload: workload, framesPerBlock: 1,
      requirements: [.milliseconds(must: 2e-3, aim: 1e-3)], tracedFrames: 2
    ) { [try scene()] }
  }
}

extension Contest {
  /// A scene with one thing that takes much work, and a bound in milliseconds.
  private static func effect(
    _ workload: String, _ kind: EffectScene.Kind, must: Double, aim: Double
  ) -> Contest {
    Contest(
      workload: workload, framesPerBlock: 2,
      requirements: [.milliseconds(must: must, aim: aim)]
    ) { [try EffectScene(kind)] }
  }
}

extension Requirement {
  /// A bound in multiples of the time of the competitor named `limit`.
  static func ratio(
    _ limit: String, must: Double, aim: Double, of peer: String = "lamina"
  ) -> Requirement {
    Requirement(peer: peer, goal: .ratio(limit: limit, must: must, aim: aim))
  }

  /// A bound in milliseconds.
  static func milliseconds(
    must: Double, aim: Double, of peer: String = "lamina"
  ) -> Requirement {
    Requirement(peer: peer, goal: .milliseconds(must: must, aim: aim))
  }
}
