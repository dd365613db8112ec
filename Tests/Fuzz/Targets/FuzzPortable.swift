import Lamina
import LaminaImages

extension FuzzTarget {
  /// A picture of the PNM family (PBM, PGM, PPM, PAM) is read within the budget, or refused by an
  /// error; an opaque one is the same after it was written and read again.
  package static let portable = FuzzTarget(name: "FuzzPortable") { bytes in
    let budget = PictureBudget(width: 256, height: 256, pixels: 16_384, bytes: 1 << 20)
    guard let bitmap = try? Bitmap(ppm: Array(bytes), budget: budget) else { return }
    try require(bitmap.width <= 256 && bitmap.height <= 256, "a side beyond the budget")
    try require(bitmap.width * bitmap.height <= 16_384, "more pixels than the budget")
    guard bitmap.isOpaque else { return }
    let again = try Bitmap(ppm: bitmap.ppmData())
    try require(again == bitmap, "another picture after writing and reading")
  }
}
