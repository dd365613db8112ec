/// The animations of a layer in the order in which they are applied.
///
/// Adding, finding and removing an animation takes constant time on average: above a few
/// animations, a table finds those with a key, and a removed one leaves a gap; the list is
/// compacted once half of its places are gaps.
struct AnimationList {
  /// The number of animations above which there is a table of keys.
  static let tableThreshold = 16

  /// The animations in order; nil where one was removed.
  private(set) var places: [AnimationEntry?] = []
  /// The number of animations; 32 bits suffice, as for ``AnimationEntry/place``.
  private var count: Int32 = 0
  /// The number of animations that were removed and are still presented.
  private var presentedCount: Int32 = 0
  /// The position of the animation of each key; nil while there are few.
  private var placesByKey: [String: Int32]?

  var isEmpty: Bool { count == 0 }

  /// The only animation; nil if there are several, or none.
  var only: AnimationEntry? { count == 1 && places.count == 1 ? places[0] : nil }

  /// The animations, in order.
  var entries: [AnimationEntry] {
    var result: [AnimationEntry] = []
    result.reserveCapacity(Int(count))
    for case let entry? in places where !entry.isRemoved { result.append(entry) }
    return result
  }

  /// The animations of committed transactions, in order, including those that the current
  /// transaction has removed.
  var published: [AnimationEntry] { places.compactMap { $0?.isPublished == true ? $0 : nil } }

  /// Returns the animation for a key, or nil.
  func entry(forKey key: String) -> AnimationEntry? {
    if let placesByKey { return placesByKey[key].flatMap { places[Int($0)] } }
    for case let entry? in places where !entry.isRemoved && entry.key == key { return entry }
    return nil
  }

  /// Appends an animation whose key is not in the list.
  mutating func append(_ entry: AnimationEntry) {
    entry.place = Int32(truncatingIfNeeded: places.count)
    // A second one is common, and growing the array would fragment memory.
    if places.isEmpty { places.reserveCapacity(2) }
    places.append(entry)
    count += 1
    if placesByKey != nil {
      if let key = entry.key { placesByKey?[key] = entry.place }
    } else if count > Self.tableThreshold {
      makeTable()
    }
  }

  /// Removes an animation that is marked as removed.
  ///
  /// - Parameter isPresented: whether ``published`` contains it until ``forget(_:)`` is called.
  mutating func remove(_ entry: AnimationEntry, isPresented: Bool) {
    count -= 1
    if let key = entry.key { placesByKey?[key] = nil }
    if isPresented {
      presentedCount += 1
    } else {
      places[Int(entry.place)] = nil
      closeGaps()
    }
  }

  /// Drops an animation that was removed but is still presented.
  mutating func forget(_ entry: AnimationEntry) {
    presentedCount -= 1
    places[Int(entry.place)] = nil
    closeGaps()
  }

  private mutating func closeGaps() {
    let taken = Int(count + presentedCount)
    if taken == 0 {
      self = AnimationList()
    } else if places.count >= 2 * taken {
      var next = 0
      for place in places.indices {
        guard let entry = places[place] else { continue }
        entry.place = Int32(truncatingIfNeeded: next)
        places[next] = entry
        next += 1
      }
      // Removing several at once would allocate.
      while places.count > next { places.removeLast() }
      if placesByKey != nil { makeTable() }
    }
  }

  private mutating func makeTable() {
    var table: [String: Int32] = [:]
    for case let entry? in places where !entry.isRemoved {
      if let key = entry.key { table[key] = entry.place }
    }
    placesByKey = table
  }
}
