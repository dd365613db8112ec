import Foundation
import Lamina

/// Writes the cells of emitters as JSON, and reads them: the properties that are not at their
/// defaults.
enum CellCoding {
  static func json(_ cell: EmitterCell, _ keep: (Bitmap) throws -> String) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    if let name = cell.name { members.append(.init(key: "name", value: .text(name))) }
    for (key, value) in cell.recordedValues {
      members.append(.init(key: key, value: try ValueCoding.json(value, keep)))
    }
    if let cells = cell.emitterCells {
      members.append(.init(key: "cells", value: .list(try cells.map { try json($0, keep) })))
    }
    return .object(members)
  }

  /// Returns the cell that JSON describes.
  static func cell(_ json: JSONValue, _ bitmaps: any BitmapTable) throws -> EmitterCell {
    guard let members = json.members else { throw UnusableRecord("a cell is not an object") }
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
    switch member.key {
    case "name":
      cell.name = member.value.text
      return cell.name != nil
    case "cells":
      guard let list = member.value.list else { return false }
      cell.emitterCells = try list.map { try self.cell($0, bitmaps) }
      return true
    default:
      let value = try ValueCoding.propertyValue(member.value, bitmaps)
      return value.map { cell.setRecorded($0, forKey: member.key) } ?? false
    }
  }
}
