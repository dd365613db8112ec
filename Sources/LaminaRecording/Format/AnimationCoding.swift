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
    // What a subclass outside the engine adds changes nothing.
    for property in AnimationProperty.recorded(of: standard) {
      let value = try json(property.read(animation), property, keep)
      if value != (try json(property.read(standard), property, keep)) {
        members.append(.init(key: property.key, value: value))
      }
    }
    return .object(members)
  }

  private static func json(
    _ value: Any?, _ property: AnimationProperty, _ keep: (Bitmap) throws -> String
  ) throws -> JSONValue {
    switch value {
    case nil: return .null
    case let text as String: return .text(text)
    case let function as TimingFunction: return json(function)
    case let functions as [TimingFunction]: return .list(functions.map(json))
    case let function as ValueFunction: return .text(function.name.rawValue)
    case let animations as [Animation]: return .list(try animations.map { try json($0, keep) })
    case let value?:
      if case .animatableValues? = property.valueType, let values = value as? [Any] {
        return .list(try values.map { try ValueCoding.json(AnimatableValue($0), keep) })
      }
      return try ValueCoding.json(AnimatableValue(value), keep)
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
    let properties = AnimationProperty.recorded(of: animation)
    for member in members where member.key != "class" && !others.contains(member.key) {
      guard let property = properties.first(where: { $0.key == member.key }),
        let value = try value(member.value, property, bitmaps)
      else { throw UnusableRecord("\(name): no such value for \(member.key)") }
      if member.value != .null { animation.setValue(value, forKey: member.key) }
    }
    return animation
  }

  /// Returns a value that the property can have, or nil.
  private static func value(
    _ json: JSONValue, _ property: AnimationProperty, _ bitmaps: any BitmapTable
  ) throws -> Any? {
    switch property.valueType {
    case .text: return json.text
    case .number(let isValid): return json.number.flatMap { isValid($0) ? $0 : nil }
    case .flag: return json.bool
    case .numbers:
      return json["numbers"]?.numbers.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
    case .animatableValue:
      return try ValueCoding.animatableValue(json, bitmaps).flatMap { $0.isFinite ? $0 : nil }
    case .animatableValues: return try values(json, bitmaps)
    case .path:
      guard case .path(let path)? = try ValueCoding.animatableValue(json, bitmaps) else {
        return nil
      }
      return path
    case .timingFunction: return function(json)
    case .timingFunctions: return json.list.flatMap { $0.allOf(function) }
    case .valueFunction:
      return json.text.flatMap(ValueFunction.Name.init).map(ValueFunction.init(name:))
    case .animations: return try json.list.map { try $0.map { try animation($0, bitmaps) } }
    case nil: return nil
    }
  }

  /// Returns finite values of one type, or nil.
  private static func values(_ json: JSONValue, _ bitmaps: any BitmapTable) throws -> [Any]? {
    guard let list = json.list else { return nil }
    let values = try list.map { try ValueCoding.animatableValue($0, bitmaps) }
    guard let first = values.first else { return [] }
    guard let first, first.isFinite,
      values.allSatisfy({ $0.map { $0.isFinite && $0.matching(first) != nil } ?? false })
    else { return nil }
    return values.map { $0! as Any }
  }

  private static func function(_ json: JSONValue) -> TimingFunction? {
    if let name = json.text { return namedFunctions.first { $0.0 == name }?.1 }
    guard let n = json.numbers, n.count == 4, n.allSatisfy(\.isFinite) else { return nil }
    return TimingFunction(controlPoints: n[0], n[1], n[2], n[3])
  }
}
