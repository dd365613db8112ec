import ArgumentParser
import Foundation
import Lamina
import LaminaCharts

/// The kinds of charts that the command draws.
enum ChartKind: String, CaseIterable, ExpressibleByArgument {
  case line
  case area
  case bar
  case point
  case histogram
  case pie

  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

/// An axis, as options name it.
enum ChartAxisName: String, CaseIterable, ExpressibleByArgument {
  case x
  case y
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
