import Foundation

/// A distance between marks on a ruler: a whole number of seconds, or a unit fraction of a second.
///
/// The times of marks are exact, or the nearest `Double`, however far they are from the beginning.
struct RulerStep: Hashable {
  /// The numerator and denominator of the seconds from one mark to the next. One of them is 1.
  let numerator: Int64
  let denominator: Int64

  static let second = RulerStep(numerator: 1, denominator: 1)
  static let tenth = RulerStep(numerator: 1, denominator: 10)

  var seconds: TimeInterval { Double(numerator) / Double(denominator) }

  /// Returns the time of a mark, in seconds.
  func time(_ index: Int64) -> TimeInterval {
    Double(index) * Double(numerator) / Double(denominator)
  }

  /// Returns true if every mark of another step is also a mark of this one.
  ///
  /// - Precondition: this step is a fraction of a second, or both are whole seconds.
  func divides(_ other: RulerStep) -> Bool {
    denominator > 1
      ? denominator % other.denominator == 0 : other.numerator % numerator == 0
  }

  /// The steps that are easy to read, the smallest first: 1, 2 and 5 times each power of ten up to
  /// a second, beginning with a nanosecond; then the seconds, minutes and hours that divide the
  /// next larger unit; then days.
  static let all: [RulerStep] = {
    var steps: [RulerStep] = []
    var denominator: Int64 = 1_000_000_000
    while denominator > 1 {
      for part in [1, 2, 5] as [Int64] {
        steps.append(RulerStep(numerator: 1, denominator: denominator / part))
      }
      denominator /= 10
    }
    for seconds in [1, 2, 5, 10, 15, 30] as [Int64] {
      steps.append(RulerStep(numerator: seconds, denominator: 1))
    }
    for minutes in [1, 2, 5, 10, 15, 30] as [Int64] {
      steps.append(RulerStep(numerator: minutes * 60, denominator: 1))
    }
    for hours in [1, 2, 6, 12] as [Int64] {
      steps.append(RulerStep(numerator: hours * 3600, denominator: 1))
    }
    var days: Int64 = 1
    while days <= 1_000_000_000 {
      for part in [1, 2, 5] as [Int64] {
        steps.append(RulerStep(numerator: days * part * 86400, denominator: 1))
      }
      days *= 10
    }
    return steps
  }()

  /// The number of fraction digits that tell one mark from the next.
  var fractionDigits: Int {
    var digits = 0
    var marks: Int64 = 1
    while marks < denominator {
      marks *= 10
      digits += 1
    }
    return digits
  }

  /// Returns the text of a mark: `0:07`, `1:02:03` with hours, `0:07.250` for fractions of a
  /// second.
  ///
  /// - Parameters:
  ///   - index: the number of the mark; not negative.
  ///   - showsHours: true to write the hours even if they are 0.
  func text(_ index: Int64, showsHours: Bool) -> String {
    let seconds = denominator > 1 ? index / denominator : index * numerator
    var text: String
    let (minutes, second) = (seconds / 60, Self.twoDigits(seconds % 60))
    if showsHours || minutes >= 60 {
      text = "\(minutes / 60):\(Self.twoDigits(minutes % 60)):\(second)"
    } else {
      text = "\(minutes):\(second)"
    }
    let digits = fractionDigits
    guard digits > 0 else { return text }
    var power: Int64 = 1
    for _ in 0..<digits { power *= 10 }
    let fraction = String(index % denominator * (power / denominator))
    text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
    return text
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
