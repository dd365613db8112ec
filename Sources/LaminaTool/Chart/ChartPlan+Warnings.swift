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
    let count: Int
    switch x.values {
    case .categories(let categories): count = categories.names.count
    case .numbers(let numbers), .times(let numbers): count = Set(numbers).count
    }
    guard count < rowCount else { return nil }
    let name = x.name.escaped
    if kind == .bar {
      return "some values of \(name) have several rows, whose values are added up"
    }
    guard let other = others.first else { return nil }
    return "some values of \(name) have several rows, which one line joins; --group "
      + "\(other.escaped) draws one for each \(other.escaped)"
  }
}
