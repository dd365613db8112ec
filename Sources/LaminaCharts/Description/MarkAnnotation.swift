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
  /// Beyond a corner.
  case topLeading, topTrailing, bottomLeading, bottomTrailing
  /// In the middle of the mark, over it.
  case overlay
}

/// The alignment along an edge: of a text at it, or of a legend. The leading end of an upright edge is its
/// top.
public enum AnnotationAlignment: Sendable, Hashable, CaseIterable {
  case leading
  case center
  case trailing

  /// The part of the free length that is before what is aligned.
  var part: Double {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    }
  }
}
