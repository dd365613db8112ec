import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

/// Every operation against its definition, a lane at a time, on random numbers and extremes.
@Suite("A vector operation")
struct VectorOperationTests {
  private static let rounds = 2000

  /// Returns a number that is an extreme one as often as any other.
  private static func number<Number: FixedWidthInteger>(
    _ random: inout SeededGenerator, _: Number.Type = Number.self
  ) -> Number {
    switch random.next() % 8 {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: Number(truncatingIfNeeded: Int(random.next() % 7) - 3)
    case 4: Number(truncatingIfNeeded: 0x8000 + Int(random.next() % 7) - 3)
    case 5: Number(truncatingIfNeeded: 0xFF + Int(random.next() % 3))
    default: Number(truncatingIfNeeded: random.next())
    }
  }

  private static func vector<Vector: SIMD>(
    _ random: inout SeededGenerator, _: Vector.Type = Vector.self
  ) -> Vector where Vector.Scalar: FixedWidthInteger {
    var vector = Vector()
    for lane in vector.indices { vector[lane] = number(&random) }
    return vector
  }

  private static func lanes<Vector: SIMD>(_ vector: Vector) -> [Vector.Scalar] {
    vector.indices.map { vector[$0] }
  }

  private static func floats<Vector: SIMD>(
    _ random: inout SeededGenerator, _: Vector.Type = Vector.self
  ) -> Vector where Vector.Scalar: BinaryFloatingPoint {
    let special: [Vector.Scalar] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    var vector = Vector()
    for lane in vector.indices {
      let choice = Int(random.next() % 16)
      vector[lane] =
        choice < special.count ? special[choice] : Vector.Scalar(Int8(truncatingIfNeeded: choice))
    }
    return vector
  }

  /// Returns true if two numbers are the same in every bit, or both NaN.
  private static func same<Number: BinaryFloatingPoint>(_ a: [Number], _ b: [Number]) -> Bool {
    zip(a, b).allSatisfy { ($0.isNaN && $1.isNaN) || ($0 == $1 && $0.sign == $1.sign) }
  }

  @Test("gives the lower and the higher number, and the second where one of them is not a number")
  func extrema() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<Self.rounds {
      let (a, b) = (
        Self.floats(&random, SIMD4<Float>.self), Self.floats(&random, SIMD4<Float>.self)
      )
      let pairs = zip(Self.lanes(a), Self.lanes(b))
      #expect(Self.same(Self.lanes(laneMin(a, b)), pairs.map { $0 < $1 ? $0 : $1 }), "\(a) \(b)")
      #expect(Self.same(Self.lanes(laneMax(a, b)), pairs.map { $0 > $1 ? $0 : $1 }), "\(a) \(b)")
      let (c, d) = (
        Self.floats(&random, SIMD2<Double>.self), Self.floats(&random, SIMD2<Double>.self)
      )
      let others = zip(Self.lanes(c), Self.lanes(d))
      #expect(Self.same(Self.lanes(laneMin(c, d)), others.map { $0 < $1 ? $0 : $1 }), "\(c) \(d)")
      #expect(Self.same(Self.lanes(laneMax(c, d)), others.map { $0 > $1 ? $0 : $1 }), "\(c) \(d)")
      let (e, f) = (
        Self.vector(&random, SIMD8<Int16>.self), Self.vector(&random, SIMD8<Int16>.self)
      )
      #expect(Self.lanes(laneMin(e, f)) == zip(Self.lanes(e), Self.lanes(f)).map(min))
      #expect(Self.lanes(laneMax(e, f)) == zip(Self.lanes(e), Self.lanes(f)).map(max))
    }
  }

  @Test("rounds numbers down")
  func rounding() {
    let numbers = [
      0, -0.0, 0.5, -0.5, 1, -1, 1.999, -1.999, 0x1p-1074, -0x1p-1074, 16_777_216, -16_777_216,
      16_777_215.75, -16_777_215.75, 2_147_483_647, -2_147_483_648,
    ]
    for (index, number) in numbers.enumerated() {
      let four = (0..<4).map { numbers[(index + 5 * $0) % numbers.count] }
      let result = floors(SIMD2(four[0], four[1]), SIMD2(four[2], four[3]))
      #expect(Self.lanes(result) == four.map { Int32($0.rounded(.down)) }, "\(number)")
    }
  }

  @Test("of bytes agrees with its definition")
  func bytes() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<Self.rounds {
      let (a, b) = (
        Self.vector(&random, SIMD16<UInt8>.self), Self.vector(&random, SIMD16<UInt8>.self)
      )
      let pairs = zip(Self.lanes(a), Self.lanes(b))
      #expect(Self.lanes(a.saturatingSum(b)) == pairs.map { UInt8(min(255, Int($0) + Int($1))) })
      #expect(Self.lanes(a.isAtMost(b)) == pairs.map { $0 <= $1 ? 255 : 0 })
      #expect((0..<16).allSatisfy { a.signBits >> UInt32($0) & 1 == a[$0] >> 7 })
      #expect(a.signBits < 65_536)
      #expect(Self.lanes(a.lowWords) == (0..<8).map { UInt16(a[$0]) })
      #expect(Self.lanes(a.highWords) == (8..<16).map { UInt16(a[$0]) })
      #expect(Self.lanes(a.lowWords.bytes(followedBy: a.highWords)) == Self.lanes(a))
      let four: UInt32 = Self.number(&random)
      let fourfold = (0..<16).map { UInt8(truncatingIfNeeded: four >> UInt32($0 / 4 * 8)) }
      #expect(Self.lanes(SIMD16(fourfold: four)) == fourfold)
    }
  }

  @Test("of words agrees with its definition")
  func words() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<Self.rounds {
      let a = Self.vector(&random, SIMD8<UInt16>.self)
      let b = Self.vector(&random, SIMD8<UInt16>.self)
      let (x, y): ([UInt16], [UInt16]) = (Self.lanes(a), Self.lanes(b))
      let products = zip(x, y).map { UInt16(truncatingIfNeeded: (UInt32($0) * UInt32($1)) >> 16) }
      #expect(Self.lanes(a.highProduct(b)) == products)
      #expect(Self.lanes(a.lowHalves(followedBy: b)) == Array(x[..<4] + y[..<4]))
      #expect(Self.lanes(a.highHalves(followedBy: b)) == Array(x[4...] + y[4...]))
    }
  }

  @Test("of signed words agrees with its definition")
  func signedWords() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<Self.rounds {
      let a = Self.vector(&random, SIMD8<Int16>.self)
      let b = Self.vector(&random, SIMD8<Int16>.self)
      let (x, y): ([Int16], [Int16]) = (Self.lanes(a), Self.lanes(b))
      let products: [Int32] = x.indices.map { lane in Int32(x[lane]) * Int32(y[lane]) }
      let sums = (0..<4).map { (pair: Int) -> Int32 in
        products[2 * pair] &+ products[2 * pair + 1]
      }
      #expect(Self.lanes(a.sumsOfPairs(times: b)) == sums)
      let pairs: [Int16] = x.indices.flatMap { lane in [x[lane], y[lane]] }
      #expect(Self.lanes(a.lowPairs(with: b)) == Array(pairs[..<8]))
      #expect(Self.lanes(a.highPairs(with: b)) == Array(pairs[8...]))
      let bytes = a.lowHalf.clampedBytes
      for lane in 0..<4 {
        #expect(UInt8(truncatingIfNeeded: bytes >> UInt32(8 * lane)) == UInt8(clamping: a[lane]))
      }
    }
  }

  @Test("of 32-bit numbers agrees with its definition")
  func numbers() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<Self.rounds {
      let rows = (0..<4).map { _ in Self.vector(&random, SIMD4<Int32>.self) }
      let (a, b) = (rows[0], rows[1])
      let clamped = (Self.lanes(a) + Self.lanes(b)).map { Int16(clamping: $0) }
      #expect(Self.lanes(a.clampedWords(followedBy: b)) == clamped)
      for lane in 0..<4 {
        #expect((a.signBits >> UInt32(lane) & 1 == 1) == (a[lane] < 0))
      }
      #expect(a.signBits < 16)
      let columns = SIMD4.transposed((rows[0], rows[1], rows[2], rows[3]))
      #expect(Self.lanes(columns.0) == rows.map { $0[0] })
      #expect(Self.lanes(columns.1) == rows.map { $0[1] })
      #expect(Self.lanes(columns.2) == rows.map { $0[2] })
    }
  }

  @Test("loads and stores four pixels, or the first two")
  func memory() {
    var pixels: [UInt32] = [1, 2, 3, 4, 5]
    #expect(SIMD4(loading: pixels) == SIMD4(1, 2, 3, 4))
    #expect(SIMD4(loadingTwo: pixels) == SIMD4(1, 2, 0, 0))
    SIMD4<UInt32>(9, 8, 7, 6).storeTwo(to: &pixels)
    #expect(pixels == [9, 8, 3, 4, 5])
    SIMD4<UInt32>(9, 8, 7, 6).store(to: &pixels)
    #expect(pixels == [9, 8, 7, 6, 5])
  }
}
