import Foundation
import Testing

@testable import Lamina

/// The redrawn parts for each kind of change, as literal rectangles.
@Suite("Damage")
struct DamageTests {
  private let renderer: Renderer
  private let box = Layer()
  private let other = Layer()

  /// A frame of 400 x 300 pixels with two boxes in it, drawn once.
  init() throws {
    renderer = try Renderer(size: CGSize(width: 400, height: 300))
    box.frame = CGRect(x: 20, y: 30, width: 40, height: 50)
    box.backgroundColor = .red
    other.frame = CGRect(x: 200, y: 150, width: 30, height: 20)
    other.backgroundColor = .blue
    renderer.layer.addSublayer(box)
    renderer.layer.addSublayer(other)
    _ = try renderer.render(at: 0)
  }

  private func damage(_ change: () -> Void) throws -> [PixelRect] {
    Transaction.run(disableActions: true, change)
    return try renderer.render(at: 1).damage.rects
  }

  private let place = PixelRect(x: 20, y: 30, width: 40, height: 50)

  @Test("of the first frame is the whole frame")
  func first() throws {
    let fresh = try Renderer(size: CGSize(width: 17, height: 13))
    #expect(
      try fresh.render(at: 0).damage.rects == [PixelRect(x: 0, y: 0, width: 17, height: 13)])
  }

  @Test("of a new layer is its box")
  func insertion() throws {
    let new = Layer()
    new.frame = CGRect(x: 300, y: 10, width: 9, height: 7)
    new.backgroundColor = .green
    #expect(
      try damage { renderer.layer.insertSublayer(new, at: 0) }
        == [PixelRect(x: 300, y: 10, width: 9, height: 7)])
  }

  @Test("of a removed layer is the box it had")
  func deletion() throws {
    #expect(try damage { box.removeFromSuperlayer() } == [place])
  }

  @Test("of a moved layer is where it was and where it is")
  func move() throws {
    #expect(
      try damage { box.position.y += 100 }
        == [place, PixelRect(x: 20, y: 130, width: 40, height: 50)])
  }

  @Test("of a box of one colour that moves a little along an axis is what it uncovers and covers")
  func smallMove() throws {
    #expect(
      try damage { box.position.x += 3 } == [
        PixelRect(x: 20, y: 30, width: 3, height: 50),
        PixelRect(x: 60, y: 30, width: 3, height: 50),
      ])
  }

  @Test("of a layer that moves a little diagonally is one rectangle around both places")
  func smallSlantedMove() throws {
    #expect(
      try damage { box.position = CGPoint(x: 41, y: 57) }
        == [PixelRect(x: 20, y: 30, width: 41, height: 52)])
  }

  @Test("of a box of one colour that grows is what it grew by")
  func growth() throws {
    #expect(
      try damage { box.frame.size.height = 60 }
        == [PixelRect(x: 20, y: 80, width: 40, height: 10)])
    #expect(
      try damage { box.frame.size.height = 53 }
        == [PixelRect(x: 20, y: 83, width: 40, height: 7)])
  }

  @Test("of a new order is the boxes of the layers that changed places")
  func reorder() throws {
    let third = Layer()
    third.frame = CGRect(x: 50, y: 70, width: 20, height: 20)
    third.backgroundColor = .green
    _ = try damage { renderer.layer.addSublayer(third) }
    let rects = try damage { renderer.layer.insertSublayer(third, at: 0) }
    #expect(Region(rects).contains(PixelRect(x: 50, y: 70, width: 10, height: 10)))
    let frame = try renderer.render(at: 2)
    #expect(frame.damage.isEmpty)
    #expect(frame.bitmap[55, 75] == 0xFFFF_0000)
    #expect(frame.bitmap[65, 85] == 0xFF00_FF00)
  }

  @Test("of a new colour, opacity or visibility is the layer's box")
  func restyle() throws {
    #expect(try damage { box.backgroundColor = .green } == [place])
    #expect(try damage { box.opacity = 0.5 } == [place])
    #expect(try damage { box.isHidden = true } == [place])
    #expect(try damage { box.isHidden = false } == [place])
  }

  @Test("of a change behind a hidden superlayer is nothing")
  func hiddenChange() throws {
    let child = Layer()
    child.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    child.backgroundColor = .white
    #expect(
      try damage { box.addSublayer(child) } == [PixelRect(x: 21, y: 32, width: 30, height: 40)])
    #expect(try damage { box.isHidden = true } == [place])
    #expect(try damage { child.backgroundColor = .black } == [])
    #expect(try damage { child.position.x += 5 } == [])
  }

  @Test("of changes that leave the picture as it was is nothing, and nothing is drawn")
  func noChange() throws {
    let changes: [(Layer) -> Void] = [
      { $0.name = "box" }, { $0.isOpaque = true }, { $0.zPosition = 0 },
      { layer in
        layer.position.x += 3
        layer.position.x -= 3
      },
      { $0.contentsGravity = .top }, { $0.minificationFilter = .nearest },
      { layer in
        layer.anchorPoint = .zero
        layer.position = CGPoint(x: 20, y: 30)
      },
      { $0.bounds.size.width += 0.25 }, { $0.contentsRect.size.width = 0.5 },
      { layer in
        let parent = layer.superlayer!
        layer.removeFromSuperlayer()
        parent.insertSublayer(layer, at: 0)
      },
    ]
    for (number, change) in changes.enumerated() {
      Transaction.run(disableActions: true) { change(box) }
      let frame = try renderer.render(at: Double(number) + 1)
      #expect(frame.damage.isEmpty, "change \(number)")
      #expect(frame.report.operations == OperationCounts(), "change \(number)")
    }
  }

  @Test("outside the frame is nothing, and on its edge only what is inside")
  func edges() throws {
    #expect(
      try damage { box.frame.origin = CGPoint(x: 390, y: -45) } == [
        PixelRect(x: 390, y: 0, width: 10, height: 5), place,
      ])
    #expect(
      try damage { box.frame.origin = CGPoint(x: 400, y: 0) }
        == [PixelRect(x: 390, y: 0, width: 10, height: 5)])
    #expect(try damage { box.frame.origin = CGPoint(x: 500, y: 1e9) } == [])
  }

  @Test("of a group's opacity is what its layers cover")
  func group() throws {
    let child = Layer()
    child.frame = CGRect(x: 100, y: 5, width: 10, height: 10)
    child.backgroundColor = .white
    _ = try damage { box.addSublayer(child) }
    #expect(
      try damage { box.opacity = 0.5 } == [
        place, PixelRect(x: 120, y: 35, width: 10, height: 10),
      ])
  }

  @Test("of a changed clip is what it hides or reveals")
  func clip() throws {
    let child = Layer()
    child.frame = CGRect(x: 30, y: 40, width: 20, height: 20)
    child.backgroundColor = .white
    _ = try damage { box.addSublayer(child) }
    // The child is a box of one colour that loses two edges: both of its boxes count.
    #expect(
      try damage { box.masksToBounds = true } == [PixelRect(x: 50, y: 70, width: 20, height: 20)])
    #expect(
      try damage { child.position.x += 100 } == [PixelRect(x: 50, y: 70, width: 10, height: 10)])
  }

  @Test("of a moved container is where its layers were and are")
  func container() throws {
    let container = Layer()
    let child = Layer()
    child.frame = CGRect(x: 0, y: 0, width: 5, height: 6)
    child.backgroundColor = .white
    container.addSublayer(child)
    #expect(
      try damage { renderer.layer.addSublayer(container) }
        == [PixelRect(x: 0, y: 0, width: 5, height: 6)])
    #expect(
      try damage { container.position = CGPoint(x: 300, y: 200) } == [
        PixelRect(x: 0, y: 0, width: 5, height: 6), PixelRect(x: 300, y: 200, width: 5, height: 6),
      ])
  }

  @Test("past three fifths of the frame becomes the frame")
  func wholeFrame() throws {
    #expect(
      try damage { box.frame = CGRect(x: 0, y: 0, width: 400, height: 190) }
        == [PixelRect(x: 0, y: 0, width: 400, height: 300)])
  }
}

extension Region {
  fileprivate init(_ rects: [PixelRect]) {
    self.init()
    for rect in rects { insert(rect) }
  }
}
