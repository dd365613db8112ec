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

  /// Returns a chart with the types and ends of the scales that the options give.
  func scaled(_ chart: Chart) -> Chart {
    var chart = chart
    let (logX, logY) = (command.log.contains(.x), command.log.contains(.y))
    if command.log.contains(.y2) { chart = chart.chartSecondaryYScale(type: .log) }
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
    if let range = command.rangeY {
      chart = chart.chartYScale(domain: range.lower...range.upper, type: logY ? .log : nil)
    } else if logY {
      chart = chart.chartYScale(type: .log)
    }
    return chart
  }
}
