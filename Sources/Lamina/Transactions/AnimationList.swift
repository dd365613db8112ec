/// The animations of a layer in the order in which they are applied.
///
/// Adding, finding and removing an animation takes constant time on average: a few are chained to one
/// another, and more are in a table.
struct AnimationList {
  /// The number of animations above which there is a table.
  static let tableThreshold = 16

  private enum Storage {
    case empty
    /// The first animation; each refers to the next one.
    case chain(AnimationEntry)
    case table(AnimationTable)
  }

  private var storage = Storage.empty

  var isEmpty: Bool {
    switch storage {
    case .empty: true
    case .chain(let first): !first.chain.contains { !$0.isRemoved }
    case .table(let table): table.count == 0
    }
  }

  /// The only animation; nil if there are several, or none.
  var only: AnimationEntry? {
    if case .chain(let first) = storage, first.next == nil, !first.isRemoved { first } else { nil }
  }

  /// The number of places that animations take, with gaps where some were dropped.
  var placeCount: Int {
    if case .table(let table) = storage { table.places.count } else { kept { _ in true }.count }
  }

  /// The animations, in order.
  var entries: [AnimationEntry] { kept { !$0.isRemoved } }

  /// The animations of committed transactions, in order, including those that the current
  /// transaction has removed.
  var published: [AnimationEntry] { kept(\.isPublished) }

  /// Returns some of the animations, and of those that were removed and are still presented.
  private func kept(_ isListed: (AnimationEntry) -> Bool) -> [AnimationEntry] {
    switch storage {
    case .empty: []
    case .chain(let first): first.chain.filter(isListed)
    case .table(let table): table.places.compactMap { $0 }.filter(isListed)
    }
  }

  /// Returns the animation for a key, or nil.
  func entry(forKey key: String) -> AnimationEntry? {
    switch storage {
    case .empty: nil
    case .chain(let first): first.chain.first { !$0.isRemoved && $0.key == key }
    case .table(let table): table.entry(forKey: key)
    }
  }

  /// Appends an animation whose key is not in the list.
  mutating func append(_ entry: AnimationEntry) {
    switch storage {
    case .empty: storage = .chain(entry)
    case .chain(let first):
      var last = first
      var count = 1
      while let next = last.next {
        last = next
        count += 1
      }
      if count < Self.tableThreshold {
        last.next = entry
      } else {
        storage = .table(AnimationTable(Array(first.chain) + [entry]))
      }
    case .table(let table): table.append(entry)
    }
  }

  /// Removes an animation that is marked as removed.
  ///
  /// - Parameter isPresented: whether ``published`` contains it until ``forget(_:)`` is called.
  mutating func remove(_ entry: AnimationEntry, isPresented: Bool) {
    if case .table(let table) = storage { table.remove(entry) }
    if !isPresented { forget(entry) }
  }

  /// Drops an animation that was removed.
  mutating func forget(_ entry: AnimationEntry) {
    switch storage {
    case .empty: break
    case .chain(let first):
      if first === entry {
        storage = entry.next.map { .chain($0) } ?? .empty
      } else {
        first.chain.first { $0.next === entry }?.next = entry.next
      }
      entry.next = nil
    case .table(let table):
      table.forget(entry)
      if table.places.isEmpty { storage = .empty }
    }
  }
}

extension AnimationEntry {
  /// The animations of a layer from this one on.
  fileprivate var chain: UnfoldFirstSequence<AnimationEntry> { sequence(first: self, next: \.next) }
}

/// Many animations of a layer. A removed one leaves a gap; the list is compacted once half of its
/// places are gaps.
private final class AnimationTable {
  /// The animations in order; nil where one was dropped.
  @exclusivity(unchecked) fileprivate(set) var places: [AnimationEntry?]
  /// The number of animations, and the number of those that were not dropped.
  @exclusivity(unchecked) private(set) var count: Int
  @exclusivity(unchecked) private var keptCount: Int
  /// The position of the animation of each key.
  @exclusivity(unchecked) private var placesByKey: [String: Int32] = [:]

  init(_ entries: [AnimationEntry]) {
    places = entries
    count = entries.count { !$0.isRemoved }
    keptCount = entries.count
    for entry in entries { entry.next = nil }
    numberPlaces()
  }

  func entry(forKey key: String) -> AnimationEntry? {
    placesByKey[key].flatMap { places[Int($0)] }
  }

  func append(_ entry: AnimationEntry) {
    entry.place = Int32(truncatingIfNeeded: places.count)
    places.append(entry)
    count += 1
    keptCount += 1
    if let key = entry.key { placesByKey[key] = entry.place }
  }

  /// Forgets the key of an animation.
  func remove(_ entry: AnimationEntry) {
    count -= 1
    if let key = entry.key { placesByKey[key] = nil }
  }

  func forget(_ entry: AnimationEntry) {
    places[Int(entry.place)] = nil
    keptCount -= 1
    if keptCount == 0 {
      places = []
    } else if places.count >= 2 * keptCount {
      places.removeAll { $0 == nil }
      numberPlaces()
    }
  }

  private func numberPlaces() {
    placesByKey.removeAll(keepingCapacity: true)
    for (place, entry) in places.enumerated() {
      guard let entry else { continue }
      entry.place = Int32(truncatingIfNeeded: place)
      if !entry.isRemoved, let key = entry.key { placesByKey[key] = entry.place }
    }
  }
}
