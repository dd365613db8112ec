import Foundation
import Lamina
import LaminaText
import LaminaViews
import Testing

@testable import LaminaGraphs

/// A ruler over a view port that a scroll view moves.
struct RulerScene {
  let renderer: Renderer
  let scrollView: ScrollView
  let viewPort = ViewPort()
  let ruler = RulerLayer()
  var duration: TimeInterval

  init(
    width: CGFloat = 400, scale: CGFloat = 1, duration: TimeInterval, zoom: CGFloat = 1
  ) throws {
    self.duration = duration
    renderer = try Renderer(size: CGSize(width: width, height: 30), scale: scale)
    scrollView = ScrollView(frame: CGRect(x: 0, y: 0, width: width, height: 30))
    viewPort.size = CGSize(width: width, height: 30)
    viewPort.scale = scale
    scrollView.delegate = viewPort
    ruler.frame = CGRect(x: 0, y: 0, width: width, height: 30)
    renderer.layer.addSublayer(ruler)
    show(zoom: zoom)
  }

  /// Shows a part of the content.
  func show(zoom: CGFloat? = nil, offset: CGFloat? = nil) {
    if let zoom { viewPort.zoom = zoom }
    scrollView.contentSize = CGSize(width: viewPort.contentWidth, height: 30)
    if let offset { scrollView.contentOffset.x = offset }
    update()
  }

  func update() {
    Transaction.run(disableActions: true) { ruler.update(viewPort, duration: duration) }
  }

  var shown: [Layer] { (ruler.sublayers ?? []).filter { !$0.isHidden } }
  /// The labels on show, leftmost first.
  var labels: [TextLayer] {
    shown.compactMap { $0 as? TextLayer }.sorted { $0.frame.minX < $1.frame.minX }
  }
  var texts: [String] { labels.map { $0.string ?? "" } }
  private var ticks: [CGRect] {
    shown.filter { !($0 is TextLayer) }.map(\.frame).sorted { $0.minX < $1.minX }
  }
  var majors: [CGRect] { ticks.filter { $0.height == 30 } }
  var minors: [CGRect] { ticks.filter { $0.height != 30 } }

  func bitmap() throws -> Bitmap { try renderer.render(at: 0).bitmap }
}

@Suite("A ruler's ticks")
struct RulerTickTests {
  @Test("stand at each second, 2 points wide and full height, and each tenth, 1 x 15 points")
  func secondsAndTenths() throws {
    let scene = try RulerScene(width: 400, duration: 4)
    let seconds = (0..<4).map { CGRect(x: CGFloat($0) * 100, y: 0, width: 2, height: 30) }
    #expect(scene.majors == seconds)
    let tenths = (0..<40).filter { $0 % 10 != 0 }
    let expected = tenths.map { CGRect(x: CGFloat($0) * 10, y: 15, width: 1, height: 15) }
    #expect(scene.minors == expected)
  }

  @Test("stand on whole device pixels", arguments: [1, 1.5, 2, 3] as [CGFloat])
  func wholePixels(scale: CGFloat) throws {
    let scene = try RulerScene(width: 333, scale: scale, duration: 7.3, zoom: 1.7)
    for offset in stride(from: -20.3, to: 200, by: 13.7) as StrideTo<CGFloat> {
      scene.show(offset: offset)
      #expect(!scene.majors.isEmpty && !scene.minors.isEmpty)
      for tick in scene.majors + scene.minors {
        for edge in [tick.minX, tick.maxX, tick.minY, tick.maxY] {
          let pixels = edge * scale
          #expect(abs(pixels - pixels.rounded()) < 1e-9, "\(tick) at scale \(scale)")
        }
      }
    }
  }

  @Test("of tenths are hidden where they would be nearer than 4 points")
  func density() throws {
    // 40 points for a second.
    let scene = try RulerScene(width: 400, duration: 10)
    #expect(scene.minors.count == 90)
    #expect(scene.minors[1].minX - scene.minors[0].minX == RulerLayer.minimumSpacing)
    let dense = try RulerScene(width: 400, duration: 10.1)
    #expect(dense.minors.isEmpty)
    #expect(dense.majors.count == 11)
  }

  @Test("are never nearer than 4 points, and some are seen at every zoom")
  func neverDense() throws {
    let scene = try RulerScene(width: 400, duration: 86_400)
    var zoom: CGFloat = 1
    while zoom < 1_000_000 {
      scene.show(zoom: zoom, offset: scene.viewPort.contentWidth / 3)
      let ticks = (scene.majors + scene.minors).sorted { $0.minX < $1.minX }
      #expect(!ticks.isEmpty || scene.labels.isEmpty, "at zoom \(zoom)")
      #expect(ticks.count >= 2, "at zoom \(zoom)")
      for (tick, next) in zip(ticks, ticks.dropFirst()) {
        #expect(next.minX - tick.minX >= 3, "at zoom \(zoom)")
      }
      zoom *= 1.61
    }
  }

  @Test("without timestamps are seconds and tenths alone, until they are too dense")
  func noTimestamps() throws {
    /// The distances of major and of minor ticks.
    func distances(_ duration: TimeInterval) throws -> [CGFloat?] {
      let scene = try RulerScene(width: 400, duration: duration)
      scene.ruler.fontSize = 0
      scene.update()
      #expect(scene.labels.isEmpty)
      return [scene.majors, scene.minors].map { ticks in
        ticks.count > 1 ? ticks[1].minX - ticks[0].minX : nil
      }
    }
    #expect(try distances(2) == [200, 20])
    #expect(try distances(10) == [40, 4])
    #expect(try distances(20) == [20, nil])
    #expect(try distances(100) == [4, nil])
    #expect(try distances(200) == [4, nil])
    #expect(try distances(0.1) == [nil, nil])
  }

  @Test("of seconds give way to those of timestamps where no text fits between them")
  func coarse() throws {
    let scene = try RulerScene(width: 400, duration: 40)
    #expect(
      scene.texts == ["0:00", "0:05", "0:10", "0:15", "0:20", "0:25", "0:30", "0:35"])
    let fives = (0..<8).map { CGRect(x: CGFloat($0) * 50, y: 0, width: 2, height: 30) }
    #expect(scene.majors == fives)
    let seconds = (0..<40).filter { $0 % 5 != 0 }.map { CGFloat($0) * 10 }
    #expect(scene.minors.map(\.minX) == seconds)
  }

  @Test("finer than tenths stand at the timestamps")
  func fine() throws {
    let scene = try RulerScene(width: 400, duration: 1, zoom: 10)
    #expect(scene.texts.prefix(3) == ["0:00.00", "0:00.02", "0:00.04"])
    #expect(scene.majors.map(\.minX) == [0])
    #expect(scene.minors.map(\.minX) == [80, 160, 240, 320])
  }

  @Test("move by whole pixels as the view scrolls, and no layer is added")
  func pool() throws {
    let scene = try RulerScene(width: 400, duration: 60, zoom: 7)
    let layers = scene.ruler.sublayers ?? []
    for offset in stride(from: -100, through: 2_600, by: 7) as StrideThrough<CGFloat> {
      let before = scene.majors.map(\.minX)
      scene.show(offset: offset)
      let sublayers = scene.ruler.sublayers ?? []
      #expect(sublayers.count == layers.count)
      #expect(zip(sublayers, layers).allSatisfy { $0 === $1 })
      if offset > -100 {
        let moved = before.map { $0 - 7 }
        #expect(Set(moved.filter { $0 > -2 && $0 < 393 }).isSubset(of: scene.majors.map(\.minX)))
      }
    }
  }

  @Test("cost in proportion to what is visible, however long the recording is")
  func long() throws {
    let scene = try RulerScene(width: 400, duration: 86_400)
    #expect((scene.ruler.sublayers ?? []).count < 200)
    scene.show(zoom: 500_000, offset: 1e8)
    #expect((scene.ruler.sublayers ?? []).count < 400)
    // Far beyond both ends there is nothing.
    scene.show(offset: 1e12)
    #expect(scene.shown.isEmpty)
    scene.show(offset: -1e12)
    #expect(scene.shown.isEmpty)
  }

  @Test(
    "are not there where there is no duration",
    arguments: [0, -1, .nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude] as [TimeInterval]
  )
  func noDuration(duration: TimeInterval) throws {
    var scene = try RulerScene(duration: 3)
    #expect(!scene.shown.isEmpty)
    scene.duration = duration
    scene.update()
    #expect(scene.shown.isEmpty)
    scene.duration = 3
    scene.update()
    #expect(!scene.shown.isEmpty)
  }

  @Test("are absent in an empty view")
  func noSize() throws {
    let scene = try RulerScene(duration: 3)
    scene.viewPort.size = .zero
    scene.update()
    #expect(scene.shown.isEmpty)
  }

  @Test("have the ruler's colour, initially and after it changes")
  func colors() throws {
    let scene = try RulerScene(width: 400, duration: 4)
    _ = try scene.bitmap()
    scene.ruler.color = .red
    scene.ruler.textColor = .blue
    for layer in scene.ruler.sublayers ?? [] {
      if let text = layer as? TextLayer {
        #expect(text.foregroundColor == .blue)
      } else {
        #expect(layer.backgroundColor == .red)
      }
      #expect(layer.animationKeys() ?? [] == [])
    }
    #expect(try scene.bitmap()[100, 3] == 0xFFFF_0000)
  }
}
