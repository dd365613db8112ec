extension Layer {
  /// Returns a description of the layer tree, with one ``debugDescription`` line per layer,
  /// followed by its animations, in paint order, back to front.
  ///
  ///     Layer (0, 0, 320, 200)
  ///     ├─ Layer "menu" (10, 20, 100, 50), masksToBounds
  ///     │  └─ Layer "dot" (4, 6, 20, 20), opacity 0.5
  ///     │          animation "opacity": BasicAnimation of opacity …; 40 % done, now opacity 0.71
  ///     └─ Layer "button" (200, 150, 60, 30), backgroundColor #FF8000
  ///
  /// The text contains no addresses and is the same on every machine, so tests may compare it.
  ///
  /// - Parameter time: the time of a frame, in seconds, at which the progress of animations is
  ///   described; nil stands for that of the last commit, or 0 if there was none.
  /// - Complexity: O(layers). Beyond 32 nested layers, lines are not indented any further and begin
  ///   with their depth.
  public final func treeDescription(at time: Double? = nil) -> String {
    let time = time ?? layerTree?.time ?? 0
    var text = ""
    var stack = [(layer: self, depth: 0, isLast: true)]
    // For each level above the current one, whether its layer was the last of its siblings.
    var lasts: [Bool] = []
    while let (layer, depth, isLast) = stack.popLast() {
      lasts.removeSubrange(min(depth, lasts.count)...)
      lasts.append(isLast)
      let sublayers = layer.sublayersInDrawingOrder
      if !text.isEmpty { text += "\n" }
      text += TreeIndent.branch(lasts) + layer.debugDescription
      for line in layer.animationLines(at: time) {
        text += "\n" + TreeIndent.stem(lasts, hasSublayers: !sublayers.isEmpty) + line
      }
      for (index, child) in sublayers.enumerated().reversed() {
        stack.append((child, depth + 1, index == sublayers.count - 1))
      }
    }
    return text
  }

  /// Returns a line for each animation, with its progress at a time, in seconds.
  package final func animationLines(at time: Double) -> [String] {
    let entries = storage.animations.entries
    if entries.isEmpty { return [] }
    let local = clock.time(at: time)
    let values = self.values
    return entries.map { $0.inspected(at: local, over: values) }
  }
}

/// The branch lines to the left of a tree's text.
private enum TreeIndent {
  static let maximumDepth = 32

  /// Returns the prefix of a layer's line. The first of `lasts` is the top layer, which has no
  /// branch.
  static func branch(_ lasts: [Bool]) -> String {
    if lasts.count == 1 { return "" }
    return above(lasts.dropLast()) + (lasts.last! ? "└─ " : "├─ ") + number(lasts)
  }

  /// Returns the prefix of further lines of a layer.
  static func stem(_ lasts: [Bool], hasSublayers: Bool) -> String {
    above(lasts[...]) + (hasSublayers ? "│    " : "     ")
  }

  private static func above(_ lasts: ArraySlice<Bool>) -> String {
    lasts.dropFirst().prefix(maximumDepth).map { $0 ? "   " : "│  " }.joined()
  }

  private static func number(_ lasts: [Bool]) -> String {
    lasts.count - 1 > maximumDepth ? "(\(lasts.count - 1)) " : ""
  }
}
