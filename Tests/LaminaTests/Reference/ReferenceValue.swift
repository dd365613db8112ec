import Foundation

/// A value of a property as plain numbers.
struct ReferenceValue: Equatable {
  enum Kind: String, CaseIterable {
    case number, point, size, rect, color, matrix, flag
  }

  var kind: Kind
  var numbers: [Double]

  init(_ kind: Kind, _ numbers: [Double]) {
    self.kind = kind
    self.numbers = numbers
  }

  init(_ matrix: ReferenceMatrix) { self.init(.matrix, matrix.rows.flatMap { $0 }) }

  var matrix: ReferenceMatrix {
    ReferenceMatrix(rows: (0..<4).map { Array(numbers[$0 * 4..<$0 * 4 + 4]) })
  }

  /// Rules 6.5, 6.6, 6.8 and 6.9. `f` may lie outside 0...1.
  func toward(_ other: ReferenceValue, _ f: Double) -> ReferenceValue {
    switch kind {
    case .flag: return f > 0 ? other : self
    case .matrix: return ReferenceValue(matrix.toward(other.matrix, f))
    default: return combined(other) { $0 + ($1 - $0) * f }
    }
  }

  /// Rule 6.3: this one on top of another. A matrix acts before what is underneath.
  func over(_ base: ReferenceValue) -> ReferenceValue {
    switch kind {
    case .flag: self
    case .matrix: ReferenceValue(matrix * base.matrix)
    default: combined(base, +)
    }
  }

  var negative: ReferenceValue {
    kind == .matrix ? ReferenceValue(matrix.inverse) : times(-1)
  }

  /// Rule 6.4: as often as whole cycles have passed.
  func times(_ count: Double) -> ReferenceValue {
    guard kind == .matrix else { return ReferenceValue(kind, numbers.map { $0 * count }) }
    var result = ReferenceMatrix.identity
    for _ in 0..<max(Int(count), 0) { result = result * matrix }
    return ReferenceValue(result)
  }

  var neutral: ReferenceValue {
    kind == .matrix ? ReferenceValue(ReferenceMatrix.identity) : times(0)
  }

  func combined(
    _ other: ReferenceValue, _ combine: (Double, Double) -> Double
  ) -> ReferenceValue {
    ReferenceValue(kind, zip(numbers, other.numbers).map(combine))
  }

  /// The length of the way to another value.
  func distance(_ other: ReferenceValue) -> Double {
    zip(numbers, other.numbers).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }
}

/// A property of the layer in the samples, or a part of one: rules 6.10 and 16.
struct ReferenceKeyPath: Equatable {
  var property: String
  var part: String?

  var text: String { part.map { "\(property).\($0)" } ?? property }

  /// The numbers of a whole value that a part is, and the kind of the part.
  private static let parts: [String: (range: Range<Int>, kind: ReferenceValue.Kind)] = [
    "x": (0..<1, .number), "y": (1..<2, .number), "origin": (0..<2, .point),
    "origin.x": (0..<1, .number), "origin.y": (1..<2, .number), "size": (2..<4, .size),
    "size.width": (2..<3, .number), "size.height": (3..<4, .number),
  ]

  /// The parts of a matrix that are one number: which group, and which of it; nil is all three.
  private static let matrixParts: [String: (group: Int, index: Int?)] = [
    "scale": (0, nil), "scale.x": (0, 0), "scale.y": (0, 1), "scale.z": (0, 2),
    "rotation": (1, 2), "rotation.x": (1, 0), "rotation.y": (1, 1), "rotation.z": (1, 2),
    "translation.x": (2, 0), "translation.y": (2, 1), "translation.z": (2, 2),
  ]

  func read(_ whole: ReferenceValue) -> ReferenceValue {
    guard let part else { return whole }
    guard whole.kind == .matrix else {
      let place = Self.parts[part]!
      return ReferenceValue(place.kind, Array(whole.numbers[place.range]))
    }
    let matrix = whole.matrix
    if part == "translation" { return ReferenceValue(.size, Array(matrix.rows[3][0..<2])) }
    let place = Self.matrixParts[part]!
    let group = [matrix.lengths, matrix.angles, Array(matrix.rows[3][0..<3])][place.group]
    let number = place.index.map { group[$0] } ?? group.reduce(0, +) / 3
    return ReferenceValue(.number, [number])
  }

  func write(_ value: ReferenceValue, into whole: ReferenceValue) -> ReferenceValue {
    guard let part else { return value }
    var result = whole
    guard whole.kind == .matrix else {
      result.numbers.replaceSubrange(Self.parts[part]!.range, with: value.numbers)
      return result
    }
    let matrix = whole.matrix
    var groups = [matrix.lengths, matrix.angles, Array(matrix.rows[3][0..<3])]
    if part == "translation" {
      groups[2].replaceSubrange(0..<2, with: value.numbers)
    } else {
      let place = Self.matrixParts[part]!
      for index in 0..<3 where place.index.map({ $0 == index }) ?? true {
        groups[place.group][index] = value.numbers[0]
      }
    }
    return ReferenceValue(
      ReferenceMatrix(scale: groups[0], angles: groups[1], shift: groups[2]))
  }
}

/// Rule 6.11: numbers that become a matrix.
struct ReferenceFunction: Equatable {
  var name: String

  /// The number of its components.
  var count: Int { name == "scale" || name == "translate" ? 3 : 1 }

  func matrix(_ n: [Double]) -> ReferenceMatrix {
    switch name {
    case "rotateX": .rotation(n[0], axis: 0)
    case "rotateY": .rotation(n[0], axis: 1)
    case "rotateZ": .rotation(n[0], axis: 2)
    case "scale": .scale(n[0], n[1], n[2])
    case "scaleX": .scale(n[0], 1, 1)
    case "scaleY": .scale(1, n[0], 1)
    case "scaleZ": .scale(1, 1, n[0])
    case "translate": .translation(n[0], n[1], n[2])
    case "translateX": .translation(n[0], 0, 0)
    case "translateY": .translation(0, n[0], 0)
    default: .translation(0, 0, n[0])
    }
  }
}
