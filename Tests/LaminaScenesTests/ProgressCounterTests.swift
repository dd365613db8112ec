import Testing

@testable import LaminaScenes

@Suite("Progress counter")
struct ProgressCounterTests {
  @Test(
    "says how many there are of how many, and how much time is left",
    arguments: [
      (1, 600, 0.5, "1 of 600 frames"),
      (100, 600, 1, "100 of 600 frames, 5 s left"),
      (100, 600, 2.01, "100 of 600 frames, 11 s left"),
      (10, 600, 10, "10 of 600 frames, 9 min 50 s left"),
      (1, 3601, 30, "1 of 3601 frames, 30 h 0 min left"),
      (600, 600, 60, "600 of 600 frames"),
      (1, .max, 1e9, "1 of \(Int.max) frames, years left"),
    ])
  func timeLeft(count: Int, total: Int, seconds: Double, text: String) {
    #expect(ProgressCounter.text(count, of: total, "frames", seconds: seconds) == text)
  }

  @Test("does not guess the time left where the total is unknown")
  func unknownTotal() {
    #expect(ProgressCounter.text(30, of: nil, "samples", seconds: 100) == "30 samples")
  }
}
