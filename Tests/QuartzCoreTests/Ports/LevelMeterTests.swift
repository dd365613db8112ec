import QuartzCore
import Testing

@Suite("The meter of the guide")
struct LevelMeterTests {
  private func makeMeter() throws -> (renderer: Renderer, meter: LevelMeter) {
    let renderer = try Renderer(size: CGSize(width: 12, height: 100))
    let meter = LevelMeter(frame: CGRect(x: 1, y: 0, width: 10, height: 100))
    renderer.layer.addSublayer(meter.layer)
    renderer.commit(at: 0)
    return (renderer, meter)
  }

  @Test("The marker stays at the peak for a second and falls for three")
  func peak() throws {
    let (renderer, meter) = try makeMeter()
    meter.show(0.6)
    renderer.commit(at: 10)
    let marker = try #require(meter.layer.sublayers?.last)
    for (time, y) in [(10.0, 40.0), (11, 40), (12.5, 70), (13.25, 85), (14.25, 100)]
      as [(Double, CGFloat)]
    {
      renderer.commit(at: time)
      #expect(marker.presentation()?.position.y == y, "at \(time) s")
    }
  }

  @Test("A lower level leaves the marker alone until it has landed")
  func lower() throws {
    let (renderer, meter) = try makeMeter()
    let marker = try #require(meter.layer.sublayers?.last)
    meter.show(0.6)
    renderer.commit(at: 10)
    meter.show(0.3)
    renderer.commit(at: 12.5)
    #expect(marker.presentation()?.position.y == 70)
    renderer.commit(at: 14.25)
    meter.show(0.3)
    renderer.commit(at: 15)
    #expect(marker.presentation()?.position.y == 70)
    renderer.commit(at: 15.5)
    #expect(marker.presentation()?.position.y == 70 && marker.animationKeys() == ["fall"])
  }

  @Test("Segments light up over half a second")
  func segments() throws {
    let (renderer, meter) = try makeMeter()
    meter.show(0.6)
    _ = try renderer.render(at: 10)
    let frame = try renderer.render(at: 10.5)
    // The sixth segment from below is lit, the seventh is not: 64/255 is a quarter.
    #expect(frame.bitmap[5, 45] == 0xFF00_FF00 && frame.bitmap[5, 35] == 0x4000_4000)
    #expect(frame.bitmap[5, 40] == 0xFFFF_0000 && frame.bitmap[0, 45] == 0)
  }
}
