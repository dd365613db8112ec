import Foundation
import Lamina
import LaminaRecording
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaInspector

/// A host of a few layers, and an inspector of it.
private struct Bench {
  let host: ViewHost
  let inspector = Inspector()
  let menu = Layer()
  let dot = Layer()
  private(set) var requestCount: UInt32 = 0

  init() throws {
    let view = View(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    menu.name = "menu"
    menu.frame = CGRect(x: 10, y: 10, width: 60, height: 30)
    menu.backgroundColor = Color(rgb: 0x2040_60)
    dot.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    dot.backgroundColor = Color(rgb: 0xFF_8000)
    menu.addSublayer(dot)
    view.layer.addSublayer(menu)
    host = try ViewHost(rootView: view, size: CGSize(width: 100, height: 50), scale: 2)
    inspector.host = host
  }

  mutating func ask(_ action: InspectorRequest.Action) -> InspectorAnswer {
    requestCount += 1
    let answer = inspector.answer(InspectorRequest(number: requestCount, action: action))
    #expect(answer.request == requestCount)
    // Whatever it is, it can be sent.
    #expect(answer.text.hasPrefix("{"))
    return answer
  }

  /// The number of a layer, by its place in the tree.
  mutating func number(_ place: Int) throws -> Int {
    try #require(ask(.tree).layers?[place].id)
  }

  func draw(at time: Double) throws { inspector.note(try host.render(at: time)) }
}

extension Layer {
  /// The model's value of a property that is a word.
  fileprivate func word(_ key: String) -> String {
    readableProperties.first { $0.key == key }?.model ?? ""
  }
}

@Suite("An inspector")
struct InspectorTests {
  @Test("lists the layers, front to back below their superlayers, by numbers that stay")
  func tree() throws {
    var bench = try Bench()
    let layers = try #require(bench.ask(.tree).layers)
    #expect(layers.map(\.depth) == [0, 1, 2])
    #expect(layers.map(\.name) == [nil, "menu", nil])
    #expect(layers.map(\.kind) == ["Layer", "Layer", "Layer"])
    bench.menu.insertSublayer(Layer(), at: 0)
    let later = try #require(bench.ask(.tree).layers)
    #expect(later.map(\.id).filter { layers.map(\.id).contains($0) } == layers.map(\.id))
    bench.dot.removeFromSuperlayer()
    #expect(bench.ask(.layer(layers[2].id)).layer?.id == layers[2].id)
    #expect(bench.ask(.layer(999)).error == "layer 999 is no longer there")
  }

  @Test("answers in bounded texts, however many layers there are and whatever their names")
  func bounds() throws {
    var bench = try Bench()
    bench.menu.name = String(repeating: "👩‍👩‍👧‍👦\u{0}<img src=x>", count: 100_000)
    for _ in 0..<3000 { bench.dot.addSublayer(Layer()) }
    let answer = bench.ask(.tree)
    #expect(answer.layers?.count == InspectorAnswer.layerLimit)
    #expect(answer.omittedCount == 3003 - InspectorAnswer.layerLimit)
    #expect(answer.text.utf8.count < 400_000)
    let details = bench.ask(.layer(try bench.number(1)))
    #expect(details.text.utf8.count < 100_000)
  }

  @Test("shows the model's values and those that the frame shows, and animates a change")
  func editing() throws {
    var bench = try Bench()
    try bench.draw(at: 0)
    let id = try bench.number(2)
    func opacity(_ answer: InspectorAnswer) throws -> (model: String, presented: String) {
      let property = try #require(answer.layer?.properties.first { $0.key == "opacity" })
      return (property.model, property.presented)
    }
    let before = try opacity(bench.ask(.layer(id)))
    #expect(before == ("1", "1"))
    let edit = bench.ask(.set(layer: id, key: "opacity", value: "0.5", duration: 1))
    #expect(edit.error == nil)
    #expect(try opacity(edit) == ("0.5", "1"))
    try bench.draw(at: 1)
    try bench.draw(at: 1.5)
    let during = bench.ask(.layer(id))
    let (model, presented) = try opacity(during)
    #expect(model == "0.5")
    let shown = try #require(Double(presented))
    #expect(shown > 0.55 && shown < 0.95)
    #expect(during.layer?.animations.count == 1)
    let animation = try #require(during.layer?.animations.first)
    #expect(animation.text.contains("BasicAnimation of opacity"))
    // It began half a second ago, and goes down along the default curve.
    #expect(animation.start == -0.5)
    #expect(animation.end == 0.5)
    #expect(animation.curve.first == 1)
    #expect(animation.curve.last == 0)
    #expect(animation.curve.count == 49)
    #expect(zip(animation.curve, animation.curve.dropFirst()).allSatisfy { $0 >= $1 })
    // The curve is where the frame is.
    #expect(abs(0.5 + 0.5 * animation.curve[24] - shown) < 1e-6)
    #expect(bench.ask(.tree).layers?[2].animationCount == 1)
    try bench.draw(at: 2)
    #expect(try opacity(bench.ask(.layer(id))) == ("0.5", "0.5"))
    #expect(during.layer?.box == [30, 30, 20, 20])
  }

  @Test("plots the course of animations that are long, endless, late or of no number")
  func curves() throws {
    var bench = try Bench()
    try bench.draw(at: 0)
    let id = try bench.number(2)
    func add(_ key: String, _ change: (BasicAnimation) -> Void) {
      let animation = BasicAnimation(keyPath: "position.x")
      animation.fromValue = 0
      animation.toValue = 10
      animation.duration = 1
      change(animation)
      bench.dot.add(animation, forKey: key)
    }
    add("endless") {
      $0.repeatCount = .infinity
      $0.autoreverses = true
    }
    add("long") { $0.duration = 1000 }
    add("late") { $0.beginTime = 50 }
    add("still") { $0.toValue = 0 }
    add("huge") { $0.duration = 1e300 }
    try bench.draw(at: 10)
    try bench.draw(at: 20.5)
    let answer = bench.ask(.layer(id))
    var animations: [String: InspectorAnswer.Animation] = [:]
    for animation in try #require(answer.layer?.animations) {
      animations[String(animation.text.split(separator: "\"")[1])] = animation
    }
    let endless = try #require(animations["endless"])
    #expect(endless.start == -2)
    #expect(endless.end == 2)
    #expect(endless.curve.min() == 0)
    #expect(endless.curve.max() == 1)
    let long = try #require(animations["long"])
    #expect(long.start == -2)
    #expect(zip(long.curve, long.curve.dropFirst()).allSatisfy { $0 <= $1 })
    let late = try #require(animations["late"])
    #expect(late.start == 29.5)
    #expect(late.end == 30.5)
    #expect(animations["huge"]?.start == -2)
  }

  @Test("sets each property to its own text, and refuses what it cannot have in a sentence")
  func values() throws {
    var bench = try Bench()
    let id = try bench.number(1)
    func error(_ key: String, _ value: String) -> String? {
      bench.ask(.set(layer: id, key: key, value: value, duration: 0)).error
    }
    let name = #"Layer "menu": "#
    #expect(error("backgroundColor", "#FF8000 alpha 0.5") == nil)
    #expect(bench.menu.backgroundColor == Color(red: 1, green: 128.0 / 255, blue: 0, alpha: 0.5))
    #expect(error("backgroundColor", "nil") == nil)
    #expect(bench.menu.backgroundColor == nil)
    #expect(error("borderColor", "#12345") == name + "borderColor cannot be #12345")
    #expect(error("transform", "rotation 0.5") == nil)
    #expect(bench.menu.transform == Transform3D(Transform2D(rotationAngle: 0.5)))
    #expect(error("position", "12, 13.5") == nil)
    #expect(bench.menu.position == CGPoint(x: 12, y: 13.5))
    #expect(error("position", "(12)") == name + "position cannot be (12)")
    #expect(error("position", "(1, inf)") == name + "position must be finite, not (1, infinity)")
    #expect(error("contentsScale", "0") == name + "contentsScale cannot be 0")
    #expect(error("opacity", "1e300") == name + "opacity cannot be 1e+300")
    #expect(error("hidden", "yes") == name + "hidden cannot be yes")
    #expect(error("contents", "nil") == name + "contents cannot be edited")
    #expect(error("nothing\n", "1") == name + #"nothing\n is no property"#)
  }

  @Test("offers the words that a property can be, and takes no others")
  func words() throws {
    let kinds = [Layer(), ShapeLayer(), GradientLayer(), EmitterLayer()]
    var properties: Set<String> = []
    for layer in kinds {
      var bench = try Bench()
      bench.dot.addSublayer(layer)
      try bench.draw(at: 0)
      let id = try bench.number(3)
      func property(_ key: String, _ answer: InspectorAnswer) throws -> InspectorAnswer.Property {
        try #require(answer.layer?.properties.first { $0.key == key }, "\(answer.error ?? "")")
      }
      for (key, choices) in layer.readableProperties.map({ ($0.key, $0.choices) })
      where !choices.isEmpty {
        properties.insert(key)
        #expect(choices.count > 1 && Set(choices).count == choices.count)
        for choice in choices.reversed() {
          let edit = bench.ask(.set(layer: id, key: key, value: choice, duration: 0))
          let new = try property(key, edit)
          #expect(new.model == choice && new.choices == choices && new.isEditable)
          #expect(layer.word(key) == choice)
        }
        for text in ["", "nonsense", choices[0].uppercased()] {
          let answer = bench.ask(.set(layer: id, key: key, value: text, duration: 0))
          #expect(answer.error?.hasSuffix("\(key) cannot be \(text.escaped)") == true)
        }
        #expect(layer.word(key) == choices[0])
      }
    }
    #expect(
      properties == [
        "compositingFilter", "contentsGravity", "cornerCurve", "emitterMode", "emitterShape",
        "fillRule", "lineCap", "lineJoin", "magnificationFilter", "minificationFilter",
        "renderMode", "type",
      ])
  }

  @Test(
    "sets to each property of each kind of layer what it is told, and never ends the program", .slow
  )
  func hostileValues() throws {
    let texts = [
      "", " ", "nil", "true", "false", "0", "-0", "-1", "1e300", "-1e308", "nan", "inf", "0x1p-9",
      "(0, 0)", "(1e308, -1e308)", "(nan, 0)", "(1, 2, 3)", "(0, 0, -5, -5)",
      "(0, 0, 1e308, 1e308)", "#FFFFFF", "#ffffff alpha nan", "#+12345", "#000000 alpha 1e308",
      "identity", "rotation 1e308", "scale (0, 0, 0)", "scale (1e308, 1e308, 1e308)",
      "translation (1e308, 0, 0)", "affine (0, 0, 0, 0, 0, 0)", "rotation nan", "((((", ",,,,",
      "\u{0}", "👩‍👩‍👧‍👦",
    ]
    let kinds = [
      Layer(), ShapeLayer(), GradientLayer(), EmitterLayer(), ReplicatorLayer(), TransformLayer(),
      ScrollLayer(), TiledLayer(),
    ]
    var accepted = 0
    for layer in kinds {
      var bench = try Bench()
      layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      bench.dot.addSublayer(layer)
      try bench.draw(at: 0)
      let id = try bench.number(3)
      var time = 0.0
      for key in layer.readableProperties.map(\.key) + ["frame", "", "position.x", "no"] {
        for value in texts {
          let answer = bench.ask(.set(layer: id, key: key, value: value, duration: 0.25))
          if answer.error == nil { accepted += 1 }
        }
        time += 0.125
        try bench.draw(at: time)
        _ = bench.ask(.layer(id))
        _ = bench.ask(.hit(CGPoint(x: 3e300, y: .infinity)))
      }
    }
    #expect(accepted > 500)
  }

  @Test("finds the layer at a place as it is shown")
  func hits() throws {
    var bench = try Bench()
    try bench.draw(at: 0)
    let ids = try #require(bench.ask(.tree).layers?.map(\.id))
    #expect(bench.ask(.hit(CGPoint(x: 2, y: 2))).hit == ids[0])
    #expect(bench.ask(.hit(CGPoint(x: 25, y: 25))).hit == ids[1])
    #expect(bench.ask(.hit(CGPoint(x: 41, y: 41))).hit == ids[2])
    #expect(bench.ask(.hit(CGPoint(x: -1, y: 2))).hit == nil)
    #expect(bench.ask(.hit(CGPoint(x: 1e300, y: 2))).hit == nil)
  }

  @Test("hides layers, and shows one alone, for as long as somebody looks")
  func hiding() throws {
    var bench = try Bench()
    let other = Layer()
    other.isHidden = true
    let cover = Layer()
    bench.menu.superlayer?.addSublayer(other)
    bench.menu.superlayer?.addSublayer(cover)
    let id = try bench.number(2)
    #expect(bench.ask(.hide(layer: id, isOn: true)).layers?[2].isHidden == true)
    #expect(bench.dot.isHidden)
    _ = bench.ask(.hide(layer: id, isOn: false))
    let answer = bench.ask(.solo(layer: id))
    #expect(answer.layers?.map(\.isHidden) == [false, false, false, true, true])
    let restored = bench.ask(.solo(layer: nil))
    #expect(restored.layers?.map(\.isHidden) == [false, false, false, true, false])
    _ = bench.ask(.solo(layer: id))
    bench.inspector.end()
    #expect(!cover.isHidden)
    #expect(other.isHidden)
    #expect(bench.ask(.layer(id)).error != nil)
  }

  @Test("says why the last frame was redrawn, from the first question on")
  func why() throws {
    var bench = try Bench()
    try bench.draw(at: 0)
    #expect(bench.ask(.why).why == nil)
    #expect(bench.host.renderer.options.explainsDamage)
    Transaction.run(label: "slide", disableActions: true) { bench.dot.position.x += 20 }
    let frame = try bench.host.render(at: 2)
    bench.inspector.note(frame)
    // A frame that draws nothing is not the last one that was redrawn.
    try bench.draw(at: 3)
    let answer = bench.ask(.why)
    let why = try #require(answer.why)
    #expect(why.time == 2)
    #expect(why.passes.map(\.rect) == frame.damage.rects.map(\.numbers))
    // The menu, the dot, and what is behind.
    #expect(why.operations.count == why.passes.reduce(0) { $0 + $1.operationCount })
    #expect(why.operations.contains([70, 30, 20, 20]))
    let pixels = why.operations.reduce(0) { $0 + $1[2] * $1[3] }
    #expect(why.passes.reduce(0) { $0 + $1.pixels } == pixels)
    #expect(pixels == frame.report.operations.pixels)
    #expect(why.report == frame.report.description)
    #expect(why.causes.count == 1)
    #expect(why.causeCount == 1)
    #expect(why.causes[0].old == [30, 30, 20, 20])
    #expect(why.causes[0].new == [70, 30, 20, 20])
    #expect(
      why.causes[0].text
        .hasSuffix(#"position (10, 10) -> (30, 10) in transaction 1 "slide""#), "\(why.causes[0])")
    #expect(answer.text.contains(#""hash":"\#(frame.bitmap.recordedHash)""#))
    bench.inspector.end()
    #expect(!bench.host.renderer.options.explainsDamage)
  }

  @Test("looks back from the end of a transition on that had begun before")
  func lateHistory() throws {
    let bench = try Bench()
    bench.dot.add(Transition(), forKey: "fade")
    try bench.draw(at: 0)
    try bench.draw(at: 0.125)
    let history = WindowHistory(title: "", options: RecordingOptions())
    history.begin(bench.host)
    #expect(
      history.problem?.hasSuffix("in a transition that began before the recording") == true,
      "\(history.problem ?? "")")
    try bench.draw(at: 2)
    history.begin(bench.host)
    #expect(history.problem == nil)
  }

  @Test("looks back no longer once something cannot be recorded, and the scene goes on")
  func endOfHistory() throws {
    let bench = try Bench()
    try bench.draw(at: 0)
    let history = WindowHistory(title: "", options: RecordingOptions())
    history.begin(bench.host)
    #expect(history.problem == nil)
    bench.host.renderer.options.damageTint = .red
    Transaction.run(disableActions: true) { bench.dot.position.x += 5 }
    history.note(try bench.host.render(at: 1))
    let problem = "the recording has ended: cannot record frames with a damage tint"
    #expect(history.problem == problem)
    history.begin(bench.host)
    #expect(history.problem == problem)
    Transaction.run(disableActions: true) { bench.dot.position.x += 5 }
    history.note(try bench.host.render(at: 2))
  }

  @Test("names a picture by the hash that recordings have of its size and pixels")
  func hash() throws {
    let pixels: [UInt32] = [0xFF00_0000, 0xFF00_00FF, 0, 0xFFFF_FFFF]
    let square = try Bitmap(width: 2, height: 2, pixels: pixels)
    let row = try Bitmap(width: 4, height: 1, pixels: pixels)
    #expect(try hash(square) != hash(row))
    #expect(try hash(square).count == 16)
    // Of 1 x 1 and a pixel of 0, by hand.
    let product = (1 | 1 << 32) &* 0x9E37_79B9_7F4A_7C15 as UInt64
    let dot = try Bitmap(width: 1, height: 1, pixels: [0])
    #expect(try UInt64(hash(dot), radix: 16) == product ^ product >> 32)
  }

  /// Returns the hash in the text of an answer about a frame.
  private func hash(_ bitmap: Bitmap) throws -> String {
    var answer = InspectorAnswer(InspectorRequest(number: 1, action: .why))
    answer.why = InspectorAnswer.Why(
      time: 0, report: "", passes: [], operations: [], causes: [], causeCount: 0)
    answer.bitmap = bitmap
    let part = try #require(answer.text.split(separator: "\"hash\":\"").last)
    return String(part.prefix { $0 != "\"" })
  }
}
