import ArgumentParser
import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("The examples on show")
struct ShowTests {
  static let names = Example.all.map(\.name)
  /// Those that are quickly drawn many times.
  static let quickNames = names.filter { $0 != "many-layers" }

  private func exhibit(_ name: String) throws -> ShowCommand.Exhibit {
    let command = try #require(try LaminaCommand.parseAsRoot(["show", name]) as? ShowCommand)
    let exhibit = try command.exhibit(try #require(command.name))
    // Small tiles are soon drawn.
    (exhibit.content.layer as? TiledLayer)?.tileSize = CGSize(width: 48, height: 48)
    return exhibit
  }

  @Test("are the examples of these names, each with a line that fits into a terminal")
  func listing() throws {
    #expect(Set(Self.names).count == Self.names.count)
    let lines = ShowCommand.listing.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.count == Self.names.count + 1)
    for (line, example) in zip(lines, Example.all) {
      #expect(line.hasPrefix(example.name + "  ") && line.hasSuffix("  " + example.summary))
      #expect(line.count <= 100, "\(line)")
      #expect(example.name.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    #expect(Example.named("no-such-example") == nil)
  }

  @Test("are something to look at, in a window of any size", .slow, arguments: names)
  func seen(name: String) throws {
    let exhibit = try exhibit(name)
    let host = try ViewHost(rootView: exhibit.view, size: exhibit.size, scale: 0.5)
    for (index, size) in [exhibit.size, CGSize(width: 333, height: 500)].enumerated() {
      try host.resize(to: size, scale: index == 0 ? 0.5 : 0.25)
      host.renderer.finishTiles(at: Double(index))
      let bitmap = try host.render(at: Double(index) + 0.5).bitmap
      var colors: Set<UInt32> = []
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width { colors.insert(bitmap[x, y]) }
      }
      #expect(colors.count > 1)
    }
  }

  @Test("are drawn in part as they are drawn whole, whatever is done", .slow, arguments: quickNames)
  func partialRedraw(name: String) throws {
    let exhibit = try exhibit(name)
    let size = CGSize(width: 300, height: 170)
    let host = try ViewHost(rootView: exhibit.view, size: size, scale: 0.5)
    let seed = firstWalkSeed
    var numbers = SeededGenerator(seed: seed)
    func random(_ range: Range<Int>) -> Int { range.lowerBound + numbers.below(range.count) }
    var isDown = false
    for frame in 0..<24 {
      let time = Double(frame) / 30
      for _ in 0..<random(0..<4) {
        let place = CGPoint(x: random(0..<300), y: random(0..<170))
        let kind: InputEvent.Kind
        switch random(0..<8) {
        case 0:
          kind = .scroll(
            location: place, translation: CGPoint(x: random(-60..<60), y: random(-60..<60)))
        case 1: kind = .magnify(location: place, factor: 0.5 + 0.1 * Double(random(0..<12)))
        case 2:
          let keys: [Key] = [.space, .left, .right, .up, .delete, .plus, .character("0")]
          kind = .key(keys[random(0..<keys.count)], isDown: true, modifiers: [])
        case 3 where isDown:
          isDown = false
          kind = .touch(id: 0, phase: .ended, location: place)
        default:
          kind = .touch(id: 0, phase: isDown ? .moved : .began, location: place)
          isDown = true
        }
        host.send(InputEvent(time: time, kind: kind))
      }
      host.renderer.finishTiles(at: time)
      let partial = try host.render(at: time)
      if frame % 3 != 2 { continue }
      host.renderer.invalidate()
      let whole = try host.renderer.render(at: time)
      #expect(partial.bitmap == whole.bitmap, "seed \(seed), frame \(frame)")
    }
  }

  /// Those that never come to rest by themselves: particles, and what grows for ever.
  private static let endless: Set<String> = ["kinds", "live-charts", "live-graph"]
  /// Those that are at rest, or soon are, until somebody does something.
  private static let still: Set<String> = ["effects", "geometry", "cover-flow", "tiled-map"]

  @Test(
    "move as long as there is something to move, and then ask for no frame", .slow,
    arguments: quickNames)
  func rest(name: String) throws {
    let exhibit = try exhibit(name)
    let host = try ViewHost(rootView: exhibit.view, size: exhibit.size, scale: 0.0625)
    let isEndless = Self.endless.contains(name)
    var pictures = 0
    var time = 0.0
    while let next = host.nextFrameTime(after: time).time(
      notBefore: time + (pictures < 16 ? 1 / 16 : 1)), time < (isEndless ? 1 : 60)
    {
      time = next
      host.renderer.finishTiles(at: time)
      if try !host.render(at: time).damage.isEmpty { pictures += 1 }
    }
    #expect((host.nextFrameTime(after: time) == .never) != isEndless)
    #expect(pictures > (Self.still.contains(name) ? 0 : 5))
  }

  @Test("are scrolled and zoomed where they are a part of something large")
  func map() throws {
    let exhibit = try exhibit("tiled-map")
    let view = try #require(exhibit.view as? CanvasView)
    let host = try ViewHost(rootView: view, size: exhibit.size, scale: 0.125)
    func picture(at time: Double) throws -> Bitmap {
      _ = try host.render(at: time)
      host.renderer.finishTiles(at: time)
      // New tiles fade in.
      return try host.render(at: time + 0.5).bitmap
    }
    let whole = try picture(at: 0)
    #expect(view.zoom == 1 / 1_024 && host.nextFrameTime(after: 0.5) == .never)
    let point = CGPoint(x: 300, y: 200)
    let place = view.convert(point, to: exhibit.content)
    for index in 0..<6 {
      host.send(
        InputEvent(time: 1 + Double(index), kind: .magnify(location: point, factor: 2)))
    }
    #expect(view.zoom == 0.0625)
    let now = view.convert(point, to: exhibit.content)
    #expect(abs(now.x - place.x) < 64 && abs(now.y - place.y) < 64)
    func scroll(_ x: CGFloat, _ y: CGFloat, at time: Double) {
      host.send(
        InputEvent(
          time: time, kind: .scroll(location: point, translation: CGPoint(x: x, y: y))))
    }
    // From here on, to whole pixels.
    scroll(-8, 8, at: 9)
    let near = try picture(at: 10)
    #expect(near != whole)
    scroll(-64, -160, at: 11)
    let moved = try picture(at: 30)
    // Another part of the same map: what was 20 pixels further down, and 8 further to the right. At
    // the edges there are scroll indicators for a while.
    for y in 0..<56 {
      let differs = (0..<116).contains { moved[$0, y] != near[$0 + 8, y + 20] }
      #expect(!differs, "\(y)")
    }
    _ = try picture(at: 40)
    #expect(host.nextFrameTime(after: 40.5) == .never)
    #expect(view.keyDown(.character("0"), modifiers: []) && view.zoom == 1 / 1_024)
  }

  @Test(
    "make their change again with a click or with space",
    arguments: ["moving-dot", "implicit-animation"])
  func changes(name: String) throws {
    let exhibit = try exhibit(name)
    let host = try ViewHost(rootView: exhibit.view, size: exhibit.size)
    var pictures = [try host.render(at: 0).bitmap]
    pictures.append(try host.render(at: 0.5).bitmap)
    pictures.append(try host.render(at: 2).bitmap)
    #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
    let place = CGPoint(x: 20, y: 30)
    host.send(InputEvent(time: 3, kind: .touch(id: 0, phase: .began, location: place)))
    host.send(InputEvent(time: 3, kind: .touch(id: 0, phase: .ended, location: place)))
    #expect(host.nextFrameTime(after: 3) != .never)
    _ = try host.render(at: 3)
    let back = try host.render(at: 5).bitmap
    #expect(back != pictures[2])
    host.send(InputEvent(time: 6, kind: .key(.space, isDown: true, modifiers: [])))
    _ = try host.render(at: 6)
    #expect(try host.render(at: 6.5).bitmap == pictures[1])
    #expect(try host.render(at: 8).bitmap == pictures[2])
    #expect(host.nextFrameTime(after: 8) == .never)
  }

  @Test("are beside picture files, and what is neither is an error that says so")
  func others() throws {
    #expect(try exhibit("kinds").size == CGSize(width: 1016, height: 642))
    try withFolder { folder in
      try Bitmap(width: 7, height: 5) { _, _ in .orange }.write(toFile: folder + "/p.png")
      #expect(try exhibit(folder + "/p.png").size == CGSize(width: 7, height: 5))
      #expect(throws: PictureReadError.self) { try exhibit(folder + "/q.png") }
      #expect(throws: PictureReadError.self) { try exhibit("q.png") }
    }
    let error = #expect(throws: ValidationError.self) { try exhibit("no-such-example") }
    let message = try #require(error).message
    #expect(message.contains("'no-such-example'"))
    for name in Self.names { #expect(message.contains(" \(name)")) }
    #expect(throws: (any Error).self) {
      try LaminaCommand.parseAsRoot(["show", "kinds", "--list"])
    }
    _ = try LaminaCommand.parseAsRoot(["show", "--list"])
  }

  @Test("are offered by the shells' completion, with files and folders")
  func completion() throws {
    #expect(ShowCompletion.names(beginningWith: "mov") == ["moving-dot"])
    try withFolder { folder in
      for name in ["a.png", "ab/c", ".d"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      try Data().write(to: URL(fileURLWithPath: folder + "/a b"))
      #expect(
        ShowCompletion.names(beginningWith: folder + "/")
          == ["/a b", "/a.png/", "/ab/"].map { folder + $0 })
      #expect(ShowCompletion.names(beginningWith: folder + "/ab/") == [folder + "/ab/c/"])
      #expect(ShowCompletion.names(beginningWith: folder + "/.") == [folder + "/.d/"])
      #expect(ShowCompletion.names(beginningWith: folder + "/no/") == [])
    }
  }

  @Test("are printed by --list, and an unknown name ends with another status")
  func program() throws {
    let program = try ChildProgram(["show", "--list"])
    #expect(String(decoding: program.readOutput(), as: UTF8.self) == ShowCommand.listing)
    #expect(program.wait() == .exited(0))
    let failing = try ChildProgram(["show", "no-such-example"])
    #expect(failing.readErrors().contains("the examples are \(Self.names[0]), "))
    #expect(failing.wait() == .exited(64))
  }
}
