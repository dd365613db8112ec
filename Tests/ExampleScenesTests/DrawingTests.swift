import ExampleScenes
import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("Paper and chalkboard")
struct DrawingTests {
  private func touch(
    _ host: ViewHost, _ id: Int, _ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat
  ) {
    host.send(
      InputEvent(
        time: 1, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: y))))
  }

  /// The rectangle that pixels differ in.
  private func difference(_ one: Bitmap, _ other: Bitmap) -> CGRect {
    guard let bounds = one.difference(from: other)?.bounds else { return .null }
    return CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
  }

  @Test("show the lines of several fingers, and delete takes the last away")
  func lines() throws {
    let view = SketchView(replaysRecording: false)
    let host = try ViewHost(rootView: view, size: SketchView.size)
    let empty = try host.render(at: 0).bitmap
    #expect(host.nextFrameTime(after: 0) == .never)
    touch(host, 0, .began, 40, 60)
    touch(host, 7, .began, 300, 60)
    let dots = try host.render(at: 1).bitmap
    // A dot is as large as the line is wide.
    #expect(difference(empty, dots) == CGRect(x: 37, y: 57, width: 266, height: 6))
    touch(host, 0, .moved, 40, 200)
    touch(host, 7, .moved, 300, 90)
    touch(host, 0, .ended, 40, 200)
    touch(host, 0, .moved, 600, 400)
    touch(host, 7, .moved, 300, 130)
    let lines = try host.render(at: 1).bitmap
    #expect(difference(empty, lines) == CGRect(x: 37, y: 57, width: 266, height: 146))
    #expect(lines[40, 150] == SketchView.ink.premultipliedPixel)
    #expect(lines[300, 120] == SketchView.ink.premultipliedPixel)
    #expect(lines[170, 100] == empty[170, 100])
    // A finger whose line is gone draws no more.
    #expect(view.keyDown(.delete, modifiers: []))
    touch(host, 7, .moved, 500, 300)
    let first = try host.render(at: 1).bitmap
    #expect(difference(empty, first) == CGRect(x: 37, y: 57, width: 6, height: 146))
    #expect(view.keyDown(.delete, modifiers: []) && view.keyDown(.delete, modifiers: []))
    #expect(try host.render(at: 1).bitmap == empty)
    #expect(!view.keyDown(.space, modifiers: []))
    #expect(host.nextFrameTime(after: 1) == .never)
  }

  @Test("draw what was recorded, however often frames are drawn")
  func recordedLine() throws {
    let renderer = try Renderer(size: SketchView.size, scale: 0.25)
    renderer.layer.backgroundColor = SketchView.paper
    let line = SketchView.makeLine()
    var path = Path()
    for (index, point) in SketchView.recordedTouches().enumerated() {
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    line.path = path
    renderer.layer.addSublayer(line)
    let expected = try renderer.render(at: 0).bitmap

    for times in [[0, 0.125, 3, 10], [5, 14.998], [0, 1, 0.5, 7, 20]] {
      let view = SketchView(replaysRecording: true)
      let host = try ViewHost(rootView: view, size: SketchView.size, scale: 0.25)
      for time in times {
        let picture = try host.render(at: time).bitmap
        #expect((picture == expected) == (time == times.last))
        #expect((host.nextFrameTime(after: time) == .never) == (time == times.last))
      }
    }
  }

  @Test("show a longer stroke without a gap, the same in each way of drawing it")
  func chalk() throws {
    var pictures: [Bitmap] = []
    for way in ChalkLayer.Way.allCases {
      let view = try ChalkboardView(way)
      let host = try ViewHost(rootView: view, size: ChalkboardView.size, scale: 0.5)
      let empty = try host.render(at: 0).bitmap
      touch(host, 0, .began, 100, 100)
      _ = try host.render(at: 1)
      touch(host, 0, .moved, 500, 100)
      touch(host, 0, .moved, 500, 300)
      touch(host, 0, .moved, -900, 300)
      touch(host, 0, .ended, 1e9, 300)
      let picture = try host.render(at: 1).bitmap
      let rect = difference(empty, picture)
      #expect(CGRect(x: 0, y: 42, width: 258, height: 116).contains(rect))
      for x in 50..<250 {
        #expect((48..<53).contains { picture[x, $0] != empty[x, $0] }, "\(x)")
      }
      pictures.append(picture)
      #expect(view.keyDown(.delete, modifiers: []))
      #expect(try host.render(at: 1).bitmap == empty)
      #expect(host.nextFrameTime(after: 1) == .never)
    }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test("have the board wiped while it is written on, and nothing more is written")
  func wiped() throws {
    let view = try ChalkboardView(.nearby, replaysRecording: true)
    let host = try ViewHost(rootView: view, size: ChalkboardView.size, scale: 0.5)
    _ = try host.render(at: 0)
    let some = try host.render(at: 0.5).bitmap
    let more = try host.render(at: 1).bitmap
    #expect(some != more && host.nextFrameTime(after: 1) == .now)
    #expect(view.keyDown(.delete, modifiers: []))
    let empty = try host.render(at: 1.5).bitmap
    #expect(host.nextFrameTime(after: 1.5) == .never)
    let fresh = try ViewHost(
      rootView: try ChalkboardView(.nearby), size: ChalkboardView.size, scale: 0.5)
    #expect(try fresh.render(at: 0).bitmap == empty && empty != more)
  }
}
