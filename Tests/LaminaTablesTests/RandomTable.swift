import LaminaTables
import LaminaTestSupport

/// A table of random values, and the text that it is written as.
struct RandomTable {
  enum Values {
    case numbers([Double])
    case strings([String?])
  }

  var names: [String] = []
  var columns: [Values] = []
  var text = ""
  /// Options that leave nothing to find out.
  var options = TableOptions()
  let format: TableFormat

  /// - Parameter isPlain: true for a table whose form is plain to see: several rows, at least one
  ///   column of numbers, and strings of letters.
  init(_ random: inout SeededGenerator, isPlain: Bool = false) {
    let separator = random.pick([
      TableSeparator.comma, .semicolon, .tab, .bar, .whitespace,
    ])
    let byte: String =
      switch separator {
      case .comma: ","
      case .semicolon: ";"
      case .tab: "\t"
      case .bar: "|"
      case .whitespace, .newline: " "
      }
    let usesDecimalComma = separator != .comma && random.chance(30)
    format = .separated(separator, usesDecimalComma: usesDecimalComma)
    options.format = .separated(separator)
    options.usesDecimalComma = usesDecimalComma
    options.hasHeader = true

    let columnCount = random.integer(in: 2...5)
    let rowCount = random.integer(in: isPlain ? 4...30 : 1...30)
    var cells: [[String]] = []
    for column in 0..<columnCount {
      let name = isPlain ? "n\(column)x" : "\(column)" + Self.string(&random)
      names.append(name)
      var texts = [Self.quoted(name, byte, &random)]
      if column == 0 || random.chance(60) {
        options.kinds[name] = .numbers
        var numbers: [Double] = []
        for row in 0..<rowCount {
          if row > 1, random.chance(10) {
            numbers.append(.nan)
            texts.append(random.pick(["\"\"", "NA", "-", "null"]))
            continue
          }
          let number =
            random.chance(30)
            ? Double(random.integer(in: -1_000...1_000))
            : random.number(in: -1...1) * random.pick([1, 1e-5, 1e9, 1e30])
          numbers.append(number)
          let digits = "\(number)"
          let written = usesDecimalComma ? digits.replacing(".", with: ",") : digits
          texts.append(Self.quoted(written, byte, &random))
        }
        columns.append(.numbers(numbers))
      } else {
        options.kinds[name] = .categories
        var strings: [String?] = []
        for _ in 0..<rowCount {
          if random.chance(10) {
            strings.append(nil)
            texts.append(random.pick(["\"\"", "NA", "-", "null"]))
          } else {
            let string = isPlain ? random.pick(["left", "right", "up"]) : Self.string(&random)
            strings.append(string)
            texts.append(Self.quoted(string, byte, &random))
          }
        }
        columns.append(.strings(strings))
      }
      cells.append(texts)
    }
    let lineEnd = random.pick(["\n", "\r\n", "\r"])
    if random.chance(20) { text += "\u{FEFF}" }
    for row in 0...rowCount {
      if random.chance(5) { text += lineEnd }
      text += cells.map { $0[row] }.joined(separator: byte)
      if row < rowCount || random.chance(70) { text += lineEnd }
    }
  }

  private static func string(_ random: inout SeededGenerator) -> String {
    let letters = [
      "a", "B", "7", ".", "-", ",", ";", "|", " ", "\t", "\"", "\n", "\r\n", "\r", "é", "😀", "x",
      "#",
    ]
    // The first letter makes it neither a missing value nor a comment.
    return random.pick(["k", "z"])
      + (0..<random.below(8)).map { _ in random.pick(letters) }.joined()
  }

  /// Puts a text in quotes if it needs them, or just so.
  private static func quoted(
    _ text: String, _ separator: String, _ random: inout SeededGenerator
  ) -> String {
    let needsQuotes = text.unicodeScalars.contains {
      "\"\r\n\t ".unicodeScalars.contains($0) || separator.unicodeScalars.contains($0)
    }
    guard needsQuotes || random.chance(20) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
