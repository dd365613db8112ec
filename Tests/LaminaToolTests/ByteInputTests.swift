import Foundation
import LaminaScenes
import LaminaTestSupport
import Testing

@testable import LaminaTool

@Suite("The bytes of an input")
struct ByteInputTests {
  private func bytes(_ text: String) -> ByteInput.Event { .bytes([UInt8](text.utf8)) }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func append(_ text: String, to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test("end where a file ends")
  func end() throws {
    try withFolder { folder in
      try write("1\n", to: folder + "/n")
      let input = try ByteInput(path: folder + "/n", interruption: Interruption())
      #expect(try input.next() == bytes("1\n"))
      #expect(try input.next() == .end)
      #expect(throws: SampleInputError.self) {
        try ByteInput(path: folder + "/none", interruption: Interruption())
      }
    }
  }

  @Test("go on with what is added to a file that is followed, until an interruption")
  func additions() throws {
    try withFolder { folder in
      let (path, interruption) = (folder + "/n", Interruption())
      try write("1\n", to: path)
      let input = try ByteInput(path: path, follows: true, interruption: interruption)
      #expect(try input.next() == bytes("1\n"))
      try append("2\n", to: path)
      #expect(try input.next() == bytes("2\n"))
      interruption.request(SIGINT)
      #expect(try input.next() == .interruption)
    }
  }

  @Test("begin when a file that is followed is there")
  func absence() throws {
    try withFolder { folder in
      let (path, interruption) = (folder + "/n", Interruption())
      let input = try ByteInput(path: path, follows: true, interruption: interruption)
      #expect(input.isAbsent)
      try write("1\n", to: path)
      #expect(try input.next() == bytes("1\n"))
      #expect(!input.isAbsent)
      let other = try ByteInput(path: path + "2", follows: true, interruption: interruption)
      interruption.request(SIGINT)
      #expect(try other.next() == .interruption)
      #expect(throws: SampleInputError.self) {
        try ByteInput(path: path + "/n", follows: true, interruption: interruption)
      }
    }
  }

  @Test("are not gzip data where a file is followed")
  func compression() throws {
    try withFolder { folder in
      let path = folder + "/n"
      let files: [[UInt8]] = [[UInt8]("1\n".utf8), [0x1F, 0x8B, 8]]
      for (bytes, follows) in [(files[0], true), (files[1], true), (files[1], false)] {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let input = ChartInput(
          files: [path], follows: follows, interruption: Interruption(), speaks: false)
        if follows, bytes == files[1] {
          let error = SampleInputError.notReadable(
            name: path, reason: "--follow cannot follow a file that is compressed by gzip")
          #expect(throws: error) { try input.next() }
        } else {
          #expect(try input.next() == .bytes(bytes))
        }
      }
    }
  }

  @Test("begin again with the file that replaces one, after the rest of it, and in a shorter one")
  func replacement() throws {
    try withFolder { folder in
      let path = folder + "/log"
      try write("1\n", to: path)
      let input = try ByteInput(path: path, follows: true, interruption: Interruption())
      #expect(try input.next() == bytes("1\n"))
      try append("2\n", to: path)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      try append("3\n", to: path + ".1")
      try write("4\n", to: path)
      #expect(try input.next() == bytes("2\n3\n"))
      #expect(try input.next() == .beginning)
      #expect(try input.next() == bytes("4\n"))
      #expect(truncate(path, 0) == 0)
      #expect(try input.next() == .beginning)
      try append("5\n", to: path)
      #expect(try input.next() == bytes("5\n"))
    }
  }
}
