import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaSVG

@Suite("Numbers in SVG documents") struct SVGNumberTests {
  @Test(
    "are short",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.00004, "0"), (0.00005, "0.0001"),
      (-0.01234, "-0.0123"), (100, "100"), (99_999.99999, "100000"), (123_456.789, "123456.789"),
      (1e300, "1000000000"), (-1e300, "-1000000000"), (.infinity, "1000000000"), (.nan, "0"),
      (1e9, "1000000000"),
    ])
  func examples(_ value: Double, _ text: String) {
    #expect(SVGNumber.text(value) == text)
  }

  @Test("are the nearest with so many digits, and have no exponent")
  func precision() throws {
    var numbers = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let value = (numbers.unit() - 0.5) * pow(10, numbers.number(in: -8...8))
      let decimals = numbers.integer(in: 0...12)
      let text = SVGNumber.text(value, decimals: decimals)
      #expect(text.allSatisfy { "-.0123456789".contains($0) })
      let read = try #require(Double(text))
      #expect(abs(read - value) <= 0.5000001 * pow(10, -Double(decimals)) + abs(value) * 1e-14)
      #expect(!text.contains(".") || !text.hasSuffix("0"))
    }
  }

  @Test("that are factors have six significant digits")
  func factors() throws {
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let value = (numbers.unit() + 0.1) * pow(10, numbers.number(in: -5...3))
      let read = try #require(Double(SVGNumber.factor(value)))
      #expect(abs(read - value) <= value * 1e-5)
    }
  }

  @Test("of colours are hexadecimal")
  func colors() {
    #expect(SVGNumber.color(.white) == "#fff")
    #expect(SVGNumber.color(.orange) == "#ff8000")
    #expect(SVGNumber.color(Color(red: .nan, green: -1, blue: 2)) == "#00f")
    #expect(SVGNumber.alpha(Color(white: 0, alpha: .nan)) == 0)
  }

  @Test("of a part of a path lead along it")
  func trimming() {
    var numbers = SeededGenerator(seed: 6)
    for _ in 0..<200 {
      let start = numbers.unit()
      let end = start + (1 - start) * numbers.unit()
      let part = PathTrimmer(variedPath).part(from: start, to: end)
      let whole = PathTrimmer.length(of: variedPath)
      #expect(abs(PathTrimmer.length(of: part) - (end - start) * whole) < 0.01 * whole)
      let near = variedPath.stroked(StrokeStyle(width: 0.2))
      for element in part.elements {
        switch element {
        case .move(let point), .line(let point), .curve(let point, _, _):
          #expect(near.contains(point))
        default: break
        }
      }
    }
  }
}
