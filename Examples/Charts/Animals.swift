import LaminaCharts

/// Points on two logarithmic axes: how heavy the brains of animals are.
var animals: Chart {
  let animals: [(name: String, order: String, body: Double, brain: Double)] = [
    ("Mouse", "Rodents", 0.023, 0.4), ("Rat", "Rodents", 0.28, 1.9),
    ("Beaver", "Rodents", 13.5, 34),
    ("Cat", "Carnivores", 3.3, 26), ("Red fox", "Carnivores", 4.2, 50),
    ("Wolf", "Carnivores", 36, 120), ("Jaguar", "Carnivores", 100, 157),
    ("Grey seal", "Carnivores", 85, 325), ("Macaque", "Primates", 6.8, 179),
    ("Chimpanzee", "Primates", 52, 440), ("Gorilla", "Primates", 207, 406),
    ("Human", "Primates", 62, 1320), ("Horse", "Ungulates", 521, 655),
    ("Giraffe", "Ungulates", 529, 680), ("Elephant", "Elephants", 6654, 5712),
  ]
  return Chart(animals, id: \.name) { animal in
    PointMark(x: .value("Body", animal.body), y: .value("Brain", animal.brain))
      .foregroundStyle(by: .value("Order", animal.order))
      .symbol(by: .value("Order", animal.order))
      .annotation(position: .trailing) { animal.name }
  }
  .chartTitle("Large animals have large brains")
  .chartXScale(type: .log).chartYScale(type: .log)
  .chartXAxisLabel("Body", unit: "kg")
  .chartYAxisLabel("Brain", unit: "g")
}
