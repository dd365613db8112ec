import Foundation
import Lamina

// Values as Swift code.

extension SwiftTestWriter {
  mutating func value(_ value: JSONValue, of key: String) throws -> String {
    switch value {
    case .null: return "nil"
    case .bool(let flag): return "\(flag)"
    case .number(let number):
      let text = Self.number(number)
      return switch key {
      case "maskedCorners": "CornerMask(rawValue: \(text))"
      case "edgeAntialiasingMask": "EdgeAntialiasingMask(rawValue: \(text))"
      default: text
      }
    // A name that is none stands for nil.
    case .text(let word): return word.isEmpty ? "nil" : Self.member(word)
    case .list(let list):
      return "[\(try list.map { try self.value($0, of: "") }.joined(separator: ", "))]"
    case .object(let members):
      guard let member = members.first else { return "nil" }
      return try self.value(ofKind: member.key, member.value)
    }
  }

  mutating func value(ofKind kind: String, _ value: JSONValue) throws -> String {
    switch kind {
    case "bitmap": return try bitmap(value.text ?? "")
    case "path": return path(value.list ?? [])
    case "filters": return "[\((value.list ?? []).map(filter).joined(separator: ", "))]"
    case "cells":
      return "[\(try (value.list ?? []).map { try cell($0) }.joined(separator: ", "))]"
    default: break
    }
    let n = value.numbers ?? []
    let texts = n.map(Self.number)
    switch (kind, n.count) {
    case ("point", 2): return Self.point(n[0], n[1])
    case ("size", 2): return "CGSize(width: \(texts[0]), height: \(texts[1]))"
    case ("rect", 4): return Self.rect(n)
    case ("affine", 6):
      return "Transform3D(Transform2D(a: \(texts[0]), b: \(texts[1]), c: \(texts[2]), "
        + "d: \(texts[3]), tx: \(texts[4]), ty: \(texts[5])))"
    case ("transform", 16):
      let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
      return "Transform3D(\(zip(names, texts).map { "\($0): \($1)" }.joined(separator: ", ")))"
    case ("color", 4): return Self.color(n)
    case ("colors", _):
      let colors = stride(from: 0, to: n.count - 3, by: 4).map { Self.color(Array(n[$0..<$0 + 4])) }
      return "[\(colors.joined(separator: ", "))]"
    default: return "[\(texts.joined(separator: ", "))]"
    }
  }

  private static func point(_ x: Double, _ y: Double) -> String {
    "CGPoint(x: \(number(x)), y: \(number(y)))"
  }

  static func rect(_ n: [Double]) -> String {
    "CGRect(x: \(number(n[0])), y: \(number(n[1])), width: \(number(n[2])), "
      + "height: \(number(n[3])))"
  }

  private static func color(_ n: [Double]) -> String {
    let color = Color(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    let standard: [(String, Color)] = [
      ("black", .black), ("white", .white), ("red", .red), ("green", .green), ("blue", .blue),
      ("clear", .clear),
    ]
    if let (name, _) = standard.first(where: { $0.1 == color }) { return "Color.\(name)" }
    let bytes = n.prefix(3).map { ($0 * 255).rounded() }
    if bytes.allSatisfy({ (0...255).contains($0) }) {
      let rgb = bytes.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      if Color(rgb: rgb).withAlpha(n[3]) == color {
        let text = "Color(rgb: 0x\(hex(rgb, digits: 6)))"
        return n[3] == 1 ? text : "\(text).withAlpha(\(number(n[3])))"
      }
    }
    return "Color(red: \(number(n[0])), green: \(number(n[1])), blue: \(number(n[2])), "
      + "alpha: \(number(n[3])))"
  }

  private func filter(_ json: JSONValue) -> String {
    let effect = json.members?.first
    let n = effect?.value.numbers ?? []
    let text =
      switch effect?.key {
      case "gaussianBlur"?: "Filter.gaussianBlur(radius: \(Self.number(n[0])))"
      case "colorMatrix"?:
        "Filter.colorMatrix(ColorMatrix([\(n.map(Self.number).joined(separator: ", "))]))"
      case "invert"?: "Filter.invert"
      case let kind?: "Filter.\(kind)(\(Self.number(n[0])))"
      case nil: "Filter.invert"
      }
    let name = json["name"]?.text
    if name == nil, json["enabled"] == nil { return text }
    return "{ var filter = \(text); "
      + (name.map { "filter.name = \(Self.literal($0)); " } ?? "")
      + (json["enabled"] == nil ? "" : "filter.isEnabled = false; ") + "return filter }()"
  }

  private mutating func cell(_ json: JSONValue) throws -> String {
    let variable = newName("cell")
    lines.append("let \(variable) = EmitterCell()")
    for member in json.members ?? [] {
      let value: String
      switch member.key {
      case "name": value = Self.literal(member.value.text ?? "")
      case "cells":
        let cells = try (member.value.list ?? []).map { try cell($0) }
        lines.append("\(variable).emitterCells = [\(cells.joined(separator: ", "))]")
        continue
      default: value = try self.value(member.value, of: member.key)
      }
      lines.append("\(variable).\(Self.propertyNames[member.key] ?? member.key) = \(value)")
    }
    return variable
  }

  private mutating func path(_ list: [JSONValue]) -> String {
    if list.isEmpty { return "Path()" }
    let variable = newName("path")
    lines.append("var \(variable) = Path()")
    var index = 0
    while index < list.count {
      let letter = list[index].text
      let numbers = list[(index + 1)...].prefix { $0.number != nil }.map { $0.number! }
      let p = stride(from: 0, to: numbers.count - 1, by: 2).map {
        Self.point(numbers[$0], numbers[$0 + 1])
      }
      index += 1 + numbers.count
      let call: String? =
        switch (letter, p.count) {
        case ("M", 1): "move(to: \(p[0]))"
        case ("L", 1): "addLine(to: \(p[0]))"
        case ("Q", 2): "addQuadCurve(to: \(p[1]), control: \(p[0]))"
        case ("C", 3): "addCurve(to: \(p[2]), control1: \(p[0]), control2: \(p[1]))"
        case ("Z", 0): "closeSubpath()"
        default: nil
        }
      if let call { lines.append("\(variable).\(call)") }
    }
    return variable
  }

  /// Declares a bitmap: of one colour or few pixels as numbers, else in base 64, or in a file.
  mutating func bitmap(_ hash: String) throws -> String {
    if let name = bitmapNames[hash] { return name }
    let bitmap = try bitmaps.bitmap(hash)
    let name = newName("bitmap")
    bitmapNames[hash] = name
    let pixels = bitmap.pixels
    let count = pixels.count
    let list: String
    if pixels.allSatisfy({ $0 == pixels[0] }) {
      list = "Array(repeating: 0x\(Self.hex(pixels[0], digits: 8)), count: \(count))"
    } else if count <= 64 {
      list = "[\(pixels.map { "0x" + Self.hex($0, digits: 8) }.joined(separator: ", "))]"
    } else {
      let bytes = pixels.map(\.littleEndian).withUnsafeBytes { Data($0) }
      let data = newName("data")
      if count <= Self.maximumPixelCount {
        lines.append("let \(data) = Data(base64Encoded: \"\"\"")
        // The line breaks are escaped, as the reader of the data takes none.
        let text = bytes.base64EncodedString()
        var start = text.startIndex
        while start < text.endIndex {
          let end = text.index(start, offsetBy: 88, limitedBy: text.endIndex) ?? text.endIndex
          lines.append("  \(text[start..<end])\(end < text.endIndex ? "\\" : "")")
          start = end
        }
        lines.append("  \"\"\")!")
      } else {
        let file = "\(suite)-\(hash).pixels"
        files.append((file, Array(bytes)))
        lines.append(
          "let \(data) = try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent()")
        lines.append("  .appending(component: \(Self.literal(file))))")
      }
      list =
        "\(data).withUnsafeBytes { pixels in (0..<\(count)).map { UInt32(littleEndian: "
        + "pixels.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) } }"
    }
    lines.append("let \(name) = try Bitmap(")
    lines.append("  width: \(bitmap.width), height: \(bitmap.height),")
    lines.append("  pixels: \(list))")
    return name
  }

  // MARK: - Literals

  static func number(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    var text = ""
    JSONValue.number(number).write(to: &text)
    return text
  }

  static func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a string literal.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  /// Returns a case by its raw value, such as `even-odd`.
  private static func member(_ word: String) -> String {
    let parts = word.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return "."
      + parts.enumerated().map { index, part in
        index == 0 ? String(part) : part.prefix(1).uppercased() + part.dropFirst()
      }.joined()
  }
}
