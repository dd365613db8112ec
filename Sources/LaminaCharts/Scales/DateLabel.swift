/// The text of a date on an axis.
package struct DateLabel: Sendable, Equatable {
  package var text: String
  /// The larger units that are not those of the label before, on a line of its own; nil for none.
  package var larger: String?

  package init(text: String, larger: String?) {
    self.text = text
    self.larger = larger
  }
}
