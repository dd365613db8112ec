import Foundation
import Lamina
import Testing

@Suite("Contents")
struct ContentsTests {
  /// Bounds of 100 x 60 points at (10, 20), with a red bitmap of 40 x 20 pixels.
  private func scene(_ change: (Layer) -> Void) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: 130, height: 110))
    let layer = Layer()
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 60)
    layer.contents = try Bitmap(
      width: 40, height: 20, pixels: Array(repeating: 0xFFFF_0000, count: 800))
    change(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  /// The pixels of one value; nil unless they are a whole rectangle.
  private func place(of pixel: UInt32, in bitmap: Bitmap) -> PixelRect? {
    var box = PixelRect.empty
    var count = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] == pixel {
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
        count += 1
      }
    }
    return box.area == count ? box : nil
  }

  @Test(
    "14.7: stand where their gravity says; top is where y is least",
    arguments: [
      (ContentsGravity.center, CGRect(x: 30, y: 20, width: 40, height: 20)),
      (.top, CGRect(x: 30, y: 0, width: 40, height: 20)),
      (.bottom, CGRect(x: 30, y: 40, width: 40, height: 20)),
      (.left, CGRect(x: 0, y: 20, width: 40, height: 20)),
      (.right, CGRect(x: 60, y: 20, width: 40, height: 20)),
      (.topLeft, CGRect(x: 0, y: 0, width: 40, height: 20)),
      (.topRight, CGRect(x: 60, y: 0, width: 40, height: 20)),
      (.bottomLeft, CGRect(x: 0, y: 40, width: 40, height: 20)),
      (.bottomRight, CGRect(x: 60, y: 40, width: 40, height: 20)),
      (.resize, CGRect(x: 0, y: 0, width: 100, height: 60)),
      (.resizeAspect, CGRect(x: 0, y: 5, width: 100, height: 50)),
      (.resizeAspectFill, CGRect(x: -10, y: 0, width: 120, height: 60)),
    ])
  func gravity(_ gravity: ContentsGravity, _ rect: CGRect) throws {
    let picture = try scene { $0.contentsGravity = gravity }
    let expected = PixelRect(
      x: Int(rect.minX) + 10, y: Int(rect.minY) + 20, width: Int(rect.width),
      height: Int(rect.height))
    #expect(place(of: 0xFFFF_0000, in: picture) == expected)
  }

  @Test(
    "14.7: are smaller in points at a higher contentsScale, and cut off where that is asked for")
  func scale() throws {
    let half = try scene {
      $0.contentsGravity = .center
      $0.contentsScale = 2
    }
    #expect(
      place(of: 0xFFFF_0000, in: half) == PixelRect(x: 50, y: 45, width: 20, height: 10))
    let cut = try scene {
      $0.contentsGravity = .resizeAspectFill
      $0.masksToBounds = true
    }
    #expect(
      place(of: 0xFFFF_0000, in: cut) == PixelRect(x: 10, y: 20, width: 100, height: 60))
  }

  /// Red, green over blue, white.
  private func fourPixels() throws -> Bitmap {
    try Bitmap(
      width: 2, height: 2, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF])
  }

  @Test("14.8: the part that contentsRect shows is counted from the top left")
  func part() throws {
    let contents = try fourPixels()
    let picture = try scene {
      $0.contents = contents
      $0.magnificationFilter = .nearest
      $0.contentsRect = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
    }
    #expect(
      place(of: 0xFF00_00FF, in: picture) == PixelRect(x: 10, y: 20, width: 100, height: 60))
  }

  @Test("14.8: beyond the unit square the edge pixels extend")
  func extended() throws {
    let contents = try fourPixels()
    let picture = try scene {
      $0.contents = contents
      $0.magnificationFilter = .nearest
      $0.contentsRect = CGRect(x: -1, y: 0, width: 2, height: 0.5)
    }
    #expect(
      place(of: 0xFFFF_0000, in: picture) == PixelRect(x: 10, y: 20, width: 75, height: 60))
    #expect(
      place(of: 0xFF00_FF00, in: picture) == PixelRect(x: 85, y: 20, width: 25, height: 60))
  }

  @Test("14.11: contents are flipped with a flipped layer")
  func flipped() throws {
    let contents = try fourPixels()
    let picture = try scene {
      $0.contents = contents
      $0.magnificationFilter = .nearest
      $0.isGeometryFlipped = true
    }
    #expect(place(of: 0xFF00_00FF, in: picture) == PixelRect(x: 10, y: 20, width: 50, height: 30))
    #expect(place(of: 0xFF00_FF00, in: picture) == PixelRect(x: 60, y: 50, width: 50, height: 30))
  }

  @Test("14.9: the corners around contentsCenter keep their size")
  func center() throws {
    // A ring of red around a blue middle, each side a third.
    let pixels: [UInt32] = (0..<900).map { index in
      let x = index % 30
      let y = index / 30
      return (10..<20).contains(x) && (10..<20).contains(y) ? 0xFF00_00FF : 0xFFFF_0000
    }
    let contents = try Bitmap(width: 30, height: 30, pixels: pixels)
    let picture = try scene {
      $0.frame = CGRect(x: 10, y: 20, width: 90, height: 60)
      $0.contents = contents
      $0.magnificationFilter = .nearest
      $0.contentsCenter = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    }
    #expect(
      place(of: 0xFF00_00FF, in: picture) == PixelRect(x: 20, y: 30, width: 70, height: 40))
    #expect(picture[10, 20] == 0xFFFF_0000 && picture[99, 79] == 0xFFFF_0000)
  }

  @Test("14.10: the nearest filter copies pixels, the linear one mixes them")
  func filters() throws {
    let contents = try fourPixels()
    let sharp = try scene {
      $0.frame = CGRect(x: 10, y: 20, width: 20, height: 20)
      $0.contents = contents
      $0.magnificationFilter = .nearest
    }
    #expect(place(of: 0xFFFF_0000, in: sharp) == PixelRect(x: 10, y: 20, width: 10, height: 10))
    #expect(place(of: 0xFF00_FF00, in: sharp) == PixelRect(x: 20, y: 20, width: 10, height: 10))
    #expect(place(of: 0xFF00_00FF, in: sharp) == PixelRect(x: 10, y: 30, width: 10, height: 10))
    #expect(place(of: 0xFFFF_FFFF, in: sharp) == PixelRect(x: 20, y: 30, width: 10, height: 10))
    let soft = try scene {
      $0.frame = CGRect(x: 10, y: 20, width: 20, height: 20)
      $0.contents = contents
    }
    #expect(soft[10, 20] == 0xFFFF_0000)
    // Half a target pixel before the middle: 0.55 of red and 0.45 of green, in 256ths.
    #expect(soft[19, 20] == 0xFF8C_7300)
  }

  @Test("14.3: a group is composed first and then blended once; without grouping each blends")
  func groups() throws {
    func picture(grouped: Bool) throws -> Bitmap {
      let renderer = try Renderer(size: CGSize(width: 30, height: 20))
      renderer.layer.backgroundColor = .white
      let parent = Layer()
      parent.frame = CGRect(x: 5, y: 5, width: 20, height: 10)
      parent.backgroundColor = .red
      parent.opacity = 0.5
      parent.allowsGroupOpacity = grouped
      let child = Layer()
      child.frame = CGRect(x: 10, y: 0, width: 5, height: 10)
      child.backgroundColor = .blue
      parent.addSublayer(child)
      renderer.layer.addSublayer(parent)
      return try renderer.render(at: 0).bitmap
    }
    let grouped = try picture(grouped: true)
    #expect(grouped[6, 6] == 0xFFFF_7F7F)
    #expect(grouped[16, 6] == 0xFF7F_7FFF)
    let single = try picture(grouped: false)
    #expect(single[6, 6] == 0xFFFF_7F7F)
    #expect(single[16, 6] == 0xFF7F_3FBF)
  }

  @Test("14.1: are drawn over the background, under sublayers by zPosition and then by index")
  func order() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 10))
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
    layer.backgroundColor = .red
    layer.contentsGravity = .left
    layer.contents = try Bitmap(
      width: 30, height: 10, pixels: Array(repeating: 0xFF00_FF00, count: 300))
    let colors: [(color: Color, x: CGFloat, depth: CGFloat)] = [
      (.blue, 0, 0), (.white, 5, 0), (.black, 0, -1), (.gray, 10, 1), (.yellow, 10, 0),
    ]
    for (color, x, depth) in colors {
      let sublayer = Layer()
      sublayer.frame = CGRect(x: x, y: 0, width: 10, height: 10)
      sublayer.backgroundColor = color
      sublayer.zPosition = depth
      layer.addSublayer(sublayer)
    }
    renderer.layer.addSublayer(layer)
    let picture = try renderer.render(at: 0).bitmap
    let row = [2, 7, 12, 25, 35].map { picture[$0, 4] }
    #expect(row == [0xFF00_00FF, 0xFFFF_FFFF, 0xFF80_8080, 0xFF00_FF00, 0xFFFF_0000])
  }

  @Test("14.17: a sublayer transform acts about the anchor point")
  func sublayerTransform() throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 50))
    let layer = Layer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 50)
    layer.sublayerTransform = Transform3D(scaleX: 0.5, y: 0.5)
    let sublayer = Layer()
    sublayer.frame = CGRect(x: 20, y: 30, width: 20, height: 10)
    sublayer.backgroundColor = .red
    layer.addSublayer(sublayer)
    renderer.layer.addSublayer(layer)
    let picture = try renderer.render(at: 0).bitmap
    #expect(
      place(of: 0xFFFF_0000, in: picture) == PixelRect(x: 10, y: 15, width: 10, height: 5))
  }

  @Test("10.10: a layer that is not double-sided is hidden when it faces away")
  func backFace() throws {
    for (angle, isSeen) in [(0.4 * Double.pi, true), (0.6 * Double.pi, false)] {
      let picture = try scene {
        $0.isDoubleSided = false
        $0.transform = Transform3D(rotation: angle, x: 0, y: 1, z: 0)
      }
      #expect((picture[60, 50] == 0xFFFF_0000) == isSeen)
    }
  }
}
