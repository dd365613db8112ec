import Foundation

/// Places sublayers by their ``Layer/constraints``. What `CAConstraintLayoutManager` is in Core
/// Animation.
///
/// The two axes are laid out apart. An axis is decided by two relations: the one that was given
/// last, and of the others the one with the lowest attribute, an edge before the middle and that
/// before the far edge and the size. One alone, of an edge or the middle, keeps the size that the
/// layer has. These leave an axis as it is: no relation, a size alone, the same attribute twice,
/// a source name that matches no sibling or is the layer's own, a source that no relation lays out
/// on the axis that is read; and relations that lead in a circle.
///
/// Of siblings with the same name the one nearest to the back counts.
public final class ConstraintLayoutManager: LayoutManager {
  /// Creates a layout manager. All of them do the same and remember nothing, so one may serve
  /// any number of layers.
  public init() {}

  /// Sets the frames of the sublayers that have constraints.
  ///
  /// - Complexity: O(sublayers and their constraints).
  public func layoutSublayers(of layer: Layer) {
    let sublayers = layer.sublayers ?? []
    guard sublayers.contains(where: { $0.constraints?.isEmpty == false }) else { return }
    var solver = ConstraintSolver(bounds: layer.bounds, sublayers: sublayers)
    for (index, sublayer) in sublayers.enumerated() {
      var frame = sublayer.frame
      let isMoved = solver.place(index, &frame)
      if isMoved, frame.isFinite { sublayer.frame = frame }
    }
  }
}

/// The intervals that constraints make of sublayers' frames, each worked out once.
private struct ConstraintSolver {
  /// A layer's extent along one axis, in points.
  private struct Interval {
    var min: CGFloat
    var size: CGFloat
  }

  private enum SolverState {
    case unknown
    /// Being resolved: a request for it now is a cycle.
    case open
    case known(Interval?)
  }

  private let bounds: CGRect
  private let sublayers: [Layer]
  private var indices: [String: Int] = [:]
  /// The horizontal and the vertical axis of each sublayer.
  private var states: [[SolverState]]

  init(bounds: CGRect, sublayers: [Layer]) {
    self.bounds = bounds
    self.sublayers = sublayers
    states = Array(
      repeating: Array(repeating: .unknown, count: sublayers.count), count: 2)
    for (index, layer) in sublayers.enumerated() {
      if let name = layer.name, indices[name] == nil { indices[name] = index }
    }
  }

  /// Changes a sublayer's frame to what its constraints say.
  ///
  /// - Returns: whether they say anything.
  mutating func place(_ index: Int, _ frame: inout CGRect) -> Bool {
    let x = interval(index, isHorizontal: true)
    let y = interval(index, isHorizontal: false)
    if let x { (frame.origin.x, frame.size.width) = (x.min, x.size) }
    if let y { (frame.origin.y, frame.size.height) = (y.min, y.size) }
    return x != nil || y != nil
  }

  /// One relation that is still to be read.
  private struct SolverStep {
    let index: Int
    let isHorizontal: Bool
    let deciding: [Constraint]
    var values: [CGFloat] = []
  }

  /// The extent of a sublayer along an axis; nil where its constraints leave it alone.
  ///
  /// Siblings that are read come first. They are kept on a stack of their own: a row of layers
  /// may be longer than the thread's stack is deep.
  private mutating func interval(_ index: Int, isHorizontal: Bool) -> Interval? {
    var stack: [SolverStep] = []
    var current = step(index, isHorizontal)
    while true {
      if let next = advance(&current) {
        stack.append(current)
        current = next
      } else if let waiting = stack.popLast() {
        current = waiting
      } else if case .known(let result) = state(index, isHorizontal) {
        return result
      }
    }
  }

  private func state(_ index: Int, _ isHorizontal: Bool) -> SolverState {
    states[isHorizontal ? 0 : 1][index]
  }

  private mutating func set(_ step: SolverStep, _ state: SolverState) {
    states[step.isHorizontal ? 0 : 1][step.index] = state
  }

  private func step(_ index: Int, _ isHorizontal: Bool) -> SolverStep {
    SolverStep(
      index: index, isHorizontal: isHorizontal,
      deciding: Self.deciding(sublayers[index].constraints ?? [], isHorizontal))
  }

  /// The one or two relations that decide an axis; none where they decide nothing.
  private static func deciding(
    _ constraints: [Constraint], _ isHorizontal: Bool
  ) -> [Constraint] {
    let own = constraints.filter { $0.attribute.isHorizontal == isHorizontal }
    guard let last = own.last else { return [] }
    var lowest: Constraint?
    for other in own.dropLast() where other.attribute.rawValue <= lowest?.attribute.rawValue ?? 7 {
      lowest = other
    }
    guard let lowest else {
      return last.attribute == .width || last.attribute == .height ? [] : [last]
    }
    return lowest.attribute == last.attribute ? [] : [lowest, last]
  }

  /// Reads relations up to one whose source is still to be worked out, which is returned.
  private mutating func advance(_ step: inout SolverStep) -> SolverStep? {
    if case .known = state(step.index, step.isHorizontal) { return nil }
    set(step, .open)
    while step.values.count < step.deciding.count {
      let constraint = step.deciding[step.values.count]
      let isHorizontal = constraint.sourceAttribute.isHorizontal
      let source: Interval?
      if constraint.sourceName == "superlayer" {
        source =
          isHorizontal
          ? Interval(min: bounds.minX, size: bounds.width)
          : Interval(min: bounds.minY, size: bounds.height)
      } else if let index = indices[constraint.sourceName], index != step.index {
        switch state(index, isHorizontal) {
        case .unknown: return self.step(index, isHorizontal)
        case .open: source = nil
        case .known(let interval): source = interval
        }
      } else {
        source = nil
      }
      guard let source else {
        set(step, .known(nil))
        return nil
      }
      step.values.append(
        constraint.scale * Self.read(constraint.sourceAttribute, of: source) + constraint.offset)
    }
    set(step, .known(solved(step)))
    return nil
  }

  private static func read(_ attribute: ConstraintAttribute, of interval: Interval) -> CGFloat {
    switch attribute {
    case .minX, .minY: interval.min
    case .midX, .midY: interval.min + interval.size / 2
    case .maxX, .maxY: interval.min + interval.size
    case .width, .height: interval.size
    }
  }

  /// The extent under relations that have been read.
  private func solved(_ step: SolverStep) -> Interval? {
    let frame = sublayers[step.index].frame
    let size = step.isHorizontal ? frame.width : frame.height
    var values: [Int: CGFloat] = [:]
    for (constraint, value) in zip(step.deciding, step.values) {
      // Both axes have their attributes in the same order.
      values[constraint.attribute.rawValue % 4] = value
    }
    let order = ConstraintAttribute.self
    let min = values[order.minX.rawValue]
    let mid = values[order.midX.rawValue]
    let max = values[order.maxX.rawValue]
    let length = values[order.width.rawValue] ?? (step.deciding.count == 1 ? size : nil)
    switch (min, mid, max, length) {
    case (let min?, _, let max?, _): return Interval(min: min, size: max - min)
    case (let min?, let mid?, _, _): return Interval(min: min, size: 2 * (mid - min))
    case (_, let mid?, let max?, _): return Interval(min: 2 * mid - max, size: 2 * (max - mid))
    case (let min?, _, _, let length?): return Interval(min: min, size: length)
    case (_, let mid?, _, let length?): return Interval(min: mid - length / 2, size: length)
    case (_, _, let max?, let length?): return Interval(min: max - length, size: length)
    default: return nil
    }
  }
}
