// PortedLayers: a stopwatch, written with Core Animation's and Core Graphics' names.
//
//     swift run PortedLayers [FOLDER]    # writes 0000.png … 0059.png, by default into
//                                        # out/PortedLayers
//
// Two things are not as on iOS: an initialiser is 'required', and as there is no screen that asks
// for frames, the last part says which times it wants to see.

import LaminaImages
import QuartzCore

/// The face of the watch, with a hand and a runner on it.
final class StopwatchLayer: CALayer {
  private let hand = CALayer()
  private let runner = CALayer()

  override init() {
    super.init()
    contentsScale = 2
    needsDisplayOnBoundsChange = true
    hand.bounds = CGRect(x: 0, y: 0, width: 4, height: 90)
    hand.anchorPoint = CGPoint(x: 0.5, y: 0.85)
    hand.backgroundColor = CGColor(red: 0.95, green: 0.47, blue: 0.24, alpha: 1)
    runner.bounds = CGRect(x: 0, y: 0, width: 14, height: 6)
    runner.backgroundColor = CGColor(red: 0.37, green: 0.7, blue: 0.63, alpha: 1)
    runner.actions = ["position": NSNull()]
    sublayers = [runner, hand]
  }

  // On iOS: 'override'.
  required init(layer: Any) { super.init(layer: layer) }

  private var center: CGPoint { CGPoint(x: bounds.midX, y: bounds.midY) }

  override func layoutSublayers() {
    hand.position = center
    runner.position = CGPoint(x: center.x, y: center.y - 60)
  }

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0.96, green: 0.94, blue: 0.89, alpha: 1))
    ctx.fillEllipse(in: bounds.insetBy(dx: 1, dy: 1))
    ctx.setStrokeColor(CGColor(red: 0.07, green: 0.2, blue: 0.29, alpha: 1))
    ctx.setLineCap(.round)
    ctx.translateBy(x: center.x, y: center.y)
    for tick in 0..<60 {
      ctx.setLineWidth(tick % 5 == 0 ? 3 : 1)
      ctx.move(to: CGPoint(x: 0, y: 8 - bounds.height / 2))
      ctx.addLine(to: CGPoint(x: 0, y: (tick % 5 == 0 ? 20 : 14) - bounds.height / 2))
      ctx.strokePath()
      ctx.rotate(by: .pi / 30)
    }
  }

  /// One turn of the hand, and of the runner on its way around.
  func start(onEnd: @escaping () -> Void) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setCompletionBlock(onEnd)

    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = NSNumber(value: 2 * Double.pi)
    turn.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    hand.add(turn, forKey: "turn")

    let path = CGMutablePath()
    path.addArc(
      center: center, radius: 60, startAngle: -.pi / 2, endAngle: 3 * .pi / 2, clockwise: false)
    let run = CAKeyframeAnimation(keyPath: "position")
    run.path = path
    run.calculationMode = .paced
    run.rotationMode = .rotateAuto
    runner.add(run, forKey: "run")

    CATransaction.commit()
  }
}

let stage = CALayer()
stage.frame = CGRect(x: 0, y: 0, width: 240, height: 240)
stage.backgroundColor = CGColor(red: 0.07, green: 0.2, blue: 0.29, alpha: 1)
let watch = StopwatchLayer()
watch.frame = stage.bounds.insetBy(dx: 20, dy: 20)
stage.addSublayer(watch)

// What takes the place of the screen.

let folder = CommandLine.arguments.dropFirst().first ?? "out/PortedLayers"
let renderer = try Renderer(layer: stage, width: 480, height: 480, scale: 2)
let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%04d.png"), encoder: PNGEncoder(), createsFolder: true)
watch.start { print("The watch has gone round.") }
for frame in 0..<60 {
  try frames.write(renderer.render(at: Double(frame) / 24))
}
try frames.finish()
print("Wrote \(frames.nextNumber) frames, \(folder)/0000.png … 0059.png.")
