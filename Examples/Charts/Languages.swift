import LaminaCharts

/// Bars with long names, which are turned.
var languages: Chart {
  let speakers: [(name: String, millions: Int)] = [
    ("English", 1528), ("Mandarin Chinese", 1184), ("Hindi", 609), ("Spanish", 558),
    ("Standard Arabic", 335), ("French", 312), ("Bengali", 284), ("Portuguese", 267),
    ("Russian", 253), ("Indonesian", 252), ("Urdu", 246), ("Standard German", 134),
    ("Japanese", 126), ("Nigerian Pidgin", 121), ("Egyptian Arabic", 119), ("Marathi", 99),
  ]
  return Chart(speakers, id: \.name) { language in
    BarMark(x: .value("Language", language.name), y: .value("Speakers", language.millions))
  }
  .chartTitle("Speakers of languages, in millions")
  .chartYAxisLabel("")
}
