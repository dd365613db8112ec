import Foundation
import Lamina

/// Writes a list of steps as a test in Swift, which fails as long as the frame shows what is wrong.
struct SwiftTestWriter {
  /// The count of pixels up to which a bitmap is in the source.
  static let maximumPixelCount = 16_384

  let bitmaps: ShrunkBitmaps
  /// The name of the test's type.
  let suite: String
  /// The lines of the test function.
  var lines: [String] = []
  /// The lines of the transaction that is being written.
  private var changes: [String] = []
  private var names: [Int: String] = [:]
  private var taken: Set<String> = ["scene", "renderer", "frame", "pixels"]
  var bitmapNames: [String: String] = [:]
  private var counts: [String: Int] = [:]
  /// The keys of the animations of each layer, which no two have.
  private var keys: [Int: [Int: String]] = [:]
  /// The layers that show the tiles of each.
  private var tileLayers: [Int: [String]] = [:]
  var files: [(name: String, bytes: [UInt8])] = []

  /// Returns the source of the test, and the files that have to be beside it.
  static func test(
    of recording: ShrunkRecording, named suite: String
  ) throws -> (source: String, files: [(name: String, bytes: [UInt8])]) {
    var writer = SwiftTestWriter(bitmaps: recording.bitmaps, suite: suite)
    try writer.write(recording.list, recording.expectations)
    let wrong = recording.expectations.map(\.description).joined(separator: ", ")
    let time = recording.list.steps.last.flatMap { step in
      if case .frame(let time) = step { time } else { nil }
    }
    var head = ["// swift-format-ignore-file", "import Foundation", "import Lamina"]
    if recording.expectations.contains(where: \.needsHash) { head.append("import LaminaRecording") }
    head += [
      "import LaminaTesting", "import Testing", "",
      "/// Fails as long as the frame shows what is wrong: \(wrong.escaped).",
      "@Suite(\(Self.literal("The frame at \(Self.number(time ?? 0)) s")))", "struct \(suite) {",
      "  @Test(\(Self.literal("does not show: \(wrong)")))", "  func frame() throws {",
    ]
    let source = (head + writer.lines.map { "    " + $0 } + ["  }", "}"]).joined(separator: "\n")
    return (source + "\n", writer.files)
  }

  private init(bitmaps: ShrunkBitmaps, suite: String) {
    self.bitmaps = bitmaps
    self.suite = suite
  }

  // MARK: - Steps

  private mutating func write(_ list: EditList, _ expectations: [FrameExpectation]) throws {
    let steps = list.tidied.steps
    noteNames(steps)
    var size: JSONValue?
    var hasScene = false
    var root: Int?
    for (index, step) in steps.enumerated() {
      switch step {
      case .size(let new):
        size = new
        if hasScene { resize(new) }
      case .root(let number):
        root = number
        if hasScene { changes.append("scene.renderer.layer = \(name(number))") }
      case .commit(let time):
        if !changes.isEmpty {
          lines.append("Transaction.run(disableActions: true) {")
          lines += changes.map { "  " + $0 }
          lines.append("}")
          changes = []
        }
        if !hasScene, let size, let root {
          begin(size, root, time, expectations)
          hasScene = true
        }
        if case .frame(time)? = steps[(index + 1)...].first { continue }
        lines.append("scene.renderer.commit(at: \(Self.number(time)))")
      case .frame(let time):
        let isLast = index == steps.count - 1
        let isUsed = isLast && expectations.contains(where: \.usesFrame)
        lines.append(
          "\(isUsed ? "let frame = " : "")try scene.advance(to: \(Self.number(time)))")
      default: try write(step)
      }
    }
    try lines.append(contentsOf: expectations.flatMap { try $0.check(named: suite) })
  }

  private mutating func begin(
    _ size: JSONValue, _ root: Int, _ time: Double, _ expectations: [FrameExpectation]
  ) {
    let pixels = size["size"]?.counts ?? [1, 1]
    lines.append(
      "let renderer = try Renderer(layer: \(name(root)), width: \(pixels[0]), "
        + "height: \(pixels[1]), scale: \(Self.number(size["scale"]?.number ?? 1)))")
    if let alignment = size["alignment"]?.text {
      lines.append("renderer.options.contentsAlignment = .\(alignment)")
    }
    lines.append(
      "let scene = TestScene(renderer: renderer, startingAt: \(Self.number(time)))")
    if expectations.contains(where: \.provesFrames) {
      lines.append("scene.provesFrames = true")
    }
  }

  private mutating func resize(_ size: JSONValue) {
    let pixels = size["size"]?.counts ?? [1, 1]
    lines.append(
      "scene.renderer.options.contentsAlignment = .\(size["alignment"]?.text ?? "automatic")")
    lines.append(
      "try scene.renderer.resize(width: \(pixels[0]), height: \(pixels[1]), "
        + "scale: \(Self.number(size["scale"]?.number ?? 1)))")
  }

  private mutating func write(_ step: EditList.Step) throws {
    switch step {
    case .add(let number, let kind, _):
      let type = kind == .tiled ? "Layer" : kind.rawValue
      lines.append("let \(name(number)) = \(type)()")
    case .name(let number, let text):
      changes.append("\(name(number)).name = \(text.map(Self.literal) ?? "nil")")
    case .set(let number, let key, let value):
      let value = try self.value(value, of: key)
      changes.append("\(name(number)).\(Self.propertyNames[key] ?? key) = \(value)")
    case .mask(let number, let mask):
      changes.append("\(name(number)).mask = \(mask.map { name($0) } ?? "nil")")
    case .sublayers(let number, let list):
      let all = (tileLayers[number] ?? []) + list.map { name($0) }
      changes.append("\(name(number)).sublayers = [\(all.joined(separator: ", "))]")
    case .tiles(let number, let tiles): try write(tiles, of: number)
    case .animate(let number, let animation, let json):
      let variable = try self.animation(json, isOuter: true)
      let key = keys[number]?[animation].map(Self.literal) ?? "nil"
      changes.append("\(name(number)).add(\(variable), forKey: \(key))")
    case .end(let number, let animation):
      if let key = keys[number]?[animation] {
        changes.append("\(name(number)).removeAnimation(forKey: \(Self.literal(key)))")
      }
    case .root, .size, .commit, .frame: break
    }
  }

  /// Shows tiles, which a layer draws in code, by layers.
  private mutating func write(_ tiles: JSONValue, of number: Int) throws {
    var layers: [String] = []
    for tile in tiles["tiles"]?.list ?? [] {
      guard let parts = tile.list, parts.count == 6, let hash = parts[0].text,
        let rect = Array(parts[1..<5]).allOf(\.number)
      else { continue }
      let variable = newName("tile")
      lines.append("let \(variable) = Layer()")
      lines.append("\(variable).frame = \(Self.rect(rect))")
      lines.append("\(variable).contents = \(try bitmap(hash))")
      layers.append(variable)
    }
    let list = layers.joined(separator: ", ")
    let owner = name(number)
    for old in tileLayers[number] ?? [] { changes.append("\(old).removeFromSuperlayer()") }
    changes.append("\(owner).sublayers = [\(list)] + (\(owner).sublayers ?? [])")
    tileLayers[number] = layers
  }

  // MARK: - Names

  /// Gives each layer a name, and each animation that needs one a key of its own.
  private mutating func noteNames(_ steps: [EditList.Step]) {
    var kinds: [Int: RecordedKind] = [:]
    var texts: [Int: String] = [:]
    var ended: [Int: Set<Int>] = [:]
    for step in steps {
      switch step {
      case .add(let number, let kind, _): kinds[number] = kind
      case .name(let number, let text?): texts[number] = texts[number] ?? text
      case .end(let number, let animation): ended[number, default: []].insert(animation)
      default: break
      }
    }
    for number in kinds.keys.sorted() {
      let words = (texts[number] ?? "").split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      var base = words.enumerated().map { index, word in
        index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
      }.joined()
      if base.isEmpty || base.first!.isNumber || Self.keywords.contains(base) {
        let kind = kinds[number]!.rawValue
        base = kind == "Layer" ? "layer" : kind.dropLast("Layer".count).lowercased()
      }
      names[number] = newName(String(base.prefix(40)))
    }
    for step in steps {
      guard case .animate(let number, let animation, let json) = step else { continue }
      var key = json["key"]?.text
      if key == nil, ended[number]?.contains(animation) == true { key = "animation \(animation)" }
      if let known = key, keys[number]?.values.contains(known) == true {
        key = "\(known) \(animation)"
      }
      if json["class"]?.text == "Transition" { key = "transition" }
      keys[number, default: [:]][animation] = key
    }
  }

  private static let keywords: Set<String> = [
    "actor", "as", "await", "break", "case", "catch", "class", "continue", "default", "defer", "do",
    "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "open", "operator", "private",
    "protocol", "public", "repeat", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  mutating func newName(_ base: String) -> String {
    var name = base
    while !taken.insert(name).inserted {
      counts[base, default: 1] += 1
      name = "\(base)\(counts[base]!)"
    }
    return name
  }

  private func name(_ number: Int) -> String { names[number] ?? "layer" }

  /// The names of properties in Swift that are not their keys.
  static let propertyNames = [
    "hidden": "isHidden", "opaque": "isOpaque", "geometryFlipped": "isGeometryFlipped",
    "doubleSided": "isDoubleSided", "additive": "isAdditive", "cumulative": "isCumulative",
    "enabled": "isEnabled",
  ]

  // MARK: - Animations

  /// Declares an animation, and returns its name.
  ///
  /// - Parameter isOuter: true for one of a layer, false for one in a group.
  private mutating func animation(_ json: JSONValue, isOuter: Bool) throws -> String {
    let type = json["class"]?.text ?? "Animation"
    let variable = newName("animation")
    let keyPath = json["keyPath"]?.text.map { "keyPath: \(Self.literal($0))" } ?? ""
    var members: [String] = []
    for member in json.members ?? [] {
      let value: String
      switch member.key {
      case "animation", "begin", "key", "class", "keyPath": continue
      case "beginTime" where isOuter, "removedOnCompletion" where isOuter: continue
      case "valueFunction": value = "ValueFunction(name: .\(member.value.text ?? ""))"
      case "timingFunction": value = Self.function(member.value)
      case "timingFunctions":
        value = "[\((member.value.list ?? []).map(Self.function).joined(separator: ", "))]"
      case "animations":
        let all = try (member.value.list ?? []).map { try animation($0, isOuter: false) }
        value = "[\(all.joined(separator: ", "))]"
      default: value = try self.value(member.value, of: member.key)
      }
      members.append("\(Self.propertyNames[member.key] ?? member.key) = \(value)")
    }
    lines.append("let \(variable) = \(type)(\(keyPath))")
    lines += members.map { "\(variable).\($0)" }
    if isOuter {
      // 0 stands for the time of the commit.
      let begin = json["begin"]?.number ?? 0
      lines.append(
        "\(variable).beginTime = \(begin == 0 ? ".leastNonzeroMagnitude" : Self.number(begin))")
      lines.append("\(variable).isRemovedOnCompletion = false")
    }
    return variable
  }

  private static func function(_ json: JSONValue) -> String {
    if let name = json.text { return "TimingFunction.\(name)" }
    let n = (json.numbers ?? []).map(number)
    return "TimingFunction(controlPoints: \(n.joined(separator: ", ")))"
  }
}

extension FrameExpectation {
  fileprivate var needsHash: Bool { if case .hash = kind { true } else { false } }
  fileprivate var provesFrames: Bool { if case .partialRedraw = kind { true } else { false } }
  fileprivate var usesFrame: Bool {
    switch kind {
    case .hash, .pixel: true
    case .partialRedraw, .omission, .other: false
    }
  }

  /// Returns the lines that fail while a frame meets the expectation.
  fileprivate func check(named suite: String) throws -> [String] {
    switch kind {
    // The scene compares each frame.
    case .partialRedraw: []
    case .omission: ["try scene.expectNoOmissions()"]
    case .hash(let hash, let isEqual):
      ["#expect(frame.bitmap.recordedHash \(isEqual ? "!=" : "==") \"\(hash)\")"]
    case .pixel(let x, let y, let value, let isEqual):
      [
        "#expect(frame.bitmap[\(x), \(y)] \(isEqual ? "!=" : "==") "
          + "0x\(SwiftTestWriter.hex(value, digits: 8)))"
      ]
    case .other: ["try scene.expectPicture(named: \(SwiftTestWriter.literal(suite)))"]
    }
  }
}

extension ShrunkRecording {
  /// Returns the source of a test in Swift, of `LaminaTesting` and Swift Testing.
  ///
  /// It makes the layers, and fails as long as the last frame shows what is wrong; for an expectation
  /// of your own, until a right picture is recorded. What layers drew in code are bitmaps. Those of
  /// more than 16,384 pixels are files to be put beside the source.
  ///
  /// - Parameter suite: the name of the test's type.
  /// - Returns: the source, and the names and bytes of the files.
  /// - Precondition: `suite` is an identifier of Swift.
  /// - Throws: ``RecordingError`` if a bitmap cannot be read.
  public func swiftTest(
    named suite: String
  ) throws -> (source: String, files: [(name: String, bytes: [UInt8])]) {
    try SwiftTestWriter.test(of: self, named: suite)
  }
}
