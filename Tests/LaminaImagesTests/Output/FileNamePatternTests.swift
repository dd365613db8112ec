import Lamina
import LaminaImages
import Testing

@Suite("File name pattern")
struct FileNamePatternTests {
  @Test(
    "puts the number where the pattern says",
    arguments: [
      ("frame-%05d.ppm", 42, "frame-00042.ppm"),
      ("frame-%05d.ppm", 1_234_567, "frame-1234567.ppm"),
      ("%d", 0, "0"),
      ("a/%d/b.png", 31, "a/31/b.png"),
      ("%02d", 7, "07"),
      ("%020d.png", 3, "00000000000000000003.png"),
      ("100%%-%03d%%.png", 5, "100%-005%.png"),
      ("ü%04dé.png", 9, "ü0009é.png"),
    ])
  func name(pattern: String, number: Int, expected: String) throws {
    let pattern = try FileNamePattern(pattern)
    #expect(pattern.name(number) == expected)
    #expect(pattern.number(in: expected[...]) == number)
  }

  @Test(
    "has the number of its own names only",
    arguments: [
      "f-1.png", "f-+001.png", "f--001.png", "f-0001.png", "f-001.png ", "g-001.png", "f-001.pn",
      "f-.png",
      "", "f-99999999999999999999.png", "f-0x1.png", "f-٠٠١.png",
    ])
  func others(name: String) throws {
    #expect(try FileNamePattern("f-%03d.png").number(in: name[...]) == nil)
  }

  @Test(
    "is refused unless it has exactly one number",
    arguments: [
      ("", "has no number"),
      ("frame.png", "has no number"),
      ("50%%.png", "has no number"),
      ("%d-%d.png", "has more than one number"),
      ("%05d%%%d", "has more than one number"),
      ("%s.png", "has a '%s'"),
      ("%5x.png", "has a '%5x'"),
      ("%-5d.png", "has a '%-'"),
      ("a%", "has a '%'"),
      ("a%05", "has a '%05'"),
      ("%5d.png", "has a '%5d', which is not '%0Nd' with N from 1 to 20"),
      ("%00d.png", "has a '%00d', which is not '%0Nd' with N from 1 to 20"),
      ("%021d.png", "has a '%021d', which is not '%0Nd' with N from 1 to 20"),
      (
        "%099999999999999999999d",
        "has a '%099999999999999999999d', which is not '%0Nd' with N "
          + "from 1 to 20"
      ),
    ])
  func refused(pattern: String, reason: String) {
    #expect(throws: OutputError.invalidPattern(pattern, reason: reason)) {
      try FileNamePattern(pattern)
    }
  }

  @Test("the error is a whole sentence")
  func message() {
    #expect(
      OutputError.invalidPattern("a.png", reason: "has no number").description
        == "the file name pattern 'a.png' has no number: it needs one number, such as "
        + "'frames/%05d.png'")
  }

  @Test("a name with a percent sign is meant as a pattern")
  func isPattern() {
    #expect(FileNamePattern.isPattern("a-%d.png"))
    #expect(!FileNamePattern.isPattern("a.png"))
  }
  @Test("a negative number ends the program, with a sentence")
  func negativeNumber() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try FileNamePattern("%03d.png").name(-1)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the file number -1 is negative"), "\(message.suffix(300))")
  }
}
