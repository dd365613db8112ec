import Foundation
import LaminaCharts

/// A Gantt chart: bars between dates.
var plan: Chart {
  let first = Date(timeIntervalSince1970: 1_767_571_200)
  let tasks: [(name: String, team: String, start: Double, end: Double)] = [
    ("Research", "Design", 0, 14), ("Sketches", "Design", 10, 24),
    ("Interface", "Engineering", 21, 49), ("Engine", "Engineering", 14, 56),
    ("Tests", "Quality", 35, 70), ("Translation", "Quality", 49, 63),
    ("Release", "Quality", 70, 75),
  ]
  func day(_ number: Double) -> Date { first + number * 86_400 }
  return Chart(tasks, id: \.name) { task in
    BarMark(
      xStart: .value("Start", day(task.start)), xEnd: .value("End", day(task.end)),
      y: .value("Task", task.name)
    )
    .foregroundStyle(by: .value("Team", task.team))
    .cornerRadius(3)
  }
  .chartTitle("Plan for version 2")
}
