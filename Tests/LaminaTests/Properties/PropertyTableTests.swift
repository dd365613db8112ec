import Foundation
import Testing

@testable import Lamina

/// A property of one kind of layer.
struct DeclaredProperty: CustomTestStringConvertible, Sendable {
  let kind: Int
  let property: PropertyDescriptor

  var name: String { property.key.rawValue }
  var testDescription: String { "\(Swift.type(of: makeLayer())).\(name)" }

  /// A new layer that has the property.
  func makeLayer() -> Layer { Self.kinds[kind]() }

  private static let kinds: [@Sendable () -> Layer] = [
    { Layer() }, { ShapeLayer() }, { GradientLayer() }, { EmitterLayer() }, { TiledLayer() },
    { ReplicatorLayer() },
  ]

  /// Every property of every kind; of those of every layer, once.
  static let all: [DeclaredProperty] = kinds.indices.flatMap { kind in
    kinds[kind]().values.properties.all.filter { kind == 0 || PropertyTable.plain[$0.key] == nil }
      .map { DeclaredProperty(kind: kind, property: $0) }
  }

  /// The properties that animations can change.
  static var animatable: [DeclaredProperty] { all.filter(\.property.isAnimatable) }

  /// A value that a new layer does not have, as the user writes it.
  var otherValue: Any {
    switch name {
    case "filters", "backgroundFilters": return [Filter.invert]
    case "compositingFilter": return "multiply"
    case "emitterCells": return [EmitterCell()]
    default: break
    }
    let values = makeLayer().values
    let current = property.read(values)
    for candidate in Self.candidates(current) {
      var changed = values
      if property.write(&changed, candidate), property.read(changed) != current {
        return property.read(changed).userValue!
      }
    }
    Issue.record("\(testDescription) takes none of the values that the test knows")
    return 0
  }

  private static func candidates(_ current: PropertyValue) -> [PropertyValue] {
    switch current {
    case .word:
      let names: [[String]] = [
        ContentsGravity.allCases.map(\.rawValue), ContentsFilter.allCases.map(\.rawValue),
        CornerCurve.allCases.map(\.rawValue), FillRule.allCases.map(\.rawValue),
        LineCap.allCases.map(\.rawValue), LineJoin.allCases.map(\.rawValue),
        GradientLayer.Kind.allCases.map(\.rawValue), EmitterLayer.Shape.allCases.map(\.rawValue),
        EmitterLayer.Mode.allCases.map(\.rawValue),
        EmitterLayer.RenderMode.allCases.map(\.rawValue),
      ]
      return names.joined().map { .word($0) }
    case .value(.bool(let flag)): return [.value(.bool(!flag))]
    case .value(.scalar(let number)): return [number + 1, number - 5].map { .value(.scalar($0)) }
    default:
      let path = Path(ellipseIn: CGRect(x: 1, y: 2, width: 3, height: 4))
      let values: [AnimatableValue] = [
        .point(CGPoint(x: 3, y: 7)), .size(CGSize(width: 5, height: 9)),
        .rect(CGRect(x: 0.25, y: 0.5, width: 0.75, height: 0.375)),
        .transform(Transform3D(scaleX: 2, y: 3)), .color(Color(red: 0.25, green: 0.5, blue: 1)),
        .path(path), .bitmap(bitmap), .numbers([0.25, 0.5]), .colors([.red, .blue]),
      ]
      return values.map { .value($0) }
    }
  }

  private static let bitmap = try! Bitmap(width: 2, height: 2, pixels: [1, 2, 3, 4])
}

@Suite("Every declared property of a layer")
struct PropertyTableTests {
  @Test("has a table: no key is missing in that of its kind")
  func keys() {
    func check(_ keys: [some NumberedKey], _ table: PropertyTable) {
      for key in keys {
        let found = table[LayerKey(of: key)]
        #expect(found?.key.rawValue == key.rawValue, "\(key.rawValue)")
        #expect(table[key.rawValue]?.key == LayerKey(of: key), "\(key.rawValue)")
      }
    }
    let events: Set<CommonKey> = [.mask, .sublayers, .onOrderIn, .onOrderOut, .onLayout]
    check(CommonKey.allCases.filter { !events.contains($0) }, .plain)
    check(ShapeValues.Key.allCases, ShapeValues.properties)
    check(GradientValues.Key.allCases, GradientValues.properties)
    check(EmitterValues.Key.allCases, EmitterValues.properties)
    check(ReplicatorValues.Key.allCases, ReplicatorValues.properties)
    let counts: [Int] = [
      CommonKey.allCases.count - events.count, ShapeValues.Key.allCases.count,
      GradientValues.Key.allCases.count, EmitterValues.Key.allCases.count,
      ReplicatorValues.Key.allCases.count,
    ]
    #expect(DeclaredProperty.all.count == counts.reduce(0, +))
  }

  @Test("starts no animation of a property that is not animatable")
  func fixed() {
    for property in PropertyTable.ofAllKinds.flatMap(\.all) where !property.isAnimatable {
      #expect(property.action == .none || property.action == .transition, "\(property.key)")
    }
    let spun = PropertyDescriptor(
      LayerKey(.zPosition), \.rareValues.zPosition, \Layer.zPosition, isAnimatable: false)
    #expect(spun.action == .none)
  }

  @Test("is set and read by key and key path, and set back", arguments: DeclaredProperty.all)
  func access(_ declared: DeclaredProperty) throws {
    let layer = declared.makeLayer()
    let old = layer.values
    let text = layer.debugDescription
    layer.setValue(declared.otherValue, forKey: declared.name)
    #expect(layer.values.keysThatDiffer(from: old) == [declared.property.key])
    #expect(layer.debugDescription != text)
    if declared.name != "bounds", declared.name != "position" {
      #expect(layer.debugDescription.contains(", \(declared.name)"))
    }
    let new = layer.values
    #expect(same(layer.value(forKey: declared.name), layer.value(forKeyPath: declared.name)))
    guard case .value(let value) = declared.property.read(new) else { return }
    #expect(try AnimatableValue(layer.value(forKey: declared.name)) == value)
    for component in KeyPathComponent.allCases {
      let keyPath = "\(declared.name).\(component.rawValue)"
      guard let part = component.read(from: value) else { continue }
      #expect(try AnimatableValue(layer.value(forKeyPath: keyPath)) == part, "\(keyPath)")
      let other = try #require(Self.half(part).added(to: part))
      layer.setValue(other.userValue, forKeyPath: keyPath)
      let written = try AnimatableValue(layer.value(forKeyPath: keyPath))
      #expect(written.distance(to: other) < 1e-9, "\(keyPath)")
      layer.setValue(value.userValue, forKey: declared.name)
    }
    guard case .value(let before) = declared.property.read(old) else { return }
    layer.setValue(before.userValue, forKey: declared.name)
    #expect(layer.values.keysThatDiffer(from: old).isEmpty)
    let restored = layer.debugDescription.replacingOccurrences(of: " [needs layout]", with: "")
    #expect(restored == text)
  }

  @Test("has the default that its class answers", arguments: DeclaredProperty.all)
  func defaults(_ declared: DeclaredProperty) throws {
    let layer = declared.makeLayer()
    guard case .value(let value) = declared.property.read(layer.values) else { return }
    let given = type(of: layer).defaultValue(forKey: declared.name)
    if let number = given as? any RawRepresentable<UInt> {
      #expect(value == .scalar(Double(number.rawValue)))
    } else if let number = given as? any RawRepresentable<UInt32> {
      #expect(value == .scalar(Double(number.rawValue)))
    } else if let given {
      #expect(try AnimatableValue(given) == value)
    } else {
      let unanswered = ["alignsContentsToPixels", "preservesDepth"].contains(declared.name)
      #expect(unanswered || value == AnimatableValue.none || value == value.zero)
    }
  }

  @Test(
    "is set by its setter and in the table alike", arguments: DeclaredProperty.all)
  func setters(_ declared: DeclaredProperty) {
    let layer = declared.makeLayer()
    layer.setValue(declared.otherValue, forKey: declared.name)
    var values = declared.makeLayer().values
    let value = declared.property.read(layer.values)
    #expect(declared.property.write(&values, value))
    #expect(values.keysThatDiffer(from: layer.values).isEmpty)
    #expect(values.backgroundPixel == layer.values.backgroundPixel)
  }

  @Test("is copied, and presented", arguments: DeclaredProperty.all)
  func copies(_ declared: DeclaredProperty) throws {
    let layer = declared.makeLayer()
    layer.setValue(declared.otherValue, forKey: declared.name)
    let scene = try LiveScene(layer)
    let presentation = try #require(layer.presentation())
    for copy in [type(of: layer).init(layer: layer), presentation] {
      #expect(copy.values.keysThatDiffer(from: layer.values).isEmpty)
    }
    scene.root.sublayers = nil
  }

  @Test("has the implicit action that is declared", arguments: DeclaredProperty.all)
  func implicitActions(_ declared: DeclaredProperty) throws {
    let layer = declared.makeLayer()
    let scene = try LiveScene(layer)
    let old = layer.value(forKey: declared.name)
    layer.setValue(declared.otherValue, forKey: declared.name)
    let keys = layer.animationKeys() ?? []
    switch declared.property.action {
    case .none: #expect(keys.isEmpty)
    case .transition: #expect(keys == [Transition.key])
    case .animationOfValue where old == nil: #expect(keys.isEmpty)
    case .animation, .animationOfValue:
      #expect(keys == [declared.name])
      let animation = try #require(layer.animation(forKey: declared.name) as? BasicAnimation)
      #expect(animation.keyPath == declared.name)
      if old != nil { #expect(same(animation.fromValue, old)) }
    }
    scene.root.sublayers = nil
  }

  @Test("has a typed key of its name and type if animations can change it")
  func typedKeys() throws {
    let keys = try Self.typedKeys()
    for declared in DeclaredProperty.animatable {
      let type = "\(declared.property.type)".replacing(/^Optional<(.*)>$/) { $0.1 }
      #expect(keys[declared.name] == type)
    }
    let names = Set(DeclaredProperty.animatable.map(\.name))
    #expect(Set(keys.keys.filter { !$0.contains(".") }) == names)
  }

  /// Returns the key paths of the typed keys that the sources declare, with their types of values.
  private static func typedKeys() throws -> [String: String] {
    let sources = URL(filePath: "../../../Sources/Lamina", relativeTo: URL(filePath: #filePath))
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let declaration = /\nextension LayerProperty where Value == (.*) \{\n((?: .*\n|\n)*)/
    var keys: [String: String] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      for part in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
        let type = String(part.1).replacing(/^\[(.*)\]$/) { "Array<\($0.1)>" }
        for key in part.2.matches(of: /static var \w+: Self \{ Self\("(.*)"\) \}/) {
          #expect(keys.updateValue(type, forKey: String(key.1)) == nil, "\(key.1) is there twice")
        }
      }
    }
    return keys
  }

  @Test("animates from one value to another", arguments: DeclaredProperty.animatable)
  func basic(_ declared: DeclaredProperty) throws {
    let (animation, from, to) = try animation(BasicAnimation.self, of: declared)
    try expect(declared, animation, [(0, from), (1, to)])
    guard let middle = from.interpolated(to: to, 0.5) else { return }
    try expect(declared, animation, [(0.5, middle)])
  }

  @Test("animates through keyframes", arguments: DeclaredProperty.animatable)
  func keyframes(_ declared: DeclaredProperty) throws {
    let (from, to) = try ends(declared)
    guard let start = from.userValue, let end = to.userValue else { return }
    let animation = KeyframeAnimation(keyPath: declared.name)
    animation.values = [start, end, start]
    try expect(declared, animation, [(0, from), (0.5, to), (1, from)])
  }

  @Test("animates as a spring", arguments: DeclaredProperty.animatable)
  func spring(_ declared: DeclaredProperty) throws {
    let (animation, from, _) = try animation(SpringAnimation.self, of: declared)
    animation.damping = 20
    try expect(declared, animation, [(0, from)])
  }

  @Test("animates additively where its values can be added", arguments: DeclaredProperty.animatable)
  func additive(_ declared: DeclaredProperty) throws {
    let animation = BasicAnimation(keyPath: declared.name)
    let (_, value) = try ends(declared)
    animation.fromValue = value.userValue
    animation.toValue = value.userValue
    animation.isAdditive = true
    guard case .value(let model) = declared.property.read(declared.makeLayer().values),
      let sum = value.added(to: model)
    else { return }
    try expect(declared, animation, [(0.5, sum)])
  }

  /// Returns an animation of the property between two values.
  private func animation<Class: BasicAnimation>(
    _ type: Class.Type, of declared: DeclaredProperty
  ) throws -> (animation: Class, from: AnimatableValue, to: AnimatableValue) {
    let animation = type.init()
    let (from, to) = try ends(declared)
    animation.keyPath = declared.name
    animation.fromValue = from.userValue
    animation.toValue = to.userValue
    return (animation, from, to)
  }

  /// Returns two values between which the property can animate: that of a new layer, unless it is
  /// nil and nothing leads from nil to a value, and another one.
  private func ends(
    _ declared: DeclaredProperty
  ) throws -> (from: AnimatableValue, to: AnimatableValue) {
    let to = try AnimatableValue(declared.otherValue)
    guard case .value(let from) = declared.property.read(declared.makeLayer().values) else {
      throw UnsupportedValue(typeName: declared.name)
    }
    guard from == AnimatableValue.none else { return (from, to) }
    switch to {
    case .bitmap: return (from, to)
    case .path: return (.path(Path(rect: CGRect(x: 0, y: 0, width: 5, height: 6))), to)
    default: return (to.zero, to)
    }
  }

  /// Expects what is presented at times of an animation of one second.
  private func expect(
    _ declared: DeclaredProperty, _ animation: Animation,
    _ expected: [(time: Double, value: AnimatableValue)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let layer = declared.makeLayer()
    let scene = try LiveScene(layer, at: 1)
    animation.beginTime = 1
    animation.duration = 1
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: nil)
    for (time, value) in expected {
      scene.renderer.commit(at: 1 + time)
      let presentation = try #require(layer.presentation())
      var values = layer.values
      #expect(
        declared.property.write(&values, .value(value)), sourceLocation: sourceLocation)
      let seen = declared.property.read(presentation.values)
      let wanted = declared.property.read(values)
      if case (.value(.transform(let a)), .value(.transform(let b))) = (seen, wanted) {
        let isSame = AnimatableValue.transform(a).distance(to: .transform(b)) < 1e-9
        #expect(isSame, "at \(time)", sourceLocation: sourceLocation)
      } else {
        #expect(seen == wanted, "at \(time)", sourceLocation: sourceLocation)
      }
    }
  }

  /// A half, as a value of the kind of another one.
  private static func half(_ value: AnimatableValue) -> AnimatableValue {
    switch value {
    case .point: .point(CGPoint(x: 0.5, y: 0.5))
    case .size: .size(CGSize(width: 0.5, height: 0.5))
    default: .scalar(0.5)
    }
  }

  private func same(_ a: Any?, _ b: Any?) -> Bool { "\(a ?? "nil")" == "\(b ?? "nil")" }
}
