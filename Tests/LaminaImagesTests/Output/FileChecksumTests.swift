import Foundation
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Checksum of a file")
struct FileChecksumTests {
  @Test("is the CRC-32 of its bytes, in eight digits")
  func values() throws {
    #expect(FileChecksum(Array("123456789".utf8)).text == "CBF43926")
    #expect(FileChecksum([]).text == "00000000")
    for text in ["CBF43926", "cbf43926"] {
      #expect(FileChecksum(text[...]) == FileChecksum(Array("123456789".utf8)))
    }
    for text in ["", "CBF4392", "CBF439260", "CBF4392G", "+BF43926", " CBF4392"] {
      #expect(FileChecksum(text[...]) == nil)
    }
  }

  @Test("is computed in parts")
  func files() throws {
    let folder = TemporaryFolder()
    for count in [0, 1, 1 << 18, 600_001] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      #expect(try FileChecksum(ofFile: folder.file("f", bytes)) == FileChecksum(bytes))
    }
    #expect(try FileChecksum(ofFile: folder("none")) == nil)
    #expect(throws: PictureReadError.system(path: folder.path, code: EISDIR)) {
      try FileChecksum(ofFile: folder.path)
    }
  }
}
