extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element, like all after it, satisfies a condition; `endIndex` if no
  /// element does.
  ///
  /// - Precondition: No element that satisfies the condition is before one that does not.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
