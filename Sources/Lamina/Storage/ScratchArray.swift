/// A list in memory that it owns, without the checks of an array, for the innermost loops.
struct ScratchArray<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow(count + 1) }
    base[count] = element
    count &+= 1
  }

  /// Makes room for `capacity` elements; what is there stays.
  mutating func reserve(_ capacity: Int) {
    if capacity > self.capacity { grow(capacity) }
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    let larger = max(needed, capacity * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    memory.update(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }

  /// Makes room for `capacity` elements; all that are new are `element`.
  mutating func reserve(_ capacity: Int, repeating element: Element) {
    guard count < capacity else { return }
    reserve(capacity)
    (base + count).update(repeating: element, count: self.capacity - count)
    count = self.capacity
  }
}

extension Array {
  /// Makes room for `count` more elements, and for twice as many as there was room for: where room
  /// is made for a few at a time, again and again, the time follows their number.
  mutating func reserve(_ count: Int) {
    let needed = self.count + count
    if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
  }
}
