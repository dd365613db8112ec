import Foundation

/// A text beside a mark.
package struct MarkAnnotation: Sendable, Equatable {
  package var text: String
  package var position: AnnotationPosition
  package var alignment: AnnotationAlignment
  /// The distance from the mark in points.
  package var spacing: CGFloat
}

/// A place relative to a mark or a plot.
public enum AnnotationPosition: Sendable, Hashable, CaseIterable {
  /// Above for a bar that goes up, below for one that goes down, at the end of a horizontal one.
  case automatic
  case top
  case bottom
  case leading
  case trailing
  /// In the middle of the mark, over it.
  case overlay
}

/// The alignment of a text along the edge that it is at.
public enum AnnotationAlignment: Sendable, Hashable, CaseIterable {
  case leading
  case center
  case trailing
}
