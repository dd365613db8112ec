import Foundation

/// An attribute of a layer's frame, or of its superlayer's bounds, that a ``Constraint`` refers to.
///
/// "Min" means left and top here, the smallest x and y.
public enum ConstraintAttribute: Int, Sendable, Hashable, CaseIterable {
  case minX, midX, maxX, width
  case minY, midY, maxY, height

  /// True if the attribute belongs to the horizontal axis.
  var isHorizontal: Bool { self.rawValue < Self.minY.rawValue }
}

/// A relation between two layers: `attribute = scale · sourceAttribute + offset`, like Core
/// Animation's `CAConstraint`.
///
/// A layer keeps its constraints in ``Layer/constraints``; a ``ConstraintLayoutManager`` of its
/// superlayer applies them.
public struct Constraint: Sendable, Hashable {
  /// The attribute that is set, of the layer that has the constraint.
  public let attribute: ConstraintAttribute
  /// The ``Layer/name`` of a sibling, or `superlayer`.
  public let sourceName: String
  /// The attribute that is read, of the source. It may belong to the other axis.
  public let sourceAttribute: ConstraintAttribute
  /// The factor applied to the source attribute.
  public let scale: CGFloat
  /// The offset added after scaling, in points.
  public let offset: CGFloat

  /// Creates a constraint.
  ///
  /// - Parameters:
  ///   - attribute: the attribute to set.
  ///   - source: the name of a sibling, or `superlayer`.
  ///   - sourceAttribute: the attribute to read.
  ///   - scale: the factor applied to the source attribute.
  ///   - offset: the offset in points.
  /// - Precondition: `scale` and `offset` are finite.
  public init(
    attribute: ConstraintAttribute, relativeTo source: String,
    attribute sourceAttribute: ConstraintAttribute, scale: CGFloat = 1, offset: CGFloat = 0
  ) {
    require(
      scale.isFinite && offset.isFinite,
      "a constraint's scale and offset must be finite, not \(scale) and \(offset)")
    self.attribute = attribute
    sourceName = source
    self.sourceAttribute = sourceAttribute
    self.scale = scale
    self.offset = offset
  }
}

extension Layer {
  /// The constraints between the layer's frame and its siblings or superlayer, for a
  /// ``ConstraintLayoutManager`` of the superlayer. Nil by default. Setting it marks the superlayer
  /// for layout.
  public final var constraints: [Constraint]? {
    get { storage.sideTable?.constraints }
    set {
      requireModel("constraints")
      sideTable.constraints = newValue
      storage.superlayer?._withUnsafeGuaranteedRef { $0.markNeedsLayout() }
    }
  }

  /// Appends a constraint to ``constraints``.
  public final func addConstraint(_ constraint: Constraint) {
    constraints = (constraints ?? []) + [constraint]
  }
}
