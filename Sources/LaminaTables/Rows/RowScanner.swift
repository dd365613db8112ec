/// Divides bytes into rows.
protocol RowScanner {
  /// The offset of the next row in the bytes.
  var position: Int { get set }
  /// The line of the next row, from 1.
  var line: Int { get }

  /// Reads the next row; returns false if there is no complete one.
  ///
  /// - Parameter isLast: true if no bytes follow these.
  mutating func next(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row
  ) throws(RowError) -> Bool
}

extension SeparatedRows: RowScanner {}
extension JSONRows: RowScanner {}
