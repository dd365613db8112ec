import Foundation

/// Numbers that break programs.
enum HostileNumbers {
  static let finite: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-9, -1e-9, 1e9, -1e9, 1e300, -1e300,
    32_767, 32_768, -32_769,
    0x1p31, 0x1p53 + 1,
  ]
  static let notFinite: [Double] = [.nan, .infinity, -.infinity]
}
