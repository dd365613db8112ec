import Foundation

/// The value an animation gives a property at one moment.
///
/// A transform and a path are stored indirectly, to keep the enum small.
package enum AnimatableValue: Sendable, Equatable {
  /// No value: a colour, contents or a path that is nil.
  case none
  case bool(Bool)
  /// A number: an opacity, a radius, an angle in radians.
  case scalar(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  indirect case transform(Transform3D)
  case color(Color)
  case bitmap(Bitmap)
  /// A cross-fade between two bitmaps.
  case crossfade(Crossfade)
  /// A path, in points.
  indirect case path(Path)
  /// An array of numbers: the stops of a gradient, the arguments of a value function.
  case numbers([Double])
  /// An array of colours, as in a gradient.
  case colors([Color])
}

/// A cross-fade from one bitmap, or none, to another.
package struct Crossfade: Sendable, Equatable {
  /// The bitmap shown at progress 0.
  var from: Bitmap?
  /// The bitmap shown at progress 1.
  var to: Bitmap?
  /// The share of `to` in the result, greater than 0 and less than 1; the rest is `from`.
  var progress: Double
}

/// A type of another module of this package whose values animate like those of this module.
package protocol AnimatableStandIn {
  /// The value this one stands for, or nil for no value.
  var animatableValue: Any? { get }
}

/// The error thrown for a value that cannot be animated.
package struct UnsupportedValue: Error, Equatable, CustomStringConvertible {
  /// The name of the value's type.
  let typeName: String

  package var description: String {
    "cannot animate a value of type \(typeName); use a number, Bool, CGPoint, CGSize, CGRect, "
      + "Transform2D, Transform3D, Color, Bitmap, Path, or an array of numbers or colors"
  }
}

extension AnimatableValue {
  /// Creates the representation of a value given by the user; nil means no value.
  ///
  /// - Throws: ``UnsupportedValue`` if values of this type cannot be animated.
  package init(_ value: Any?) throws(UnsupportedValue) {
    guard let value else {
      self = .none
      return
    }
    switch value {
    case let value as CGFloat: self = .scalar(Double(value))
    case let value as Double: self = .scalar(value)
    case let value as CGPoint: self = .point(value)
    case let value as CGRect: self = .rect(value)
    case let value as Float: self = .scalar(Double(value))
    case let value as Bool: self = .bool(value)
    case let value as Color: self = .color(value)
    case let value as Transform3D: self = .transform(value)
    case let value as Transform2D: self = .transform(Transform3D(value))
    case let value as CGSize: self = .size(value)
    case let value as Bitmap: self = .bitmap(value)
    case let value as Path: self = .path(value)
    case let value as any BinaryInteger: self = .scalar(Double(value))
    case let value as any BinaryFloatingPoint: self = .scalar(Double(value))
    case let value as NSNumber: self = .scalar(value.doubleValue)
    case let value as AnimatableValue: self = value
    case let value as any AnimatableStandIn: self = try AnimatableValue(value.animatableValue)
    case is NSNull: self = .none
    case let value as NSValue: self = try Self.boxed(value)
    case let values as [Any]: self = try Self.array(values)
    default: throw UnsupportedValue(typeName: String(describing: type(of: value)))
    }
  }

  /// Returns the point, size, rectangle or transform boxed in an `NSValue`.
  private static func boxed(_ value: NSValue) throws(UnsupportedValue) -> AnimatableValue {
    // The box tells its contents only by the name of their type.
    switch String(cString: value.objCType) {
    case String(cString: NSValue(point: .zero).objCType): .point(value.pointValue)
    case String(cString: NSValue(size: .zero).objCType): .size(value.sizeValue)
    case String(cString: NSValue(rect: .zero).objCType): .rect(value.rectValue)
    case NSValue.transform3DEncoding: .transform(Transform3D(boxed: value))
    case NSValue.transform2DEncoding: .transform(Transform3D(Transform2D(boxed: value)))
    default: throw UnsupportedValue(typeName: "NSValue")
    }
  }

  private static func array(_ values: [Any]) throws(UnsupportedValue) -> AnimatableValue {
    var numbers: [Double] = []
    var colors: [Color] = []
    for element in values {
      switch try AnimatableValue(element) {
      case .scalar(let number): numbers.append(number)
      case .color(let color): colors.append(color)
      default: throw UnsupportedValue(typeName: "[\(type(of: element))]")
      }
    }
    if !colors.isEmpty {
      guard numbers.isEmpty else { throw UnsupportedValue(typeName: "[Color and number]") }
      return .colors(colors)
    }
    return .numbers(numbers)
  }

  /// The name of this kind of value, for messages.
  var kindName: String {
    switch self {
    case .none: "no value"
    case .bool: "a Bool"
    case .scalar: "a number"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .transform: "a transform"
    case .color: "a color"
    case .bitmap, .crossfade: "a bitmap"
    case .path: "a path"
    case .numbers: "an array of numbers"
    case .colors: "an array of colors"
    }
  }

  /// Returns true if both values are of one kind, so that one can interpolate to the other.
  func isSameKind(as other: AnimatableValue) -> Bool {
    switch (self, other) {
    case (.none, .none), (.bool, .bool), (.scalar, .scalar), (.point, .point), (.size, .size),
      (.rect, .rect), (.transform, .transform), (.color, .color), (.path, .path),
      (.numbers, .numbers), (.colors, .colors):
      true
    case (.bitmap, .bitmap), (.crossfade, .crossfade), (.bitmap, .crossfade),
      (.crossfade, .bitmap):
      true
    default: false
    }
  }

  /// Returns this value converted for a property that holds `other`, or nil if it does not fit.
  ///
  /// Numbers and Booleans convert into each other, an empty array of numbers converts to an empty
  /// array of colours, and ``none`` goes with everything.
  package func matching(_ other: AnimatableValue) -> AnimatableValue? {
    if isSameKind(as: other) { return self }
    switch (self, other) {
    case (.scalar(let number), .bool): return .bool(number != 0)
    case (.bool(let flag), .scalar): return .scalar(flag ? 1 : 0)
    case (.numbers(let numbers), .colors) where numbers.isEmpty: return .colors([])
    case (_, .none), (.none, _): return self
    default: return nil
    }
  }

  /// The bitmap, or the dominant one of a cross-fade; nil for other values.
  var bitmap: Bitmap? {
    switch self {
    case .bitmap(let bitmap): bitmap
    case .crossfade(let fade): fade.progress < 0.5 ? fade.from : fade.to
    default: nil
    }
  }

  /// True if every number in the value is finite.
  package var isFinite: Bool {
    switch self {
    case .none, .bool, .bitmap, .crossfade, .path: true
    case .scalar, .point, .size, .rect, .color:
      // Scaled down, so that the sum of large numbers stays finite.
      vector.map { ($0.0 / 8).sum().isFinite } ?? true
    case .transform(let transform): transform.isFinite
    case .numbers(let numbers): numbers.allSatisfy(\.isFinite)
    case .colors(let colors): colors.allSatisfy { AnimatableValue.color($0).isFinite }
    }
  }

  /// The additive identity of this kind of value.
  var zero: AnimatableValue {
    switch self {
    case .none, .bitmap, .crossfade, .path: .none
    case .bool: .bool(false)
    case .scalar: .scalar(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .transform: .transform(.identity)
    case .color: .color(.clear)
    case .numbers(let numbers): .numbers(numbers.map { _ in 0 })
    case .colors(let colors): .colors(colors.map { _ in .clear })
    }
  }

  /// The value as the user writes it: a number is a `Double`, and ``none`` is nil.
  package var userValue: Any? {
    switch self {
    case .none: nil
    case .bool(let value): value
    case .scalar(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .bitmap(let value): value
    case .path(let value): value
    case .crossfade: bitmap
    case .numbers(let value): value
    case .colors(let value): value
    }
  }
}
