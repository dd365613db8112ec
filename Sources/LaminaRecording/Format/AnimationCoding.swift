import Foundation
import Lamina

/// Writes animations as JSON, and reads them: the class, and the properties that are not at their
/// defaults.
enum AnimationCoding {
  private static func className(_ animation: Animation) -> String {
    switch animation {
    case is SpringAnimation: "SpringAnimation"
    case is BasicAnimation: "BasicAnimation"
    case is KeyframeAnimation: "KeyframeAnimation"
    case is AnimationGroup: "AnimationGroup"
    case is Transition: "Transition"
    default: "Animation"
    }
  }

  private static func make(_ name: String) -> Animation? {
    switch name {
    case "SpringAnimation": SpringAnimation()
    case "BasicAnimation": BasicAnimation()
    case "KeyframeAnimation": KeyframeAnimation()
    case "AnimationGroup": AnimationGroup()
    case "Transition": Transition()
    case "Animation": Animation()
    default: nil
    }
  }

  private static let namedFunctions: [(String, TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .default),
  ]

  // MARK: - Writing

  /// Returns an animation as JSON.
  ///
  /// - Parameter first: members that come before its own.
  static func json(
    _ animation: Animation, first: [JSONValue.Member] = [], _ keep: (Bitmap) throws -> String
  ) throws -> JSONValue {
    let name = className(animation)
    var members = first + [.init(key: "class", value: .text(name))]
    guard let standard = make(name) else { return .object(members) }
    let defaults = Dictionary(
      uniqueKeysWithValues: standard.recordedValues.map { ($0.key, $0.value) })
    for (key, value) in animation.recordedValues {
      // What a subclass outside the engine adds changes nothing.
      guard let unset = defaults[key] else { continue }
      let json = try json(value, of: key, keep)
      if json != (try self.json(unset, of: key, keep)) {
        members.append(.init(key: key, value: json))
      }
    }
    return .object(members)
  }

  private static func json(
    _ value: Any?, of key: String, _ keep: (Bitmap) throws -> String
  ) throws -> JSONValue {
    switch value {
    case nil: return .null
    case let text as String: return .text(text)
    case let function as TimingFunction: return json(function)
    case let functions as [TimingFunction]: return .list(functions.map(json))
    case let function as ValueFunction: return .text(function.name.rawValue)
    case let animations as [Animation]: return .list(try animations.map { try json($0, keep) })
    case let values as [Any] where key == "values":
      return .list(try values.map { try ValueCoding.json(AnimatableValue($0), keep) })
    case let value?: return try ValueCoding.json(AnimatableValue(value), keep)
    }
  }

  private static func json(_ function: TimingFunction) -> JSONValue {
    if let (name, _) = namedFunctions.first(where: { $0.1 === function }) { return .text(name) }
    let points = [function.controlPoint(at: 1), function.controlPoint(at: 2)]
    return .list(points.flatMap { [.number($0.x), .number($0.y)] })
  }

  // MARK: - Reading

  /// Returns the animation that JSON describes.
  ///
  /// - Parameter others: the keys of members that are not the animation's.
  static func animation(
    _ json: JSONValue, besides others: Set<String> = [], _ bitmaps: any BitmapTable
  ) throws -> Animation {
    guard let name = json["class"]?.text, let animation = make(name), let members = json.members
    else { throw UnusableRecord("an animation has no known class") }
    // The key path says what the values have to be.
    if let keyPath = json["keyPath"]?.text { (animation as? PropertyAnimation)?.keyPath = keyPath }
    let known = Set(animation.recordedValues.map(\.key))
    for member in members where member.key != "class" && !others.contains(member.key) {
      guard known.contains(member.key), let value = try value(of: member, bitmaps) else {
        throw UnusableRecord("\(name): no such value for \(member.key)")
      }
      if member.value != .null { animation.setValue(value, forKey: member.key) }
    }
    return animation
  }

  /// Returns a value that the property can have, or nil.
  private static func value(
    of member: JSONValue.Member, _ bitmaps: any BitmapTable
  ) throws -> Any? {
    let json = member.value
    switch member.key {
    case "keyPath", "type", "subtype", "calculationMode", "rotationMode", "fillMode":
      return json.text
    case "valueFunction":
      return json.text.flatMap(ValueFunction.Name.init).map(ValueFunction.init(name:))
    case "timingFunction": return function(json)
    case "timingFunctions": return json.list.flatMap { $0.allOf(function) }
    case "animations": return try json.list.map { try $0.map { try animation($0, bitmaps) } }
    case "keyTimes", "tensionValues", "continuityValues", "biasValues":
      return json["numbers"]?.numbers.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
    case "values":
      guard let list = json.list else { return nil }
      let values = try list.map { try ValueCoding.animatableValue($0, bitmaps) }
      guard let first = values.first else { return [Any]() }
      guard let first, first.isFinite,
        values.allSatisfy({ $0.map { $0.isFinite && $0.matching(first) != nil } ?? false })
      else { return nil }
      return values.map { $0! as Any }
    case "fromValue", "toValue", "byValue", "path":
      guard let value = try ValueCoding.animatableValue(json, bitmaps), value.isFinite else {
        return nil
      }
      if member.key != "path" { return value }
      if case .path(let path) = value { return path }
      return nil
    case "additive", "cumulative", "autoreverses", "removedOnCompletion", "allowsOverdamping":
      return json.bool
    case "duration", "repeatDuration", "damping": return json.number.flatMap { $0.isNaN ? nil : $0 }
    case "repeatCount":
      return json.number.flatMap { Float($0).isNaN ? nil : $0 }
    case "speed", "startProgress", "endProgress":
      return json.number.flatMap { Float($0).isFinite ? $0 : nil }
    case "beginTime", "timeOffset", "mass", "stiffness", "initialVelocity":
      return json.number.flatMap { $0.isFinite ? $0 : nil }
    default: return nil
    }
  }

  private static func function(_ json: JSONValue) -> TimingFunction? {
    if let name = json.text { return namedFunctions.first { $0.0 == name }?.1 }
    guard let n = json.numbers, n.count == 4, n.allSatisfy(\.isFinite) else { return nil }
    return TimingFunction(controlPoints: n[0], n[1], n[2], n[3])
  }
}
