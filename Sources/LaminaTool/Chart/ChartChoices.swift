import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaTables

/// The kinds of charts that the command draws.
enum ChartKind: String, CaseIterable, ExpressibleByArgument {
  case line
  case area
  case bar
  case point
  case histogram
  case pie
  case box
  case heatmap

  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

/// An axis, as options name it.
enum ChartAxisName: String, CaseIterable {
  case x
  case y
  case y2

  /// Parses names between commas.
  ///
  /// - Throws: `ValidationError` for one that is not known.
  static func list(parsing text: String) throws -> [ChartAxisName] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let axis = ChartAxisName(rawValue: String(name)) else {
        throw ValidationError("expected x, y or y2, or several between commas")
      }
      return axis
    }
  }
}

/// The width of the intervals that values are summarized in.
struct ChartInterval: Equatable {
  /// The width as it was given.
  let text: String
  /// Seconds, or units of a column of numbers.
  let width: Double
  /// True if it is given in a unit of time.
  let isTime: Bool

  private static let units: KeyValuePairs<String, Double> = [
    "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  /// Parses a number, or one with a unit of time such as 30s, 5m, 1h, 1d or 1w.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  init(parsing text: String) throws {
    if text.hasPrefix("-") { throw ValidationError("it cannot be negative") }
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(digits.count)
    let factor = unit.isEmpty ? 1 : Self.units.first { $0.key == unit }?.value
    guard let number = Double(digits), let factor, (number * factor).isFinite, number * factor > 0
    else { throw ValidationError("expected a width above 0, such as 30s, 5m, 1h, 1d or 2.5") }
    self.text = text
    width = number * factor
    isTime = !unit.isEmpty
  }
}

extension HistogramBins {
  /// Parses a number of bins, or the name of a rule.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  init(parsing text: String) throws {
    switch text {
    case "sturges": self = .sturges
    case "freedman-diaconis": self = .freedmanDiaconis
    default:
      guard let count = Int(text), (1...Self.maximumCount).contains(count) else {
        throw ValidationError(
          "expected a number from 1 to \(Self.maximumCount), sturges or freedman-diaconis")
      }
      self = .count(count)
    }
  }

  /// Parses a width above 0.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  init(parsingWidth text: String) throws {
    guard let width = Double(text), width.isFinite, width > 0 else {
      throw ValidationError("expected a number above 0")
    }
    self = .width(width)
  }
}

/// The ends of the x axis.
struct ChartRange: Equatable {
  /// The texts in front of and behind the dots.
  let ends: [String]
  /// The ends as numbers; nil for times.
  let numbers: ValueRange?

  /// Parses `LO..HI`: two numbers, or two texts that a column of times may have.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  init(parsing text: String) throws {
    let dots = text.range(of: "..")
    ends = dots.map { [String(text[..<$0.lowerBound]), String(text[$0.upperBound...])] } ?? []
    guard ends.count == 2, ends.allSatisfy({ $0.contains(where: \.isNumber) }) else {
      throw ValidationError(
        "expected two numbers or times, such as 0..100 or 2026-11-25T06:00..2026-11-25T12:00")
    }
    let areNumbers = ends.allSatisfy { Double($0) != nil }
    numbers = areNumbers ? try ValueRange(parsing: text) : nil
  }

  /// Returns the ends as places on an axis of numbers, or of rows or a column of times.
  ///
  /// - Parameter x: the column along the axis; nil for the rows.
  /// - Throws: `ValidationError` if they are not of the column's kind.
  func places(on x: TableColumn?, in zone: TimeZone) throws -> ClosedRange<Double> {
    guard let x, x.kind == .times else {
      guard let numbers else {
        throw ValidationError(
          "--range-x: the x axis does not have times: expected two numbers, such as 0..100")
      }
      return numbers.lower...numbers.upper
    }
    let times = try ends.map { text in
      guard let time = TableTime.seconds(text, likeThoseOf: x, in: zone) else {
        throw ValidationError(
          "--range-x: the x axis has times (\(x.name)), and '\(text)' is none; they are written as "
            + "in the file, or as 2026-11-25T06:00..2026-11-25T12:00")
      }
      return time
    }
    guard times[0] < times[1] else {
      throw ValidationError("--range-x: \(ends[0]) is not before \(ends[1])")
    }
    return times[0]...times[1]
  }
}

/// The themes that the command offers by name.
enum ChartThemeName: String, CaseIterable, ExpressibleByArgument {
  case light
  case dark
  case print

  var theme: ChartTheme {
    switch self {
    case .light: .light
    case .dark: .dark
    case .print: .print
    }
  }
}

/// A line across a chart at a value.
struct ChartThreshold: Equatable {
  let value: Double
  var color = Color(rgb: 0xC8102E)
  var label: String?

  private static let colors: [String: Color] = [
    "red": Color(rgb: 0xC8102E), "orange": Color(rgb: 0xD55E00), "green": Color(rgb: 0x00805A),
    "blue": Color(rgb: 0x0067A5), "gray": .gray, "black": .black, "white": .white,
  ]

  /// Parses `VALUE`, `VALUE=COLOR` or `VALUE=COLOR:LABEL`.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let value = Double(parts[0]), value.isFinite else {
      throw ValidationError("expected a number, and perhaps a colour and a text: 80=red:limit")
    }
    self.value = value
    guard parts.count > 1 else { return }
    let style = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if style.count > 1, !style[1].isEmpty { label = String(style[1]) }
    guard !style[0].isEmpty else { return }
    if let color = Self.colors[style[0].lowercased()] {
      self.color = color
    } else if style[0].count == 7, style[0].hasPrefix("#"),
      let rgb = UInt32(style[0].dropFirst(), radix: 16)
    {
      color = Color(rgb: rgb)
    } else {
      throw ValidationError(
        "expected a colour such as #c8102e, or \(Self.colors.keys.sorted().joined(separator: ", "))"
      )
    }
  }
}
