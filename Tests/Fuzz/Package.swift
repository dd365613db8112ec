// swift-tools-version: 6.1
import PackageDescription

/// Programs that libFuzzer feeds with bytes; see .scripts/fuzz. A package of its own, as
/// everything in it has to be built with other flags than Lamina.
let package = Package(
  name: "LaminaFuzz",
  dependencies: [.package(name: "Lamina", path: "../..", traits: [])],
  targets: [
    .target(
      name: "FuzzInput", dependencies: [.product(name: "Lamina", package: "Lamina")]),
    fuzzer("FuzzPNG", "LaminaImages"),
    fuzzer("FuzzPortable", "LaminaImages"),
    fuzzer("FuzzPaths", "Lamina"),
    fuzzer("FuzzDrawing", "Lamina"),
    fuzzer("FuzzPeaks", "LaminaGraphs"),
  ],
  swiftLanguageModes: [.v6]
)

/// A program without a main function: libFuzzer brings one.
func fuzzer(_ name: String, _ product: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzInput", .product(name: product, package: "Lamina")],
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}
