/// A cell of a row: a range of the input's bytes.
struct Cell {
  /// The way in which the bytes stand for the cell's text.
  enum Form: UInt8 {
    /// The bytes are the text.
    case plain
    /// Two quotes stand for one.
    case doubledQuotes
    /// The escapes of a JSON string.
    case escapes
    /// There is no value: JSON's `null`, or a key that a row does not have.
    case absent
    /// A JSON array or object.
    case nested
  }

  var start: Int
  var end: Int
  var form: Form
  /// The number that the bytes are, if it was read when the cell's end was looked for; NaN otherwise.
  var number = Double.nan

  static let absent = Cell(start: 0, end: 0, form: .absent)
}
