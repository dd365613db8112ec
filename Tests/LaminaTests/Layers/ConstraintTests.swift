import Foundation
import Lamina
import Testing

/// A superlayer of 200 x 100 points that lays out by constraints.
private func container() -> Layer {
  let layer = Layer()
  layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
  layer.layoutManager = ConstraintLayoutManager()
  return layer
}

private func relation(
  _ attribute: ConstraintAttribute, _ source: String, _ sourceAttribute: ConstraintAttribute,
  scale: CGFloat = 1, offset: CGFloat = 0
) -> Constraint {
  Constraint(
    attribute: attribute, relativeTo: source, attribute: sourceAttribute, scale: scale,
    offset: offset)
}

/// The same, to the superlayer and the attribute of the same name.
private func relation(
  _ attribute: ConstraintAttribute, scale: CGFloat = 1, offset: CGFloat = 0
) -> Constraint {
  relation(attribute, "superlayer", attribute, scale: scale, offset: offset)
}

/// The frame of a layer that was at (3, 5, 40, 20), laid out.
private func laidOut(_ constraints: [Constraint]) -> CGRect {
  let parent = container()
  let child = Layer()
  child.name = "child"
  child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
  child.constraints = constraints
  parent.addSublayer(child)
  parent.layoutIfNeeded()
  return child.frame
}

/// Returns the edges of sublayers from left to right after layout.
private func edges(_ layers: [(name: String, frame: CGRect, constraints: [Constraint])])
  -> [CGFloat]
{
  let parent = container()
  for (name, frame, constraints) in layers {
    let layer = Layer()
    layer.name = name
    layer.frame = frame
    layer.constraints = constraints
    parent.addSublayer(layer)
  }
  parent.layoutIfNeeded()
  return (parent.sublayers ?? []).map(\.frame.minX)
}

/// A relation, and the frame that it makes of (3, 5, 40, 20).
private let singleRelations: [(Constraint, CGRect)] = [
  (relation(.minX), CGRect(x: 0, y: 5, width: 40, height: 20)),
  (relation(.midX), CGRect(x: 80, y: 5, width: 40, height: 20)),
  (relation(.maxX), CGRect(x: 160, y: 5, width: 40, height: 20)),
  (relation(.minY), CGRect(x: 3, y: 0, width: 40, height: 20)),
  (relation(.midY), CGRect(x: 3, y: 40, width: 40, height: 20)),
  (relation(.maxY), CGRect(x: 3, y: 80, width: 40, height: 20)),
  (relation(.width, scale: 0.5), CGRect(x: 3, y: 5, width: 40, height: 20)),
  (relation(.height, scale: 0.5), CGRect(x: 3, y: 5, width: 40, height: 20)),
]

/// Relations, and the x and the width that they make.
private let pairedRelations: [([Constraint], CGFloat, CGFloat)] = [
  ([relation(.minX), relation(.maxX)], 0, 200),
  ([relation(.minX), relation(.width, scale: 0.5)], 0, 100),
  ([relation(.maxX), relation(.width, scale: 0.5)], 100, 100),
  ([relation(.midX), relation(.width, scale: 0.5)], 50, 100),
  ([relation(.minX, offset: 20), relation(.midX)], 20, 160),
  ([relation(.midX), relation(.maxX, offset: -20)], 20, 160),
]

private let tooManyRelations: [([Constraint], CGFloat, CGFloat)] = [
  ([relation(.maxX), relation(.minX), relation(.width, scale: 0.25)], 0, 50),
  ([relation(.maxX), relation(.midX, offset: -30), relation(.width, scale: 0.25)], 45, 50),
  ([relation(.width, scale: 0.25), relation(.maxX), relation(.midX, offset: -30)], -60, 260),
  ([relation(.maxX), relation(.midX, offset: -30), relation(.minX)], 0, 140),
  (
    [
      relation(.minX), relation(.midX, offset: -30), relation(.maxX),
      relation(.width, scale: 0.25),
    ], 0, 50
  ),
]

@Suite("Constraints")
struct ConstraintTests {
  @Test("have a factor of 1 and add nothing by themselves")
  func defaults() {
    let constraint = Constraint(attribute: .midX, relativeTo: "superlayer", attribute: .midY)
    #expect(constraint.attribute == .midX && constraint.sourceAttribute == .midY)
    #expect(constraint.sourceName == "superlayer")
    #expect(constraint.scale == 1 && constraint.offset == 0)
    #expect(
      ConstraintAttribute.allCases
        == [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height])
  }

  @Test("of a layer are nil at first, are added in order, and mark its superlayer for layout")
  func property() {
    let parent = Layer()
    let layer = Layer()
    parent.addSublayer(layer)
    parent.layoutIfNeeded()
    #expect(layer.constraints == nil)
    layer.addConstraint(relation(.minX))
    #expect(parent.needsLayout() && !layer.needsLayout())
    layer.addConstraint(relation(.minY))
    #expect(layer.constraints == [relation(.minX), relation(.minY)])
    parent.layoutIfNeeded()
    layer.constraints = nil
    #expect(layer.constraints == nil)
    #expect(parent.needsLayout())
  }

  @Test(
    "one alone keeps the size, and the other axis",
    arguments: singleRelations)
  func single(constraint: Constraint, expected: CGRect) {
    #expect(laidOut([constraint]) == expected)
  }

  @Test(
    "two decide an axis",
    arguments: pairedRelations)
  func pairs(constraints: [Constraint], x: CGFloat, width: CGFloat) {
    #expect(laidOut(constraints) == CGRect(x: x, y: 5, width: width, height: 20))
  }

  @Test(
    "of more than two the last counts, and of the others the lowest",
    arguments: tooManyRelations)
  func overdetermined(constraints: [Constraint], x: CGFloat, width: CGFloat) {
    #expect(laidOut(constraints) == CGRect(x: x, y: 5, width: width, height: 20))
  }

  @Test("the same edge twice, an unknown name and the layer itself leave an axis alone")
  func nothing() {
    let frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    #expect(laidOut([relation(.minX, offset: 10), relation(.minX, offset: 40)]) == frame)
    #expect(laidOut([relation(.minX, "nobody", .minX)]) == frame)
    #expect(laidOut([relation(.minX, "child", .minX, offset: 10)]) == frame)
    #expect(laidOut([relation(.minX), relation(.width, "nobody", .width)]) == frame)
    #expect(laidOut([]) == frame)
  }

  @Test("multiply what they read and then add, also from the other axis")
  func arithmetic() {
    #expect(laidOut([relation(.minX, "superlayer", .maxX, scale: 0.25, offset: 7)]).minX == 57)
    #expect(laidOut([relation(.minX, "superlayer", .maxY)]).minX == 100)
  }

  @Test("measure the superlayer by its bounds")
  func bounds() {
    let parent = container()
    parent.bounds.origin = CGPoint(x: 30, y: 70)
    let child = Layer()
    child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    child.constraints = [relation(.minX), relation(.minY)]
    parent.addSublayer(child)
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 30, y: 70, width: 40, height: 20))
  }

  @Test("read a sibling where it was laid out, whichever comes first")
  func siblings() {
    let a = CGRect(x: 10, y: 0, width: 30, height: 20)
    let b = CGRect(x: 0, y: 0, width: 50, height: 20)
    let atA = relation(.minX, "a", .maxX, offset: 5)
    #expect(edges([("a", a, [relation(.minX, offset: 10)]), ("b", b, [atA])]) == [10, 45])
    #expect(edges([("b", b, [atA]), ("a", a, [relation(.minX, offset: 10)])]) == [45, 10])
    // A sibling that nothing lays out on that axis says nothing.
    #expect(edges([("a", a, []), ("b", b, [atA])]) == [10, 0])
    #expect(edges([("a", a, [relation(.minY)]), ("b", b, [atA])]) == [10, 0])
  }

  @Test("that lead in a circle leave their layers alone, and those that read them")
  func circle() {
    let frame = CGRect(x: 7, y: 0, width: 50, height: 20)
    #expect(
      edges([
        ("a", frame, [relation(.minX, "b", .maxX)]), ("b", frame, [relation(.minX, "a", .maxX)]),
        ("c", frame, [relation(.minX, "a", .maxX)]), ("d", frame, [relation(.minX)]),
      ]) == [7, 7, 7, 0])
  }

  @Test("fill their superlayer with two layers of half its width")
  func halves() {
    let parent = container()
    let common = [relation(.height), relation(.width, scale: 0.5), relation(.minY)]
    let left = Layer()
    let right = Layer()
    left.constraints = common + [relation(.minX)]
    right.constraints = common + [relation(.maxX)]
    parent.sublayers = [left, right]
    parent.layoutIfNeeded()
    #expect(left.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(right.frame == CGRect(x: 100, y: 0, width: 100, height: 100))
    parent.bounds.size = CGSize(width: 60, height: 30)
    parent.layoutIfNeeded()
    #expect(right.frame == CGRect(x: 30, y: 0, width: 30, height: 30))
  }

  @Test("are laid out by a manager that is asked directly")
  func direct() {
    let parent = Layer()
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    let child = Layer()
    child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    child.constraints = [relation(.midX)]
    parent.addSublayer(child)
    ConstraintLayoutManager().layoutSublayers(of: parent)
    #expect(child.frame.minX == 80)
  }

  @Test("in a row of 20,000 layers need no stack")
  func longRow() {
    let parent = container()
    parent.sublayers = (0..<20_000).map { index in
      let layer = Layer()
      layer.name = "\(index)"
      layer.bounds.size = CGSize(width: 3, height: 1)
      layer.constraints = [
        index == 19_999 ? relation(.minX) : relation(.minX, "\(index + 1)", .maxX)
      ]
      return layer
    }
    parent.layoutIfNeeded()
    #expect(parent.sublayers?.first?.frame.minX == 59_997)
  }

  @Test("with numbers that are not finite are refused")
  func notFinite() async {
    await #expect(processExitsWith: .failure) {
      _ = Constraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = Constraint(attribute: .minX, relativeTo: "a", attribute: .maxX, scale: .infinity)
    }
  }
}
