import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("Named regions")
struct RegionTests {
  /// A region's layers, as far as they are on show.
  private struct Shown: Equatable {
    var name: String?
    var band: CGRect?
    var line: CGRect?
    var label: CGRect?
  }

  private let scrollView = ScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
  private let viewPort = ViewPort()
  private let layer = RegionsLayer()
  private let renderer: Renderer

  init() throws {
    renderer = try Renderer(size: CGSize(width: 100, height: 40))
    viewPort.size = CGSize(width: 100, height: 40)
    viewPort.zoom = 1
    scrollView.delegate = viewPort
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    renderer.layer.addSublayer(layer)
  }

  private func show(zoom: CGFloat? = nil, offset: CGFloat? = nil, duration: Double = 10) {
    if let zoom { viewPort.zoom = zoom }
    scrollView.contentSize.width = viewPort.contentWidth
    if let offset { scrollView.contentOffset.x = offset }
    Transaction.run(disableActions: true) { layer.update(viewPort, duration: duration) }
  }

  /// The overlays that are shown, in drawing order. A region's layers follow each other.
  private var shown: [Shown] {
    let layers = layer.sublayers ?? []
    let regions: [[Layer]] = stride(from: 0, to: layers.count, by: 3)
      .map { Array(layers[$0..<$0 + 3]) }
    return
      regions
      .filter { !$0.allSatisfy(\.isHidden) }
      .sorted { $0[0].zPosition < $1[0].zPosition }
      .map { parts in
        func frame(_ index: Int) -> CGRect? { parts[index].isHidden ? nil : parts[index].frame }
        let text = parts[2].sublayers?.first as? TextLayer
        return Shown(
          name: parts[2].isHidden ? nil : text?.string, band: frame(0), line: frame(1),
          label: frame(2))
      }
  }

  @Test("have a band, a line at the beginning and a label that ends with the region")
  func parts() {
    layer.regions = [
      AudioRegion(name: "A long name of a region", range: 2..<5),
      AudioRegion(name: "", range: 7..<8),
    ]
    show()
    let height = shown[0].label?.height ?? 0
    #expect(height > 8 && height < 20)
    #expect(
      shown == [
        Shown(
          name: "A long name of a region", band: CGRect(x: 20, y: 0, width: 30, height: 40),
          line: CGRect(x: 20, y: 0, width: 1, height: 40),
          label: CGRect(x: 20, y: 0, width: 30, height: height)),
        Shown(
          band: CGRect(x: 70, y: 0, width: 10, height: 40),
          line: CGRect(x: 70, y: 0, width: 1, height: 40)),
      ])
  }

  @Test("keep their labels in view, and have no line where their beginning is out of view")
  func scrolledAway() {
    layer.regions = [AudioRegion(name: "I", range: 0..<10)]
    show(zoom: 10, offset: 400)
    let label = shown[0].label ?? .null
    #expect(label.minX == 0 && label.width < 20)
    #expect(shown[0].band == CGRect(x: 0, y: 0, width: 100, height: 40))
    #expect(shown[0].line == nil)
    show(offset: 995)
    #expect(shown[0].band == CGRect(x: 0, y: 0, width: 5, height: 40))
    // There is no room for it.
    #expect(shown[0].label == nil)
    show(offset: 1_000)
    #expect(shown == [])
  }

  @Test("of no length are marks: a line, with a label up to the next region")
  func marks() {
    layer.regions = [
      AudioRegion(name: "second mark", range: 6..<6), AudioRegion(name: "first mark", range: 4..<4),
    ]
    show()
    #expect(shown.map(\.band) == [nil, nil])
    #expect(shown.map { $0.line?.minX } == [40, 60])
    #expect(shown.map(\.name) == ["first mark", "second mark"])
    #expect(shown.map { $0.label?.width } == [20, 40])
  }

  @Test("are small numbers, however long the sound and high the zoom")
  func smallNumbers() {
    layer.regions = [AudioRegion(name: "day", range: -1e9..<1e9)]
    show(zoom: 1_000_000, offset: 5e7, duration: 86_400)
    #expect(shown[0].band == CGRect(x: 0, y: 0, width: 100, height: 40))
  }

  @Test("keep their layers while they are in view; no layer is added or drawn again")
  func pool() throws {
    layer.regions = (0..<100).map {
      AudioRegion(name: "\($0)", range: Double($0)..<Double($0) + 0.5)
    }
    show(zoom: 20, offset: 0, duration: 100)
    _ = try renderer.render(at: 0)
    var texts: [String: ObjectIdentifier] = [:]
    for offset in stride(from: 0, through: 1_900, by: 3) as StrideThrough<CGFloat> {
      show(offset: offset, duration: 100)
      for part in layer.sublayers ?? [] where !part.isHidden {
        guard let text = part.sublayers?.first as? TextLayer, let name = text.string else {
          continue
        }
        if let known = texts[name] { #expect(known == ObjectIdentifier(text)) }
        #expect(texts[name] == nil || !text.needsDisplay(), "\(name)")
        texts = texts.filter { $0.value != ObjectIdentifier(text) }
        texts[name] = ObjectIdentifier(text)
      }
      _ = try renderer.render(at: 0)
    }
    // Five regions are in view at most, or six.
    #expect((layer.sublayers ?? []).count <= 6 * 3)
  }

  @Test("in view are those that an exhaustive search finds")
  func search() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let count = Int.random(in: 0...40, using: &random)
      let regions = (0..<count).map { index -> AudioRegion in
        let start = Double.random(in: -5...100, using: &random).rounded()
        let length = Double.random(in: 0...1, using: &random)
        let end = start + (length * length * 30).rounded()
        return AudioRegion(name: "\(index)", range: start..<end)
      }
      let index = RegionIndex(regions)
      let begin = Double.random(in: -10...110, using: &random).rounded()
      let end = begin + Double.random(in: 0...20, using: &random).rounded()
      let found = index.candidates(from: begin, to: end)
      let expected = regions.indices.filter {
        regions[$0].range.lowerBound <= end && regions[$0].range.upperBound >= begin
      }
      #expect(Set(expected).isSubset(of: found))
      let starts = found.map { regions[$0].range.lowerBound }
      #expect(starts == starts.sorted() && starts.allSatisfy { $0 <= end })
      #expect(Set(found).count == found.count)
    }
  }

  @Test("look the same whatever was shown before")
  func partialEqualsFull() throws {
    var random = SeededGenerator(seed: 11)
    let regions = (0..<30).map { index -> AudioRegion in
      let start = Double.random(in: 0...100, using: &random)
      return AudioRegion(
        name: "Part \(index)", range: start..<start + Double(index % 4) * 2,
        color: [.red, .yellow, .blue, .black][index % 3])
    }
    layer.regions = regions
    for step in 0..<30 {
      let zoom = CGFloat.random(in: 1...40, using: &random)
      let offset = CGFloat.random(in: -50...100 * zoom, using: &random).rounded()
      show(zoom: zoom, offset: offset, duration: 100)
      let fresh = try RegionTests()
      fresh.layer.regions = regions
      fresh.show(zoom: zoom, offset: offset, duration: 100)
      let picture = try renderer.render(at: 0).bitmap
      let expected = try fresh.renderer.render(at: 0).bitmap
      #expect(picture == expected, "step \(step)")
    }
  }
}
