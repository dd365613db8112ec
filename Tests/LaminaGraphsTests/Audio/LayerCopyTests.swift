import Foundation
import Lamina
import LaminaGraphs
import LaminaText
import Testing

@Suite("Copies of the layers of sounds")
struct LayerCopyTests {
  private func copies<Kind: Layer>(of layer: Kind) throws -> [Kind] {
    let renderer = try Renderer(size: CGSize(width: 80, height: 40))
    layer.frame = renderer.layer.bounds
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    return [Kind(layer: layer), try #require(layer.presentation())]
  }

  @Test("have all properties, and so has presentation()")
  func properties() throws {
    let selection = SelectionLayer()
    selection.range = 1..<3
    selection.color = .green
    for copy in try copies(of: selection) {
      #expect(copy.range == 1..<3 && copy.color == .green)
    }
    let playhead = PlayheadLayer()
    playhead.time = 5
    playhead.color = .blue
    for copy in try copies(of: playhead) { #expect(copy.time == 5 && copy.color == .blue) }
    let regions = RegionsLayer()
    regions.regions = [AudioRegion(name: "a", range: 2..<4, color: .red)]
    regions.font = .serif
    for copy in try copies(of: regions) {
      #expect(copy.regions == regions.regions && copy.font == .serif)
    }
    let waveform = WaveformLayer()
    waveform.color = .red
    waveform.midlineColor = .green
    waveform.amplitudeScale = .decibels(range: 48)
    waveform.fullAmplitude = 0.5
    for copy in try copies(of: waveform) {
      #expect(copy.color == .red && copy.midlineColor == .green)
      #expect(copy.amplitudeScale == .decibels(range: 48) && copy.fullAmplitude == 0.5)
    }
    let ruler = RulerLayer()
    ruler.color = .red
    ruler.textColor = .blue
    ruler.font = .serif
    ruler.fontSize = 13
    for copy in try copies(of: ruler) {
      #expect(copy.color == .red && copy.textColor == .blue)
      #expect(copy.font == .serif && copy.fontSize == 13)
    }
  }
}
