/// The text of a date on an axis.
package struct DateLabel: Sendable, Equatable {
  package var text: String
  /// The larger unit, on a line of its own: nil if it is that of the label before.
  package var larger: String?

  package init(text: String, larger: String?) {
    self.text = text
    self.larger = larger
  }
}
