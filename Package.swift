// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Lamina",
  products: [
    .library(name: "Lamina", targets: ["Lamina"]),
    .library(name: "LaminaImages", targets: ["LaminaImages"]),
    .library(name: "LaminaText", targets: ["LaminaText"]),
    .library(name: "LaminaSVG", targets: ["LaminaSVG"]),
    .library(name: "LaminaViews", targets: ["LaminaViews"]),
    .library(name: "LaminaGraphs", targets: ["LaminaGraphs"]),
    .library(name: "LaminaCharts", targets: ["LaminaCharts"]),
    .library(name: "LaminaWindow", targets: ["LaminaWindow"]),
    .library(name: "LaminaAudio", targets: ["LaminaAudio"]),
    .library(name: "LaminaAudioGraphs", targets: ["LaminaAudioGraphs"]),
    .library(name: "LaminaTables", targets: ["LaminaTables"]),
    .library(name: "LaminaScenes", targets: ["LaminaScenes"]),
    .library(name: "LaminaRecording", targets: ["LaminaRecording"]),
    .library(name: "LaminaInspector", targets: ["LaminaInspector"]),
    .library(name: "LaminaTesting", targets: ["LaminaTesting"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .executable(name: "lamina", targets: ["LaminaTool"]),
    .executable(name: "lamina-bench", targets: ["LaminaBench"]),
  ],
  traits: [
    .default(enabledTraits: ["JPEG", "Text", "WebP", "Window"]),
    .trait(name: "JPEG", description: "reading JPEG in LaminaImages, which needs TurboJPEG"),
    .trait(name: "Text", description: "CATextLayer in QuartzCore, which needs Pango"),
    .trait(name: "WebP", description: "WebP in LaminaImages, which needs libwebp"),
    .trait(name: "Window", description: "windows in LaminaWindow, which need SDL2"),
    .trait(name: "Server", description: "views in a browser by LaminaInspector, with SwiftNIO"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // C libraries. Each is one header; only that of CSSE2 has a function body, around a macro.
    .systemLibrary(
      name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev", "pkg-config"])]),
    .systemLibrary(name: "CSSE2"),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(
      name: "CPangoFT2", pkgConfig: "pangoft2", providers: [.apt(["libpango1.0-dev"])]),
    // Without pkg-config: the package manager refuses one of the flags that it has for SDL.
    .systemLibrary(name: "CSDL2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // The engine and what stands on it, in import order.
    .target(name: "LaminaBase"),
    .target(name: "LaminaDrawing", dependencies: ["LaminaBase", "CSSE2"]),
    .target(name: "Lamina", dependencies: ["LaminaDrawing", "CPixman"]),
    .target(
      name: "LaminaImages",
      dependencies: [
        "Lamina", "CDeflate", .target(name: "CTurboJPEG", condition: .when(traits: ["JPEG"])),
        .target(name: "CWebP", condition: .when(traits: ["WebP"])),
      ]),
    .target(name: "LaminaText", dependencies: ["Lamina", "CPangoFT2"]),
    .target(name: "LaminaSVG", dependencies: ["Lamina", "LaminaText", "LaminaImages"]),
    .target(name: "LaminaViews", dependencies: ["Lamina"]),
    .target(name: "LaminaRecording", dependencies: ["LaminaViews", "CDeflate"]),
    .target(name: "LaminaGraphs", dependencies: ["LaminaText", "LaminaViews"]),
    .target(
      name: "LaminaCharts",
      dependencies: ["LaminaGraphs", "LaminaImages", "LaminaText", "LaminaViews"]),
    .target(name: "LaminaAudio", dependencies: ["LaminaBase", "CSndFile"]),
    .target(name: "LaminaAudioGraphs", dependencies: ["LaminaAudio", "LaminaGraphs"]),
    .target(
      name: "LaminaWindow",
      dependencies: [
        "LaminaViews", .target(name: "CSDL2", condition: .when(traits: ["Window"])),
      ]),
    .target(
      name: "QuartzCore",
      dependencies: ["Lamina", .target(name: "LaminaText", condition: .when(traits: ["Text"]))]),
    .target(name: "LaminaTables", dependencies: ["LaminaBase", "CDeflate"]),
    .target(name: "LaminaTesting", dependencies: ["LaminaImages"]),
    .target(
      name: "LaminaInspector",
      dependencies: [
        "LaminaImages", "LaminaRecording", "LaminaViews", "LaminaWindow",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Server"])),
      ],
      resources: [
        .embedInCode("Page/index.html"), .embedInCode("Page/icon.svg"),
        .embedInCode("Page/live.css"), .embedInCode("Page/live.js"),
        .embedInCode("Page/inspector.html"), .embedInCode("Page/inspector.css"),
        .embedInCode("Page/inspector.js"),
      ]),
    .target(
      name: "LaminaScenes",
      dependencies: [
        "LaminaImages", "LaminaInspector", "LaminaRecording", "LaminaViews", "LaminaWindow",
        .target(name: "LaminaText", condition: .when(traits: ["Text"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Programs.
    .executableTarget(
      name: "LaminaTool",
      dependencies: [
        "ExampleScenes", "LaminaAudioGraphs", "LaminaCharts", "LaminaGraphs", "LaminaImages",
        "LaminaRecording", "LaminaScenes", "LaminaSVG", "LaminaTables", "LaminaWindow",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Resources/memory-in-use.txt"), .embedInCode("Resources/Farm/slurm.sh"),
        .embedInCode("Resources/Farm/parallel.sh"), .embedInCode("Resources/Farm/openjd.yaml"),
        .embedInCode("Resources/Farm/make.mk"), .embedInCode("Resources/Farm/xargs.sh"),
      ]),
    .executableTarget(
      name: "LaminaBench",
      dependencies: [
        "Lamina", "LaminaAudioGraphs", "LaminaCharts", "LaminaGraphs", "LaminaImages",
        "LaminaText", "LaminaViews", "CPixman", "CPangoFT2", "CSndFile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "HelloLayer", dependencies: ["LaminaImages"], path: "Examples/HelloLayer"),
    .executableTarget(
      name: "AsyncDrawing", dependencies: ["LaminaImages"], path: "Examples/AsyncDrawing"),
    // The scenes of the examples that move or take input are a target of their own: the command
    // shows them, too. Each is beside the program that it belongs to.
    .target(
      name: "ExampleScenes",
      dependencies: ["LaminaCharts", "LaminaGraphs", "LaminaText", "LaminaViews"],
      path: "Examples",
      exclude: [
        "AsyncDrawing", "AudioWaveform", "Chalkboard/main.swift", "Charts",
        "CoverFlow/Program.swift", "Data",
        "HelloLayer", "ImplicitAnimation/main.swift", "LayerKinds/main.swift",
        "LiveCharts/Program.swift", "LiveGraph/Program.swift", "ManyLayers/main.swift",
        "MovingDot/Program.swift", "Orbit", "PortedLayers", "Pulse",
        "Sketch/main.swift",
        "TiledMap/main.swift",
      ],
      resources: [.embedInCode("Chalkboard/chalk.txt"), .embedInCode("Sketch/finger.txt")]),
    .executableTarget(
      name: "MovingDot", dependencies: ["ExampleScenes", "LaminaScenes"],
      path: "Examples/MovingDot", exclude: ["MovingDot.swift"]),
    .executableTarget(
      name: "ImplicitAnimation", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/ImplicitAnimation", exclude: ["ImplicitAnimation.swift"]),
    .executableTarget(
      name: "CoverFlow", dependencies: ["ExampleScenes", "LaminaScenes"],
      path: "Examples/CoverFlow", exclude: ["CoverFlow.swift"]),
    .executableTarget(
      name: "LayerKinds", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/LayerKinds", exclude: ["Scenes"]),
    .executableTarget(
      name: "Sketch", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/Sketch", exclude: ["Sketch.swift", "finger.txt"]),
    .executableTarget(
      name: "Chalkboard", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/Chalkboard", exclude: ["Chalkboard.swift", "chalk.txt"]),
    .executableTarget(
      name: "TiledMap", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/TiledMap", exclude: ["TiledMap.swift"]),
    .executableTarget(
      name: "ManyLayers", dependencies: ["ExampleScenes", "LaminaImages"],
      path: "Examples/ManyLayers", exclude: ["ManyLayers.swift"]),
    .executableTarget(
      name: "LiveCharts", dependencies: ["ExampleScenes", "LaminaScenes"],
      path: "Examples/LiveCharts", exclude: ["LiveCharts.swift"]),
    .executableTarget(
      name: "LiveGraph", dependencies: ["ExampleScenes", "LaminaScenes"],
      path: "Examples/LiveGraph", exclude: ["LiveGraph.swift"]),
    .executableTarget(
      name: "Orbit",
      dependencies: [
        "LaminaScenes", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Orbit"),
    // The program of the guide Scenes.
    .executableTarget(
      name: "Pulse",
      dependencies: [
        "LaminaScenes", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Pulse"),
    .executableTarget(
      name: "AudioWaveform", dependencies: ["LaminaAudioGraphs", "LaminaImages"],
      path: "Examples/AudioWaveform"),
    .executableTarget(name: "Charts", dependencies: ["LaminaCharts"], path: "Examples/Charts"),
    .executableTarget(
      name: "PortedLayers", dependencies: ["QuartzCore", "LaminaImages"],
      path: "Examples/PortedLayers"),

    // What several test targets need: random numbers and walks, folders, comparisons of pictures.
    .target(
      name: "LaminaTestSupport", dependencies: ["Lamina"], path: "Tests/LaminaTestSupport"),
    // The composition and coverage that tests of the engine compare with, in the plainest way. It shares no
    // code with the engine, and is optimized, as test targets are not.
    .target(
      name: "ReferenceRenderer", dependencies: ["Lamina"], path: "Tests/ReferenceRenderer"),
    .testTarget(name: "LaminaBaseTests", dependencies: ["LaminaBase"]),
    .testTarget(
      name: "LaminaTests",
      dependencies: [
        "Lamina", "LaminaDrawing", "LaminaRecording", "LaminaTestSupport", "ReferenceRenderer",
      ]),
    // What the engine does on several threads; apart from the other tests of the engine, so that a
    // build with Thread Sanitizer leaves those out.
    .testTarget(
      name: "LaminaThreadTests", dependencies: ["Lamina", "LaminaDrawing", "LaminaTestSupport"]),
    .testTarget(
      name: "LaminaImagesTests", dependencies: ["LaminaImages", "LaminaTestSupport"],
      exclude: ["Pillow"]),
    .testTarget(
      name: "LaminaTextTests", dependencies: ["LaminaText", "LaminaTestSupport", "CPangoFT2"]),
    .testTarget(
      name: "LaminaTestingTests", dependencies: ["LaminaTesting", "LaminaTestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "LaminaRecordingTests",
      dependencies: ["LaminaRecording", "LaminaTesting", "LaminaTestSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "LaminaSVGTests", dependencies: ["LaminaSVG", "LaminaTestSupport"]),
    .testTarget(name: "LaminaViewsTests", dependencies: ["LaminaViews", "LaminaTestSupport"]),
    .testTarget(
      name: "LaminaAudioTests",
      dependencies: ["LaminaAudioGraphs", "LaminaTestSupport", "CSndFile"]),
    .testTarget(
      name: "LaminaTablesTests", dependencies: ["LaminaTables", "LaminaTestSupport", "CDeflate"],
      exclude: ["PythonCSV"]),
    .testTarget(name: "LaminaGraphsTests", dependencies: ["LaminaGraphs", "LaminaTestSupport"]),
    .testTarget(
      name: "LaminaChartsTests", dependencies: ["LaminaCharts", "LaminaTestSupport"],
      exclude: ["Scales/d3.tsv"]),
    .testTarget(
      name: "LaminaWindowTests",
      dependencies: [
        "LaminaWindow", "LaminaTestSupport",
        .target(name: "CSDL2", condition: .when(traits: ["Window"])),
      ]),
    .testTarget(
      name: "LaminaInspectorTests", dependencies: ["LaminaInspector", "LaminaTestSupport"]),
    .testTarget(
      name: "LaminaScenesTests", dependencies: ["LaminaScenes", "LaminaTestSupport"]),
    .testTarget(
      name: "ExampleScenesTests",
      dependencies: ["ExampleScenes", "LaminaImages", "LaminaTesting", "LaminaTestSupport"]),
    // What the fuzzers check, for the inputs that are kept. The fuzzers are a package of their own.
    .testTarget(
      name: "FuzzTests",
      dependencies: ["LaminaGraphs", "LaminaImages", "LaminaTables", "LaminaTestSupport"],
      path: "Tests/Fuzz",
      exclude: ["Corpus", "Package.swift", "Sources"]),
    .testTarget(name: "QuartzCoreTests", dependencies: ["QuartzCore", "LaminaViews"]),
    .testTarget(
      name: "LaminaToolTests",
      dependencies: [
        "LaminaTool", "ExampleScenes", "LaminaImages", "LaminaScenes", "LaminaWindow",
        "LaminaTestSupport", "Orbit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Tests are compiled without optimization in release builds, too: what they test is optimized.
for target in package.targets where target.type == .test {
  target.swiftSettings = [
    .unsafeFlags(["-Onone", "-gline-tables-only"], .when(configuration: .release))
  ]
}

// The test targets to build, separated by commas, where not all of them are needed:
//     LAMINA_TEST_TARGETS=LaminaChartsTests,LaminaViewsTests swift test
if let names = Context.environment["LAMINA_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
