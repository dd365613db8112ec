import Foundation
import Lamina
import LaminaImages

/// Pictures in the graphics protocol of the terminal kitty, which several others have too.
package enum KittyGraphics {
  /// The most characters of a picture that one command may carry.
  package static let chunkLength = 4096

  /// The bytes that put a picture where the cursor is, and leave the cursor there.
  ///
  /// The picture goes as a PNG. One with the same number takes the place of the one before, without
  /// a moment in which neither is seen. The terminal is asked to say nothing about it.
  package static func bytes(for bitmap: Bitmap, number: Int = 1) -> [UInt8] {
    let data = Data(bitmap.pngData()).base64EncodedData()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: chunkLength) {
      let end = min(start + chunkLength, data.count)
      let more = end < data.count ? 1 : 0
      let keys = start == 0 ? "a=T,f=100,i=\(number),p=1,q=2,C=1,m=\(more)" : "m=\(more)"
      bytes += "\u{1B}_G\(keys);".utf8
      bytes += data[start..<end]
      bytes += "\u{1B}\\".utf8
    }
    return bytes
  }

  /// The bytes that take a picture away.
  package static func removal(number: Int = 1) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)
  }
}
