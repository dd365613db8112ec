import Foundation
import Lamina
import Testing

@Suite("Timing functions")
struct TimingFunctionTests {
  @Test(
    "5.1: the five named curves",
    arguments: [
      (TimingFunction.Name.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
      (
        .easeIn,
        [0.0170266096516, 0.0934646507188, 0.315356812573, 0.621861869175, 0.839427845762]
      ),
      (
        .easeOut,
        [0.160572154238, 0.378138130825, 0.684643187427, 0.906535349281, 0.982973390348]
      ),
      (
        .easeInEaseOut,
        [0.0197224535483, 0.129161931047, 0.5, 0.870838068953, 0.980277546452]
      ),
      (
        .default,
        [0.094796305716, 0.408510591355, 0.802403387585, 0.960458978349, 0.994316477485]
      ),
    ])
  func namedCurves(name: TimingFunction.Name, expected: [Double]) {
    let function = TimingFunction(name: name)
    for (input, output) in zip([0.1, 0.25, 0.5, 0.75, 0.9], expected) {
      #expect(abs(function.value(at: input) - output) < 1e-12)
    }
  }

  @Test("5.1: the input is clamped, and the ends are exact")
  func clampedInput() {
    let function = TimingFunction(controlPoints: 0.3, 7, 0.4, -2)
    #expect(function.value(at: -3) == 0)
    #expect(function.value(at: 0) == 0)
    #expect(function.value(at: 1) == 1)
    #expect(function.value(at: 4) == 1)
    #expect(function.value(at: .infinity) == 1)
    #expect(function.value(at: .nan) == 0)
  }

  @Test("5.2: the output may leave 0...1")
  func overshoot() {
    let function = TimingFunction(controlPoints: 0.5, 1.8, 0.5, -0.8)
    #expect(abs(function.value(at: 0.2) - 0.552312916) < 1e-9)
    #expect(abs(function.value(at: 0.5) - 0.5) < 1e-12)
    #expect(abs(function.value(at: 0.8) - 0.447687084) < 1e-9)
  }

  @Test("5.3: the curves at 0.67")
  func twoThirds() {
    #expect(abs(TimingFunction.easeIn.value(at: 0.67) - 0.515911273) < 1e-9)
    #expect(abs(TimingFunction.easeOut.value(at: 0.67) - 0.846580929) < 1e-9)
    #expect(abs(TimingFunction.easeInEaseOut.value(at: 0.67) - 0.772849877) < 1e-9)
    #expect(abs(TimingFunction.default.value(at: 0.67) - 0.926526473) < 1e-9)
    let custom = TimingFunction(controlPoints: 0.1, 1, 1, 0.2)
    #expect(abs(custom.value(at: 0.67) - 0.589448846) < 1e-9)
  }

  @Test("5.4: one shared object for each name, and equality is identity")
  func identity() {
    for name in TimingFunction.Name.allCases {
      #expect(TimingFunction(name: name) === TimingFunction(name: name))
    }
    #expect(TimingFunction(name: .easeIn) === TimingFunction.easeIn)
    #expect(
      TimingFunction(controlPoints: 0.42, 0, 1, 1)
        != TimingFunction(controlPoints: 0.42, 0, 1, 1))
    #expect(TimingFunction.Name(rawValue: "easeIn") == .easeIn)
    #expect(TimingFunction.Name(rawValue: "bounce") == nil)
  }

  @Test("5.4: the control points 0 to 3")
  func controlPoints() {
    let points = (0...3).map { TimingFunction.default.controlPoint(at: $0) }
    #expect(
      points == [
        CGPoint(x: 0, y: 0), CGPoint(x: 0.25, y: 0.1), CGPoint(x: 0.25, y: 1),
        CGPoint(x: 1, y: 1),
      ])
  }

  @Test("5.4: a control point out of range is refused")
  func controlPointOutOfRange() async {
    await #expect(processExitsWith: .failure) {
      _ = TimingFunction.linear.controlPoint(at: 4)
    }
    await #expect(processExitsWith: .failure) {
      _ = TimingFunction.linear.controlPoint(at: -1)
    }
  }

  @Test("x of a control point is clamped, so that the curve stays a function")
  func clampedControlPoints() {
    let function = TimingFunction(controlPoints: -0.5, 0.25, 1.5, 0.75)
    #expect(function.controlPoint(at: 1) == CGPoint(x: 0, y: 0.25))
    #expect(function.controlPoint(at: 2) == CGPoint(x: 1, y: 0.75))
  }

  @Test("control points of any floating-point type are taken")
  func singlePrecision() {
    let (x, y): (Float, Float) = (0.5, 0.25)
    let function = TimingFunction(controlPoints: x, y, x, y)
    #expect(function.controlPoint(at: 2) == CGPoint(x: 0.5, y: 0.25))
  }

  @Test("the solver inverts x to twelve digits, also where the curve is steep")
  func solver() {
    let curves: [(Double, Double, Double, Double)] = [
      (0.42, 0, 0.58, 1), (0.25, 0.1, 0.25, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 0, 0, 1),
      (0, 0, 1, 1), (0.001, 0.9, 0.999, 0.2),
    ]
    for (ax, ay, bx, by) in curves {
      let function = TimingFunction(controlPoints: ax, ay, bx, by)
      for step in 1..<1000 {
        let t = Double(step) / 1000
        let u = 1 - t
        let x = 3 * u * u * t * ax + 3 * u * t * t * bx + t * t * t
        let y = 3 * u * u * t * ay + 3 * u * t * t * by + t * t * t
        // Where the curve is vertical, rounding x alone moves y.
        let slope = 3 * u * u * ax + 6 * u * t * (bx - ax) + 3 * t * t * (1 - bx)
        guard slope > 1e-3 else { continue }
        #expect(abs(function.value(at: x) - y) < 1e-12)
      }
    }
  }
}
