import LaminaBase

/// The result builder of a chart: marks one below the other, `if`, `switch` and `for`.
@resultBuilder
public enum ChartContentBuilder {
  public static func buildExpression(_ content: some ChartContent) -> MarkList { content.marks }
  public static func buildBlock(_ parts: MarkList...) -> MarkList {
    if parts.count == 1 { return parts[0] }
    return buildArray(parts)
  }
  public static func buildOptional(_ part: MarkList?) -> MarkList { part ?? MarkList() }
  public static func buildEither(first part: MarkList) -> MarkList { part }
  public static func buildEither(second part: MarkList) -> MarkList { part }
  public static func buildLimitedAvailability(_ part: MarkList) -> MarkList { part }
  public static func buildArray(_ parts: [MarkList]) -> MarkList {
    var list = MarkList()
    list.records.reserveCapacity(parts.reduce(0) { $0 + $1.records.count })
    for part in parts { list.records += part.records }
    return list
  }
}

/// Reports that the parts of a mark were asked for, which has none.
func fatalBody() -> Never { refuse("a mark is drawn by the chart and has no body") }
