import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

/// Contents that are drawn smaller than they are, by copies that are smaller, too.
@Suite("The trilinear filter")
struct TrilinearTests {
  private static func noise(_ width: Int, _ height: Int) -> Bitmap {
    var numbers = SeededGenerator(seed: 7)
    let pixels = (0..<width * height).map { _ in
      UInt32(truncatingIfNeeded: numbers.next()) | 0xFF00_0000
    }
    // The size is right by construction.
    return try! Bitmap(width: width, height: height, pixels: pixels)
  }

  private func picture(
    _ bitmap: Bitmap, width: CGFloat, height: CGFloat, _ prepare: (Layer) -> Void = { _ in }
  ) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: width, height: height))
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.contents = bitmap
    layer.minificationFilter = .trilinear
    prepare(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  /// Each pixel the mean of four, so many times.
  private func halved(_ bitmap: Bitmap, _ times: Int) throws -> Bitmap {
    if times == 0 { return bitmap }
    let half = try Bitmap(
      width: bitmap.width / 2, height: bitmap.height / 2,
      pixels: (0..<bitmap.width * bitmap.height / 4).map { index in
        let x = index % (bitmap.width / 2) * 2
        let y = index / (bitmap.width / 2) * 2
        let four = [bitmap[x, y], bitmap[x + 1, y], bitmap[x, y + 1], bitmap[x + 1, y + 1]]
        return stride(from: UInt32(0), to: 32, by: 8).reduce(0) { pixel, shift in
          pixel | (four.reduce(2) { $0 + ($1 >> shift & 255) } / 4) << shift
        }
      })
    return try halved(half, times - 1)
  }

  @Test("at a half, a quarter and an eighth is the mean of all pixels", arguments: [1, 2, 3])
  func powers(times: Int) throws {
    let bitmap = Self.noise(48, 32)
    let side = CGFloat(1 << times)
    let picture = try picture(bitmap, width: 48 / side, height: 32 / side)
    #expect(picture.difference(from: try halved(bitmap, times)) == nil)
  }

  @Test("is that, too, rotated by a quarter turn")
  func turned() throws {
    let bitmap = Self.noise(32, 32)
    let picture = try picture(bitmap, width: 8, height: 8) {
      $0.transform = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
    }
    let expected = try halved(bitmap, 2)
    for y in 0..<8 {
      for x in 0..<8 { #expect(picture[7 - y, x] == expected[x, y]) }
    }
  }

  @Test("is one copy at a bias of a level, and between two a mean of both")
  func bias() throws {
    // Columns of black and white: any copy is grey all over.
    let stripes = try Bitmap(width: 8, height: 8) { x, _ in x % 2 == 0 ? .black : .white }
    let sharp = try picture(stripes, width: 4, height: 4) { $0.minificationFilterBias = -1 }
    #expect(sharp[1, 1] == 0xFF80_8080)
    let blocks = try Bitmap(width: 8, height: 8) { x, _ in x % 4 < 2 ? .black : .white }
    let exact = try picture(blocks, width: 4, height: 4)
    #expect((0..<4).map { exact[$0, 2] } == [0xFF00_0000, .max, 0xFF00_0000, .max])
    let soft = try picture(blocks, width: 4, height: 4) { $0.minificationFilterBias = 0.5 }
    // Half of the copy of 4 pixels, half of the one of 2, which is grey.
    #expect((0..<4).map { soft[$0, 2] } == [0xFF40_4040, 0xFFC0_C0C0, 0xFF40_4040, 0xFFC0_C0C0])
    let softer = try picture(blocks, width: 4, height: 4) { $0.minificationFilterBias = 1e30 }
    #expect(Set(softer.pixels) == [0xFF80_8080])
  }

  @Test("is the linear one where contents are not drawn smaller")
  func enlarged() throws {
    let bitmap = Self.noise(6, 5)
    for size in [6, 9] as [CGFloat] {
      let trilinear = try picture(bitmap, width: size, height: size) {
        $0.magnificationFilter = .trilinear
        $0.minificationFilterBias = 3
      }
      let linear = try picture(bitmap, width: size, height: size) {
        $0.minificationFilter = .linear
      }
      #expect(trilinear.difference(from: linear) == nil)
    }
  }

  @Test("takes a third more memory, made when it is drawn, freed with the contents")
  func memory() throws {
    let storage = PixelStorage(width: 64, height: 32, padded: false)
    storage.clear(to: .max)
    let copies = (1...storage.copyCount).map { storage.halved($0) }
    #expect(copies.map(\.width) == [32, 16, 8, 4, 2, 1])
    #expect(copies.map(\.height) == [16, 8, 4, 2, 1, 1])
    #expect(copies.reduce(0) { $0 + $1.byteCount } <= storage.byteCount / 3 + 8)
    #expect(storage.halved(3) === copies[2])
    storage.reclaim()
    #expect(storage.halved(3) !== copies[2])
    let odd = PixelStorage(width: 3, height: 1, padded: false)
    odd.pixels[0] = 0xFF00_0010
    odd.pixels[1] = 0xFF00_0020
    odd.pixels[2] = 0xFF00_0040
    let half = odd.halved(1)
    #expect(half.width == 2 && half.height == 1)
    #expect(half.pixels[0] == 0xFF00_0018 && half.pixels[1] == 0xFF00_0040)
  }
}
