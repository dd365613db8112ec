import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("The picture of a sound")
struct AudioGraphPictureTests {
  @Test("of peaks shows every sample, at every zoom and offset", .slow, arguments: 1...8)
  func everySample(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let samples = numbers.speech(Int.random(in: 3_000...60_000, using: &numbers))
    var scene = try AudioGraphScene(scale: [1, 2, 3][seed % 3])
    scene.graph.setSamples(samples, sampleRate: 8_000)
    for _ in 0..<8 {
      let width = Double(scene.graph.bounds.width * scene.host.scale)
      // At least a sample to each column.
      let largest = max(1, Double(samples.count) / width)
      scene.graph.zoom = CGFloat(exp(Double.random(in: 0...log(largest), using: &numbers)))
      let end = scene.graph.scrollView.maximumContentOffset.x
      scene.graph.scrollView.contentOffset.x = CGFloat.random(in: -20...end + 20, using: &numbers)
      let (picture, expected) = (try scene.picture(), try scene.expectedPicture(samples))
      #expect(picture == expected, "seed \(seed), zoom \(scene.graph.zoom)")
    }
  }

  @Test("moves by n pixels when it is scrolled by n", arguments: [1.0, 2.0])
  func scrolling(scale: CGFloat) throws {
    var numbers = SeededGenerator(seed: 5)
    var scene = try AudioGraphScene(scale: scale)
    scene.graph.setSamples(numbers.speech(30_011), sampleRate: 8_000)
    for zoom in [2.5, 7.3, 19] as [CGFloat] {
      scene.graph.zoom = zoom
      scene.graph.scrollView.contentOffset.x = 30
      var before = try scene.picture()
      for step in [1, 7, -3, 16] {
        scene.graph.scrollView.contentOffset.x += CGFloat(step) / scale
        let after = try scene.picture()
        for x in max(0, -step)..<min(before.width, before.width - step) {
          for y in 0..<before.height { #expect(after[x, y] == before[x + step, y]) }
        }
        before = after
      }
    }
  }

  @Test("is the documented mean of a moving window of 128, as far up as down")
  func movingMean() throws {
    let samples: [Float] = (0..<6_000).map { index in
      Float(index % 2 == 0 ? index : -index) / 6_000
    }
    var scene = try AudioGraphScene(height: 40, kind: .movingMean(window: 128))
    scene.graph.setSamples(samples, sampleRate: 1_000)
    // Zoom 10 over 60 points: ten samples a column.
    let picture = try scene.picture()
    #expect(scene.graph.zoom == 10)
    for x in stride(from: 0, to: 60, by: 7) {
      let window = samples[x * 10..<x * 10 + 128].map { abs(Double($0)) }
      let mean = window.reduce(0, +) / 128
      let height = Int((mean * 20 / Double(abs(samples[5_999]))).rounded())
      for y in 0..<40 {
        let isLine = height == 0 ? y == 20 : y >= 20 - height && y < 20 + height
        #expect((picture[x, y] == AudioGraphScene.color) == isLine, "\(x), \(y)")
      }
    }
  }

  @Test("begins further right where it is overscrolled at its left edge")
  func rubberBanding() throws {
    var scene = try AudioGraphScene()
    scene.graph.setSamples((0..<6_000).map { $0 % 2 == 0 ? -0.5 : 0.5 }, sampleRate: 1_000)
    _ = try scene.picture()
    scene.graph.scrollView.contentOffset.x = -13
    let picture = try scene.picture()
    for x in 0..<60 { #expect((picture[x, 10] == AudioGraphScene.color) == (x >= 13)) }
  }

  @Test("has a lane for each channel, each with its midline")
  func lanes() throws {
    var scene = try AudioGraphScene(height: 40)
    let silence = [Float](repeating: 0, count: 600)
    let loud = [Float](repeating: 1, count: 600)
    scene.graph.dataProvider = DataProvider(channels: [silence, loud], sampleRate: 100)
    let picture = try scene.picture()
    // A column of silence is one pixel high and covers its midline.
    #expect(picture[3, 10] == AudioGraphScene.color && picture[3, 9] == 0xFFFF_FFFF)
    #expect(picture[3, 30] == AudioGraphScene.midline && picture[3, 29] == 0xFFFF_FFFF)
    #expect(picture[3, 20] == AudioGraphScene.color && picture[3, 19] == 0xFFFF_FFFF)
    // Down to one lane again, and up to two: nothing of the other stays.
    scene.graph.dataProvider = DataProvider(
      channels: [silence, loud], sampleRate: 100, mix: .mono)
    _ = try scene.picture()
    let count = scene.graph.waveformLayer.sublayers!.count
    scene.graph.dataProvider = DataProvider(channels: [silence, loud], sampleRate: 100)
    #expect(try scene.picture() == picture)
    #expect(scene.graph.waveformLayer.sublayers!.count == count)
  }

  @Test("in decibels is as high as its level above the range")
  func decibels() throws {
    #expect(AmplitudeScale.decibels(range: 60).height(1, largest: 1) == 1)
    #expect(abs(AmplitudeScale.decibels(range: 60).height(0.001, largest: 1)) < 1e-7)
    #expect(abs(AmplitudeScale.decibels(range: 40).height(-0.1, largest: 1) + 0.5) < 1e-7)
    #expect(AmplitudeScale.decibels(range: 40).height(0.5, largest: 5) == 0.5)
    #expect(AmplitudeScale.decibels().height(0, largest: 1) == 0)
    #expect(AmplitudeScale.decibels().height(.infinity, largest: 1) == 1)
    #expect(AmplitudeScale.linear.height(.nan, largest: 1) == 0)
    var scene = try AudioGraphScene(height: 40)
    scene.graph.amplitudeScale = .decibels(range: 40)
    scene.graph.setSamples([1] + [Float](repeating: 0.1, count: 5_999), sampleRate: 100)
    let picture = try scene.picture()
    #expect(picture[5, 10] == AudioGraphScene.color && picture[5, 9] == 0xFFFF_FFFF)
  }

  @Test("is a line through points where a pixel has less than one sample")
  func points() throws {
    var scene = try AudioGraphScene(width: 100, height: 60)
    scene.graph.setSamples([0, 1, -1, 0.5, .nan, -0.5, 0, 0, 0, 0], sampleRate: 10)
    scene.graph.zoom = 1
    let picture = try scene.picture()
    // A sample is ten pixels wide; its point is in their middle.
    #expect(picture[15, 0] == AudioGraphScene.color && picture[25, 59] != 0xFFFF_FFFF)
    #expect(picture[35, 15] == AudioGraphScene.color && picture[55, 45] == AudioGraphScene.color)
    for y in 0..<60 where y != 30 { #expect(picture[45, y] == 0xFFFF_FFFF) }
    // From sample to sample the line goes on: halfway between the second and the third.
    #expect(picture[20, 30] != 0xFFFF_FFFF && picture[20, 30] != AudioGraphScene.midline)
    scene.graph.zoom = 100
    #expect(try scene.picture() != picture)
    // Too dense for points, a sample between two gaps is a dot.
    scene.graph.zoom = 1
    var sparse = [Float](repeating: .nan, count: 50)
    sparse[25] = 1
    sparse[40] = -1
    scene.graph.setSamples(sparse, sampleRate: 10)
    let dots = try scene.picture()
    #expect(dots[51, 0] != 0xFFFF_FFFF && dots[55, 0] == 0xFFFF_FFFF)
    // And columns come back where there are more samples.
    scene.graph.setSamples([Float](repeating: 1, count: 600_000), sampleRate: 10)
    scene.graph.zoom = 10
    #expect(try scene.picture()[50, 0] == AudioGraphScene.color)
  }

  @Test("shows how much is loaded")
  func progress() throws {
    var scene = try AudioGraphScene(width: 100, height: 40)
    let empty = try scene.picture()
    scene.graph.loadingProgress = 0.5
    let half = try scene.picture()
    #expect(half[30, 20] == AudioGraphScene.color && half[70, 20] == 0xFFC7_C7CC)
    scene.graph.loadingProgress = .nan
    #expect(try scene.picture()[30, 20] == 0xFFC7_C7CC)
    scene.graph.loadingProgress = 7
    #expect(try scene.picture()[70, 20] == AudioGraphScene.color)
    scene.graph.loadingProgress = nil
    #expect(try scene.picture() == empty)
  }
}
