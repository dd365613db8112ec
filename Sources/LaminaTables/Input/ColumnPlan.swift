/// The way to read a column, and what of it is certain.
struct ColumnPlan: Equatable {
  var reading: ColumnBuilder.Reading
  /// The kind that the options say; nil finds it out.
  var kind: TableColumnKind?
  /// True if the reading does not depend on the cells.
  var isFixed = false

  /// A builder that reads so.
  var builder: ColumnBuilder { ColumnBuilder(reading, expectsTimes: kind == .times) }

  /// The plan that the cells of all rows ask for.
  func decided(by counts: ColumnBuilder.Counts) -> ColumnPlan {
    guard !isFixed, reading != .ignored else { return self }
    var plan = self
    plan.reading = kind == .times ? counts.timeReading : counts.reading
    return plan
  }

  /// Plans the columns of a table.
  ///
  /// - Parameter readings: what the first rows ask for.
  /// - Throws: ``TableError/unknownColumn(_:columns:)``.
  static func plans(
    _ readings: [ColumnBuilder.Reading], _ layout: TableLayout, _ options: TableOptions
  ) throws(TableError) -> [ColumnPlan] {
    var plans = readings.map { ColumnPlan(reading: $0, isFixed: $0 == .patternTimes) }
    let saysTimes = options.kinds.values.contains(.times)
    if saysTimes {
      for index in plans.indices where plans[index].reading == .patternTimes {
        plans[index] = ColumnPlan(reading: .categories)
      }
    }
    // In the order of their names, so that of several mistakes the same is told each time.
    for (name, kind) in options.kinds.sorted(by: { $0.key < $1.key }) {
      let column = try layout.column(name)
      switch kind {
      case .numbers: plans[column] = ColumnPlan(reading: .numbers, kind: kind, isFixed: true)
      case .categories: plans[column] = ColumnPlan(reading: .categories, kind: kind, isFixed: true)
      case .times:
        plans[column] =
          options.timeFormat == nil
          ? ColumnPlan(
            reading: plans[column].reading == .numbers ? .numbers : .times, kind: kind)
          : ColumnPlan(reading: .patternTimes, kind: kind, isFixed: true)
      }
    }
    if let columns = options.columns {
      var wanted: Set<Int> = []
      for name in columns { wanted.insert(try layout.column(name)) }
      for index in plans.indices where !wanted.contains(index) {
        plans[index] = ColumnPlan(reading: .ignored, isFixed: true)
      }
    }
    return plans
  }
}

extension ColumnBuilder.Counts {
  /// The way to read a column of times: as numbers since 1970 if there are more of these than others.
  var timeReading: ColumnBuilder.Reading { numbers > times ? .numbers : .times }
}
