import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// The operations of a scene, as text: `kind (x, y, width, height) paint`.
@Suite("A plan")
struct PlannerTests {
  private let root = Layer()
  private let whole = PixelRect(x: 0, y: 0, width: 120, height: 100)

  private func box(_ frame: CGRect, _ color: Color) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = color
    root.addSublayer(layer)
    return layer
  }

  private func plan(_ region: Region? = nil, culls: Bool = true) throws -> (Plan, culled: Int) {
    let renderer = try Renderer(layer: root, width: 120, height: 100)
    defer { withExtendedLifetime(renderer) {} }
    var evaluator = Evaluator(
      width: 120, height: 100, transform: ProjectiveTransform(Transform2D.identity))
    let tree = renderer.commit(at: 0)
    _ = evaluator.evaluate(tree.storage, at: 0)
    var planner = Planner()
    planner.culls = culls
    var plan = Plan()
    planner.plan(evaluator.list, region ?? Region(whole), into: &plan)
    return (plan, planner.culledItems)
  }

  private func text(_ plan: Plan) -> [String] {
    plan.operations.map { operation in
      let paints: Set<CompositeOperation.OperationKind> = [.fill, .blend]
      return "\(operation.kind) \(operation.box)"
        + (paints.contains(operation.kind) ? " \(hex(operation.paint))" : "")
    }
  }

  @Test("of nothing but a background is one fill")
  func empty() throws {
    #expect(try text(plan().0) == ["fill (0, 0, 120, 100) 00000000"])
  }

  @Test("draws boxes back to front, opaque ones by filling and others by blending")
  func boxes() throws {
    _ = box(CGRect(x: 1, y: 2, width: 3, height: 4), .red)
    _ = box(CGRect(x: 2, y: 3, width: 30, height: 40), Color.blue.withAlpha(0.2))
    #expect(
      try text(plan().0) == [
        "fill (0, 0, 120, 100) 00000000", "fill (1, 2, 3, 4) FFFF0000",
        "blend (2, 3, 30, 40) 33000033",
      ])
  }

  @Test("contains nothing outside the damage, and clips what reaches into it")
  func damage() throws {
    _ = box(CGRect(x: 1, y: 2, width: 30, height: 40), .red)
    _ = box(CGRect(x: 60, y: 50, width: 10, height: 10), .green)
    var region = Region()
    region.insert(PixelRect(x: 20, y: 30, width: 25, height: 9))
    region.insert(PixelRect(x: 90, y: 80, width: 4, height: 5))
    let plan = try plan(region).0
    #expect(
      text(plan) == [
        "fill (20, 30, 25, 9) 00000000", "fill (20, 30, 11, 9) FFFF0000",
        "fill (90, 80, 4, 5) 00000000",
      ])
    #expect(plan.passes.map(\.range) == [0..<2, 2..<3])
  }

  @Test("leaves out hidden, transparent and empty layers")
  func invisible() throws {
    box(CGRect(x: 1, y: 2, width: 30, height: 40), .red).isHidden = true
    box(CGRect(x: 1, y: 2, width: 30, height: 40), .red).opacity = 0
    _ = box(CGRect(x: 1, y: 2, width: 30, height: 40), .clear)
    _ = box(CGRect(x: 1, y: 2, width: 0.4, height: 40), .red)
    _ = box(CGRect(x: -50, y: 2, width: 50, height: 40), .red)
    _ = box(CGRect(x: 5, y: 100, width: 50, height: 40), .red)
    #expect(try text(plan().0) == ["fill (0, 0, 120, 100) 00000000"])
  }

  @Test("leaves out what an opaque layer covers, and takes that for the background")
  func culling() throws {
    for _ in 0..<5 { _ = box(CGRect(x: 1, y: 2, width: 30, height: 40), .red) }
    _ = box(CGRect(x: -3, y: 0, width: 200, height: 100), .green)
    _ = box(CGRect(x: 9, y: 8, width: 7, height: 6), .blue)
    let (plan, culled) = try plan()
    #expect(culled == 5)
    #expect(
      text(plan) == ["fill (0, 0, 120, 100) FF00FF00", "fill (9, 8, 7, 6) FF0000FF"])
  }

  @Test("culls nothing behind what is translucent, or a little too small, or in a group")
  func noCulling() throws {
    let back = box(CGRect(x: 1, y: 2, width: 30, height: 40), .red)
    _ = box(CGRect(x: 0, y: 0, width: 120, height: 100), Color.green.withAlpha(0.99))
    #expect(try plan().culled == 0)
    root.sublayers = [back]
    _ = box(CGRect(x: 0, y: 0, width: 120, height: 99), .green)
    #expect(try plan().culled == 0)
    root.sublayers = [back]
    let group = box(CGRect(x: 0, y: 0, width: 120, height: 100), .green)
    group.opacity = 0.5
    group.addSublayer(Layer())
    #expect(try plan().culled == 0)
  }

  @Test("without culling draws everything")
  func cullingOff() throws {
    _ = box(CGRect(x: 1, y: 2, width: 30, height: 40), .red)
    _ = box(CGRect(x: 0, y: 0, width: 120, height: 100), .green)
    let (plan, culled) = try plan(culls: false)
    #expect(culled == 0)
    #expect(
      text(plan) == [
        "fill (0, 0, 120, 100) 00000000", "fill (1, 2, 30, 40) FFFF0000",
        "fill (0, 0, 120, 100) FF00FF00",
      ])
  }

  @Test("does not fill a background that opaque tiles cover together")
  func tiles() throws {
    _ = box(CGRect(x: 0, y: 0, width: 70, height: 100), .red)
    _ = box(CGRect(x: 70, y: 0, width: 50, height: 100), .blue)
    #expect(
      try text(plan().0) == ["fill (0, 0, 70, 100) FFFF0000", "fill (70, 0, 50, 100) FF0000FF"])
  }

  @Test("copies opaque bitmaps and blends others where they stand pixel for pixel")
  func bitmaps() throws {
    let opaque = box(CGRect(x: 4, y: 5, width: 16, height: 16), .clear)
    opaque.contents = TestBitmaps.all[1]
    let translucent = box(CGRect(x: -1, y: 90, width: 24, height: 9), .clear)
    translucent.contents = TestBitmaps.all[3]
    translucent.backgroundColor = nil
    let stretched = box(CGRect(x: 50, y: 5, width: 17, height: 16), .clear)
    stretched.contents = TestBitmaps.all[1]
    let plan = try plan().0
    #expect(
      text(plan) == [
        "fill (0, 0, 120, 100) 00000000", "copy (4, 5, 16, 16)", "over (0, 90, 23, 9)",
        "detail (50, 5, 17, 16)",
      ])
    #expect(plan.operations[2].originX == -1)
    #expect(plan.operations[2].originY == 90)
  }

  @Test("opens a group around its layers, no larger than what they cover")
  func groups() throws {
    let outer = box(CGRect(x: 10, y: 10, width: 20, height: 20), .red)
    outer.opacity = 0.5
    let inner = Layer()
    inner.opacity = 0.25
    inner.position = CGPoint(x: 40, y: 30)
    outer.addSublayer(inner)
    let leaf = Layer()
    leaf.frame = CGRect(x: 0, y: 0, width: 6, height: 5)
    leaf.backgroundColor = .blue
    inner.addSublayer(leaf)
    _ = box(CGRect(x: 80, y: 10, width: 1, height: 2), .green)
    let plan = try plan().0
    #expect(
      text(plan) == [
        "fill (0, 0, 120, 100) 00000000",
        "beginGroup (10, 10, 46, 35)", "fill (10, 10, 20, 20) FFFF0000",
        "beginGroup (50, 40, 6, 5)", "fill (50, 40, 6, 5) FF0000FF", "endGroup (50, 40, 6, 5)",
        "endGroup (10, 10, 46, 35)", "fill (80, 10, 1, 2) FF00FF00",
      ])
    #expect(plan.groups.map(\.alpha) == [128, 64])
  }
}
