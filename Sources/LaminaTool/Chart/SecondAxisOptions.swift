import ArgumentParser

/// The options of the second y axis.
struct SecondAxisOptions: ParsableArguments {
  @Option(
    name: .customLong("y2"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Columns for a second y axis, drawn as lines over bars, separated by commas; may be repeated.",
      valueName: "columns"))
  var columns: [String] = []

  @Option(
    name: .customLong("range-y2"), parsing: .unconditional,
    help: ArgumentHelp("The numbers at the ends of the axis.", valueName: "lo..hi"),
    transform: ValueRange.init(parsing:))
  var range: ValueRange?

  @Option(
    name: .customLong("y2-threshold"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A line at a value of the axis, as for --threshold; may be repeated.", valueName: "threshold"),
    transform: ChartThreshold.init(parsing:))
  var threshold: [ChartThreshold] = []

  @Option(
    name: .customLong("y2-label"), parsing: .unconditional,
    help: "The title of the axis.")
  var label: String?

  @Option(
    name: .customLong("y2-unit"), parsing: .unconditional,
    help: "The unit of its values, as for --unit.")
  var unit: String?

  func validate() throws {
    let idle: KeyValuePairs = [
      "--range-y2": range != nil, "--y2-threshold": !threshold.isEmpty, "--y2-label": label != nil,
      "--y2-unit": unit != nil,
    ]
    if columns.isEmpty, let (name, _) = idle.first(where: \.value) {
      throw ValidationError("\(name): there is no second y axis; --y2 makes one")
    }
  }
}
