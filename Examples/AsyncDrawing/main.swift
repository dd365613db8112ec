// AsyncDrawing: layers that record what they draw, and leave the drawing to other threads.
//
//     swift run -c release AsyncDrawing [FOLDER] # writes curves.png, by default into
//                                                # out/AsyncDrawing
//
// `draw(in:)` is called on the thread that commits in any case. With `drawsAsynchronously` it returns as
// soon as the commands are recorded; they are replayed in the background, on as many cores as there are.
// The frame waits for the pixels, and they are the same.
//
// A sequence of frames goes further: this thread commits, and another one draws, one frame ahead.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/AsyncDrawing"
let clock = ContinuousClock()

/// A curve that a wheel draws that rolls in a ring.
final class CurveLayer: Layer {
  let teeth: Double
  let color: Color
  var turn = 0.0

  init(_ teeth: Double, _ color: Color) {
    self.teeth = teeth
    self.color = color
    super.init()
  }

  required init(layer: Any) {
    let other = layer as! CurveLayer
    (teeth, color, turn) = (other.teeth, other.color, other.turn)
    super.init(layer: layer)
  }

  override func draw(in context: DrawingContext) {
    context.lineWidth = 0.9
    context.lineJoin = .round
    context.strokeColor = color
    var path = Path()
    let wheel = teeth / 105
    var (turns, rest) = (teeth, 105.0)
    while rest > 0 { (turns, rest) = (rest, turns.truncatingRemainder(dividingBy: rest)) }
    // The curve closes after so many turns.
    turns = teeth / turns
    for step in 0...2_400 {
      let t = Double(step) / 2_400 * 2 * .pi * turns + turn
      let (a, b) = (t, t * (1 - 1 / wheel))
      let point = CGPoint(
        x: 130 + 118 * ((1 - wheel) * cos(a) + 0.82 * wheel * cos(b)),
        y: 130 + 118 * ((1 - wheel) * sin(a) + 0.82 * wheel * sin(b)))
      if step == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    context.stroke(path)
  }
}

let wheels: [(Double, UInt32)] = [
  (40, 0xFF_9F1C), (65, 0x2E_C4B6), (80, 0xE7_1D36), (56, 0x9B_5DE5), (50, 0x00_BBF9),
  (91, 0xF1_5BB5), (85, 0x8A_C926), (49, 0xFF_CA3A),
]

func makeScene(asynchronous: Bool) throws -> (Renderer, [CurveLayer]) {
  let renderer = try Renderer(size: CGSize(width: 1_080, height: 560))
  renderer.layer.backgroundColor = Color(rgb: 0x14_1828)
  let curves = wheels.enumerated().map { index, wheel in
    let curve = CurveLayer(wheel.0, Color(rgb: wheel.1))
    curve.frame = CGRect(x: 10 + index % 4 * 267, y: 15 + index / 4 * 270, width: 260, height: 260)
    curve.drawsAsynchronously = asynchronous
    curve.actions = ["contents": NoAction()]
    renderer.layer.addSublayer(curve)
    return curve
  }
  return (renderer, curves)
}

/// The costs of a commit and of a frame in which all curves are drawn again, in milliseconds: the
/// middle of several.
func measure(asynchronous: Bool) throws -> (commit: Double, frame: Double, picture: Bitmap) {
  let (renderer, curves) = try makeScene(asynchronous: asynchronous)
  var commits: [Double] = []
  var frames: [Double] = []
  for step in 0..<15 {
    for curve in curves {
      curve.turn = 0.01 * Double(step)
      curve.setNeedsDisplay()
    }
    let start = clock.now
    renderer.commit(at: 0)
    let committed = clock.now
    _ = try renderer.render(at: 0)
    commits.append((committed - start) / .milliseconds(1))
    frames.append((clock.now - start) / .milliseconds(1))
  }
  return (commits.sorted()[7], frames.sorted()[7], try renderer.render(at: 0).bitmap)
}

func text(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

let direct = try measure(asynchronous: false)
let asynchronous = try measure(asynchronous: true)
print("Eight curves of 2,400 lines, drawn again for each frame, in milliseconds:")
print("at once: the commit \(text(direct.commit)), with the frame \(text(direct.frame))")
print(
  "asynchronously: the commit \(text(asynchronous.commit)), "
    + "with the frame \(text(asynchronous.frame))")
print(
  "The owner's thread is free after \(text(asynchronous.commit / direct.commit)) of the time, "
    + "the frame is there after \(text(asynchronous.frame / direct.frame)).")
print("The pictures are \(direct.picture == asynchronous.picture ? "the same" : "different").")

let (renderer, curves) = try makeScene(asynchronous: true)
let frames = renderer.frames(at: (0..<15).map(Double.init), lookahead: 1) { step in
  for curve in curves {
    curve.turn = 0.01 * step
    curve.setNeedsDisplay()
  }
}
var last: Bitmap?
for try await frame in frames { last = frame.bitmap }
print("The sequence ends with \(last == direct.picture ? "the same" : "another") picture.")
try asynchronous.picture.write(toFile: "\(folder)/curves.png", createsFolder: true)
print("Wrote \(folder)/curves.png.")
