import Lamina
import LaminaImages
import Testing

@Suite("The message of an error about files")
struct OutputErrorTests {
  @Test("escapes names and reasons")
  func escaping() {
    let name = "a\u{1B}[2J\n"
    let messages = [
      "\(OutputError.noFrames(path: name))", "\(OutputError.system(.open, path: name, code: 2))",
      "\(OutputError.invalidPattern(name, reason: "has '\(name)'"))",
      "\(PictureReadError.system(path: name, code: 2))",
      "\(PictureReadError.invalid(name, offset: 1))",
    ]
    for text in messages {
      #expect(text == text.escaped, "\(text.escaped)")
    }
  }
}
