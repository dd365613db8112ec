import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaTesting

@Suite("Expected texts")
struct TextExpectationTests {
  private func lines(_ numbers: [Int]) -> String {
    numbers.map { "line \($0)" }.joined(separator: "\n")
  }

  @Test("show the lines that differ, with two around them")
  func difference() {
    let found = messages {
      expectText(lines([0, 1, 2, 3, 4, 50, 6, 7, 8, 9, 10, 11, 13]), equals: lines(Array(0...12)))
    }
    #expect(
      found == [
        """
        the text differs: - is expected, + was found
          …
          line 3
          line 4
        - line 5
        + line 50
          line 6
          line 7
          …
          line 10
          line 11
        - line 12
        + line 13
        """
      ])
    #expect(expectText("a\n", equals: "a\n"))
    #expect(LineDifference.text(expected: "a\n", found: "a") == "  a\n- ")
    #expect(LineDifference.text(expected: "", found: "a\nb") == "- \n+ a\n+ b")
  }

  @Test("of any length are compared")
  func long() {
    let old = lines(Array(0..<5_000))
    let new = lines(Array(1..<5_001))
    let text = LineDifference.text(expected: old, found: new)
    #expect(text?.hasPrefix("- line 0\n- line 1\n") == true)
    #expect(text?.hasSuffix("+ line 4999\n+ line 5000") == true)
  }

  @Test("are recorded, compared and replaced as pictures are")
  func snapshots() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/references/tree.txt"
    #expect(
      messages { expectText("a\nb", named: "tree", in: folder.snapshots()) } == [
        """
        there is no recorded text "tree": \(path) does not exist
        run the tests with LAMINA_RECORD=missing to record it
        this run's text is in
          \(folder.path)/failures/tree.actual.txt
        """
      ])
    let missing = folder.snapshots(["LAMINA_RECORD": "missing"])
    #expect(messages { expectText("a\nb", named: "tree", in: missing) }.count == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
    #expect(expectText("a\nb\n", named: "tree", in: folder.snapshots()))
    #expect(
      messages { expectText("a\nc", named: "tree", in: folder.snapshots()) } == [
        """
        the text "tree" is not as recorded: - is expected, + was found
          a
        - b
        + c
        if the new one is right, run the tests with LAMINA_RECORD=all
        what differs is in
          \(folder.path)/failures/tree.actual.txt
          \(folder.path)/failures/tree.expected.txt
        """
      ])
  }

  @Test("of a scene's tree, log and damage stand next to this file, and so does its picture")
  func scene() throws {
    let (scene, box) = try TestScene.withBox()
    scene.perform {
      Transaction.run(label: "slide", duration: 1, timingFunction: .linear) {
        box.position.x += 40
        box.opacity = 0.5
      }
    }
    try scene.frames(at: [0, 0.5])
    scene.expectTree(named: "tree")
    scene.expectLog(named: "log")
    scene.expectDamageLog(named: "damage")
    try scene.expectPicture(named: "half-way")
    #expect(scene.log.frames.map(\.time) == [0, 0.5, 0.5])
  }
}
