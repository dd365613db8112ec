import Lamina

extension Walk {
  /// The same walk with other edits.
  func with(_ edits: [Edit]) -> Walk {
    var result = self
    result.edits = edits
    return result
  }

  /// Leaves layers out, as long as the walk fails: what stood in one then stands in its superlayer.
  ///
  /// Most of a large tree goes this way in a step for each layer, or for many at once, where leaving
  /// an insertion out would lose all below.
  ///
  /// - Parameter attempts: how many walks to try at most, and then how many are left.
  func hoisted(attempts: inout Int, fails: (Walk) throws -> Bool) rethrows -> Walk {
    let numbers = Set(edits.flatMap(\.layers)).subtracting([0]).sorted()
    var piece = max(1, numbers.count / 2)
    var gone: Set<Int> = []
    while piece > 0, attempts > 0 {
      for start in stride(from: 0, to: numbers.count, by: piece) where attempts > 0 {
        let tried = gone.union(numbers[start..<min(start + piece, numbers.count)])
        if tried.count == gone.count { continue }
        let candidate = without(tried)
        attempts -= 1
        if try fails(candidate) { gone = tried }
      }
      piece /= 2
    }
    return without(gone)
  }

  private func without(_ gone: Set<Int>) -> Walk {
    // Where each was put first: what stands in it goes there.
    var parents: [Int: Int] = [:]
    for case .insert(let number, let parent, _) in edits where parents[number] == nil {
      parents[number] = parent
    }
    func place(_ number: Int) -> Int {
      var number = number
      var steps = 0
      while gone.contains(number), steps <= gone.count {
        number = parents[number] ?? 0
        steps += 1
      }
      return steps <= gone.count ? number : 0
    }
    var result = self
    result.edits = edits.compactMap { edit in
      if case .insert(let number, let parent, let index) = edit, !gone.contains(number) {
        return .insert(number, into: place(parent), at: index)
      }
      return edit.layers.contains(where: gone.contains) ? nil : edit
    }
    return result
  }

  /// The beginning that all edits follow, as text.
  var setting: String {
    "\(width) x \(height) pixels, scale \(scale), animates: \(animates), "
      + "two trees: \(hasSecondTree)"
  }
}
