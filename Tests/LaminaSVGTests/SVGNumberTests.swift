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

  /// Returns the elements of a part of two squares, one after the other, as letters.
  private func part(
    _ path: Path, _ start: Double, _ end: Double, continuedTo rest: Double? = nil
  ) -> String {
    PathTrimmer(path).part(from: start, to: end, continuedTo: rest).elements.map { element in
      switch element {
      case .move: "M"
      case .line: "L"
      case .quadCurve, .curve: "C"
      case .closeSubpath: "Z"
      }
    }.joined()
  }

  @Test("of a part of a path keep its subpaths, closed ones as a whole, and dots")
  func subpaths() {
    var squares = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    squares.addRect(CGRect(x: 20, y: 0, width: 10, height: 10))
    #expect(part(squares, 0, 0.75) == "MLLLZMLL")
    #expect(part(squares, 0.1, 1) == "MLLLLMLLLZ")
    // Around the end: the second square goes on in the first.
    #expect(part(squares, 0.75, 1, continuedTo: 0.25) == "MLLMLL")
    let square = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(part(square, 0.75, 1, continuedTo: 0.25) == "MLL")
    var touching = Path()
    touching.move(to: .zero)
    touching.addLine(to: CGPoint(x: 10, y: 0))
    touching.move(to: CGPoint(x: 10, y: 0))
    touching.addLine(to: CGPoint(x: 10, y: 10))
    #expect(part(touching, 0, 0.9) == "MLML")
    var dots = touching
    dots.move(to: CGPoint(x: 20, y: 20))
    dots.addLine(to: CGPoint(x: 20, y: 20))
    #expect(part(dots, 0.5, 1) == "MLML")
    #expect(part(dots, 0, 0.9) == "MLML")
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
