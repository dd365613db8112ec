import Foundation
import Lamina

/// A mistake that a caller can make, and the sentence that ends the program for it.
struct Mistake {
  let name: String
  let sentence: String
  let make: () throws -> Void

  init(_ name: String, _ sentence: String, _ make: @escaping () throws -> Void) {
    self.name = name
    self.sentence = sentence
    self.make = make
  }

  /// One of each kind that the engine refuses.
  static var all: [Mistake] {
    tree + values + timing + springs + keyframes + animations + transactions + paths + drawing
      + output
  }

  private static func hand<Kind: Layer>(_ layer: Kind = Layer()) -> Kind {
    layer.name = "hand"
    return layer
  }

  private static func live() throws -> (renderer: Renderer, layer: Layer) {
    let renderer = try Renderer(size: CGSize(width: 8, height: 5))
    let layer = hand()
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    return (renderer, layer)
  }

  private static var tree: [Mistake] {
    [
      Mistake("a cycle", "Layer \"hand\": cannot add Layer, which contains or is this layer") {
        let (outer, inner) = (Layer(), hand())
        outer.addSublayer(inner)
        inner.addSublayer(outer)
      },
      Mistake("a sublayer twice", "Layer \"hand\": sublayers cannot contain Layer \"tick\" twice") {
        let tick = Layer()
        tick.name = "tick"
        hand().sublayers = [tick, tick]
      },
      Mistake("replacing a stranger", "Layer \"hand\": cannot replace Layer, which is not a") {
        hand().replaceSublayer(Layer(), with: Layer())
      },
      Mistake("a root as a sublayer", "is the root of a renderer and cannot be a sublayer") {
        let renderer = try Renderer(size: CGSize(width: 8, height: 5))
        Layer().addSublayer(renderer.layer)
      },
      Mistake("a root as a mask", "is the root of a renderer and cannot be a mask") {
        let renderer = try Renderer(size: CGSize(width: 8, height: 5))
        Layer().mask = renderer.layer
      },
      Mistake("a presentation layer as a sublayer", "is a presentation layer and cannot be a sub") {
        let (renderer, layer) = try live()
        defer { _ = renderer }
        Layer().addSublayer(layer.presentation()!)
      },
      Mistake("setting a presentation layer", "Layer \"hand\": opacity was set on a presentation") {
        let (renderer, layer) = try live()
        defer { _ = renderer }
        layer.presentation()!.opacity = 0.5
      },
      Mistake("copying another kind", "of ShapeLayer cannot copy a value of type GradientLayer") {
        _ = ShapeLayer(layer: GradientLayer())
      },
      Mistake("a frame at an infinite time", "the time of a commit must be finite, not inf s") {
        try Renderer(size: CGSize(width: 8, height: 5)).commit(at: .infinity)
      },
    ]
  }

  private static var values: [Mistake] {
    [
      Mistake("a point", "Layer \"hand\": position must be finite, not [2.0 nan]") {
        hand().position = CGPoint(x: 2, y: CGFloat.nan)
      },
      Mistake("a rectangle", "Layer \"hand\": bounds must be finite, not [1.0 2.0; inf 4.0]") {
        hand().bounds = CGRect(x: 1, y: 2, width: CGFloat.infinity, height: 4)
      },
      Mistake("a float", "Layer \"hand\": opacity must be finite, not -inf") {
        hand().opacity = -.infinity
      },
      Mistake("a colour", "Layer \"hand\": backgroundColor must be finite, not ") {
        hand().backgroundColor = Color(red: 0, green: .nan, blue: 1)
      },
      Mistake("a rare number", "Layer \"hand\": shadowRadius must be finite, not nan") {
        hand().shadowRadius = .nan
      },
      Mistake(
        "a scale of 0", "Layer \"hand\": contentsScale must be finite and greater than 0, not"
      ) {
        hand().contentsScale = 0
      },
      Mistake("a filter's number", "Layer \"hand\": filters must be finite, not ") {
        hand().filters = [.gaussianBlur(radius: .nan)]
      },
      Mistake(
        "a number of a shape", "ShapeLayer \"hand\": lineWidth must be finite, not inf"
      ) {
        hand(ShapeLayer()).lineWidth = .infinity
      },
      Mistake("a dash below 0", "lineDashPattern must be finite lengths of 0 or more, not [2.0, -1")
      {
        hand(ShapeLayer()).lineDashPattern = [2, -1]
      },
      Mistake("a gradient's place", "GradientLayer \"hand\": locations must be finite, not ") {
        hand(GradientLayer()).locations = [0, .nan]
      },
      Mistake("a replicator's delay", "ReplicatorLayer \"hand\": instanceDelay must be finite") {
        hand(ReplicatorLayer()).instanceDelay = .infinity
      },
      Mistake(
        "a tile's size", "TiledLayer \"hand\": tileSize must be finite, not [256.0 nan]"
      ) {
        hand(TiledLayer()).tileSize = CGSize(width: 256, height: CGFloat.nan)
      },
      Mistake("an emitter's number", "EmitterLayer \"hand\": ") {
        hand(EmitterLayer()).emitterPosition = CGPoint(x: CGFloat.nan, y: 3)
      },
      Mistake("a cell's number", "EmitterCell: velocity must be finite, not inf") {
        EmitterCell().velocity = .infinity
      },
      Mistake("another type by key", "Layer \"hand\": cornerRadius ") {
        hand().setValue("round", forKey: "cornerRadius")
      },
      Mistake("a constraint's offset", "a constraint's scale and offset must be finite, not ") {
        _ = Constraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: .nan)
      },
    ]
  }

  private static var timing: [Mistake] {
    [
      Mistake("a layer's beginTime", "Layer \"hand\": beginTime must be finite, not inf") {
        hand().beginTime = .infinity
      },
      Mistake("a layer's speed", "Layer \"hand\": speed must be finite, not -inf") {
        hand().speed = -.infinity
      },
      Mistake("a layer's timeOffset", "Layer \"hand\": timeOffset must be finite, not nan") {
        hand().timeOffset = .nan
      },
      Mistake("a layer's duration", "Layer \"hand\": duration must not be NaN") {
        hand().duration = .nan
      },
      Mistake(
        "a layer's repeatCount", "Layer \"hand\": repeatCount must not be NaN"
      ) {
        hand().repeatCount = .nan
      },
      Mistake("a layer's repeatDuration", "Layer \"hand\": repeatDuration must not be NaN") {
        hand().repeatDuration = .nan
      },
      Mistake(
        "an animation's beginTime", "beginTime of BasicAnimation for \"opacity\" must be fin"
      ) {
        BasicAnimation(keyPath: "opacity").beginTime = -.infinity
      },
      Mistake(
        "an animation's speed", "speed of BasicAnimation for \"opacity\" must be finite, not "
      ) {
        BasicAnimation(keyPath: "opacity").speed = .infinity
      },
      Mistake("an animation's timeOffset", "timeOffset of AnimationGroup must be finite, not ") {
        AnimationGroup().timeOffset = .infinity
      },
      Mistake("an animation's duration", "duration of BasicAnimation without a key path must not") {
        BasicAnimation().duration = .nan
      },
      Mistake("an animation's repeatCount", "repeatCount of Transition must not be NaN") {
        Transition().repeatCount = .nan
      },
      Mistake("an animation's repeatDuration", "repeatDuration of Transition must not be NaN") {
        Transition().repeatDuration = .nan
      },
      Mistake("a cell's duration", "EmitterCell: duration must not be NaN") {
        EmitterCell().duration = .nan
      },
      Mistake("a curve's control point", "the control points of a timing function must be finite") {
        _ = TimingFunction(controlPoints: 0, .infinity, 1, 1)
      },
      Mistake("a fifth control point", "control point 4 is out of range") {
        _ = TimingFunction.linear.controlPoint(at: 4)
      },
    ]
  }

  private static var springs: [Mistake] {
    func spring() -> SpringAnimation { SpringAnimation(keyPath: "position.x") }
    return [
      Mistake(
        "a spring's mass", "mass of SpringAnimation for \"position.x\" must be finite, not "
      ) {
        spring().mass = .infinity
      },
      Mistake(
        "a spring's stiffness", "stiffness of SpringAnimation for \"position.x\" must be fin"
      ) {
        spring().stiffness = .nan
      },
      Mistake(
        "a spring's damping", "damping of SpringAnimation for \"position.x\" must not be"
      ) {
        spring().damping = .nan
      },
      Mistake(
        "a spring's velocity", "initialVelocity of SpringAnimation for \"position.x\" must b"
      ) {
        spring().initialVelocity = -.infinity
      },
      Mistake("a spring's bounce", "a spring's bounce must be from -1 to 1, not -1.25") {
        _ = SpringAnimation(perceptualDuration: 0.5, bounce: -1.25)
      },
      Mistake("a spring's perceptual duration", "must be finite and greater than 0, not 0.0") {
        _ = SpringAnimation(perceptualDuration: 0, bounce: 0.5)
      },
    ]
  }

  private static var keyframes: [Mistake] {
    func run() -> KeyframeAnimation { KeyframeAnimation(keyPath: "opacity") }
    return [
      Mistake(
        "a key time", "keyTimes of KeyframeAnimation for \"opacity\" must be finite, not "
      ) {
        run().keyTimes = [0, 0.5, .infinity]
      },
      Mistake(
        "a tension", "tensionValues of KeyframeAnimation for \"opacity\" must be finite, not "
      ) {
        run().tensionValues = [.infinity]
      },
      Mistake(
        "a continuity", "continuityValues of KeyframeAnimation for \"opacity\" must be finite"
      ) {
        run().continuityValues = [0, -.infinity]
      },
      Mistake(
        "a bias", "biasValues of KeyframeAnimation for \"opacity\" must be finite, not "
      ) {
        run().biasValues = [.nan]
      },
      Mistake(
        "values of two kinds", "values of KeyframeAnimation for \"opacity\" must be of one k"
      ) {
        run().values = [0.25, CGPoint(x: 1, y: 2)]
      },
    ]
  }

  private static var animations: [Mistake] {
    [
      Mistake(
        "a value that is not finite", "toValue of BasicAnimation for \"opacity\" must be fin"
      ) {
        BasicAnimation(keyPath: "opacity").toValue = Double.nan
      },
      Mistake("a value of no kind", "fromValue of BasicAnimation for \"opacity\": ") {
        BasicAnimation(keyPath: "opacity").fromValue = ["a"]
      },
      Mistake("a value of another kind", "Layer \"hand\": the animation gives opacity a point") {
        let animation = BasicAnimation(keyPath: "opacity")
        animation.toValue = CGPoint(x: 1, y: 2)
        hand().add(animation, forKey: "fade")
      },
      Mistake("changing an added animation", "cannot change duration of BasicAnimation for") {
        let (renderer, layer) = try live()
        defer { _ = renderer }
        layer.add(BasicAnimation(keyPath: "opacity"), forKey: "fade")
        layer.animation(forKey: "fade")!.duration = 2
      },
      Mistake("a transition's progress", "startProgress of Transition must be finite, not ") {
        Transition().startProgress = .nan
      },
      Mistake("an animation's value by key", "BasicAnimation: speed cannot be fast") {
        BasicAnimation(keyPath: "opacity").setValue("fast", forKey: "speed")
      },
    ]
  }

  private static var transactions: [Mistake] {
    [
      Mistake("a transaction's duration", "a transaction's animationDuration must not be NaN") {
        Transaction.animationDuration = .nan
      },
      Mistake("a transaction's value of another type", "disableActions must be a Bool, not ") {
        Transaction.setValue("never", forKey: "disableActions")
      },
      Mistake("a transaction's label of another type", "label must be a String, not ") {
        Transaction.setValue(1, forKey: "label")
      },
      Mistake("a begin without a commit in layout", "layout or drawing began with 0 open") {
        final class Opener: Layer {
          override func layoutSublayers() { Transaction.begin() }
        }
        let renderer = try Renderer(size: CGSize(width: 8, height: 5))
        let opener = Opener()
        renderer.layer.addSublayer(opener)
        opener.setNeedsLayout()
        renderer.commit(at: 0)
      },
    ]
  }

  private static var paths: [Mistake] {
    [
      Mistake("a path's point", "a path's point must be finite, not (3.0, inf)") {
        var path = Path()
        path.move(to: CGPoint(x: 3, y: CGFloat.infinity))
      },
      Mistake("a line from nowhere", "needs a current point: call move(to:) first") {
        var path = Path()
        path.addLine(to: CGPoint(x: 3, y: 4))
      },
      Mistake("a path's rectangle", "a rectangle in a path must be finite, not ") {
        var path = Path()
        path.addRect(CGRect(x: 1, y: CGFloat.nan, width: 3, height: 4))
      },
      Mistake("an arc's radius", "an arc's radius must be 0 or more, not -2.0") {
        var path = Path()
        path.addArc(
          center: CGPoint(x: 1, y: 2), radius: -2, startAngle: 0, endAngle: 1, clockwise: true)
      },
      Mistake("a line's width", "a line width must be 0 or more, not -3.0") {
        _ = StrokeStyle(width: -3)
      },
    ]
  }

  private static var drawing: [Mistake] {
    [
      Mistake("a context's scale", "a context's scale must be finite and above 0, not 0.0") {
        _ = try DrawingContext(width: 3, height: 2, scale: 0)
      },
      Mistake(
        "a layer left out of a frame",
        "the frame at 3.0 s leaves out Layer \"hand\" (its transform overflows)"
      ) {
        let (renderer, layer) = try live()
        renderer.options.trapsOnOmissions = true
        layer.bounds.size = CGSize(width: 3, height: 2)
        layer.backgroundColor = .red
        layer.transform = Transform3D(scaleX: 1e300, y: 1)
        // The implicit animation begins with the first frame and has ended in the second.
        _ = try renderer.render(at: 2)
        _ = try renderer.render(at: 3)
      },
      Mistake("a restored state", "restoreState() without a matching saveState()") {
        try DrawingContext(width: 3, height: 2).restoreState()
      },
      Mistake("a drawing transform", "a drawing transform must be finite, not ") {
        try DrawingContext(width: 3, height: 2).concatenate(Transform2D(scaleX: .nan, y: 2))
      },
      Mistake("a pixel outside", "pixel (3, 1) is outside a bitmap of 3 x 2") {
        _ = try DrawingContext(width: 3, height: 2).makeBitmap()[3, 1]
      },
      Mistake("numbers of a colour matrix", "a colour matrix needs 20 numbers, not 2") {
        _ = ColorMatrix([1, 2])
      },
    ]
  }

  private static var output: [Mistake] {
    [
      Mistake("a frame rate", "a frame rate of 0/1: both numbers must be from 1 to") {
        _ = FrameRate(0)
      }
    ]
  }
}
