import Lamina

/// A decoder for the compression of GIF, LZW with codes of variable size (GIF89a specification,
/// appendix F).
enum GIFDecoder {
  /// Returns the first `count` decompressed bytes. What is left of the data is ignored.
  ///
  /// - Parameters:
  ///   - codeSize: the size of the first codes, less one bit, in bits: 1 to 8.
  ///   - offset: the offset of the data in the file, for errors.
  /// - Throws: ``PictureReadError/truncated(offset:)`` if the data are of fewer bytes, and
  ///   ``PictureReadError/invalid(_:offset:)`` for a code without meaning.
  static func decode(
    data: [UInt8], codeSize: Int, count: Int, offset: Int
  ) throws(PictureReadError) -> [UInt8] {
    // The string that a code stands for has appeared in the output before: where, and how long it is.
    // It is the string of the code before, and the byte that followed.
    var starts = [Int](repeating: 0, count: 4096)
    var lengths = [Int](repeating: 0, count: 4096)
    let clear = 1 << codeSize
    var next = clear + 2
    var size = codeSize + 1
    var previous: (start: Int, length: Int)?
    var output = [UInt8](repeating: 0, count: count)
    var position = 0
    var (bits, bitCount, read) = (0, 0, 0)

    while position < count {
      while bitCount < size {
        guard read < data.count else { throw .truncated(offset: offset + data.count) }
        bits |= Int(data[read]) << bitCount
        bitCount += 8
        read += 1
      }
      let code = bits & (1 << size - 1)
      bits >>= size
      bitCount -= size

      if code == clear {
        (next, size, previous) = (clear + 2, codeSize + 1, nil)
        continue
      }
      if code == clear + 1 { throw .truncated(offset: offset + read) }
      if let previous, next < 4096 {
        starts[next] = previous.start
        lengths[next] = previous.length + 1
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      }
      guard code < next else {
        throw .invalid("a code of the compressed data means nothing", offset: offset + read)
      }
      previous = (position, code < clear ? 1 : lengths[code])
      if code < clear {
        output[position] = UInt8(code)
        position += 1
      } else {
        // Byte by byte, as the last one may be the first that is copied.
        let start = starts[code]
        for index in start..<(start + min(lengths[code], count - position)) {
          output[position] = output[index]
          position += 1
        }
      }
    }
    return output
  }
}
