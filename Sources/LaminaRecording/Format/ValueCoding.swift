import Foundation
import Lamina

/// The bitmaps that values refer to by hash.
protocol BitmapTable: AnyObject {
  /// Returns the bitmap of a hash.
  func bitmap(_ hash: String) throws -> Bitmap
}

/// Writes values of properties as JSON, and reads them.
///
/// A number, a Boolean, a name and null are themselves. All others are an object with one member,
/// which is named after the kind.
enum ValueCoding {
  /// Returns a value as JSON.
  ///
  /// - Parameter keep: keeps a bitmap, and returns its hash.
  static func json(
    _ value: PropertyValue, _ keep: (Bitmap) throws -> String
  ) throws -> JSONValue {
    switch value {
    case .word(let word): .text(word)
    case .value(let value): try json(value, keep)
    case .object(nil): .null
    case .object(let filters as [Filter]): .object(["filters": .list(filters.map(json))])
    case .object:
      if let cells = value.userValue as? [EmitterCell] {
        .object(["cells": .list(try cells.map { try CellCoding.json($0, keep) })])
      } else {
        throw RecordingError.unrecordable("a value of the type \(Swift.type(of: value.userValue))")
      }
    }
  }

  static func json(
    _ value: AnimatableValue, _ keep: (Bitmap) throws -> String
  ) throws -> JSONValue {
    func object(_ kind: String, _ numbers: [Double]) -> JSONValue {
      .object([.init(key: kind, value: .list(numbers.map(JSONValue.number)))])
    }
    switch value {
    case .none: return .null
    case .bool(let flag): return .bool(flag)
    case .scalar(let number): return .number(number)
    case .point(let point): return object("point", [point.x, point.y])
    case .size(let size): return object("size", [size.width, size.height])
    case .rect(let rect):
      return object("rect", [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case .transform(let t):
      if t.isAffine { return object("affine", [t.m11, t.m12, t.m21, t.m22, t.m41, t.m42]) }
      return object(
        "transform",
        [
          t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
          t.m42, t.m43, t.m44,
        ])
    case .color(let color): return object("color", color.components)
    case .bitmap(let bitmap): return .object(["bitmap": .text(try keep(bitmap))])
    // Only values that are presented at some time fade.
    case .crossfade: throw RecordingError.unrecordable("a cross-fade of bitmaps")
    case .path(let path): return .object(["path": .list(path.elements.flatMap(\.json))])
    case .numbers(let numbers): return object("numbers", numbers)
    case .colors(let colors): return object("colors", colors.flatMap(\.components))
    }
  }

  private static func json(_ filter: Filter) -> JSONValue {
    let (kind, numbers): (String, [Double]) =
      switch filter.effect {
      case .gaussianBlur(let radius): ("gaussianBlur", [radius])
      case .colorMatrix(let matrix): ("colorMatrix", matrix.elements)
      case .saturation(let amount): ("saturation", [amount])
      case .brightness(let amount): ("brightness", [amount])
      case .contrast(let amount): ("contrast", [amount])
      case .invert: ("invert", [])
      case .sepia(let intensity): ("sepia", [intensity])
      }
    return .object([
      kind: .list(numbers.map(JSONValue.number)), "name": filter.name.map(JSONValue.text),
      "enabled": filter.isEnabled ? nil : .bool(false),
    ])
  }

  // MARK: - Reading

  /// Returns the value of a property; nil for one of no known kind.
  static func propertyValue(_ json: JSONValue, _ bitmaps: any BitmapTable) throws -> PropertyValue?
  {
    if case .text(let word) = json { return .word(word) }
    if let list = json["filters"]?.list { return list.allOf(filter).map { .object($0) } }
    if let list = json["cells"]?.list {
      let cells = try list.map { try CellCoding.cell($0, bitmaps) }
      return .object(cells)
    }
    return try animatableValue(json, bitmaps).map { .value($0) }
  }

  /// Returns the value of a property or an animation; nil for one of no known kind.
  static func animatableValue(
    _ json: JSONValue, _ bitmaps: any BitmapTable
  ) throws -> AnimatableValue? {
    switch json {
    case .null: return AnimatableValue.none
    case .bool(let flag): return .bool(flag)
    case .number(let number): return .scalar(number)
    case .text, .list: return nil
    case .object(let members):
      guard members.count == 1, let member = members.first else { return nil }
      if member.key == "bitmap" {
        return try member.value.text.map { .bitmap(try bitmaps.bitmap($0)) }
      }
      if member.key == "path" {
        return member.value.list.flatMap(Path.init(json:)).map { .path($0) }
      }
      return member.value.numbers.flatMap { value(ofKind: member.key, $0) }
    }
  }

  private static func value(ofKind kind: String, _ n: [Double]) -> AnimatableValue? {
    switch (kind, n.count) {
    case ("point", 2): .point(CGPoint(x: n[0], y: n[1]))
    case ("size", 2): .size(CGSize(width: n[0], height: n[1]))
    case ("rect", 4): .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case ("affine", 6):
      .transform(
        Transform3D(Transform2D(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])))
    case ("transform", 16):
      .transform(
        Transform3D(
          m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
          m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
          m44: n[15]))
    case ("color", 4): .color(Color(components: n[...]))
    case ("numbers", _): .numbers(n)
    case ("colors", _) where n.count % 4 == 0:
      .colors(stride(from: 0, to: n.count, by: 4).map { Color(components: n[$0..<$0 + 4]) })
    default: nil
    }
  }

  private static func filter(_ json: JSONValue) -> Filter? {
    guard let first = json.members?.first, let n = first.value.numbers, n.allSatisfy(\.isFinite)
    else { return nil }
    let effect: Filter.Effect? =
      switch (first.key, n.count) {
      case ("gaussianBlur", 1): .gaussianBlur(radius: n[0])
      case ("colorMatrix", 20): .colorMatrix(ColorMatrix(n))
      case ("saturation", 1): .saturation(n[0])
      case ("brightness", 1): .brightness(n[0])
      case ("contrast", 1): .contrast(n[0])
      case ("invert", 0): .invert
      case ("sepia", 1): .sepia(n[0])
      default: nil
      }
    var filter = effect.map { Filter($0) }
    filter?.name = json["name"]?.text
    filter?.isEnabled = json["enabled"]?.bool ?? true
    return filter
  }
}

extension Color {
  fileprivate var components: [Double] { [red, green, blue, alpha] }

  fileprivate init(components n: ArraySlice<Double>) {
    let i = n.startIndex
    self.init(red: n[i], green: n[i + 1], blue: n[i + 2], alpha: n[i + 3])
  }
}

extension Path.Element {
  /// The letter of SVG for the element, and its coordinates, the end point last.
  fileprivate var json: [JSONValue] {
    func element(_ letter: String, _ points: CGPoint...) -> [JSONValue] {
      [.text(letter)] + points.flatMap { [.number($0.x), .number($0.y)] }
    }
    return switch self {
    case .move(let to): element("M", to)
    case .line(let to): element("L", to)
    case .quadCurve(let to, let control): element("Q", control, to)
    case .curve(let to, let control1, let control2): element("C", control1, control2, to)
    case .closeSubpath: element("Z")
    }
  }
}

extension Path {
  /// Creates the path of some elements, or returns nil.
  fileprivate init?(json: [JSONValue]) {
    self.init()
    var index = 0
    func points(_ count: Int) -> [CGPoint]? {
      guard index + 2 * count <= json.count,
        let n = json[index..<index + 2 * count].map({ $0 }).allOf(\.number),
        n.allSatisfy(\.isFinite)
      else { return nil }
      index += 2 * count
      return (0..<count).map { CGPoint(x: n[2 * $0], y: n[2 * $0 + 1]) }
    }
    while index < json.count {
      let letter = json[index].text
      index += 1
      if letter != "M", currentPoint == nil { return nil }
      switch letter {
      case "M":
        guard let p = points(1) else { return nil }
        move(to: p[0])
      case "L":
        guard let p = points(1) else { return nil }
        addLine(to: p[0])
      case "Q":
        guard let p = points(2) else { return nil }
        addQuadCurve(to: p[1], control: p[0])
      case "C":
        guard let p = points(3) else { return nil }
        addCurve(to: p[2], control1: p[0], control2: p[1])
      case "Z": closeSubpath()
      default: return nil
      }
    }
  }
}
