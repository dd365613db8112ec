import Foundation
import Lamina
import LaminaImages

/// A part of a bitmap.
struct BitmapKey: Hashable {
  var pixels: ObjectIdentifier
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// A part of a bitmap, each pixel of which is written several times.
struct EnlargedKey: Hashable {
  var pixels: BitmapKey
  var factorX: Int
  var factorY: Int
}

/// A bitmap in a document, with the elements that show it.
struct BitmapUse {
  /// An element that shows it, and its rectangle.
  struct Occurrence {
    var element: SVGElement
    var target: CGRect
    var notation: SVGNotation
  }

  let bitmap: Bitmap
  let key: BitmapKey
  var occurrences: [Occurrence] = []
}

extension SVGWriter {
  /// Returns the elements that show a layer's contents.
  func contents(of layer: Layer, in inner: Space) throws(RenderError) -> [SVGElement] {
    guard let bitmap = layer.contents else { return [] }
    let patches = layer.contentsPatches
    let whole = CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    if patches.contains(where: { !whole.contains($0.source) }) {
      return [try picture(of: layer, .contents, in: inner, because: .extendedContents)]
        .compactMap { $0 }
    }
    var elements: [SVGElement] = []
    for patch in patches where patch.target.isUsable && patch.source.isUsable {
      let drawn = patch.target.width * patch.target.height * CGFloat(inner.scale * inner.scale)
      let isLarger = drawn >= patch.source.width * patch.source.height * (1 - 1e-9)
      let filter = isLarger ? layer.magnificationFilter : layer.minificationFilter
      guard filter == .nearest else {
        elements.append(show(bitmap, patch, inner.notation))
        continue
      }
      let element: SVGElement
      if isLarger, patch.source.integral == patch.source {
        element = SVGElement("image")
        let enlarged = try enlarged(bitmap, patch, inner.scale)
        let whole = CGRect(x: 0, y: 0, width: enlarged.width, height: enlarged.height)
        place(enlarged, whole, at: patch.target, element, inner.notation)
      } else {
        element = show(bitmap, patch, inner.notation)
      }
      element["image-rendering"] = "pixelated"
      elements.append(element)
    }
    return elements
  }

  /// The longest side of a bitmap that is enlarged, in pixels.
  private static let longestSide = 4096

  /// Returns pixels of a bitmap, each several times: librsvg and other viewers interpolate whatever
  /// the document says, so the pixels have to be as large as they are drawn.
  private func enlarged(
    _ bitmap: Bitmap, _ patch: ContentsPatch, _ scale: Double
  ) throws(RenderError) -> Bitmap {
    let source = patch.source
    func factor(_ target: CGFloat, _ source: CGFloat) -> Int {
      let drawn = (target * CGFloat(scale) / source - 1e-6).rounded(.up)
      let wanted = max(1, min(drawn, 4096)) * options.pictureScale.rounded(.up)
      return max(1, Int(min(wanted, CGFloat(Self.longestSide) / source)))
    }
    let (x, y) = (
      factor(patch.target.width, source.width), factor(patch.target.height, source.height)
    )
    let key = EnlargedKey(
      pixels: BitmapKey(
        pixels: bitmap.pixelIdentity, x: Int(source.minX), y: Int(source.minY),
        width: Int(source.width), height: Int(source.height)), factorX: x, factorY: y)
    if let known = enlargedBitmaps[key] { return known.result }
    var pixels: [UInt32] = []
    let (width, height) = (key.pixels.width * x, key.pixels.height * y)
    pixels.reserveCapacity(width * height)
    for row in key.pixels.y..<key.pixels.y + key.pixels.height {
      let line = bitmap.withRow(row) { line in
        line[key.pixels.x..<key.pixels.x + key.pixels.width].flatMap { pixel in
          repeatElement(pixel, count: x)
        }
      }
      for _ in 0..<y { pixels.append(contentsOf: line) }
    }
    do {
      let result = try Bitmap(width: width, height: height, pixels: pixels)
      enlargedBitmaps[key] = (bitmap, result)
      return result
    } catch {
      throw .outOfMemory(width: width, height: height, byteCount: width * height * 4)
    }
  }

  /// Returns the element that shows a patch of a bitmap.
  private func show(
    _ bitmap: Bitmap, _ patch: ContentsPatch, _ notation: SVGNotation
  ) -> SVGElement {
    let pixels = patch.source.integral
    let element = SVGElement("image")
    if pixels == patch.source {
      place(bitmap, pixels, at: patch.target, element, notation)
      return element
    }
    // Part of a pixel is cut off by a view box.
    let view = SVGElement("svg")
    setRegion(patch.target, of: view, notation)
    let box = [patch.source.minX, patch.source.minY, patch.source.width, patch.source.height]
    view["viewBox"] = box.map { SVGNumber.text($0, decimals: 6) }.joined(separator: " ")
    view["preserveAspectRatio"] = "none"
    place(bitmap, pixels, at: pixels, element, SVGNotation(scale: 1))
    view.children = [element]
    return view
  }

  /// Has an element show pixels of a bitmap.
  func place(
    _ bitmap: Bitmap, _ pixels: CGRect, at target: CGRect, _ element: SVGElement,
    _ notation: SVGNotation
  ) {
    let key = BitmapKey(
      pixels: bitmap.pixelIdentity, x: Int(pixels.minX), y: Int(pixels.minY),
      width: Int(pixels.width), height: Int(pixels.height))
    let index = bitmapIndices[key] ?? bitmaps.count
    if index == bitmaps.count {
      bitmapIndices[key] = index
      bitmaps.append(BitmapUse(bitmap: bitmap, key: key))
    }
    bitmaps[index].occurrences.append(.init(element: element, target: target, notation: notation))
  }

  /// Writes the bitmaps: into the element that shows one, or into the definitions if there are
  /// several.
  func finishBitmaps() {
    for use in bitmaps {
      let (width, height) = (use.key.width, use.key.height)
      let data = "data:image/png;base64,\(Data(use.png).base64EncodedString())"
      if use.occurrences.count == 1 {
        let occurrence = use.occurrences[0]
        setRegion(occurrence.target, of: occurrence.element, occurrence.notation)
        for name in ["x", "y"] where occurrence.element[name] == "0" {
          occurrence.element[name] = nil
        }
        occurrence.element["preserveAspectRatio"] = "none"
        occurrence.element["xlink:href"] = data
        continue
      }
      let identifier = newIdentifier("image")
      define(
        bitmap: SVGElement(
          "image",
          [
            "id": identifier, "width": "\(width)", "height": "\(height)",
            "preserveAspectRatio": "none", "xlink:href": data,
          ]))
      for occurrence in use.occurrences {
        let target = occurrence.target
        let element = occurrence.element
        element.name = "use"
        element["xlink:href"] = "#\(identifier)"
        let own = occurrence.notation.transform(
          Transform2D(
            a: target.width / CGFloat(width), b: 0, c: 0, d: target.height / CGFloat(height),
            tx: target.minX, ty: target.minY))
        let all = [element["transform"], own].compactMap { $0 }
        if !all.isEmpty { element["transform"] = all.joined(separator: " ") }
      }
    }
  }
}

extension BitmapUse {
  /// The pixels as a PNG file.
  fileprivate var png: [UInt8] {
    if key.x == 0, key.y == 0, key.width == bitmap.width, key.height == bitmap.height {
      return bitmap.pngData(compressionLevel: 6)
    }
    // A part is smaller than the whole, for which there was memory.
    let part = try? bitmap.cropped(x: key.x, y: key.y, width: key.width, height: key.height)
    return (part ?? bitmap).pngData(compressionLevel: 6)
  }
}

extension Bitmap {
  /// Returns a part of the bitmap, which must contain it.
  func cropped(x: Int, y: Int, width: Int, height: Int) throws(BitmapError) -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for row in y..<y + height {
      withRow(row) { pixels.append(contentsOf: $0[x..<x + width]) }
    }
    return try Bitmap(width: width, height: height, pixels: pixels)
  }

  /// The smallest rectangle that contains all pixels that are not transparent; nil if all are.
  var ink: (x: Int, y: Int, width: Int, height: Int)? {
    var (left, top, right, bottom) = (width, height, -1, -1)
    for y in 0..<height {
      withRow(y) { row in
        guard let first = row.firstIndex(where: { $0 != 0 }),
          let last = row.lastIndex(where: { $0 != 0 })
        else { return }
        left = min(left, first)
        right = max(right, last)
        top = min(top, y)
        bottom = y
      }
    }
    return right < 0 ? nil : (left, top, right - left + 1, bottom - top + 1)
  }
}
