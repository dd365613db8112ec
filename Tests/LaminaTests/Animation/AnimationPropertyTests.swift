import Foundation
import Testing

@testable import Lamina

/// A property of one class of animations.
struct DeclaredAnimationProperty: CustomTestStringConvertible, Sendable {
  let property: AnimationProperty

  var key: String { property.key }
  var testDescription: String { "\(type(of: makeAnimation())).\(key)" }

  /// Every property of every class, once.
  static let all = AnimationProperty.table.values.sorted { $0.key < $1.key }
    .map { DeclaredAnimationProperty(property: $0) }

  /// Those that can be set.
  static var settable: [DeclaredAnimationProperty] {
    all.filter { !["settlingDuration", "perceptualDuration", "bounce"].contains($0.key) }
  }

  /// The classes of animations, each after its superclass.
  static let classes: [Animation.Type] = [
    Animation.self, PropertyAnimation.self, BasicAnimation.self, SpringAnimation.self,
    KeyframeAnimation.self, AnimationGroup.self, Transition.self,
  ]

  /// The class that has the property.
  var owner: Animation.Type { Self.classes.first(where: property.belongs)! }

  /// A new animation that has the property.
  func makeAnimation() -> Animation { owner.init() }

  /// A value that a new animation does not have, as the user writes it.
  var otherValue: Any {
    let current = makeAnimation().value(forKey: key)
    switch key {
    case "keyPath": return "position.x"
    case "timingFunction": return TimingFunction.easeIn
    case "timingFunctions": return [TimingFunction.easeIn, .linear]
    case "valueFunction": return ValueFunction(name: .rotateZ)
    case "delegate": return Listener()
    case "fromValue", "toValue", "byValue": return 7.5
    case "values": return [1.5, 2.5]
    case "path": return Path(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    case "animations": return [BasicAnimation(.opacity, to: 0.5), Transition()]
    case "fillMode": return "both"
    case "calculationMode": return "cubic"
    case "rotationMode": return "autoReverse"
    case "type": return "push"
    case "subtype": return "fromTop"
    default: break
    }
    switch current {
    case let flag as Bool: return !flag
    case let number as Double: return number + 0.5
    case nil: return [0.25, 0.75]
    case let value?:
      Issue.record("\(testDescription) is \(value), and the test knows no other value")
      return value
    }
  }

  private final class Listener: AnimationDelegate {}
}

@Suite("Every declared property of an animation")
struct AnimationPropertyTests {
  @Test("is set and read by key, and set back", arguments: DeclaredAnimationProperty.settable)
  func access(_ declared: DeclaredAnimationProperty) {
    let animation = declared.makeAnimation()
    let old = values(animation)
    let value = declared.otherValue
    animation.setValue(value, forKey: declared.key)
    #expect(text(animation.value(forKey: declared.key)) == text(value))
    #expect(differences(values(animation), old).subtracting(Self.computed) == [declared.key])
    animation.setValue(declared.makeAnimation().value(forKey: declared.key), forKey: declared.key)
    #expect(differences(values(animation), old).isEmpty)
  }

  @Test("has the default that its class answers", arguments: DeclaredAnimationProperty.all)
  func defaults(_ declared: DeclaredAnimationProperty) {
    let value = declared.makeAnimation().value(forKey: declared.key)
    let answer = declared.owner.defaultValue(forKey: declared.key)
    if let name = answer as? any RawRepresentable<String> {
      #expect(value as? String == name.rawValue)
    } else if let answer {
      #expect(text(value) == text(answer))
    } else if !Self.computed.contains(declared.key) {
      #expect([nil, "0.0", "false"].contains(value.map(text)))
    }
    for type in DeclaredAnimationProperty.classes where !declared.property.belongs(type) {
      #expect(type.defaultValue(forKey: declared.key) == nil)
    }
  }

  @Test("is copied with all others of the class", arguments: DeclaredAnimationProperty.classes)
  func copies(_ type: Animation.Type) {
    let animation = type.init()
    let own = DeclaredAnimationProperty.settable.filter { $0.property.belongs(type) }
    for declared in own { animation.setValue(declared.otherValue, forKey: declared.key) }
    animation.setValue("mine", forKey: "own")
    let copy = animation.copy()
    #expect(Swift.type(of: copy) == type && copy !== animation)
    #expect(differences(values(copy), values(type.init())).isSuperset(of: own.map(\.key)))
    #expect(differences(values(copy), values(animation)).isEmpty)
    #expect(copy.delegate === animation.delegate)
    #expect(copy.value(forKey: "own") as? String == "mine")
    #expect(copy.debugDescription == animation.debugDescription)
  }

  @Test(
    "is in the description if it is not the default", arguments: DeclaredAnimationProperty.settable)
  func descriptions(_ declared: DeclaredAnimationProperty) {
    let animation = declared.makeAnimation()
    let text = animation.debugDescription
    animation.setValue(declared.otherValue, forKey: declared.key)
    #expect(animation.debugDescription != text)
    animation.setValue(declared.makeAnimation().value(forKey: declared.key), forKey: declared.key)
    #expect(animation.debugDescription == text)
  }

  /// The properties that follow from others.
  private static let computed: Set = ["settlingDuration", "perceptualDuration", "bounce"]

  /// The texts of the values of all properties that an animation has.
  private func values(_ animation: Animation) -> [String: String] {
    let keys = DeclaredAnimationProperty.all.map(\.key)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, text(animation.value(forKey: $0))) })
  }

  private func differences(_ a: [String: String], _ b: [String: String]) -> Set<String> {
    Set(a.keys.filter { a[$0] != b[$0] })
  }

  private func text(_ value: Any?) -> String {
    switch value {
    case let function as TimingFunction: Readable.curve(function)
    case let functions as [TimingFunction]: "\(functions.map(Readable.curve))"
    case let value?: "\(value)"
    case nil: "nil"
    }
  }
}
