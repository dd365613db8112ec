import Foundation
import Lamina

/// The text at a value of an axis.
///
///     AxisValueLabel {
///       if let meters = value.as(Double.self) { "\(meters / 1000) km" }
///     }
public struct AxisValueLabel: AxisMark, Equatable {
  package enum Content: Sendable, Equatable {
    case value(AxisLabelFormat)
    /// Lines of text; empty for no label.
    case text([String])
  }

  package let content: Content
  package let isCentered: Bool?
  package var color: Color?

  private init(_ content: Content, _ centered: Bool?) {
    self.content = content
    isCentered = centered
  }

  /// Creates a label of the value.
  ///
  /// - Parameters:
  ///   - format: the text of numbers or dates.
  ///   - centered: the place, as ``AxisGridLine/init(centered:stroke:)`` has it.
  public init(format: AxisLabelFormat = .automatic, centered: Bool? = nil) {
    self.init(.value(format), centered)
  }

  /// Creates a label of the value with a format of Foundation's, such as `.dateTime.hour()`, as
  /// ``AxisLabelFormat`` describes.
  public init<Format: FormatStyle & Sendable>(format: Format, centered: Bool? = nil)
  where Format.FormatInput: Plottable, Format.FormatOutput == String {
    self.init(.value(.format(format)), centered)
  }

  /// Creates a label of the value with a format of Foundation's for numbers, such as
  /// `.number.notation(.compactName)`.
  public init<Format: FormatStyle & Sendable>(format: Format, centered: Bool? = nil)
  where Format.FormatInput == Double, Format.FormatOutput == String {
    self.init(.value(.format(format)), centered)
  }

  /// Creates a label with a text.
  public init(_ text: some StringProtocol, centered: Bool? = nil) {
    self.init(.text([String(text)]), centered)
  }

  /// Creates a label of lines of text; without any there is no label.
  ///
  /// - Parameters:
  ///   - centered: the place, as ``AxisGridLine/init(centered:stroke:)`` has it.
  ///   - content: the lines. An x axis shows the first, and the others in one line below it; a y axis shows
  ///     all of them in one.
  public init(centered: Bool? = nil, @AxisLabelBuilder content: () -> [String]) {
    self.init(.text(content()), centered)
  }

  public var marks: AxisMarkGroup { AxisMarkGroup(label: self) }
}

/// The result builder of the lines of a label: strings, `if`, `switch` and `for`.
@resultBuilder
public enum AxisLabelBuilder {
  /// Collects a line.
  public static func buildExpression(_ line: some StringProtocol) -> [String] { [String(line)] }
  /// Joins the lines of several parts.
  public static func buildBlock(_ parts: [String]...) -> [String] { parts.flatMap(\.self) }
  /// Collects the lines of an `if` without `else`.
  public static func buildOptional(_ part: [String]?) -> [String] { part ?? [] }
  /// Collects the lines of an `if` or `switch`.
  public static func buildEither(first part: [String]) -> [String] { part }
  /// Collects the lines of an `else` or `switch`.
  public static func buildEither(second part: [String]) -> [String] { part }
  /// Collects the lines of an `if #available`.
  public static func buildLimitedAvailability(_ part: [String]) -> [String] { part }
  /// Joins the lines of all rounds of a loop.
  public static func buildArray(_ parts: [[String]]) -> [String] { parts.flatMap(\.self) }
}
