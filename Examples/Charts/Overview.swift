import LaminaCharts

/// A grid of unlike charts, whose plots are aligned.
var overview: Chart {
  Chart(
    grid: [
      load.chartTitle("Load").chartSubtitle(""), latency.chartTitle("Latency"),
      network.chartTitle("Network"), sensor.chartTitle("Valve"),
    ], columns: 2
  )
  .chartTitle("The build server on Tuesday")
}
