import QuartzCore
import Testing

/// Code as it is written for Apple's systems, with nothing imported but QuartzCore.
@Suite("CALayer")
struct LayerNameTests {
  private func scene(_ layer: CALayer) throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    renderer.layer.removeAllAnimations()
    renderer.commit(at: 0)
    return renderer
  }

  private var image: CGImage {
    get throws { try CGImage(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF00_00FF]) }
  }

  @Test("Contents are Any: an image, nil or NSNull")
  func contents() throws {
    let image = try image
    let layer = CALayer()
    #expect(layer.contents == nil)
    layer.contents = image
    #expect(layer.contents as? CGImage == image)
    #expect((layer.contents as! CGImage).width == 2)
    layer.contents = NSNull()
    #expect(layer.contents == nil)
    let boxed: Any = image
    layer.contents = boxed
    #expect(layer.contents as? CGImage == image)
    let missing: CGImage? = nil
    layer.contents = missing as Any
    #expect(layer.contents == nil)
    layer.setValue(image, forKey: "contents")
    #expect(layer.value(forKey: "contents") as? CGImage == image)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test("Contents of another type are refused")
  func wrongContents() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      CALayer().contents = "picture.png"
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("a layer's contents must be a CGImage or nil, not a String"))
  }

  @Test("NSNull in the actions keeps changes from animating")
  func nullActions() throws {
    let layer = CALayer()
    layer.actions = ["position": NSNull(), "contents": NSNull()]
    let renderer = try scene(layer)
    layer.position = CGPoint(x: 9, y: 4)
    layer.contents = try image
    #expect(layer.animationKeys() == nil)
    layer.opacity = 0.5
    #expect(layer.animationKeys() == ["opacity"])
    renderer.commit(at: 1)
    #expect(layer.presentation()?.position == CGPoint(x: 9, y: 4))
  }

  /// An action in Core Animation's spelling.
  private final class Recorder: NSObject, CAAction {
    var events: [String] = []

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      let layer = anObject as? CALayer
      events.append("\(event) \(layer?.name ?? "none") \(dict == nil)")
    }
  }

  /// A layer whose class has an action of its own.
  private final class DialLayer: CALayer {
    static func makeAngleAnimation() -> CAAnimation {
      let animation = CABasicAnimation(keyPath: "angle")
      animation.duration = 2
      return animation
    }

    var angle: CGFloat {
      get { CGFloat(value(forKey: "angle") as? Double ?? 0) }
      set { setValue(Double(newValue), forKey: "angle") }
    }

    override class func defaultAction(forKey event: String) -> CAAction? {
      event == "angle" ? makeAngleAnimation() : super.defaultAction(forKey: event)
    }

    override class func needsDisplay(forKey key: String) -> Bool {
      key == "angle" || super.needsDisplay(forKey: key)
    }

    override class func defaultValue(forKey key: String) -> Any? {
      key == "angle" ? 1.5 : super.defaultValue(forKey: key)
    }

    override func action(forKey event: String) -> CAAction? {
      event == "opacity" ? NSNull() : super.action(forKey: event)
    }

    override func draw(in ctx: CGContext) {
      ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 0, y: 0, width: angle, height: 2))
    }
  }

  @Test("An action of yours runs with the layer as its object")
  func ownAction() throws {
    let recorder = Recorder()
    let layer = CALayer()
    layer.name = "knob"
    layer.actions = ["position": recorder, "zPosition": recorder]
    let renderer = try scene(layer)
    layer.position = CGPoint(x: 9, y: 4)
    layer.zPosition = 3
    layer.action(forKey: "position")?.run(forKey: "by hand", object: layer, arguments: ["a": 1])
    #expect(
      recorder.events == ["position knob true", "zPosition knob true", "by hand knob false"])
    renderer.commit(at: 1)
    #expect(recorder.events.count == 3)
  }

  @Test("A subclass overrides with Core Animation's names and types")
  func subclass() throws {
    let dial = DialLayer()
    dial.frame = CGRect(x: 5, y: 6, width: 8, height: 2)
    let renderer = try scene(dial)
    #expect(dial.angle == 1.5)
    dial.angle = 4
    #expect(dial.animation(forKey: "angle")?.duration == 2)
    dial.opacity = 0.75
    #expect(dial.animation(forKey: "opacity") == nil)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    dial.opacity = 1
    CATransaction.commit()
    for (time, end) in [(0.0, 6), (1.2, 8), (2, 9), (9, 9)] {
      let bitmap = try renderer.render(at: time).bitmap
      #expect(bitmap[end - 1, 6] == 0xFF00_FF00 && bitmap[end, 6] >> 24 != 255, "\(time)")
    }
    #expect(dial.presentation() != nil && dial.presentation()?.model() == dial)
  }

  @Test("Animations take Core Animation's boxes")
  func animations() throws {
    let layer = CALayer()
    let renderer = try scene(layer)
    let move = CAKeyframeAnimation(keyPath: "position")
    move.values = [
      NSValue(cgPoint: CGPoint(x: 0, y: 0)), NSValue(cgPoint: CGPoint(x: 8, y: 4)),
      CGPoint(x: 8, y: 20),
    ]
    move.keyTimes = [0, NSNumber(value: 0.25), 1]
    #expect(move.keyTimes == [0, 0.25, 1])
    move.tensionValues = [0, 0.5, NSNumber(value: 1)]
    move.continuityValues = [0.25, 0, 0]
    move.biasValues = [0, 0, -1]
    #expect(move.tensionValues == [0, 0.5, 1] && move.continuityValues == [0.25, 0, 0])
    #expect(move.biasValues == [0, 0, -1])
    move.duration = 4
    layer.add(move, forKey: "move")

    let turn = CABasicAnimation(keyPath: "transform")
    turn.fromValue = NSValue(caTransform3D: CATransform3DMakeScale(1, 1, 1))
    turn.toValue = NSValue(caTransform3D: CATransform3DMakeScale(3, 5, 1))
    turn.duration = 4
    layer.add(turn, forKey: "grow")

    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = NSNumber(value: 1)
    fade.byValue = NSNumber(value: -0.5)
    fade.duration = 4
    fade.timingFunction = CAMediaTimingFunction(name: .linear)
    layer.add(fade, forKey: nil)

    let size = CABasicAnimation(keyPath: "bounds.size")
    size.toValue = NSValue(cgSize: CGSize(width: 10, height: 30))
    size.duration = 4
    layer.add(size, forKey: "size")

    renderer.commit(at: 0)
    renderer.commit(at: 2)
    let seen = try #require(layer.presentation())
    #expect(seen.position.x == 8 && abs(seen.position.y - (4 + 16 / 3.0)) < 1e-12)
    #expect(seen.transform.m11 == 2 && seen.transform.m22 == 3)
    #expect(seen.opacity == 0.75)
    #expect(seen.bounds.size == CGSize(width: 5, height: 15))
  }

  @Test("An animation runs along a path as it was when it was set")
  func pathAnimation() throws {
    let layer = CALayer()
    let renderer = try scene(layer)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 4, y: 2))
    path.addLine(to: CGPoint(x: 24, y: 10))
    let move = CAKeyframeAnimation(keyPath: "position")
    #expect(move.path == nil)
    move.path = path
    #expect(move.path == path)
    path.addLine(to: CGPoint(x: 0, y: 0))
    #expect(move.path != path)
    move.duration = 2
    move.calculationMode = .paced
    move.rotationMode = .rotateAuto
    #expect(move.rotationMode == .rotateAuto && kCAAnimationRotateAuto == .auto)
    layer.add(move, forKey: nil)
    renderer.commit(at: 0)
    renderer.commit(at: 1)
    #expect(layer.presentation()?.position == CGPoint(x: 14, y: 6))
    move.path = nil
    #expect(move.path == nil)
  }

  @Test("A shape layer takes Core Graphics' paths and boxed numbers")
  func shape() throws {
    let layer = CAShapeLayer()
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 2, y: 20))
    path.addLine(to: CGPoint(x: 42, y: 20))
    layer.path = path
    layer.lineDashPattern = [NSNumber(value: 10), 5]
    layer.lineCap = .butt
    layer.fillRule = .evenOdd
    layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    layer.lineWidth = 4
    path.addLine(to: CGPoint(x: 42, y: 40))
    let renderer = try scene(layer)
    let bitmap = try renderer.render(at: 1).bitmap
    #expect(bitmap[3, 19] == 0xFFFF_0000 && bitmap[13, 19] == 0 && bitmap[18, 21] == 0xFFFF_0000)
    #expect(bitmap[42, 30] == 0, "what was added to the path afterwards")
    let kept: CGPath? = layer.path
    #expect(kept?.boundingBox == CGRect(x: 2, y: 20, width: 40, height: 0))
    let dashes: [NSNumber]? = layer.lineDashPattern
    #expect(dashes == [10, 5])
    layer.path = nil as CGPath?
    #expect(layer.path as CGPath? == nil)
  }

  @Test("A gradient layer takes colours as Any and boxed numbers")
  func gradient() throws {
    let layer = CAGradientLayer()
    let colors: [Any] = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor.black]
    layer.colors = colors
    layer.locations = [0, NSNumber(value: 0.5)]
    layer.type = .axial
    layer.startPoint = CGPoint(x: 0, y: 0.5)
    layer.endPoint = CGPoint(x: 1, y: 0.5)
    layer.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    let bitmap = try scene(layer).render(at: 1).bitmap
    #expect(bitmap[0, 20] >> 16 & 255 == 251 && bitmap[30, 20] == 0xFF00_0000)
    let read: [Any]? = layer.colors
    #expect(read?.count == 2 && read?.last as? CGColor == .black)
    let numbers: [NSNumber]? = layer.locations
    #expect(numbers == [0, 0.5])
  }

  @Test("A path in a box is a path")
  func pathValue() throws {
    let animation = CABasicAnimation(keyPath: "outline")
    animation.fromValue = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 2), transform: nil)
    #expect(animation.fromValue as? CGPath != nil)
  }

  @Test("Layers go into sets and lists, and are inserted at any kind of index")
  func lists() {
    let (parent, first, second) = (CALayer(), CALayer(), CALayer())
    let index: UInt32 = 0
    parent.addSublayer(first)
    parent.insertSublayer(second, at: index)
    #expect(parent.sublayers == [second, first])
    #expect(parent.sublayers?.firstIndex(of: first) == 1)
    #expect(parent.sublayers?.contains(parent) == false)
    #expect(Set([first, second, first]).count == 2)
  }

  @Test("Times of layers are of one type with the media clock")
  func times() {
    let layer = CALayer()
    let pause: CFTimeInterval = layer.convertTime(12.5, from: nil)
    layer.speed = 0
    layer.timeOffset = pause
    #expect(layer.convertTime(99, from: nil) == 12.5)
  }
}
