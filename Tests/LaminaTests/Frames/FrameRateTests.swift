import Lamina
import Testing

@Suite("Frame rate")
struct FrameRateTests {
  @Test(
    "is read exactly",
    arguments: [
      ("60", 60, 1), ("30000/1001", 30000, 1001), ("30000:1001", 30000, 1001),
      ("29.97", 2997, 100), ("12.5", 25, 2), ("0.1", 1, 10), ("25.000000", 25, 1),
      ("120/2", 60, 1), ("2147483647", 2_147_483_647, 1), ("1/2147483647", 1, 2_147_483_647),
    ])
  func read(text: String, numerator: Int, denominator: Int) {
    #expect(FrameRate(text) == FrameRate(numerator, over: denominator))
  }

  @Test(
    "is nil if the rate is not above zero",
    arguments: [
      "", "0", "-1", "1/0", "0/1", "a", "1e3", "1.", ".5", "1/2/3", " 60", "60 ", "+60", "nan",
      "inf", "2147483648", "1/2147483648", "1.0000001", "99999999999999999999", "4294967296.5",
      "2147483648.000001", "٣",
    ])
  func refused(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test("a frame's time does not drift")
  func time() {
    let rate = FrameRate(30000, over: 1001)
    #expect(rate.time(ofFrame: 0) == 0)
    #expect(rate.time(ofFrame: 30_000) == 1001)
    #expect(FrameRate(50).time(ofFrame: 7) == 0.14)
  }

  @Test("prints as it is read")
  func description() {
    #expect(FrameRate(60).description == "60")
    #expect(FrameRate(30000, over: 1001).description == "30000/1001")
  }
}
