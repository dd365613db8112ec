extension DamageExplanation: CustomStringConvertible {
  /// A line for each cause, up to 100 of them; `nothing was drawn` if there is none.
  public var description: String {
    let causes = causes
    if causes.isEmpty { return "nothing was drawn" }
    var lines = causes.prefix(100).map(\.description)
    if causes.count > 100 { lines.append("and \(causes.count - 100) more") }
    return lines.joined(separator: "\n")
  }
}

extension DamageCause: CustomStringConvertible {
  /// The layer, its old and new pixel rectangle, and the changes:
  /// `Layer "dot" (20, 30, 4, 5) -> (60, 30, 4, 5): position (22, 32.5) -> (62, 32.5) in …`
  public var description: String {
    let what = changes.map { $0.text(below: layer) }.joined(separator: "; ")
    guard let layer else { return "\(newRect): \(what)" }
    func place(_ rect: PixelRect) -> String { rect.isEmpty ? "nowhere" : "\(rect)" }
    let places = oldRect == newRect ? place(newRect) : "\(place(oldRect)) -> \(place(newRect))"
    return "\(layer) \(places): \(what.isEmpty ? "unknown" : what)"
  }
}

extension DamageChange: CustomStringConvertible {
  /// The kind of change, the layer and the transaction.
  public var description: String { text(below: nil) }

  /// Returns the same text, without the layer if it is the one being described.
  fileprivate func text(below subject: String?) -> String {
    var text = kind.text
    if let layer, layer != subject { text += " of \(layer)" }
    if let transaction {
      if case .animation = kind { text += ", added" }
      text += " in \(transaction)"
    }
    return text
  }
}

extension DamageChange.Kind {
  fileprivate var text: String {
    switch self {
    case .property(let key, let from, let to): "\(key) \(from) -> \(to)"
    case .animation(let property, let key, let time):
      "\(property) by animation \(key?.debugDescription.escaped ?? "without a key") "
        + "at \(Readable.number(time)) s"
    case .joined: "joined the tree"
    case .left: "left the tree"
    case .moved: "moved in the tree"
    case .sublayers: "sublayers changed"
    case .timing(let time): "timing at \(Readable.number(time)) s"
    case .wholeFrame(.firstFrame): "first frame"
    case .wholeFrame(.option): "redrawsEverything is on"
    case .notRecorded: "what changed was not recorded"
    case .surroundings: "unchanged, inside the redrawn area"
    }
  }
}
