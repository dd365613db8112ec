import Foundation

/// A number of a layer's frame, or of its superlayer's bounds, that a ``Constraint`` names.
///
/// "Min" is left and top here, where x and y are least.
public enum ConstraintAttribute: Int, Sendable, Hashable, CaseIterable {
  case minX, midX, maxX, width
  case minY, midY, maxY, height

  /// Whether it lies on the axis from left to right.
  var isHorizontal: Bool { self.rawValue < Self.minY.rawValue }
}

/// One relation between a layer and another: `attribute = scale · sourceAttribute + offset`.
/// What `CAConstraint` is in Core Animation.
///
/// A layer keeps its relations in ``Layer/constraints``; a ``ConstraintLayoutManager`` of its
/// superlayer acts on them.
public struct Constraint: Sendable, Hashable {
  /// What is laid down, of the layer that has the constraint.
  public let attribute: ConstraintAttribute
  /// The ``Layer/name`` of a sibling, or `superlayer`.
  public let sourceName: String
  /// What is read, of the source. It may be of the other axis.
  public let sourceAttribute: ConstraintAttribute
  /// What the number that is read is multiplied by.
  public let scale: CGFloat
  /// What is added then, in points.
  public let offset: CGFloat

  /// Creates a relation.
  ///
  /// - Parameters:
  ///   - attribute: what is laid down.
  ///   - source: the name of a sibling, or `superlayer`.
  ///   - sourceAttribute: what is read.
  ///   - scale: a factor.
  ///   - offset: points.
  /// - Precondition: `scale` and `offset` are finite.
  public init(
    attribute: ConstraintAttribute, relativeTo source: String,
    attribute sourceAttribute: ConstraintAttribute, scale: CGFloat = 1, offset: CGFloat = 0
  ) {
    require(
      scale.isFinite && offset.isFinite,
      "a constraint's scale and offset must be finite, and they are \(scale) and \(offset)")
    self.attribute = attribute
    sourceName = source
    self.sourceAttribute = sourceAttribute
    self.scale = scale
    self.offset = offset
  }
}

extension Layer {
  /// How the layer's frame hangs together with its siblings and its superlayer, for a
  /// ``ConstraintLayoutManager`` of the superlayer. Nil by default. Setting it marks the
  /// superlayer for layout.
  public final var constraints: [Constraint]? {
    get { core.pointee.attachments?.constraints }
    set {
      requireModel("constraints")
      attachments.constraints = newValue
      core.pointee.superlayer?._withUnsafeGuaranteedRef { $0.markNeedsLayout() }
    }
  }

  /// Appends a relation to ``constraints``.
  public final func addConstraint(_ constraint: Constraint) {
    constraints = (constraints ?? []) + [constraint]
  }
}
