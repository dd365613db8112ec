import LaminaBase
import Testing

@Suite("Binary search")
struct BinarySearchTests {
  @Test("the partitioning index divides a collection where its condition begins to hold")
  func everyPartition() {
    for count in 0...9 {
      for split in 0...count {
        let elements = (0..<count).map { $0 >= split }
        #expect(elements.partitioningIndex { $0 } == split)
      }
    }
  }

  @Test("indices count from the start of the base of a slice or range")
  func slices() {
    let squares = (0..<20).map { $0 * $0 }
    #expect(squares[5...].partitioningIndex { $0 >= 50 } == 8)
    #expect(squares[5..<5].partitioningIndex { $0 >= 0 } == 5)
    #expect((-10..<10).partitioningIndex { $0 * 3 > -7 } == -2)
  }

  @Test("a search asks about as many elements as the logarithm of their number")
  func complexity() {
    var questions = 0
    let found = (0..<1 << 40).partitioningIndex {
      questions += 1
      return $0 >= 1_000_000_007
    }
    #expect(found == 1_000_000_007)
    #expect(questions <= 41)
  }
}
