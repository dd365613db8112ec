import Lamina
import LaminaImages

/// A picture of the PNM family (PBM, PGM, PPM, PAM) is read within the budget, or refused by an
/// error; an opaque one is the same after it was written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let budget = PictureBudget(width: 256, height: 256, pixels: 16_384, bytes: 1 << 20)
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let bitmap = try? Bitmap(ppm: bytes, budget: budget) else { return 0 }
  precondition(bitmap.width <= 256 && bitmap.height <= 256)
  precondition(bitmap.width * bitmap.height <= 16_384)
  guard bitmap.isOpaque else { return 0 }
  guard let again = try? Bitmap(ppm: bitmap.ppmData()) else { fatalError("unreadable") }
  precondition(again == bitmap, "another picture after writing and reading")
  return 0
}
