/// A part of a picture that is also a part of the next one, elsewhere.
package struct PixelCopy: Sendable, Equatable {
  /// The pixels in the next picture.
  package var destination: PixelRect
  /// The columns by which the pixels move to the right, and the rows by which they move downwards.
  package var dx: Int
  package var dy: Int

  package init(destination: PixelRect, dx: Int, dy: Int) {
    (self.destination, self.dx, self.dy) = (destination, dx, dy)
  }

  /// The pixels in the picture before.
  package var source: PixelRect { destination.moved(byX: -dx, y: -dy) }
}

/// The difference between two frames of the same size: the pixels that moved, and those that may differ
/// once they are moved.
///
/// A reader that has the earlier frame makes the copy, and then takes over the pixels of the region.
package struct FrameChange: Sendable, Equatable {
  /// The pixels that moved; nil if none did.
  package private(set) var copy: PixelCopy?
  /// The pixels of the later frame that may differ after the copy.
  package private(set) var region: Region

  package init(copy: PixelCopy? = nil, region: Region = Region()) {
    (self.copy, self.region) = (copy, region)
  }

  package var isEmpty: Bool { copy == nil && region.isEmpty }

  /// The pixels that may differ between the frames.
  package var damage: Region {
    var result = region
    if let copy { result.insert(copy.destination) }
    return result
  }

  /// Returns the difference between the earlier frame and the later one of the next difference.
  package func followed(by next: FrameChange) -> FrameChange {
    guard let second = next.copy else {
      var region = region
      region.formUnion(next.region)
      return FrameChange(copy: copy, region: region)
    }
    var result = FrameChange(region: next.region)
    // What differed now differs where it was copied to, and still where nothing was copied over it.
    for rect in region.rects {
      let carried = rect.intersection(second.source).moved(byX: second.dx, y: second.dy)
      result.region.insert(carried)
      for rest in rect.subtracting(second.destination) { result.region.insert(rest) }
    }
    guard let copy else {
      result.copy = second
      return result
    }
    // The pixels that both moved are moved at once; those that one of them moved differ.
    let common = copy.destination.moved(byX: second.dx, y: second.dy)
      .intersection(second.destination)
    if !common.isEmpty {
      result.copy = PixelCopy(
        destination: common, dx: copy.dx + second.dx, dy: copy.dy + second.dy)
    }
    for rect in [copy.destination, second.destination] {
      for rest in rect.subtracting(common) { result.region.insert(rest) }
    }
    return result
  }
}
