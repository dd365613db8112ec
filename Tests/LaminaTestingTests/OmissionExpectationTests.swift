import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("Expected omissions")
struct OmissionExpectationTests {
  @Test("are none, or the test fails with what was left out")
  func omissions() throws {
    let scene = try TestScene(size: CGSize(width: 40, height: 30))
    let shape = ShapeLayer()
    shape.name = "dial"
    shape.path = Path(rect: CGRect(x: 1, y: 2, width: 10, height: 7))
    let outer = Layer()
    outer.name = "clock"
    outer.addSublayer(shape)
    scene.layer.addSublayer(outer)
    try scene.expectNoOmissions()
    Transaction.run(disableActions: true) {
      outer.transform = Transform3D(scaleX: 1e300, y: 1e300)
    }
    let found = messages { try scene.expectNoOmissions() }
    #expect(
      found == [
        "the frame at 0 s leaves out Layer \"clock\" (its transform overflows)"
          + linkToPage(line: 22)
      ])
  }
}
