import Foundation

// What a writer of documents reads of a layer's contents.

/// A part of a layer's contents and its place.
package struct ContentsPatch: Equatable, Sendable {
  /// The part, in the bitmap's pixels.
  package var source: CGRect
  /// The place, in the layer's own coordinate space, in points.
  package var target: CGRect
}

extension Layer {
  /// The parts in which the layer shows its contents: one, nine if a ``contentsCenter`` stretches,
  /// or none.
  package final var contentsPatches: [ContentsPatch] {
    let values = self.values
    guard let contents = values.contents else { return [] }
    return ContentsPlacement.patches(
      width: contents.width, height: contents.height, bounds: values.bounds,
      values: values.rareValues
    ).map { ContentsPatch(source: $0.source, target: $0.target) }
  }

  /// The error of the last attempt to draw the contents; nil if there was none.
  package final var contentsError: LayerDrawingError? { storage.sideTable?.drawing?.error }

  /// True if the layer presents a cross-fade from one bitmap to another.
  package final var isFadingContents: Bool { values.rare?.values.contentsFade != nil }
}

extension Bitmap {
  /// The identity of the pixels: copies of a bitmap have the same while one of them exists.
  package var pixelIdentity: ObjectIdentifier { ObjectIdentifier(storage) }
}
