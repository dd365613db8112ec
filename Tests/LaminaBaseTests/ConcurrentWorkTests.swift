import LaminaBase
import Synchronization
import Testing

@Suite("Concurrent work") struct ConcurrentWorkTests {
  @Test("gives the results in the order of the numbers", arguments: [0, 1, 2, 1000])
  func order(count: Int) {
    let calls = Atomic(0)
    let results = concurrentMap(count) { number in
      calls.add(1, ordering: .relaxed)
      return "\(number)"
    }
    #expect(results == (0..<count).map(String.init))
    #expect(calls.load(ordering: .relaxed) == count)
  }
}
