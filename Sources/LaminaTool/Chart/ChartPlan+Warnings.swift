import LaminaTables

// What is probably unintended.

extension ChartPlan {
  /// Warnings about values that are not drawn, or not as one would think.
  var warnings: [String] {
    y.enumerated().flatMap { index, column in
      warnings(column, isLogarithmic: command.log.contains(isSecondary(index) ? .y2 : .y))
    } + xWarnings + thresholdWarnings + [repetition].compactMap { $0 }
  }

  private func warnings(_ column: TableColumn, isLogarithmic: Bool) -> [String] {
    let numbers = numbers(column)
    let name = column.name.escaped
    if !numbers.contains(where: \.isFinite) {
      return ["none of the values of \(name) is a finite number"]
    }
    var warnings: [String] = []
    let infinite = numbers.count(where: \.isInfinite)
    if infinite > 0 {
      warnings.append("\(infinite) of the values of \(name) are infinite and are not drawn")
    }
    if isLogarithmic, kind != .histogram { warnings += Self.logarithmWarnings(numbers, name) }
    if kind == .area, command.stack, numbers.contains(where: { $0 < 0 }) {
      warnings.append(
        "\(name) has negative values, below which the areas of a stack cover each other")
    }
    return warnings
  }

  private var xWarnings: [String] {
    let isOfHistogram = kind == .histogram
    guard command.log.contains(.x) else { return [] }
    if isOfHistogram { return y.flatMap { Self.logarithmWarnings(numbers($0), $0.name.escaped) } }
    guard let x, case .numbers(let numbers) = x.values else { return [] }
    return Self.logarithmWarnings(numbers, x.name.escaped)
  }

  private static func logarithmWarnings(_ numbers: [Double], _ name: String) -> [String] {
    let count = numbers.count { $0 <= 0 && $0.isFinite }
    return count > 0
      ? [
        "\(count) of the values of \(name) are not above zero, and have no place on a "
          + "logarithmic axis"
      ] : []
  }

  private var thresholdWarnings: [String] {
    command.threshold.compactMap { threshold in
      if command.log.contains(.y), threshold.value <= 0 {
        return "the threshold \(threshold.value) has no place on a logarithmic axis"
      }
      guard let range = command.rangeY else { return nil }
      let isShown =
        threshold.value >= min(range.lower, range.upper)
        && threshold.value <= max(range.lower, range.upper)
      return isShown ? nil : "the threshold \(threshold.value) is outside --range-y"
    }
  }

  /// A warning if rows that share a place are joined or added up although a column tells them apart.
  private var repetition: String? {
    guard group == nil, command.resample == nil, [.line, .area, .bar].contains(kind), let x
    else { return nil }
    let name = x.name.escaped
    if kind == .bar {
      return hasRepetitions(x)
        ? "some values of \(name) have several rows, whose values are added up" : nil
    }
    guard let other = others.first, hasRepetitions(x) else { return nil }
    return "some values of \(name) have several rows, which one line joins; --group "
      + "\(other.escaped) draws one for each \(other.escaped)"
  }

  /// Returns true if a value of a column is in several rows.
  private func hasRepetitions(_ column: TableColumn) -> Bool {
    switch column.values {
    case .categories(let categories): return categories.names.count < rowCount
    case .numbers(let numbers), .times(let numbers):
      if zip(numbers, numbers.dropFirst()).allSatisfy(<) { return false }
      return Set(numbers).count < rowCount
    }
  }
}
