import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Numbers that are not finite end the program, with a sentence that says where they came from.
@Suite("A number that is not finite")
struct RefusalTests {
  /// A number that JSON can carry to another process.
  enum BadNumber: String, Codable, CaseIterable {
    case nan, infinity, minusInfinity
    var value: Double {
      switch self {
      case .nan: .nan
      case .infinity: .infinity
      case .minusInfinity: -.infinity
      }
    }
  }

  static let properties = [
    "bounds.origin.x", "bounds.size.height", "position.x", "position.y", "anchorPoint.y",
    "anchorPointZ", "zPosition", "opacity", "backgroundColor.red", "backgroundColor.alpha",
    "contentsRect.origin.y", "contentsRect.size.width", "contentsCenter.origin.x",
    "contentsScale", "transform.m11", "transform.m34", "transform.m42", "sublayerTransform.m34",
  ]

  @Test(
    "is refused by every setter in a sentence that names the layer and the property", .slow,
    arguments: properties, BadNumber.allCases)
  func setter(property: String, number: BadNumber) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [property, number] in
      let layer = Layer()
      layer.name = "clock hand"
      HostileSetters.all.first { $0.name == property }!.set(layer, number.value)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let name = property.split(separator: ".")[0]
    #expect(message.contains("Layer \"clock hand\": \(name) must be"), "\(message.suffix(300))")
    #expect(message.contains(", not "))
  }

  @Test("in a frame is refused, too", arguments: BadNumber.allCases)
  func frame(number: BadNumber) async {
    await #expect(processExitsWith: .failure) { [number] in
      Layer().frame = CGRect(x: 1, y: 2, width: number.value, height: 4)
    }
  }

  @Test("or becomes so by what follows from it is refused in a frame, by the name of frame")
  func frameOverflow() async throws {
    for isNegative in [false, true] {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [isNegative = isNegative as Bool] in
        let layer = Layer()
        layer.name = "clock hand"
        layer.anchorPoint.x = 3
        layer.frame = CGRect(x: 1, y: 2, width: isNegative ? -1.79e308 : 1.79e308, height: 4)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Layer \"clock hand\": frame cannot be [1.0 2.0; "))
    }
    // As large as it can be, it is taken.
    let layer = Layer()
    layer.frame = CGRect(x: 1, y: 2, width: 1.79e308, height: 4)
    #expect(layer.bounds.width == 1.79e308)
  }

  @Test("is no time of a frame, and no scale of a renderer")
  func rendering() throws {
    let renderer = try Renderer(size: CGSize(width: 4, height: 3))
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(throws: RenderError.self) { try renderer.render(at: number) }
      #expect(throws: RenderError.self) {
        try Renderer(size: CGSize(width: 4, height: 3), scale: number)
      }
      #expect(throws: RenderError.self) { try Renderer(size: CGSize(width: number, height: 3)) }
    }
    #expect(throws: RenderError.invalidSize(width: 0, height: 3)) {
      try Compositor(width: 0, height: 3)
    }
    #expect(throws: RenderError.invalidSize(width: 2, height: 32_768)) {
      try Compositor(width: 2, height: 32_768)
    }
  }
}
