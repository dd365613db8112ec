import Foundation
import Lamina
import Testing

/// Layers that mask others.
@Suite("A mask")
struct MaskTests {
  private func layer(_ frame: CGRect, _ color: Color? = nil) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private func picture(_ layers: Layer...) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    renderer.layer.sublayers = layers
    return try renderer.render(at: 0).bitmap
  }

  @Test("14.5: multiplies the alpha of the layer; nothing is visible outside it")
  func halves() throws {
    let red = layer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
    red.mask = layer(CGRect(x: 0, y: 0, width: 10, height: 20), .black)
    let bitmap = try picture(red)
    #expect(bitmap[5, 10] == 0xFFFF_0000 && bitmap[15, 10] == 0)
  }

  @Test("14.5: is placed in the bounds' coordinates; its opacity counts, its colour does not")
  func place() throws {
    let green = layer(CGRect(x: 5, y: 3, width: 30, height: 20), .green)
    green.bounds.origin = CGPoint(x: 100, y: 200)
    let mask = layer(CGRect(x: 110, y: 204, width: 6, height: 5), .blue)
    mask.opacity = 0.5
    green.mask = mask
    let bitmap = try picture(green)
    #expect(bitmap[15, 7] == 0x8000_8000 && bitmap[20, 11] == 0x8000_8000)
    #expect(bitmap[14, 7] == 0 && bitmap[15, 6] == 0 && bitmap[21, 7] == 0 && bitmap[15, 12] == 0)
  }

  @Test("14.5: includes its sublayers, and masks the layer's sublayers")
  func subtrees() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
    root.addSublayer(layer(CGRect(x: 15, y: 5, width: 20, height: 4), .green))
    let mask = layer(CGRect(x: 0, y: 0, width: 1, height: 1))
    mask.addSublayer(layer(CGRect(x: 10, y: 6, width: 18, height: 2), .white))
    root.mask = mask
    let bitmap = try picture(root)
    #expect(bitmap[12, 6] == 0xFFFF_0000 && bitmap[27, 7] == 0xFF00_FF00)
    #expect(bitmap[28, 7] == 0 && bitmap[12, 5] == 0 && bitmap[5, 6] == 0)
  }

  @Test("14.5: and masksToBounds multiply")
  func withBounds() throws {
    let root = layer(CGRect(x: 4, y: 4, width: 10, height: 10), .red)
    root.addSublayer(layer(CGRect(x: 0, y: 0, width: 30, height: 10), .green))
    root.masksToBounds = true
    root.mask = layer(CGRect(x: 5, y: 0, width: 30, height: 10), .black)
    let bitmap = try picture(root)
    #expect(bitmap[9, 8] == 0xFF00_FF00 && bitmap[13, 8] == 0xFF00_FF00)
    #expect(bitmap[8, 8] == 0 && bitmap[14, 8] == 0)
  }

  @Test("that is hidden, empty or culled leaves nothing visible")
  func nothing() throws {
    for prepare: (Layer) -> Void in [
      { $0.isHidden = true }, { $0.backgroundColor = nil }, { $0.position.x = 500 },
      { $0.opacity = 0 },
    ] {
      let red = layer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
      let mask = layer(CGRect(x: 0, y: 0, width: 10, height: 20), .black)
      prepare(mask)
      red.mask = mask
      #expect(try picture(red).pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test("11.5: has the masked layer as its superlayer, and is in no sublayers")
  func tree() {
    let parent = Layer()
    let child = Layer()
    parent.addSublayer(child)
    parent.mask = child
    #expect(parent.sublayers == nil && parent.mask === child && child.superlayer === parent)
    parent.addSublayer(child)
    #expect(parent.mask == nil && parent.sublayers?.count == 1 && child.superlayer === parent)
    let other = Layer()
    other.mask = child
    #expect(parent.sublayers == nil && child.superlayer === other)
    child.removeFromSuperlayer()
    #expect(other.mask == nil && child.superlayer == nil)
    other.mask = child
    parent.mask = child
    #expect(other.mask == nil && parent.mask === child)
  }

  @Test("11.7: is presented as it was committed")
  func presentation() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let first = layer(CGRect(x: 0, y: 0, width: 10, height: 20), .black)
    renderer.layer.mask = first
    _ = try renderer.render(at: 0)
    Transaction.begin()
    defer { Transaction.commit() }
    renderer.layer.mask = nil
    let shown = renderer.layer.presentation()
    #expect(shown?.mask?.model() === first && shown?.mask?.superlayer?.model() === renderer.layer)
    let second = Layer()
    renderer.layer.mask = second
    #expect(renderer.layer.presentation()?.mask?.model() === first)
    #expect(second.presentation() == nil)
  }

  @Test("12.5: lets nothing be hit outside it")
  func hits() {
    let holder = layer(CGRect(x: 0, y: 0, width: 100, height: 100))
    let layerTree = layer(CGRect(x: 0, y: 0, width: 100, height: 100))
    holder.addSublayer(layerTree)
    layerTree.mask = layer(CGRect(x: 0, y: 0, width: 40, height: 40))
    #expect(holder.hitTest(CGPoint(x: 50, y: 50)) === holder)
    #expect(holder.hitTest(CGPoint(x: 20, y: 20)) === layerTree)
    let below = layer(CGRect(x: 30, y: 30, width: 30, height: 30))
    layerTree.addSublayer(below)
    #expect(holder.hitTest(CGPoint(x: 35, y: 35)) === below)
    #expect(holder.hitTest(CGPoint(x: 45, y: 45)) === holder)
  }

  @Test("2.5: cross-fades when it changes, and moves as other layers do")
  func animations() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let red = layer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
    let mask = layer(CGRect(x: 0, y: 0, width: 10, height: 20), .black)
    renderer.layer.addSublayer(red)
    red.mask = mask
    _ = try renderer.render(at: 0)
    mask.position.x = 15
    let frame = try renderer.render(at: 0)
    let later = try renderer.render(at: 1)
    #expect(frame.bitmap[5, 5] == 0xFFFF_0000 && frame.damage.isEmpty)
    #expect(later.bitmap[5, 5] == 0 && later.bitmap[15, 5] == 0xFFFF_0000)
    #expect(later.damage.rects == [PixelRect(x: 0, y: 0, width: 20, height: 20)])
    red.mask = nil
    #expect(red.animation(forKey: "transition") is Transition)
    #expect(red.action(forKey: "mask") is Transition)
    let fading = try renderer.render(at: 1.2)
    #expect(try renderer.render(at: 1.3).bitmap[5, 5] >> 24 > fading.bitmap[5, 5] >> 24)
    #expect(try renderer.render(at: 2).bitmap[5, 5] == 0xFFFF_0000)
  }

  @Test("that holds the layer it would mask is refused")
  func cycle() async {
    await #expect(processExitsWith: .failure) {
      let parent = Layer()
      let child = Layer()
      parent.addSublayer(child)
      child.mask = parent
    }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.mask = layer
    }
  }

  @Test("is laid out and displayed, and drawn by render(in:)")
  func displays() throws {
    final class Pen: Layer {
      override func draw(in context: DrawingContext) {
        context.fill(CGRect(x: 0, y: 0, width: 3, height: 20))
      }
    }
    let red = layer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
    let pen = Pen()
    pen.frame = CGRect(x: 2, y: 0, width: 10, height: 20)
    pen.setNeedsDisplay()
    red.mask = pen
    let bitmap = try picture(red)
    #expect(bitmap[2, 5] == 0xFFFF_0000 && bitmap[4, 5] == 0xFFFF_0000)
    #expect(bitmap[1, 5] == 0 && bitmap[5, 5] == 0)
    let context = try DrawingContext(width: 20, height: 20)
    red.render(in: context)
    #expect(context.makeBitmap()[3, 3] == 0xFFFF_0000 && context.makeBitmap()[8, 3] == 0)
  }
}
