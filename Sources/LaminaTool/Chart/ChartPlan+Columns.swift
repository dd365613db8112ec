import LaminaTables

// The columns that no option names.

extension ChartPlan {
  /// Returns the column along the x axis if no option names it; nil for the rows.
  static func automaticX(
    _ columns: [TableColumn], of kind: ChartKind?, y: [TableColumn], group: TableColumn?
  ) -> TableColumn? {
    if let times = columns.first(where: { $0.kind == .times }) { return times }
    let divider = group ?? automaticDivider(columns, of: kind, y: y)
    if let place = columns.first(where: { $0.name != divider?.name }),
      case .numbers(let numbers) = place.values, !y.contains(where: { $0.name == place.name }),
      columns.contains(where: { $0.kind == .numbers && $0.name != place.name }),
      kind == .point || rise(numbers, divider)
    {
      return place
    }
    guard let first = columns.first, first.kind == .categories, first.name != group?.name
    else { return nil }
    return first
  }

  /// Returns whether numbers rise and never fall, in each of the series that a column makes of the rows. Gaps
  /// are left out, and a single number counts as one that rises.
  private static func rise(_ numbers: [Double], _ divider: TableColumn?) -> Bool {
    var codes: [Int32]?
    if case .categories(let categories)? = divider?.values { codes = categories.codes }
    var last: [Int32: Double] = [:]
    var (count, hasRisen) = (0, false)
    for (row, number) in numbers.enumerated() where !number.isNaN {
      let code = codes?[row] ?? 0
      guard number >= last[code] ?? number else { return false }
      hasRisen = hasRisen || number > last[code] ?? number
      last[code] = number
      count += 1
    }
    return hasRisen || count == 1
  }

  /// Returns the column of categories that divides the rows into series along numbers, if there is one and
  /// no option names it: each category has two rows or more, and there is one column to show.
  private static func automaticDivider(
    _ columns: [TableColumn], of kind: ChartKind?, y: [TableColumn]
  ) -> TableColumn? {
    guard [nil, .line, .area, .point].contains(kind),
      y.count == 1 || y.isEmpty && columns.count(where: { $0.kind == .numbers }) == 2,
      let column = fewCategories(columns), case .categories(let categories) = column.values,
      2 * categories.names.count <= categories.codes.count
    else { return nil }
    return column
  }

  /// Returns the column of categories that each have a colour if no option names it; nil for none.
  static func automaticGroup(
    _ columns: [TableColumn], x: TableColumn?, y: [TableColumn]
  ) -> TableColumn? {
    guard y.count == 1, let x, x.kind != .categories else { return nil }
    return fewCategories(columns)
  }

  /// Returns the column of a few categories, if there is only one.
  private static func fewCategories(_ columns: [TableColumn]) -> TableColumn? {
    let candidates = columns.filter { column in
      guard case .categories(let categories) = column.values else { return false }
      return (2...maximumGroupCount).contains(categories.names.count)
    }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
