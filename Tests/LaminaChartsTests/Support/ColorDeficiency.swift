import Foundation
import Lamina

/// The colours that somebody sees who lacks a kind of cones, at full severity: the matrices of Machado,
/// Oliveira and Fernandes ("A Physiologically-based Model for Simulation of Color Vision
/// Deficiency", 2009), for linear sRGB.
struct ColorDeficiency {
  var name: String
  private var matrix: [[Double]]

  static let all = [
    ColorDeficiency(name: "none", matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ColorDeficiency(
      name: "protanopia",
      matrix: [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]),
    ColorDeficiency(
      name: "deuteranopia",
      matrix: [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]),
    ColorDeficiency(
      name: "tritanopia",
      matrix: [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]),
  ]

  /// Returns the linear red, green and blue of a colour as it is seen.
  func simulated(_ color: Color) -> [Double] {
    let linear = [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    return matrix.map { row in max(0, min(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 1)) }
  }
}

/// A colour in a space in which distances are those that people see (Ottosson, "A perceptual color
/// space for image processing", 2020).
struct OKLab {
  var lightness: Double
  var a: Double
  var b: Double

  /// Converts linear sRGB.
  init(_ rgb: [Double]) {
    let l = cbrt(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2])
    let m = cbrt(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2])
    let s = cbrt(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2])
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  func distance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
