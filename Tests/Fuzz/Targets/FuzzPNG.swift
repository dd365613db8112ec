import Lamina
import LaminaImages

extension FuzzTarget {
  /// A PNG is read within the budget, or refused by an error, the frames of its animation, too; and what
  /// was read is the same after it was written and read again.
  ///
  /// Bytes that begin as a PNG are taken as a file whose checksums are corrected, as hardly any change
  /// would get past them; all others as the parts that a file is made of.
  package static let png = FuzzTarget(name: "FuzzPNG") { bytes in
    let file =
      bytes.first == PNGFile.signature[0] ? repaired(Array(bytes)) : built(FuzzInput(bytes))
    try checkPicture(file)
    let budget = PictureBudget(width: 256, height: 256, pixels: 16_384, bytes: 1 << 20)
    guard let bitmap = try? Bitmap(png: file, budget: budget) else { return }
    try require(bitmap.width <= 256 && bitmap.height <= 256, "a side beyond the budget")
    try require(bitmap.width * bitmap.height <= 16_384, "more pixels than the budget")
    let again = try Bitmap(png: bitmap.pngData())
    try require(again == bitmap, "another picture after writing and reading")
  }
}

/// The same file, each chunk with the checksum of its content.
private func repaired(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  var position = PNGFile.signature.count
  while position + 12 <= bytes.count {
    let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    let end = position + 8 + length
    guard end + 4 <= bytes.count else { break }
    bytes.replaceSubrange(
      end..<end + 4, with: PNGFile.crc(bytes[position + 4..<end]).bigEndianBytes)
    position = end + 4
  }
  return bytes
}

/// A file with any header, palette and transparency, whose image data are what is left of the
/// input.
private func built(_ input: FuzzInput) -> [UInt8] {
  var input = input
  var file = PNGFile()
  let width = UInt32(input.choice(40))
  let height = UInt32(input.choice(40))
  file.add(
    "IHDR",
    width.bigEndianBytes + height.bigEndianBytes
      + [1 << UInt8(input.choice(6)), UInt8(input.choice(8)), 0, 0, UInt8(input.choice(3))])
  if input.flag() { file.add("PLTE", input.bytes(input.choice(60))) }
  if input.flag() { file.add("tRNS", input.bytes(input.choice(20))) }
  file.add("IDAT", PNGFile.stored(input.bytes(.max)))
  file.add("IEND", [])
  return file.bytes
}
