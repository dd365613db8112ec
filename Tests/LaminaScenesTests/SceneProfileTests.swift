import Testing

@testable import LaminaScenes

@Suite("A profile of a film")
struct SceneProfileTests {
  @Test("tells the share, the median and the extremes of each part, and the slowest frames")
  func table() {
    var profile = SceneProfile(isEnabled: true)
    for number in 0..<20 {
      profile.add(0.001, to: .steps)
      profile.add(number == 7 ? 0.08 : 0.001 * Double(number % 5), to: .drawing)
      profile.endFrame(number, at: Double(number) / 10)
    }
    let lines = profile.table(total: 0.5, encoding: [0.002, 0.004, 0.003]).split(separator: "\n")
    #expect(
      lines.prefix(7) == [
        "20 frames in 0.500 s, 40.000 a second; milliseconds a frame:",
        "                    total s    share      min   median      p95      max",
        "steps                 0.020      4 %    1.000    1.000    1.000    1.000",
        "drawing               0.118     24 %    0.000    2.000    4.000   80.000",
        "encoding              0.009      2 %    2.000    3.000    4.000    4.000",
        "Encoding goes on beside the rest. The slowest frames without it:",
        "  7 at 0.700 s: 81.000 ms",
      ])
    #expect(lines.count == 11)
  }

  @Test("takes the nearest rank for a part of the frames")
  func quantiles() {
    let values = (1...20).map(Double.init)
    let parts = [0, 0.01, 0.05, 0.051, 0.5, 0.95, 0.951, 1]
    #expect(
      parts.map { SceneProfile.quantile($0, of: values) } == [1, 1, 1, 2, 10, 19, 20, 20])
  }

  @Test("reads no clock where nobody asks for it")
  func disabled() {
    var profile = SceneProfile(isEnabled: false)
    #expect(profile.measure(.drawing) { 7 } == 7)
    profile.endFrame(0, at: 0)
    #expect(profile.table(total: 0, encoding: []).hasPrefix("0 frames in 0.000 s, 0.000 a second"))
  }
}
