import Foundation
import Lamina

/// Writes the cells of emitters as JSON, and reads them: the properties that are not at their
/// defaults.
enum CellCoding {
  /// A number of a cell.
  private struct Number: Sendable {
    let key: String
    let read: @Sendable (EmitterCell) -> Double
    let write: @Sendable (EmitterCell, Double) -> Void
    /// Returns true for the numbers that the cell can have.
    let isValid: @Sendable (Double) -> Bool

    init<Value: BinaryFloatingPoint & SendableMetatype>(
      _ key: String, _ path: ReferenceWritableKeyPath<EmitterCell, Value> & Sendable,
      where isValid: @escaping @Sendable (Double) -> Bool = { $0.isFinite }
    ) {
      self.key = key
      read = { Double($0[keyPath: path]) }
      write = { $0[keyPath: path] = Value($1) }
      self.isValid = { isValid($0) && Value($0).isFinite == $0.isFinite }
    }
  }

  private static let numbers: [Number] = [
    Number("birthRate", \.birthRate), Number("lifetime", \.lifetime),
    Number("lifetimeRange", \.lifetimeRange), Number("emissionLatitude", \.emissionLatitude),
    Number("emissionLongitude", \.emissionLongitude), Number("emissionRange", \.emissionRange),
    Number("velocity", \.velocity), Number("velocityRange", \.velocityRange),
    Number("xAcceleration", \.xAcceleration), Number("yAcceleration", \.yAcceleration),
    Number("zAcceleration", \.zAcceleration), Number("scale", \.scale),
    Number("scaleRange", \.scaleRange), Number("scaleSpeed", \.scaleSpeed),
    Number("spin", \.spin), Number("spinRange", \.spinRange), Number("redRange", \.redRange),
    Number("greenRange", \.greenRange), Number("blueRange", \.blueRange),
    Number("alphaRange", \.alphaRange), Number("redSpeed", \.redSpeed),
    Number("greenSpeed", \.greenSpeed), Number("blueSpeed", \.blueSpeed),
    Number("alphaSpeed", \.alphaSpeed),
    Number("contentsScale", \.contentsScale) { $0 > 0 && $0.isFinite },
    Number("minificationFilterBias", \.minificationFilterBias), Number("beginTime", \.beginTime),
    Number("duration", \.duration) { !$0.isNaN }, Number("speed", \.speed),
    Number("timeOffset", \.timeOffset),
  ]

  static func json(_ cell: EmitterCell, _ keep: (Bitmap) throws -> String) throws -> JSONValue {
    let standard = EmitterCell()
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    if let name = cell.name { add("name", .text(name)) }
    if !cell.isEnabled { add("enabled", .bool(false)) }
    for number in numbers where number.read(cell) != number.read(standard) {
      add(number.key, .number(number.read(cell)))
    }
    if let color = cell.color { add("color", try ValueCoding.json(.color(color), keep)) }
    if let contents = cell.contents {
      add("contents", try ValueCoding.json(.bitmap(contents), keep))
    }
    if cell.contentsRect != standard.contentsRect {
      add("contentsRect", try ValueCoding.json(.rect(cell.contentsRect), keep))
    }
    if cell.magnificationFilter != .linear {
      add("magnificationFilter", .text(cell.magnificationFilter.rawValue))
    }
    if cell.minificationFilter != .linear {
      add("minificationFilter", .text(cell.minificationFilter.rawValue))
    }
    if let cells = cell.emitterCells {
      add("cells", .list(try cells.map { try json($0, keep) }))
    }
    return .object(members)
  }

  /// Returns the cell that JSON describes.
  static func cell(_ json: JSONValue, _ bitmaps: any BitmapTable) throws -> EmitterCell {
    guard let members = json.members else { throw UnusableRecord("a cell is no object") }
    let cell = EmitterCell()
    for member in members {
      guard try set(member, of: cell, bitmaps) else {
        throw UnusableRecord("a cell cannot have such a value for \(member.key)")
      }
    }
    return cell
  }

  private static func set(
    _ member: JSONValue.Member, of cell: EmitterCell, _ bitmaps: any BitmapTable
  ) throws -> Bool {
    if let number = numbers.first(where: { $0.key == member.key }) {
      guard let value = member.value.number, number.isValid(value) else { return false }
      number.write(cell, value)
      return true
    }
    switch member.key {
    case "name":
      cell.name = member.value.text
      return cell.name != nil
    case "enabled":
      guard let flag = member.value.bool else { return false }
      cell.isEnabled = flag
    case "magnificationFilter":
      guard let filter = member.value.text.flatMap(ContentsFilter.init) else { return false }
      cell.magnificationFilter = filter
    case "minificationFilter":
      guard let filter = member.value.text.flatMap(ContentsFilter.init) else { return false }
      cell.minificationFilter = filter
    case "cells":
      guard let list = member.value.list else { return false }
      cell.emitterCells = try list.map { try self.cell($0, bitmaps) }
    default:
      let value = try ValueCoding.animatableValue(member.value, bitmaps)
      switch (member.key, value) {
      case ("color", .color(let color)?) where value?.isFinite == true: cell.color = color
      case ("contents", .bitmap(let bitmap)?): cell.contents = bitmap
      case ("contentsRect", .rect(let rect)?) where value?.isFinite == true:
        cell.contentsRect = rect
      default: return false
      }
    }
    return true
  }
}
