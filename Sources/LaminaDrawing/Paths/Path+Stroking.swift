import Foundation

extension Path {
  /// The outline of this path's stroke: filled by the non-zero rule it covers what
  /// ``DrawingContext/stroke(_:)`` draws with the style, dashes included.
  ///
  /// It consists of lines: curves are followed to within 0.02 points. Empty for a width of 0. Further
  /// than 262,144 points from the origin curves become single lines, and dashes are left out.
  ///
  /// - Complexity: O(*n*) in the number of steps and dashes.
  public func stroked(_ style: StrokeStyle) -> Path {
    Path(Stroker.outline(self, style: style, transform: .identity))
  }

  /// The parts of this path that the dashes of a pattern leave, as open subpaths. A dash of length 0
  /// becomes a subpath of two equal points.
  ///
  /// They consist of lines: curves are followed to within 0.01 points. A pattern that is
  /// empty, or shorter than 1/16 point in all, leaves the path as it is. Further than 262,144 points
  /// from the origin curves become single lines, and dashes are left out. 131,072 dashes are cut off
  /// a subpath at most; the rest of it is solid.
  ///
  /// - Parameters:
  ///   - pattern: the lengths of dashes and gaps in turn, in points; see
  ///     ``StrokeStyle/dashPattern``.
  ///   - phase: how far into the pattern each subpath begins, in points.
  /// - Complexity: O(*n*) in the number of steps and dashes.
  public func dashed(_ pattern: [CGFloat], phase: CGFloat = 0) -> Path {
    let style = StrokeStyle(width: 1, dashPattern: pattern, dashPhase: phase)
    guard let pen = Stroker.Pen(style, .identity),
      var dasher = Dasher(pen, reach: FlattenedPath.reach)
    else { return self }
    let flat = FlattenedPath(self, transform: .identity, pen: pen)
    var result = Path()
    flat.points.withUnsafeBufferPointer { all in
      for subpath in flat.subpaths {
        let points = UnsafeBufferPointer(rebasing: all[subpath.start..<subpath.end])
        dasher.forEachDash(of: points, isClosed: subpath.isClosed) { dash, isClosed, _ in
          result.addLines(between: dash.map { CGPoint(x: $0.x, y: $0.y) })
          if isClosed { result.closeSubpath() }
        }
      }
    }
    return result
  }

  private init(_ flat: FlattenedPath) {
    self.init()
    reserve(flat.points.count + flat.subpaths.count)
    for subpath in flat.subpaths {
      addLines(
        between: flat.points[subpath.start..<subpath.end].map { CGPoint(x: $0.x, y: $0.y) })
      if subpath.isClosed { closeSubpath() }
    }
  }
}
