import Foundation
import Lamina
import Testing

@Suite("Snapping to pixels")
struct PixelSnappingTests {
  @Test("goes to the nearest edge, halves up")
  func nearest() {
    for (value, edge) in [
      (0.0, 0), (0.25, 0), (0.5, 1), (0.75, 1), (-0.25, 0), (-0.5, 0), (-0.75, -1), (-1.5, -1),
      (7.4999, 7), (7.4999999, 7), (-7.5001, -8), (-7.5000001, -8),
    ] { #expect(PixelSnapping.edge(value) == edge, "\(value)") }
  }

  @Test("takes what is the last bits below a half for a half")
  func lastBits() {
    for half in [0.5, 15.5, -3.5, 1023.5, 32_766.5] {
      let up = Int(half.rounded(.up))
      #expect(PixelSnapping.edge(half.nextUp) == up)
      #expect(PixelSnapping.edge(half.nextDown.nextDown.nextDown) == up)
      #expect(PixelSnapping.edge(half - 0x1p-32) == up)
      #expect(PixelSnapping.edge(half - 0x1p-31) == up - 1)
    }
    // The same edge, by the sums of the two boxes that share it.
    #expect(13.1 + 2.4 != 17.9 - 2.4)
    #expect(PixelSnapping.edge(13.1 + 2.4) == PixelSnapping.edge(17.9 - 2.4))
  }

  @Test("keeps to its limit, whatever the number")
  func limits() {
    #expect(PixelSnapping.edge(.infinity) == PixelSnapping.limit)
    #expect(PixelSnapping.edge(1e300) == PixelSnapping.limit)
    #expect(PixelSnapping.edge(-.infinity) == -PixelSnapping.limit)
    #expect(PixelSnapping.edge(.nan) == -PixelSnapping.limit)
    #expect(PixelSnapping.edge(-.leastNonzeroMagnitude) == 0)
  }
}
