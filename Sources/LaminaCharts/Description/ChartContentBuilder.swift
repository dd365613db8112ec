import LaminaBase

/// The result builder of a chart: marks one below the other, `if`, `switch` and `for`.
@resultBuilder
public enum ChartContentBuilder {
  /// Collects the marks of one part.
  public static func buildExpression(_ content: some ChartContent) -> MarkList { content.marks }
  /// Joins the marks of several parts.
  public static func buildBlock(_ parts: MarkList...) -> MarkList {
    if parts.count == 1 { return parts[0] }
    return buildArray(parts)
  }
  /// Collects the marks of an `if` without `else`.
  public static func buildOptional(_ part: MarkList?) -> MarkList { part ?? MarkList() }
  /// Collects the marks of an `if` or `switch`.
  public static func buildEither(first part: MarkList) -> MarkList { part }
  /// Collects the marks of an `else` or `switch`.
  public static func buildEither(second part: MarkList) -> MarkList { part }
  /// Collects the marks of an `if #available`.
  public static func buildLimitedAvailability(_ part: MarkList) -> MarkList { part }
  /// Joins the marks of all rounds of a loop.
  public static func buildArray(_ parts: [MarkList]) -> MarkList {
    var list = MarkList()
    list.records.reserveCapacity(parts.reduce(0) { $0 + $1.records.count })
    for part in parts { list.records += part.records }
    return list
  }
}

/// Reports that the parts of a mark were asked for, which has none.
func fatalBody() -> Never { refuse("a mark is drawn by the chart and has no body") }
