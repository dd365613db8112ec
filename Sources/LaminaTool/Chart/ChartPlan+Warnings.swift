import LaminaTables

// What is probably unintended.

extension ChartPlan {
  /// Warnings about values that are not drawn, or not as one would think.
  var warnings: [String] {
    let columns = y.enumerated().flatMap { index, column in
      warnings(column, isLogarithmic: command.log.contains(isSecondary(index) ? .y2 : .y))
    }
    let others = [
      unreadDurations, missingPlaces, repetition, fall, unread, flattening, ambiguity, widenedBins,
      crowdedBins,
      closeTimes,
      manyLines,
    ]
    return columns + xWarnings + rangeWarnings + thresholdWarnings + others.compactMap { $0 }
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
    if kind == .area, rowCount == 1 { warnings.append("an area needs two rows to be seen") }
    if kind == .pie, !numbers.contains(where: { $0 > 0 }) {
      warnings.append("none of the values of \(name) is above zero, so the pie is empty")
    }
    if kind == .area, command.stack, numbers.contains(where: { $0 < 0 }),
      numbers.contains(where: { $0 > 0 })
    {
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
    let second = command.secondAxis
    return thresholdWarnings(
      command.threshold, command.rangeY, "--range-y", isLogarithmic: command.log.contains(.y))
      + thresholdWarnings(
        second.threshold, second.range, "--range-y2", isLogarithmic: command.log.contains(.y2))
  }

  private func thresholdWarnings(
    _ thresholds: [ChartThreshold], _ range: ValueRange?, _ option: String, isLogarithmic: Bool
  ) -> [String] {
    thresholds.compactMap { threshold in
      if isLogarithmic, threshold.value <= 0 {
        return "the threshold \(threshold.value) has no place on a logarithmic axis"
      }
      guard let range else { return nil }
      let isShown = (range.lower...range.upper).contains(threshold.value)
      return isShown ? nil : "the threshold \(threshold.value) is outside \(option)"
    }
  }

  /// Warnings about ends of axes that leave no value.
  private var rangeWarnings: [String] {
    guard range != nil || command.rangeY != nil || command.secondAxis.range != nil else {
      return []
    }
    if kind == .histogram {
      return y.contains { numbers($0).contains(where: hasBin) }
        ? [] : ["no value is within --range-x"]
    }
    let range = range
    func isShown(_ row: Int) -> Bool { range.map { $0.contains(place(row)) } ?? true }
    guard (0..<rowCount).contains(where: isShown) else {
      return ["no value of \((x?.name ?? "the rows").escaped) is within --range-x"]
    }
    func isEmpty(_ ends: ValueRange?, _ columns: ArraySlice<TableColumn>) -> Bool {
      guard let ends else { return false }
      return columns.allSatisfy { column in
        // A line from below to above is seen, too.
        var (hasLower, hasHigher) = (false, false)
        for (row, value) in numbers(column).enumerated() where value.isFinite && isShown(row) {
          hasLower = hasLower || value <= ends.upper
          hasHigher = hasHigher || value >= ends.lower
          if hasLower, hasHigher { return false }
        }
        return true
      }
    }
    var warnings: [String] = []
    if [.line, .point].contains(kind), isEmpty(command.rangeY, y.prefix(firstCount)) {
      warnings.append("no value is within --range-y")
    }
    if kind != .area, isEmpty(command.secondAxis.range, y.dropFirst(firstCount)) {
      warnings.append("no value is within --range-y2")
    }
    return warnings
  }

  /// A warning if rows with values have no position along x.
  private var missingPlaces: String? {
    guard let x, x.gapCount > 0, kind != .histogram, kind != .pie, kind != .box else { return nil }
    let isMissing: (Int) -> Bool
    switch x.values {
    case .categories(let categories): isMissing = { categories.codes[$0] < 0 }
    case .numbers(let places), .times(let places): isMissing = { !places[$0].isFinite }
    }
    let columns = y.map(numbers)
    let count = (0..<rowCount).count { row in
      isMissing(row) && columns.contains { $0[row].isFinite }
    }
    return count == 0
      ? nil
      : "\(count) \(count == 1 ? "row has" : "rows have") no \(x.name.escaped) and "
        + "\(count == 1 ? "is" : "are") not drawn"
  }

  /// A warning if there are more lines than can be told apart, and no option asks for them.
  private var manyLines: String? {
    guard command.group == nil, let group, case .categories(let categories) = group.values,
      categories.names.count > Self.maximumGroupCount
    else { return nil }
    return "each of the \(categories.names.count) categories of \(group.name.escaped) has a line, "
      + "which are hard to tell apart"
  }

  /// A warning if times along x are too close together for the labels of their axis.
  private var closeTimes: String? {
    guard let x, case .times(let times) = x.values, kind != .histogram, kind != .pie,
      let low = times.lazy.filter(\.isFinite).min(), let high = times.lazy.filter(\.isFinite).max(),
      low < high, high - low < 0.002
    else { return nil }
    return
      "the times of \(x.name.escaped) are within two milliseconds, and have few labels or none; "
      + "a column of seconds as numbers has them"
  }

  /// A warning if a line leads back.
  private var fall: String? {
    guard kind == .line || kind == .area, command.resample == nil, let x else { return nil }
    let places: [Double]
    switch x.values {
    case .categories: return nil
    case .numbers(let numbers), .times(let numbers): places = numbers
    }
    var categories: Categories?
    if case .categories(let found)? = group?.values { categories = found }
    // The last position of each group, and of the rows without one.
    var last = [Double](repeating: .nan, count: (categories?.names.count ?? 0) + 1)
    var (rises, falls) = (0, 0)
    for (row, place) in places.enumerated() where place.isFinite {
      let code = categories.map { Int($0.codes[row]) } ?? -1
      let index = code < 0 ? last.count - 1 : code
      rises += place > last[index] ? 1 : 0
      falls += place < last[index] ? 1 : 0
      last[index] = place
    }
    guard rises > 0, falls > 0 else { return nil }
    return "\(x.name.escaped) falls at \(falls) of the rows and rises at \(rises), so that the "
      + "\(kind.rawValue) leads back; sort the rows if that is not meant"
  }

  /// A warning if a column is not shown, as units make texts of its numbers.
  private var unread: String? {
    guard command.y.isEmpty, !countsRows else { return nil }
    for column in others where column.name != group?.name {
      guard case .categories(let categories) = column.values, let text = categories.names.first,
        Self.hasUnit(text)
      else { continue }
      return
        "\(column.name.escaped) has texts such as '\(text.escaped)', not numbers, and is not shown"
    }
    return nil
  }

  /// Returns true for a number before up to four letters: `12 MB`, `1.5ms`.
  private static func hasUnit(_ text: String) -> Bool {
    let rest = text.drop { $0.isNumber || $0 == "." || $0 == "," }
    let unit = rest.drop(while: \.isWhitespace)
    return rest.startIndex > text.startIndex && (1...4).contains(unit.count)
      && unit.allSatisfy(\.isLetter)
  }

  /// A warning if the categories along x are dates that may begin with the day or the month.
  private var ambiguity: String? {
    guard case .categories(let categories)? = x?.values, let name = x?.name.escaped,
      let date = categories.names.first?.prefix(while: { $0 != " " })
    else { return nil }
    for separator in ["/", "-", "."] {
      let numbers = date.components(separatedBy: separator).map {
        $0.allSatisfy(\.isNumber) ? $0.count : 0
      }
      guard numbers.count == 3, (1...2).contains(numbers[0]), (1...2).contains(numbers[1]),
        numbers[2] == 4
      else { continue }
      let forms = ["%d\(separator)%m\(separator)%Y", "%m\(separator)%d\(separator)%Y"]
      return
        "the dates of \(name) may begin with the day or the month, and are names: --time-format "
        + "'\(forms[0])' or '\(forms[1])' makes them times"
    }
    return nil
  }

  /// A warning if one of the columns that no option names is so much larger that the others are flat.
  private var flattening: String? {
    guard command.y.isEmpty, firstCount > 1, !command.log.contains(.y),
      [.line, .area, .point, .bar].contains(kind)
    else { return nil }
    let sizes = y.prefix(firstCount).map { column in
      (column, numbers(column).lazy.filter(\.isFinite).map(\.magnitude).max() ?? 0)
    }.sorted { $0.1 > $1.1 }
    guard sizes[1].1 > 0, sizes[0].1 > 1000 * sizes[1].1 else { return nil }
    let name = sizes[0].0.name.escaped
    return "the values of \(name) are more than 1,000 times those of the other columns, which are "
      + "flat beside them; --y2 \(name) gives them an axis of their own"
  }

  /// A warning if rows that share a position are joined or added up.
  private var repetition: String? {
    guard command.resample == nil, !combinesRows, [.line, .area, .bar].contains(kind), let x,
      hasRepetitions(x)
    else { return nil }
    let start = "some values of \(x.name.escaped) have several rows"
    if kind == .bar {
      return start + (group == nil ? "" : " of one colour") + ", whose values are added up"
    }
    guard group == nil else { return nil }
    guard let other = others.first?.name.escaped else {
      return start + ", which one \(kind.rawValue) joins"
    }
    return start + ", which one line joins; --group \(other) draws one for each \(other)"
  }

  /// Returns true if a value of a column is in several rows, for bars in those of one group.
  private func hasRepetitions(_ column: TableColumn) -> Bool {
    var codes: [Int32]?
    if kind == .bar, case .categories(let categories)? = group?.values { codes = categories.codes }
    /// A position of one group.
    struct Position: Hashable {
      var number: Double
      var group: Int32
    }
    let numbers: [Double]
    switch column.values {
    case .categories(let categories):
      numbers = categories.codes.map { $0 < 0 ? .nan : Double($0) }
    case .numbers(let values), .times(let values): numbers = values
    }
    if codes == nil, zip(numbers, numbers.dropFirst()).allSatisfy(<=) {
      return zip(numbers, numbers.dropFirst()).contains(where: ==)
    }
    // A line that leads back has a warning of its own.
    if kind != .bar, column.kind != .categories { return false }
    var known: Set<Position> = []
    return numbers.enumerated().contains { row, number in
      number.isFinite
        && !known.insert(Position(number: number, group: codes?[row] ?? 0)).inserted
    }
  }
}
