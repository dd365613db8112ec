import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("A ruler's timestamps")
struct RulerTimestampTests {
  @Test("have as many digits as the zoom needs")
  func texts() throws {
    let scene = try RulerScene(width: 400, duration: 8)
    #expect(scene.texts.prefix(3) == ["0:00", "0:01", "0:02"])
    scene.show(zoom: 5)
    #expect(scene.texts.prefix(3) == ["0:00.0", "0:00.2", "0:00.4"])
    scene.show(zoom: 1000)
    #expect(scene.texts.prefix(3) == ["0:00.000", "0:00.002", "0:00.004"])
    let long = try RulerScene(width: 400, duration: 86_400)
    #expect(long.texts == ["0:00:00", "6:00:00", "12:00:00", "18:00:00"])
    long.show(zoom: 1440, offset: 400 * 1439)
    #expect(long.texts == ["23:59:00", "23:59:10", "23:59:20", "23:59:30", "23:59:40", "23:59:50"])
    let hours = try RulerScene(width: 400, duration: 3_600)
    #expect(hours.texts.first == "0:00:00")
  }

  @Test("and ticks are those that the guide names")
  func guide() throws {
    let day = try RulerScene(width: 400, duration: 86_400)
    #expect(day.texts[1] == "6:00:00")
    #expect(day.majors.count == 4 && day.minors.count == (24 * 4) - 4)
    /// Returns a ruler that shows a minute, with a number of points for each second.
    func scene(_ points: CGFloat) throws -> RulerScene {
      try RulerScene(width: 400, duration: 60, zoom: points * 60 / 400)
    }
    let ten = try scene(10)
    #expect(ten.texts[1] == "0:05" && ten.majors.count == 8 && ten.minors.count == 32)
    let hundred = try scene(100)
    #expect(hundred.texts[1] == "0:00.5" && hundred.majors.count == 4)
    #expect(hundred.minors.count == 36)
    let thousand = try scene(1_000)
    #expect(thousand.texts[1] == "0:00.05" && thousand.majors.count == 1)
    #expect(thousand.minors.map(\.minX) == [50, 100, 150, 200, 250, 300, 350])
    let million = try scene(1_000_000)
    #expect(million.texts[1] == "0:00.0001")
  }

  @Test("are the times of their ticks")
  func times() {
    let milliseconds = RulerStep(numerator: 1, denominator: 200)
    #expect(milliseconds.text(201, showsHours: false) == "0:01.005")
    #expect(milliseconds.time(201) == 1.005)
    #expect(RulerStep.tenth.text(36_000, showsHours: false) == "1:00:00.0")
    #expect(RulerStep.second.text(59, showsHours: true) == "0:00:59")
    #expect(RulerStep(numerator: 86_400, denominator: 1).text(10, showsHours: true) == "240:00:00")
    #expect(RulerStep(numerator: 1, denominator: 2).text(241, showsHours: false) == "2:00.5")
  }

  @Test("have steps that become larger, down to which each tells marks apart")
  func steps() {
    for (step, next) in zip(RulerStep.all, RulerStep.all.dropFirst()) {
      #expect(step.seconds < next.seconds)
      #expect(next.seconds / step.seconds <= 3)
    }
    for step in RulerStep.all {
      let texts = (0..<50).map { step.text($0, showsHours: false) }
      #expect(Set(texts).count == 50)
    }
  }

  @Test("never overlap, are whole, and stand on whole pixels beside a tick")
  func walk() throws {
    let seed = firstWalkSeed
    print("ruler walk: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let durations = [0.001, 0.7, 5, 61, 240, 3_599.9, 3_600, 86_400, 360_000]
    for (width, scale) in [(400, 1), (233, 2), (801, 1.5)] as [(CGFloat, CGFloat)] {
      var scene = try RulerScene(width: width, scale: scale, duration: 1)
      for _ in 0..<70 {
        scene.duration = durations.randomElement(using: &random)!
        let zoom = CGFloat(exp(Double.random(in: 0...log(200_000), using: &random)))
        scene.show(zoom: zoom)
        let end = scene.viewPort.contentWidth - width
        scene.show(offset: .random(in: -100...max(0, end) + 100, using: &random))
        check(scene, width, "\(width) wide, \(scene.duration) s, zoom \(zoom)")
      }
    }
  }

  private func check(_ scene: RulerScene, _ width: CGFloat, _ place: String) {
    let scale = scene.viewPort.scale
    let labels = scene.labels
    let ticks = (scene.majors + scene.minors).map(\.minX)
    for label in labels {
      #expect(label.bounds.size == label.preferredFrameSize(), "\(place)")
      #expect(label.contentsScale == scale)
      for edge in [label.frame.minX, label.frame.minY] {
        #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6, "\(place)")
      }
      // No tick of full height goes through a text.
      for tick in scene.majors {
        #expect(
          tick.maxX <= label.frame.minX || tick.minX >= label.frame.maxX,
          "\(label.string ?? "") in \(place)")
      }
      let tick = label.frame.minX - ((2 + 3) * scale).rounded() / scale
      let isMarked = ticks.contains { abs($0 - tick) < 1e-6 }
      let isHalfSecond = label.string!.contains(".5")
      #expect(isMarked || tick < -0.9 || isHalfSecond, "\(label.string ?? "") in \(place)")
      // No text goes on behind the end of the content.
      let end = scene.viewPort.x(of: scene.duration, duration: scene.duration)
      #expect(label.frame.maxX <= end + 1 / scale, "\(place)")
    }
    for (label, next) in zip(labels, labels.dropFirst()) {
      #expect(label.frame.maxX + 2 <= next.frame.minX, "\(place)")
    }
    #expect(Set(scene.texts).count == labels.count)
  }

  @Test("keep their layers while the view scrolls, and are not drawn again")
  func reuse() throws {
    let scene = try RulerScene(width: 400, duration: 600, zoom: 20)
    let count = scene.ruler.sublayers?.count
    var layers: [String: TextLayer] = [:]
    for label in scene.labels { layers[label.string ?? ""] = label }
    _ = try scene.bitmap()
    var drawn = 0
    for offset in stride(from: 0, to: 2_000, by: 5) as StrideTo<CGFloat> {
      scene.show(offset: offset)
      for label in scene.labels {
        let text = label.string ?? ""
        if let known = layers[text] {
          #expect(known === label, "\(text) at \(offset)")
          #expect(!label.needsDisplay(), "\(text) at \(offset)")
        } else {
          drawn += 1
          layers = layers.filter { $0.value !== label }
          layers[text] = label
        }
      }
      _ = try scene.bitmap()
    }
    // A second is 13⅓ points and timestamps are 5 seconds apart. At first those up to 0:25 are
    // seen, at last, 1,995 points further, those up to 2:55.
    #expect(drawn == (175 - 25) / 5)
    #expect(scene.ruler.sublayers?.count == count)
  }

  @Test("are drawn again in another font, size or scale")
  func fonts() throws {
    let scene = try RulerScene(width: 400, duration: 10)
    _ = try scene.bitmap()
    let height = scene.labels[0].frame.height
    scene.ruler.fontSize = 13
    scene.update()
    #expect(scene.labels.allSatisfy { $0.fontSize == 13 && $0.frame.height > height })
    scene.ruler.font = .monospace
    scene.viewPort.scale = 2
    scene.update()
    #expect(scene.labels.allSatisfy { $0.font == .monospace && $0.contentsScale == 2 })
    check(scene, 400, "monospace")
    scene.ruler.fontSize = 0
    scene.update()
    #expect(scene.labels.isEmpty && !scene.majors.isEmpty)
  }

  @Test("are left out where one would reach beyond the end of the content")
  func end() throws {
    let scene = try RulerScene(width: 200, duration: 4.1)
    #expect(scene.majors.count == 5)
    #expect(scene.texts == ["0:00", "0:01", "0:02", "0:03"])
  }

  @Test("change pictures only where they are: drawn in parts, all is as if drawn at once")
  func partialEqualsFull() throws {
    let scene = try RulerScene(width: 300, scale: 2, duration: 30, zoom: 3)
    var random = SeededGenerator(seed: 7)
    for step in 0..<40 {
      if step % 5 == 4 { scene.show(zoom: .random(in: 1...80, using: &random)) }
      let end = scene.viewPort.contentWidth - 300
      scene.show(offset: .random(in: -50...end + 50, using: &random))
      let whole = try RulerScene(
        width: 300, scale: 2, duration: 30, zoom: scene.viewPort.zoom)
      whole.show(offset: scene.viewPort.translation)
      #expect(try scene.bitmap() == whole.bitmap(), "step \(step)")
    }
  }
}
