/// A list in memory that it owns, without the checks of an array, for the innermost loops.
@usableFromInline package struct ScratchArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline package private(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline private(set) var capacity: Int
  @usableFromInline package var count = 0

  @inlinable package init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  @inlinable package subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  @inlinable package mutating func append(_ element: Element) {
    if count == capacity { grow(count + 1) }
    base[count] = element
    count &+= 1
  }

  /// Makes room for `capacity` elements; what is there stays.
  @inlinable package mutating func reserve(_ capacity: Int) {
    if capacity > self.capacity { grow(capacity) }
  }

  @inline(never)
  @usableFromInline mutating func grow(_ needed: Int) {
    let larger = max(needed, capacity * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    memory.update(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }

  /// Makes room for `capacity` elements; all that are new are `element`.
  @inlinable package mutating func reserve(_ capacity: Int, repeating element: Element) {
    guard count < capacity else { return }
    reserve(capacity)
    (base + count).update(repeating: element, count: self.capacity - count)
    count = self.capacity
  }
}

extension Array {
  /// Makes room for `count` more elements, and for twice as many as there was room for: where room
  /// is made for a few at a time, again and again, the time follows their number.
  @inlinable package mutating func reserve(_ count: Int) {
    let needed = self.count + count
    if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
  }
}
