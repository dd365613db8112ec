/// A key of a keyboard.
@nonexhaustive
public enum Key: Sendable, Hashable {
  case left, right, up, down
  case home, end, pageUp, pageDown
  case space, tab, `return`, escape, delete
  /// A key that types a character: that character, a letter in lower case.
  case character(Character)

  /// The key that types "+".
  public static let plus = Key.character("+")
  /// The key that types "-".
  public static let minus = Key.character("-")
}

/// Keys that are held while another is pressed.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = KeyModifiers(rawValue: 1 << 0)
  public static let control = KeyModifiers(rawValue: 1 << 1)
  /// The key "Alt", or "Option".
  public static let alternate = KeyModifiers(rawValue: 1 << 2)
  /// The key "Command", "Windows" or "Super".
  public static let command = KeyModifiers(rawValue: 1 << 3)
}
