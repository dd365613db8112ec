// swift-tools-version: 6.1
import PackageDescription

/// Programs that libFuzzer feeds with bytes; see .scripts/fuzz. A package of its own, as
/// everything in it has to be built with other flags than Lamina. What they check is in Targets,
/// which is part of Lamina's tests, too.
let package = Package(
  name: "LaminaFuzz",
  dependencies: [.package(name: "Lamina", path: "../..", traits: ["JPEG", "WebP"])],
  targets: [
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "LaminaImages", package: "Lamina"),
        .product(name: "LaminaGraphs", package: "Lamina"),
        .product(name: "LaminaTables", package: "Lamina"),
      ],
      path: "Targets"),
    fuzzer("FuzzPNG"),
    fuzzer("FuzzJPEG"),
    fuzzer("FuzzWebP"),
    fuzzer("FuzzGIF"),
    fuzzer("FuzzPortable"),
    fuzzer("FuzzPaths"),
    fuzzer("FuzzDrawing"),
    fuzzer("FuzzPeaks"),
    fuzzer("FuzzTables"),
  ],
  swiftLanguageModes: [.v6]
)

/// A program without a main function: libFuzzer brings one.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzTargets"],
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}
