import Foundation
import Lamina

/// A tree of layers that goes through the changes of a recording.
struct TreeReplay {
  private let bitmaps: any BitmapTable
  private(set) var renderer: Renderer?
  private(set) var layers: [Int: Layer] = [:]
  private var sublayers: [Int: [Int]] = [:]
  private var animations: [Int: [(number: Int, animation: Animation)]] = [:]
  /// The lines of layers since the last commit.
  private var pending: [(line: Int, json: JSONValue)] = []
  private var isCheckpoint = false
  private var viewport: (width: Int, height: Int, scale: CGFloat)?
  private var alignment = ContentsAlignment.automatic

  init(bitmaps: any BitmapTable) { self.bitmaps = bitmaps }

  /// True if frames explain their damage.
  var explainsDamage: Bool {
    get { renderer?.options.explainsDamage ?? false }
    nonmutating set { renderer?.options.explainsDamage = newValue }
  }

  /// Draws the tree at a time, in seconds.
  func render(at time: Double) throws -> Frame {
    guard let renderer else { throw UnusableRecord("no commit is before the frame") }
    return try renderer.render(at: time)
  }

  /// Draws the tree of the last commit at a time, in seconds, without what earlier frames left.
  func renderWhole(at time: Double) throws -> Bitmap {
    guard let renderer, let tree = renderer.publishedTree else {
      throw UnusableRecord("no commit is before the frame")
    }
    let compositor = try Compositor(
      width: renderer.width, height: renderer.height, scale: renderer.scale)
    compositor.options.contentsAlignment = renderer.options.contentsAlignment
    return try compositor.render(tree, at: time).bitmap
  }

  /// Replays a line.
  mutating func apply(_ json: JSONValue, line: Int) throws {
    switch json.members?.first?.key {
    case "checkpoint":
      try readViewport(json)
      pending = []
      isCheckpoint = true
    case "size": try readViewport(json)
    case "layer": pending.append((line, json))
    case "commit": try commit(json)
    default: break
    }
  }

  private mutating func readViewport(_ json: JSONValue) throws {
    guard let size = json["size"]?.counts, size.count == 2, let scale = json["scale"]?.number else {
      throw UnusableRecord("the size or the scale of the frames is missing")
    }
    switch json["alignment"]?.text ?? "automatic" {
    case "automatic": alignment = .automatic
    case "always": alignment = .always
    case "never": alignment = .never
    default: throw UnusableRecord("the alignment is unknown")
    }
    viewport = (size[0], size[1], CGFloat(scale))
    if let renderer, !isCheckpoint {
      try resize(renderer)
    }
  }

  private func resize(_ renderer: Renderer) throws {
    guard let viewport else { return }
    renderer.options.contentsAlignment = alignment
    if (renderer.width, renderer.height, renderer.scale) != viewport {
      try renderer.resize(width: viewport.width, height: viewport.height, scale: viewport.scale)
    }
  }

  private mutating func commit(_ json: JSONValue) throws {
    guard let time = json["time"]?.number, time.isFinite, let root = json["root"]?.count else {
      throw UnusableRecord("a commit needs a time and a root")
    }
    if isCheckpoint {
      renderer = nil
      (layers, sublayers, animations) = ([:], [:], [:])
      isCheckpoint = false
    }
    let lines = pending
    pending = []
    var result: Result<Void, any Error> = .success(())
    Transaction.run(disableActions: true) {
      if explainsDamage {
        Transaction.setValue(Self.transaction(of: json), forKey: RecordedTransaction.key)
      }
      result = Result { try change(lines, root: root, removed: json["removed"]?.counts ?? []) }
    }
    try result.get()
    renderer?.commit(at: time)
  }

  /// Returns the last transaction of a commit, with the labels of all.
  private static func transaction(of commit: JSONValue) -> RecordedTransaction? {
    guard let all = commit["transactions"]?.list, let last = all.last,
      let number = last["number"]?.count
    else { return nil }
    let labels = all.compactMap { $0["label"]?.text }
    return RecordedTransaction(
      number: number, label: labels.isEmpty ? nil : labels.joined(separator: ", "),
      isImplicit: last["implicit"]?.bool ?? false)
  }

  /// Carries out the changes of a commit: layers leave their superlayers before they join others.
  private mutating func change(
    _ lines: [(line: Int, json: JSONValue)], root: Int, removed: [Int]
  ) throws {
    var changes: [(line: Int, number: Int, layer: Layer, json: JSONValue)] = []
    for (line, json) in lines {
      try naming(line) {
        guard let number = json["layer"]?.count else {
          throw UnusableRecord("a layer needs a number")
        }
        let layer = try layer(number, json)
        if let values = json["set"] { try set(values, of: layer) }
        if let tiles = json["tiles"] { try layer.showRecorded(try self.tiles(tiles)) }
        changes.append((line, number, layer, json))
      }
    }
    // What is below a layer that leaves may go elsewhere.
    for layer in removed.compactMap({ layers[$0] }) { (layer.mask, layer.sublayers) = (nil, nil) }
    var lists: [Int: [Int]] = [:]
    for (line, number, layer, json) in changes {
      try naming(line) {
        if json["mask"] != nil { layer.mask = nil }
        if let list = json["sublayers"] { lists[number] = try detach(list, from: number) }
      }
    }
    guard let rootLayer = layers[root], rootLayer.superlayer == nil else {
      throw UnusableRecord("the root is not a layer, or has a superlayer")
    }
    try showRoot(rootLayer)
    for (line, number, layer, json) in changes {
      try naming(line) {
        if let mask = json["mask"], mask != .null {
          let mask = try self.layer(mask.count)
          try checkJoining(mask, layer)
          layer.mask = mask
        }
        if let list = lists[number] { try setSublayers(list, of: layer, number) }
      }
    }
    for (line, number, layer, json) in changes {
      try naming(line) { try animate(layer, number, json) }
    }
    for number in removed {
      (layers[number], sublayers[number], animations[number]) = (nil, nil, nil)
    }
  }

  /// Calls a function, and adds the number of a line to what it throws.
  private func naming(_ line: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch var error as UnusableRecord {
      error.line = error.line ?? line
      throw error
    }
  }

  private mutating func showRoot(_ root: Layer) throws {
    if let renderer {
      if renderer.layer !== root { renderer.layer = root }
      return
    }
    guard let viewport else { throw UnusableRecord("no checkpoint is before the commit") }
    let new = try Renderer(
      layer: root, width: viewport.width, height: viewport.height, scale: viewport.scale)
    new.options.contentsAlignment = alignment
    renderer = new
  }

  // MARK: - Layers

  /// Returns the layer of a number, made new where the line tells the kind.
  private mutating func layer(_ number: Int, _ json: JSONValue) throws -> Layer {
    let layer: Layer
    if let kind = json["kind"] {
      guard let kind = kind.text.flatMap(RecordedKind.init), layers[number] == nil else {
        throw UnusableRecord("the kind of the layer is unknown, or the layer exists")
      }
      layer = kind.makeLayer()
      layers[number] = layer
    } else {
      layer = try self.layer(number)
    }
    if let name = json["name"] { layer.name = name.text }
    return layer
  }

  private func layer(_ number: Int?) throws -> Layer {
    guard let layer = number.flatMap({ layers[$0] }) else {
      throw UnusableRecord("there is no layer \(number.map(String.init) ?? "of that number")")
    }
    return layer
  }

  private func set(_ values: JSONValue, of layer: Layer) throws {
    for member in values.members ?? [] {
      guard let value = try ValueCoding.propertyValue(member.value, bitmaps) else {
        throw UnusableRecord("the value of \(String(member.key.prefix(40)).escaped) is of no kind")
      }
      try layer.setRecorded(value, forKey: member.key)
    }
  }

  private func tiles(_ json: JSONValue) throws -> VisibleTiles? {
    if json == .null { return nil }
    guard let fade = json["fade"]?.number, !fade.isNaN, let list = json["tiles"]?.list else {
      throw UnusableRecord("tiles need a list and a duration")
    }
    let tiles = try list.map { tile in
      guard let parts = tile.list, parts.count == 6, let hash = parts[0].text,
        let n = Array(parts[1...]).allOf(\.number), n[..<4].allSatisfy(\.isFinite)
      else { throw UnusableRecord("a tile needs a bitmap, a rectangle and a time") }
      return VisibleTile(
        bitmap: try bitmaps.bitmap(hash), rect: CGRect(x: n[0], y: n[1], width: n[2], height: n[3]),
        arrival: n[4])
    }
    return VisibleTiles(tiles, fadeDuration: fade)
  }

  // MARK: - Hierarchy

  /// Takes the layers that a change of a list removes from it off their superlayer, and returns the
  /// new list.
  private mutating func detach(_ change: JSONValue, from number: Int) throws -> [Int] {
    var list = sublayers[number] ?? []
    guard let splice = change.counts, splice.count >= 2, splice[0] <= list.count,
      splice[1] <= list.count - splice[0]
    else { throw UnusableRecord("a change of sublayers is outside the list") }
    let place = splice[0]..<splice[0] + splice[1]
    let new = splice[2...]
    let kept = Set(new)
    for child in list[place] where !kept.contains(child) { layers[child]?.removeFromSuperlayer() }
    list.replaceSubrange(place, with: new)
    return list
  }

  private mutating func setSublayers(_ list: [Int], of layer: Layer, _ number: Int) throws {
    let old = layer.sublayers ?? []
    let new = try list.map { try self.layer($0) }
    guard Set(list).count == list.count else { throw UnusableRecord("a sublayer is there twice") }
    for child in new where child.superlayer !== layer || child === layer.mask {
      try checkJoining(child, layer)
    }
    sublayers[number] = list
    // One layer after another, where nothing else changes.
    if new.count > old.count, new.count - old.count < 8 {
      let added = new.indices.filter { new[$0].superlayer !== layer }
      if added.count == new.count - old.count {
        for index in added { layer.insertSublayer(new[index], at: index) }
      }
    }
    layer.sublayers = new
  }

  /// Checks that a layer is nowhere, and neither another nor an ancestor of that.
  private func checkJoining(_ child: Layer, _ parent: Layer) throws {
    if child.superlayer != nil || child === renderer?.layer {
      throw UnusableRecord("a sublayer or mask has another superlayer")
    }
    var next: Layer? = parent
    while let layer = next {
      if layer === child { throw UnusableRecord("a layer would be inside itself") }
      next = layer.superlayer
    }
  }

  // MARK: - Animations

  private mutating func animate(_ layer: Layer, _ number: Int, _ json: JSONValue) throws {
    var list = animations[number] ?? []
    if let ended = json["ended"] {
      let ended = Set(ended.counts ?? [])
      list.removeAll { ended.contains($0.number) }
      layer.keepAnimations { animation in list.contains { $0.animation === animation } }
    }
    for json in json["animations"]?.list ?? [] {
      guard let number = json["animation"]?.count, let begin = json["begin"]?.number, begin.isFinite
      else { throw UnusableRecord("an animation needs a number and a begin time") }
      let animation = try AnimationCoding.animation(
        json, besides: ["animation", "begin", "key"], bitmaps)
      try layer.add(recorded: animation, forKey: json["key"]?.text, beginningAt: begin)
      list.append((number, animation))
    }
    animations[number] = list.isEmpty ? nil : list
  }
}
