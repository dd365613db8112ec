import Foundation
import LaminaCharts
import LaminaTables

// The axes.

extension ChartPlan {
  /// True if the x axis has whole numbers that are most likely years, which have no separators.
  private var hasYears: Bool {
    guard case .numbers(let numbers)? = x?.values else { return false }
    return numbers.allSatisfy { (1000...2999).contains($0) && $0 == $0.rounded() }
  }

  /// The marks of the x axis.
  var xMarks: AxisMarks {
    if x?.isTimeOfDay == true { return AxisMarks(format: AxisLabelFormat.timeOfDay) }
    if hasYears { return AxisMarks(format: AxisLabelFormat.format(.number.grouping(.never))) }
    if kind == .histogram, hasWholeNumbers {
      return AxisMarks(values: .automatic(minimumStride: 1))
    }
    return AxisMarks()
  }

  /// Returns a chart with the titles of its axes.
  func labelled(_ chart: Chart) -> Chart {
    var chart = chart
    let (first, second) = (y.prefix(firstCount), y.dropFirst(firstCount))
    let (name, unit) = (title(of: first), command.unit ?? unit(of: first))
    if command.horizontal {
      chart = chart.chartXAxisLabel(command.yLabel ?? name, unit: unit)
      return command.xLabel.map { chart.chartYAxisLabel($0) } ?? chart
    }
    if let label = command.xLabel {
      chart = chart.chartXAxisLabel(label)
    } else if let x, let unit = x.unit {
      chart = chart.chartXAxisLabel(x.name, unit: unit)
    }
    if !second.isEmpty {
      let options = command.secondAxis
      chart = chart.chartSecondaryYAxisLabel(
        options.label ?? title(of: second), unit: options.unit ?? self.unit(of: second))
    }
    return kind == .histogram && command.xLabel == nil
      ? chart.chartXAxisLabel(name, unit: unit)
      : chart.chartYAxisLabel(command.yLabel ?? name, unit: unit)
  }

  private func title(of columns: ArraySlice<TableColumn>) -> String {
    columns.count == 1 ? title(of: columns[columns.startIndex]) : ""
  }

  /// Returns the title of the values that the chart shows of a column.
  func title(of column: TableColumn) -> String {
    countsRows ? column.name : command.aggregate?.title(of: column.name) ?? column.name
  }

  /// Returns a chart with the types and ends of the scales that the options give.
  func scaled(_ chart: Chart) -> Chart {
    var chart = chart
    let (logX, logY) = (command.log.contains(.x), command.log.contains(.y))
    if command.log.contains(.y2) {
      chart = chart.chartSecondaryYScale(type: .log)
    } else if areDurations(y.dropFirst(firstCount)) {
      chart = chart.chartSecondaryYScale(type: .duration)
    }
    if let range = command.secondAxis.range {
      chart = chart.chartSecondaryYScale(domain: range.lower...range.upper)
    }
    if let window = window ?? range, window.lowerBound < window.upperBound {
      // The rows outside a window are left out already.
      chart.options.fitsValuesToX = self.window == nil
      let type: ScaleType? = logX ? .log : nil
      if x?.kind == .times {
        let ends = (window.lowerBound, window.upperBound)
        chart = chart.chartXScale(
          domain: Date(timeIntervalSince1970: ends.0)...Date(timeIntervalSince1970: ends.1),
          type: type)
      } else {
        chart = chart.chartXScale(domain: window, type: type)
      }
    } else if logX {
      chart = chart.chartXScale(type: .log)
    }
    let showsDurations = areDurations(y.prefix(firstCount))
    if showsDurations, kind == .histogram, !logX { chart = chart.chartXScale(type: .duration) }
    let typeY: ScaleType? =
      logY ? .log : showsDurations && kind != .histogram ? .duration : nil
    if let range = command.rangeY {
      let domain = range.lower...range.upper
      chart =
        command.horizontal
        ? chart.chartXScale(domain: domain, type: typeY)
        : chart.chartYScale(domain: domain, type: typeY)
    } else if let typeY {
      chart =
        command.horizontal ? chart.chartXScale(type: typeY) : chart.chartYScale(type: typeY)
    }
    return chart
  }
}
