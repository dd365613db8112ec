import Foundation
import Lamina

/// A mark at one value of an axis: a grid line, a tick or a label.
public protocol AxisMark: Sendable {
  /// The mark, or the marks that it consists of.
  var marks: AxisMarkGroup { get }
}

extension AxisMark {
  /// Sets the colour. A colour that a mark has by itself stays.
  public func foregroundStyle(_ color: Color) -> AxisMarkGroup {
    var group = marks
    if group.gridLine?.color == nil { group.gridLine?.color = color }
    if group.tick?.color == nil { group.tick?.color = color }
    if group.label?.color == nil { group.label?.color = color }
    return group
  }
}

/// The marks at one value of an axis: at most one grid line, tick and label. Of several of a kind the last
/// is shown.
public struct AxisMarkGroup: AxisMark, Equatable {
  package var gridLine: AxisGridLine?
  package var tick: AxisTick?
  package var label: AxisValueLabel?

  public var marks: AxisMarkGroup { self }
}

/// The result builder of the marks at a value of an axis: one below the other, `if`, `switch` and `for`.
@resultBuilder
public enum AxisMarkBuilder {
  /// Collects the marks of one part.
  public static func buildExpression(_ mark: some AxisMark) -> AxisMarkGroup { mark.marks }
  /// Joins the marks of several parts.
  public static func buildBlock(_ parts: AxisMarkGroup...) -> AxisMarkGroup { buildArray(parts) }
  /// Collects the marks of an `if` without `else`.
  public static func buildOptional(_ part: AxisMarkGroup?) -> AxisMarkGroup {
    part ?? AxisMarkGroup()
  }
  /// Collects the marks of an `if` or `switch`.
  public static func buildEither(first part: AxisMarkGroup) -> AxisMarkGroup { part }
  /// Collects the marks of an `else` or `switch`.
  public static func buildEither(second part: AxisMarkGroup) -> AxisMarkGroup { part }
  /// Collects the marks of an `if #available`.
  public static func buildLimitedAvailability(_ part: AxisMarkGroup) -> AxisMarkGroup { part }
  /// Joins the marks of all rounds of a loop.
  public static func buildArray(_ parts: [AxisMarkGroup]) -> AxisMarkGroup {
    parts.reduce(into: AxisMarkGroup()) { group, part in
      group.gridLine = part.gridLine ?? group.gridLine
      group.tick = part.tick ?? group.tick
      group.label = part.label ?? group.label
    }
  }
}

/// A value that an axis marks.
public struct AxisValue: Sendable, Hashable {
  /// The number of the value on the axis, from 0.
  public let index: Int
  /// The number of values on the axis.
  public let count: Int
  package let value: PlottedValue

  package init(index: Int, count: Int, value: PlottedValue) {
    (self.index, self.count, self.value) = (index, count, value)
  }

  /// Returns the value as one of a type; nil if it is none: a number as a date, a fraction as an integer.
  public func `as`<Value: Plottable>(_ type: Value.Type) -> Value? { value.as(type) }
}
