import Foundation
import Lamina

/// Writes a list of steps as a test in Swift, which fails as long as the frame shows what is wrong.
struct SwiftTestWriter {
  /// The count of pixels up to which a bitmap is in the source.
  static let maximumPixelCount = 16_384

  private let bitmaps: ShrunkBitmaps
  /// The name of the test's type.
  private let suite: String
  /// The lines of the test function.
  private var lines: [String] = []
  /// The lines of the transaction that is being written.
  private var changes: [String] = []
  private var names: [Int: String] = [:]
  private var taken: Set<String> = ["scene", "renderer", "frame", "pixels"]
  private var bitmapNames: [String: String] = [:]
  private var counts: [String: Int] = [:]
  /// The keys of the animations of each layer, which no two have.
  private var keys: [Int: [Int: String]] = [:]
  /// The layers that show the tiles of each.
  private var tileLayers: [Int: [String]] = [:]
  private var files: [(name: String, bytes: [UInt8])] = []

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

  private mutating func newName(_ base: String) -> String {
    var name = base
    while !taken.insert(name).inserted {
      counts[base, default: 1] += 1
      name = "\(base)\(counts[base]!)"
    }
    return name
  }

  private func name(_ number: Int) -> String { names[number] ?? "layer" }

  /// The names of properties in Swift that are not their keys.
  private static let propertyNames = [
    "hidden": "isHidden", "opaque": "isOpaque", "geometryFlipped": "isGeometryFlipped",
    "doubleSided": "isDoubleSided", "additive": "isAdditive", "cumulative": "isCumulative",
    "enabled": "isEnabled",
  ]

  // MARK: - Values

  private mutating func value(_ value: JSONValue, of key: String) throws -> String {
    switch value {
    case .null: return "nil"
    case .bool(let flag): return "\(flag)"
    case .number(let number):
      let text = Self.number(number)
      return switch key {
      case "maskedCorners": "CornerMask(rawValue: \(text))"
      case "edgeAntialiasingMask": "EdgeAntialiasingMask(rawValue: \(text))"
      default: text
      }
    // A name that is none stands for nil.
    case .text(let word): return word.isEmpty ? "nil" : Self.member(word)
    case .list(let list):
      return "[\(try list.map { try self.value($0, of: "") }.joined(separator: ", "))]"
    case .object(let members):
      guard let member = members.first else { return "nil" }
      return try self.value(ofKind: member.key, member.value)
    }
  }

  private mutating func value(ofKind kind: String, _ value: JSONValue) throws -> String {
    switch kind {
    case "bitmap": return try bitmap(value.text ?? "")
    case "path": return path(value.list ?? [])
    case "filters": return "[\((value.list ?? []).map(filter).joined(separator: ", "))]"
    case "cells":
      return "[\(try (value.list ?? []).map { try cell($0) }.joined(separator: ", "))]"
    default: break
    }
    let n = value.numbers ?? []
    let texts = n.map(Self.number)
    switch (kind, n.count) {
    case ("point", 2): return Self.point(n[0], n[1])
    case ("size", 2): return "CGSize(width: \(texts[0]), height: \(texts[1]))"
    case ("rect", 4): return Self.rect(n)
    case ("affine", 6):
      return "Transform3D(Transform2D(a: \(texts[0]), b: \(texts[1]), c: \(texts[2]), "
        + "d: \(texts[3]), tx: \(texts[4]), ty: \(texts[5])))"
    case ("transform", 16):
      let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
      return "Transform3D(\(zip(names, texts).map { "\($0): \($1)" }.joined(separator: ", ")))"
    case ("color", 4): return Self.color(n)
    case ("colors", _):
      let colors = stride(from: 0, to: n.count - 3, by: 4).map { Self.color(Array(n[$0..<$0 + 4])) }
      return "[\(colors.joined(separator: ", "))]"
    default: return "[\(texts.joined(separator: ", "))]"
    }
  }

  private static func point(_ x: Double, _ y: Double) -> String {
    "CGPoint(x: \(number(x)), y: \(number(y)))"
  }

  private static func rect(_ n: [Double]) -> String {
    "CGRect(x: \(number(n[0])), y: \(number(n[1])), width: \(number(n[2])), "
      + "height: \(number(n[3])))"
  }

  private static func color(_ n: [Double]) -> String {
    let color = Color(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    let standard: [(String, Color)] = [
      ("black", .black), ("white", .white), ("red", .red), ("green", .green), ("blue", .blue),
      ("clear", .clear),
    ]
    if let (name, _) = standard.first(where: { $0.1 == color }) { return "Color.\(name)" }
    let bytes = n.prefix(3).map { ($0 * 255).rounded() }
    if bytes.allSatisfy({ (0...255).contains($0) }) {
      let rgb = bytes.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      if Color(rgb: rgb).withAlpha(n[3]) == color {
        let text = "Color(rgb: 0x\(hex(rgb, digits: 6)))"
        return n[3] == 1 ? text : "\(text).withAlpha(\(number(n[3])))"
      }
    }
    return "Color(red: \(number(n[0])), green: \(number(n[1])), blue: \(number(n[2])), "
      + "alpha: \(number(n[3])))"
  }

  private func filter(_ json: JSONValue) -> String {
    let effect = json.members?.first
    let n = effect?.value.numbers ?? []
    let text =
      switch effect?.key {
      case "gaussianBlur"?: "Filter.gaussianBlur(radius: \(Self.number(n[0])))"
      case "colorMatrix"?:
        "Filter.colorMatrix(ColorMatrix([\(n.map(Self.number).joined(separator: ", "))]))"
      case "invert"?: "Filter.invert"
      case let kind?: "Filter.\(kind)(\(Self.number(n[0])))"
      case nil: "Filter.invert"
      }
    let name = json["name"]?.text
    if name == nil, json["enabled"] == nil { return text }
    return "{ var filter = \(text); "
      + (name.map { "filter.name = \(Self.literal($0)); " } ?? "")
      + (json["enabled"] == nil ? "" : "filter.isEnabled = false; ") + "return filter }()"
  }

  private mutating func cell(_ json: JSONValue) throws -> String {
    let variable = newName("cell")
    lines.append("let \(variable) = EmitterCell()")
    for member in json.members ?? [] {
      let value: String
      switch member.key {
      case "name": value = Self.literal(member.value.text ?? "")
      case "cells":
        let cells = try (member.value.list ?? []).map { try cell($0) }
        lines.append("\(variable).emitterCells = [\(cells.joined(separator: ", "))]")
        continue
      default: value = try self.value(member.value, of: member.key)
      }
      lines.append("\(variable).\(Self.propertyNames[member.key] ?? member.key) = \(value)")
    }
    return variable
  }

  private mutating func path(_ list: [JSONValue]) -> String {
    if list.isEmpty { return "Path()" }
    let variable = newName("path")
    lines.append("var \(variable) = Path()")
    var index = 0
    while index < list.count {
      let letter = list[index].text
      let numbers = list[(index + 1)...].prefix { $0.number != nil }.map { $0.number! }
      let p = stride(from: 0, to: numbers.count - 1, by: 2).map {
        Self.point(numbers[$0], numbers[$0 + 1])
      }
      index += 1 + numbers.count
      let call: String? =
        switch (letter, p.count) {
        case ("M", 1): "move(to: \(p[0]))"
        case ("L", 1): "addLine(to: \(p[0]))"
        case ("Q", 2): "addQuadCurve(to: \(p[1]), control: \(p[0]))"
        case ("C", 3): "addCurve(to: \(p[2]), control1: \(p[0]), control2: \(p[1]))"
        case ("Z", 0): "closeSubpath()"
        default: nil
        }
      if let call { lines.append("\(variable).\(call)") }
    }
    return variable
  }

  /// Declares a bitmap: of one colour or few pixels as numbers, else in base 64, or in a file.
  private mutating func bitmap(_ hash: String) throws -> String {
    if let name = bitmapNames[hash] { return name }
    let bitmap = try bitmaps.bitmap(hash)
    let name = newName("bitmap")
    bitmapNames[hash] = name
    let pixels = bitmap.pixels
    let count = pixels.count
    let list: String
    if pixels.allSatisfy({ $0 == pixels[0] }) {
      list = "Array(repeating: 0x\(Self.hex(pixels[0], digits: 8)), count: \(count))"
    } else if count <= 64 {
      list = "[\(pixels.map { "0x" + Self.hex($0, digits: 8) }.joined(separator: ", "))]"
    } else {
      let bytes = pixels.map(\.littleEndian).withUnsafeBytes { Data($0) }
      let data = newName("data")
      if count <= Self.maximumPixelCount {
        lines.append("let \(data) = Data(base64Encoded: \"\"\"")
        // The line breaks are escaped, as the reader of the data takes none.
        let text = bytes.base64EncodedString()
        var start = text.startIndex
        while start < text.endIndex {
          let end = text.index(start, offsetBy: 88, limitedBy: text.endIndex) ?? text.endIndex
          lines.append("  \(text[start..<end])\(end < text.endIndex ? "\\" : "")")
          start = end
        }
        lines.append("  \"\"\")!")
      } else {
        let file = "\(suite)-\(hash).pixels"
        files.append((file, Array(bytes)))
        lines.append(
          "let \(data) = try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent()")
        lines.append("  .appending(component: \(Self.literal(file))))")
      }
      list =
        "\(data).withUnsafeBytes { pixels in (0..<\(count)).map { UInt32(littleEndian: "
        + "pixels.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) } }"
    }
    lines.append("let \(name) = try Bitmap(")
    lines.append("  width: \(bitmap.width), height: \(bitmap.height),")
    lines.append("  pixels: \(list))")
    return name
  }

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

  // MARK: - Literals

  static func number(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    var text = ""
    JSONValue.number(number).write(to: &text)
    return text
  }

  static func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a string literal.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  /// Returns a case by its raw value, such as `even-odd`.
  private static func member(_ word: String) -> String {
    let parts = word.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return "."
      + parts.enumerated().map { index, part in
        index == 0 ? String(part) : part.prefix(1).uppercased() + part.dropFirst()
      }.joined()
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
