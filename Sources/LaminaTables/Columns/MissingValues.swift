/// The texts that mean that there is no value.
struct MissingValues {
  /// The texts, their ASCII letters in lower case.
  private let texts: Set<[UInt8]>
  private let longest: Int
  /// True if one of the texts has a digit, so that a number is not yet a value.
  let includesNumbers: Bool

  init(_ texts: Set<String>) {
    self.texts = Set(texts.map { $0.utf8.map(Self.lowercased) })
    longest = self.texts.map(\.count).max() ?? -1
    includesNumbers = texts.contains { $0.utf8.contains { 0x30...0x39 ~= $0 } }
  }

  /// Returns true if a cell is one of them, whatever the case of its ASCII letters.
  func contains(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard end - start <= longest else { return false }
    return texts.contains((start..<end).map { Self.lowercased(bytes[$0]) })
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }
}
