import Lamina

/// The tree of a recording at a time, as values.
struct TreeState {
  /// A layer of it.
  struct LayerState {
    let kind: RecordedKind
    let className: String
    var name: String?
    var values: [String: JSONValue] = [:]
    var mask: Int?
    var sublayers: [Int] = []
    var tiles: JSONValue = .null
    var animations: [(number: Int, json: JSONValue)] = []

    init(kind: RecordedKind, className: String) {
      self.kind = kind
      self.className = className
    }
  }

  private(set) var layers: [Int: LayerState] = [:]
  private(set) var root: Int?
  private var parents: [Int: Int] = [:]

  // MARK: - Applying steps

  /// Carries out the steps of a commit.
  ///
  /// Any steps give a tree: what refers to a layer that is not there does nothing, and a layer that
  /// would be in two places is in the last one.
  mutating func apply(_ steps: some Sequence<EditList.Step>) {
    var lists: [Int: [Int]] = [:]
    var masks: [Int: Int?] = [:]
    var newRoot = root
    for step in steps {
      switch step {
      case .add(let number, let kind, let className):
        if layers[number] == nil {
          layers[number] = LayerState(kind: kind, className: className)
        }
      case .name(let number, let name): layers[number]?.name = name
      case .set(let number, let key, let value): layers[number]?.values[key] = value
      case .tiles(let number, let tiles): layers[number]?.tiles = tiles
      case .animate(let number, let animation, let json):
        layers[number]?.animations.append((animation, json))
      case .end(let number, let animation):
        layers[number]?.animations.removeAll { $0.number == animation }
      case .mask(let number, let mask): masks[number] = .some(mask)
      case .sublayers(let number, let list): lists[number] = list
      case .root(let number): newRoot = number
      case .size, .commit, .frame: break
      }
    }
    // Layers leave their superlayers before they join others.
    for number in masks.keys { layers[number]?.mask.map { detach($0) } }
    for number in lists.keys { layers[number]?.sublayers.forEach { detach($0) } }
    if let newRoot, layers[newRoot] != nil {
      detach(newRoot)
      root = newRoot
    }
    for (number, mask) in masks.sorted(by: { $0.key < $1.key }) {
      if let mask, attach(mask, to: number) { layers[number]?.mask = mask }
    }
    for (number, list) in lists.sorted(by: { $0.key < $1.key }) {
      var seen: Set<Int> = []
      for child in list where seen.insert(child).inserted && attach(child, to: number) {
        layers[number]?.sublayers.append(child)
      }
    }
  }

  private mutating func detach(_ number: Int) {
    guard let parent = parents.removeValue(forKey: number) else { return }
    if layers[parent]?.mask == number { layers[parent]?.mask = nil }
    layers[parent]?.sublayers.removeAll { $0 == number }
  }

  /// Takes a layer off its superlayer, and returns true if it can join another.
  private mutating func attach(_ number: Int, to parent: Int) -> Bool {
    guard layers[number] != nil, layers[parent] != nil, number != root else { return false }
    var next: Int? = parent
    while let layer = next {
      if layer == number { return false }
      next = parents[layer]
    }
    detach(number)
    parents[number] = parent
    return true
  }

  // MARK: - Reading lines

  /// Carries out the lines of a commit.
  ///
  /// - Parameter isCheckpoint: true if the lines describe the whole tree.
  mutating func read(_ lines: [JSONValue], _ commit: JSONValue, isCheckpoint: Bool) throws {
    let before = layers
    if isCheckpoint { layers = [:] }
    for number in commit["removed"]?.counts ?? [] { layers[number] = nil }
    for json in lines { try read(json, isCheckpoint ? [:] : before) }
    root = commit["root"]?.count
  }

  private mutating func read(_ json: JSONValue, _ before: [Int: LayerState]) throws {
    guard let number = json["layer"]?.count else {
      throw UnusableRecord("a layer needs a number")
    }
    var layer: LayerState
    if let text = json["kind"]?.text, let kind = RecordedKind(rawValue: text) {
      layer = LayerState(kind: kind, className: json["class"]?.text ?? text)
    } else if let known = before[number] {
      layer = known
    } else {
      throw UnusableRecord("there is no layer \(number)")
    }
    if let name = json["name"] { layer.name = name.text }
    for member in json["set"]?.members ?? [] { layer.values[member.key] = member.value }
    if let mask = json["mask"] { layer.mask = mask.count }
    if let splice = json["sublayers"]?.counts, splice.count >= 2,
      splice[0] + splice[1] <= layer.sublayers.count
    {
      layer.sublayers.replaceSubrange(splice[0]..<splice[0] + splice[1], with: splice[2...])
    }
    if let tiles = json["tiles"] { layer.tiles = tiles }
    if let ended = json["ended"]?.counts {
      layer.animations.removeAll { ended.contains($0.number) }
    }
    for animation in json["animations"]?.list ?? [] {
      guard let number = animation["animation"]?.count else { continue }
      layer.animations.append((number, animation))
    }
    layers[number] = layer
  }

  // MARK: - Comparing

  /// The layers of the tree; those that are in no superlayer are left out.
  var shown: [Int: LayerState] {
    var result: [Int: LayerState] = [:]
    var open = [root].compactMap { $0 }
    while let number = open.popLast() {
      guard let layer = layers[number], result[number] == nil else { continue }
      result[number] = layer
      open += layer.sublayers
      if let mask = layer.mask { open.append(mask) }
    }
    return result
  }

  /// The number of layers between the root and a layer.
  func depth(of number: Int) -> Int {
    sequence(first: number) { parents[$0] }.reduce(-1) { count, _ in count + 1 }
  }

  /// A layer, and all layers in it.
  func subtree(of number: Int) -> Set<Int> {
    var result: Set<Int> = []
    var open = [number]
    while let number = open.popLast() {
      guard result.insert(number).inserted else { continue }
      open += layers[number]?.sublayers ?? []
      if let mask = layers[number]?.mask { open.append(mask) }
    }
    return result
  }

  /// Returns the steps that lead from some layers to others.
  static func steps(
    from old: [Int: LayerState], to new: [Int: LayerState]
  ) -> [EditList.Step] {
    var added: [EditList.Step] = []
    var changed: [EditList.Step] = []
    for (number, layer) in new.sorted(by: { $0.key < $1.key }) {
      let before = old[number]
      if before == nil { added.append(.add(number, layer.kind, className: layer.className)) }
      if layer.name != before?.name { changed.append(.name(number, layer.name)) }
      for key in layer.values.keys.sorted() where layer.values[key] != before?.values[key] {
        changed.append(.set(number, key, layer.values[key]!))
      }
      for key in before?.values.keys.sorted() ?? [] where layer.values[key] == nil {
        // Only a checkpoint leaves out what is as in a new layer, and that is no bitmap.
        if let value = layer.kind.initialValue(forKey: key),
          let json = try? ValueCoding.json(value, { _ in "" })
        {
          changed.append(.set(number, key, json))
        }
      }
      if layer.mask != before?.mask { changed.append(.mask(number, layer.mask)) }
      if layer.sublayers != before?.sublayers ?? [] {
        changed.append(.sublayers(number, layer.sublayers))
      }
      if layer.tiles != before?.tiles ?? .null { changed.append(.tiles(number, layer.tiles)) }
      let known = Set(before?.animations.map(\.number) ?? [])
      let kept = Set(layer.animations.map(\.number))
      changed += known.subtracting(kept).sorted().map { .end(number, $0) }
      changed += layer.animations.filter { !known.contains($0.number) }
        .map { .animate(number, $0.number, $0.json) }
    }
    return added + changed
  }
}
