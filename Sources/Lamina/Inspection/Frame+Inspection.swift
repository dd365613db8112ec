extension OperationCounts: CustomStringConvertible {
  /// The executed operations, by kind, and the number of pixels written.
  public var description: String {
    let kinds = [
      (fills, "fill", "fills"), (blends, "blend", "blends"), (copies, "copy", "copies"),
      (overs, "bitmap blended", "bitmaps blended"),
      (samples, "bitmap resampled", "bitmaps resampled"),
      (groups, "group composed", "groups composed"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { Readable.count($0.0, $0.1, $0.2) }
    return (parts.isEmpty ? "no operation" : parts.joined(separator: ", "))
      + "; \(Readable.count(pixels, "pixel")) written"
  }
}

extension FrameReport: CustomStringConvertible {
  /// The drawn, culled and reused content; for a frame that drew nothing, the reason.
  ///
  ///     drew 2 fills, 1 copy; 4500 pixels written; evaluated 3 layers, reused 1 run of layers,
  ///     skipped 12 covered layers
  public var description: String {
    let left = omissions.map(\.description).joined(separator: ", ")
    return left.isEmpty ? drawing : "\(drawing); could not draw \(left)"
  }

  private var drawing: String {
    let evaluated =
      "evaluated \(Readable.count(layersVisited, "layer")), "
      + "reused \(Readable.count(cacheHits, "run")) of layers"
    guard operations.total > 0 else {
      if layersVisited == 0, cacheHits == 0 { return "drew nothing: nothing had changed" }
      return layersVisited == 0
        ? "drew nothing: no layer had to be evaluated; \(evaluated)"
        : "drew nothing: no pixel looks different; \(evaluated)"
    }
    var text = "drew \(operations); \(evaluated)"
    if scrolledPixels > 0 { text += ", moved \(Readable.count(scrolledPixels, "pixel"))" }
    if layersCulled > 0 { text += ", skipped \(Readable.count(layersCulled, "covered layer"))" }
    if bands > 1 { text += "; in \(bands) bands" }
    return text
  }
}

extension Region: CustomStringConvertible {
  /// The rectangles, each as `(x, y, width, height)` in pixels, or `nothing`.
  public var description: String {
    isEmpty ? "nothing" : rects.map(\.description).joined(separator: " ")
  }
}

extension Frame: CustomStringConvertible {
  /// The time, the damage and the report, on one line.
  public var description: String {
    "frame of \(bitmap.width) x \(bitmap.height) at \(Readable.number(time)) s: "
      + "damage \(damage); \(report)"
  }
}
