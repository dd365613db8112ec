import LaminaBase
import Testing

@Suite("Escaping of text from outside")
struct EscapingTests {
  @Test("leaves letters of all scripts, signs, composed pictures and backslashes as they are")
  func visible() {
    for text in ["", "a b\\c", "Zoë's größe", "日本語", "नमस्ते", "👩‍👩‍👧", "e\u{301}"] {
      #expect(text.escaped == text)
    }
  }

  @Test("writes out control characters, changes of direction and separators of lines")
  func invisible() {
    #expect("\u{1B}]0;x\u{7}".escaped == #"\u{1B}]0;x\u{07}"#)
    #expect("a\n\r\n\tb".escaped == #"a\n\r\n\tb"#)
    #expect("\u{0}\u{7F}\u{9B}m".escaped == #"\0\u{7F}\u{009B}m"#)
    #expect("a\u{202E}b\u{2028}c\u{FEFF}".escaped == #"a\u{202E}b\u{2028}c\u{FEFF}"#)
    #expect("e\u{301}\u{8}".escaped == "e\u{301}" + #"\u{08}"#)
  }

  @Test("keeps what is said to be kept")
  func kept() {
    #expect("a\nb\u{1B}".escaped(except: ["\n"]) == "a\nb" + #"\u{1B}"#)
  }
}
