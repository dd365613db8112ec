import Lamina

/// A search for the shortest list of steps that still shows something.
///
/// It is delta debugging (Zeller and Hildebrandt, 2002), from the outside in as in hierarchical delta
/// debugging (Misherghi and Su, 2006): frames and commits, layers with all that is in them, changes,
/// and numbers. Each pass keeps what it finds, and they are repeated until none finds anything.
struct Shrinker {
  private(set) var best: EditList
  /// The number of lists that were tried.
  private(set) var tries = 0
  let limit: Int
  /// Returns true if a list shows what it has to.
  private let shows: (EditList) throws -> Bool
  private let bitmaps: ShrunkBitmaps

  init(
    _ list: EditList, _ bitmaps: ShrunkBitmaps, limit: Int,
    _ shows: @escaping (EditList) throws -> Bool
  ) {
    best = list.tidied
    self.bitmaps = bitmaps
    self.limit = limit
    self.shows = shows
  }

  /// True if the search ended because of the limit.
  var isAtLimit: Bool { tries >= limit }

  mutating func run() throws {
    var before: Int
    repeat {
      before = successes
      try leaveOut({ Array($0.places(where: \.isFrame).dropLast()) }, Self.removing)
      // The changes of a commit that goes belong to the next one.
      try leaveOut({ Array($0.places(where: \.isCommit).dropLast()) }, Self.removing)
      try leaveOut({ Array($0.places(where: \.isSize).dropFirst()) }, Self.removing)
      try shrinkTree()
      try leaveOut(
        { list in
          list.places { step in
            switch step {
            case .set, .mask, .sublayers, .tiles, .animate, .end: true
            case .add, .name, .root, .size, .commit, .frame: false
            }
          }
        }, Self.removing)
      try simplify()
    } while successes > before && !isAtLimit
  }

  // MARK: - Trying

  private var successes = 0

  /// Keeps a list if it shows what it has to.
  ///
  /// - Parameter isShorter: true to refuse a list that has no fewer steps.
  @discardableResult
  private mutating func attempt(_ list: EditList, isShorter: Bool = false) throws -> Bool {
    let list = list.tidied
    if isAtLimit || isShorter && list.steps.count >= best.steps.count { return false }
    tries += 1
    guard try shows(list) else { return false }
    best = list
    successes += 1
    return true
  }

  /// Leaves out as many of some items as possible: ever smaller pieces, as long as what remains is
  /// right.
  private mutating func leaveOut<Item>(
    _ items: (EditList) -> [Item], _ removing: (EditList, ArraySlice<Item>) -> EditList
  ) throws {
    var piece = items(best).count
    while piece > 0, !isAtLimit {
      var start = 0
      var madeProgress = false
      while !isAtLimit {
        let all = items(best)
        if start >= all.count { break }
        let end = min(start + piece, all.count)
        if try attempt(removing(best, all[start..<end]), isShorter: true) {
          madeProgress = true
        } else {
          start = end
        }
      }
      // Without one item, another may go that was needed before.
      piece = madeProgress ? min(piece, items(best).count) : piece / 2
    }
  }

  private static func removing(_ list: EditList, _ places: ArraySlice<Int>) -> EditList {
    var result = list
    let gone = Set(places)
    result.steps = list.steps.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    return result
  }

  // MARK: - Layers

  private mutating func shrinkTree() throws {
    var depth = 1
    while !isAtLimit {
      let layers = Self.layers(best, atDepth: depth)
      if layers.isEmpty { break }
      try leaveOut({ Self.layers($0, atDepth: depth) }) { list, layers in
        let tree = list.tree
        let gone = layers.reduce(into: Set<Int>()) { $0.formUnion(tree.subtree(of: $1)) }
        var result = list
        result.steps.removeAll { $0.layer.map(gone.contains) ?? false }
        return result
      }
      depth += 1
    }
    var tree = best.tree
    for number in tree.root.flatMap({ tree.layers[$0]?.sublayers }) ?? [] {
      try makeRoot(number)
    }
    tree = best.tree
    for number in tree.layers.keys.sorted() where !isAtLimit {
      try replaceBySublayers(number)
      try makePlain(number)
    }
  }

  private static func layers(_ list: EditList, atDepth depth: Int) -> [Int] {
    let tree = list.tree
    return tree.layers.keys.filter { tree.depth(of: $0) == depth }.sorted()
  }

  /// Makes a sublayer of the root the root.
  private mutating func makeRoot(_ number: Int) throws {
    var list = best
    list.steps = list.steps.map { if case .root = $0 { .root(number) } else { $0 } }
    try attempt(list, isShorter: true)
  }

  /// Puts the sublayers of a layer in its place.
  private mutating func replaceBySublayers(_ number: Int) throws {
    let tree = best.tree
    guard let layer = tree.layers[number], number != tree.root, !layer.sublayers.isEmpty else {
      return
    }
    var list = best
    list.steps.removeAll { $0.layer == number }
    for (index, step) in list.steps.enumerated() {
      guard case .sublayers(let parent, var children) = step,
        let place = children.firstIndex(of: number)
      else { continue }
      children.replaceSubrange(place...place, with: layer.sublayers)
      list.steps[index] = .sublayers(parent, children)
    }
    try attempt(list)
  }

  /// Makes a layer one of the class `Layer`, without the properties of its own class.
  private mutating func makePlain(_ number: Int) throws {
    guard let layer = best.tree.layers[number], layer.kind != .plain else { return }
    var list = best
    list.steps.removeAll { step in
      if case .tiles(number, _) = step { return true }
      guard case .set(number, let key, _) = step else { return false }
      return RecordedKind.plain.initialValue(forKey: key) == nil
    }
    for (index, step) in list.steps.enumerated() {
      if case .add(number, _, _) = step {
        list.steps[index] = .add(number, .plain, className: RecordedKind.plain.rawValue)
      }
    }
    try attempt(list)
  }

  // MARK: - Values

  private mutating func simplify() throws {
    var index = 0
    while index < best.steps.count, !isAtLimit {
      for step in try simplerSteps(at: index) {
        var list = best
        list.steps[index] = step
        // The list must not become another while its places are gone through.
        let steps = list.steps.count
        if try attempt(list) {
          if best.steps.count == steps { index -= 1 }
          break
        }
      }
      index += 1
    }
  }

  /// Returns simpler steps than one, the simplest first.
  private func simplerSteps(at index: Int) throws -> [EditList.Step] {
    switch best.steps[index] {
    case .set(let number, let key, let value):
      return try simpler(value).map { .set(number, key, $0) }
    case .animate(let number, let animation, .object(let members)):
      return try simpler(members, besides: ["animation", "key", "class", "keyPath", "keyTimes"])
        .map { .animate(number, animation, .object($0)) }
    case .commit(let time):
      let next = best.steps[index...].lazy.compactMap { step in
        if case .frame(let time) = step { time } else { nil }
      }.first
      return next.map { $0 == time ? [] : [.commit($0)] } ?? []
    case .frame(let time): return Self.simpler(time).map { .frame($0) }
    case .size(let size): return Self.simpler(viewport: size).map { .size($0) }
    default: return []
    }
  }

  private func simpler(
    _ members: [JSONValue.Member], besides fixed: Set<String>
  ) throws -> [[JSONValue.Member]] {
    var result: [[JSONValue.Member]] = []
    for (index, member) in members.enumerated() where !fixed.contains(member.key) {
      if member.key != "begin" {
        var fewer = members
        fewer.remove(at: index)
        result.append(fewer)
      }
      var values = try simpler(member.value)
      if member.key == "animations", let list = member.value.list, list.count > 1 {
        values = list.indices.map { index in
          .list(list.enumerated().filter { $0.offset != index }.map(\.element))
        }
      }
      for value in values {
        var changed = members
        changed[index] = .init(key: member.key, value: value)
        result.append(changed)
      }
    }
    return result
  }

  /// Returns sizes of the frame with a scale of 1, and of half the width or height.
  private static func simpler(viewport: JSONValue) -> [JSONValue] {
    guard let size = viewport["size"]?.counts, size.count == 2, let scale = viewport["scale"] else {
      return []
    }
    let alignment = viewport["alignment"]
    func changed(_ width: Int, _ height: Int, _ scale: JSONValue) -> JSONValue {
      .object([
        "size": .list([.integer(width), .integer(height)]), "scale": scale, "alignment": alignment,
      ])
    }
    var result: [JSONValue] = []
    if scale.number != 1 { result.append(changed(size[0], size[1], .number(1))) }
    if size[0] > 1 { result.append(changed((size[0] + 1) / 2, size[1], scale)) }
    if size[1] > 1 { result.append(changed(size[0], (size[1] + 1) / 2, scale)) }
    return result
  }

  /// The count of numbers up to which each is made simpler by itself.
  private static let maximumCount = 16

  private func simpler(_ value: JSONValue) throws -> [JSONValue] {
    switch value {
    case .number(let number): return Self.simpler(number).map { .number($0) }
    case .object(let members) where members.count == 1:
      let key = members[0].key
      if key == "bitmap" {
        return try bitmaps.simpler(members[0].value.text ?? "").map {
          .object([.init(key: key, value: .text($0))])
        }
      }
      guard case .list(let list) = members[0].value else { return [] }
      let lists = (key == "path" ? Self.shorter(path: list) : []) + Self.simpler(list)
      return lists.map { .object([.init(key: key, value: .list($0))]) }
    default: return []
    }
  }

  /// Returns paths without one of their elements.
  private static func shorter(path: [JSONValue]) -> [[JSONValue]] {
    let starts = path.indices.filter { path[$0].text != nil } + [path.count]
    guard starts.count <= maximumCount else { return [] }
    return zip(starts, starts.dropFirst()).dropFirst().map { start, end in
      Array(path[..<start] + path[end...])
    }
  }

  /// Returns simpler lists: with all numbers rounded, and with single numbers made simpler.
  private static func simpler(_ list: [JSONValue]) -> [[JSONValue]] {
    var result: [[JSONValue]] = []
    for digits in [0, 1, 2] {
      let rounded = list.map { $0.number.map { .number(round($0, digits)) } ?? $0 }
      if rounded != list, !result.contains(rounded) { result.append(rounded) }
    }
    if list.count <= maximumCount {
      for (index, value) in list.enumerated() {
        for simple in value.number.map(simpler) ?? [] {
          var changed = list
          changed[index] = .number(simple)
          result.append(changed)
        }
      }
    }
    return result
  }

  /// Returns numbers that are shorter than one, or nearer to 0.
  private static func simpler(_ number: Double) -> [Double] {
    guard number.isFinite, number != 0 else { return number == 0 ? [] : [0] }
    var result: [Double] = [0]
    for candidate in [1, round(number, 0), round(number, 1), round(number, 2)]
    where candidate != 0 && length(candidate) < length(number) && !result.contains(candidate) {
      result.append(candidate)
    }
    return result
  }

  private static func round(_ number: Double, _ digits: Int) -> Double {
    let factor = [1.0, 10, 100][digits]
    let result = (number * factor).rounded() / factor
    return result.isFinite ? result : number
  }

  private static func length(_ number: Double) -> Int {
    var text = ""
    JSONValue.number(number).write(to: &text)
    return text.utf8.count
  }
}

extension EditList {
  /// Returns the places of steps.
  fileprivate func places(where isMember: (Step) -> Bool) -> [Int] {
    steps.indices.filter { isMember(steps[$0]) }
  }
}

/// The bitmaps of a recording, and those that take their place.
final class ShrunkBitmaps: BitmapTable {
  private let source: RecordingSource
  private var known: [String: Bitmap] = [:]
  /// The hashes of the bitmaps that were asked for.
  var used: Set<String> = []

  init(_ source: RecordingSource) { self.source = source }

  func bitmap(_ hash: String) throws -> Bitmap {
    used.insert(hash)
    if let bitmap = known[hash] { return bitmap }
    let bitmap = try source.bitmap(hash)
    known[hash] = bitmap
    return bitmap
  }

  /// Returns the hashes of simpler bitmaps: a pixel of the mean colour, and as many in the size.
  func simpler(_ hash: String) throws -> [String] {
    let bitmap = try bitmap(hash)
    let pixels = bitmap.pixels
    if pixels.count == 1 { return [] }
    func mean(_ shift: UInt32) -> UInt32 {
      let sum = pixels.reduce(0 as UInt64) { $0 + UInt64($1 >> shift & 255) }
      return UInt32(sum / UInt64(pixels.count)) << shift
    }
    let pixel = mean(24) | mean(16) | mean(8) | mean(0)
    var result = [keep(try Bitmap(width: 1, height: 1, pixels: [pixel]))]
    if pixels.contains(where: { $0 != pixels[0] }) {
      let plain = [UInt32](repeating: pixel, count: pixels.count)
      result.append(
        keep(try Bitmap(width: bitmap.width, height: bitmap.height, pixels: plain)))
    }
    return result
  }

  private func keep(_ bitmap: Bitmap) -> String {
    let hash = bitmap.recordedHash
    known[hash] = bitmap
    return hash
  }
}
