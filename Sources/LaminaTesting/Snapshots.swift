import Foundation
import Lamina
import LaminaImages

extension SnapshotFolder {
  /// Compares a picture with the recorded one of a name.
  ///
  /// - Throws: ``TestFailure`` where they differ, where there is none, and where one was recorded.
  public func check(
    _ picture: Bitmap, named name: String, tolerance: PictureTolerance = .exact
  ) throws(TestFailure) {
    try check(picture, named: name, tolerance: tolerance, scene: { nil })
  }

  /// Compares a picture with the recorded one of a name.
  ///
  /// - Parameter scene: returns the state of the scene that has just drawn it; called for a failure.
  func check(
    _ picture: Bitmap, named name: String, tolerance: PictureTolerance,
    scene: () -> FailurePage.SceneState?
  ) throws(TestFailure) {
    try check(name: name)
    let path = reference(name, "png")
    let actual = (name: "\(name).actual.png", bytes: picture.pngData())
    func page(_ message: String, _ expected: Bitmap?, _ difference: Bitmap?) -> [UInt8] {
      let page = FailurePage(
        title: name, message: message, actual: picture, expected: expected, difference: difference,
        scene: scene(), command: recordingCommand)
      return Array(page.html.utf8)
    }
    guard let bytes = try read(path) else {
      try recordMissing("picture", name, actual.bytes, path) { message in
        [actual, (name: "\(name).html", bytes: page(message, nil, nil))]
      }
      return
    }
    let expected: Bitmap
    do {
      expected = try Bitmap(png: bytes)
    } catch {
      throw TestFailure("the recorded picture \(path) cannot be read: \(error)")
    }
    var evidence = [actual, (name: "\(name).expected.png", bytes: bytes)]
    let what: String
    var shown: Bitmap?
    if expected.width == picture.width, expected.height == picture.height {
      let difference = PictureDifference(expected: expected, found: picture, tolerance: tolerance)
      guard difference.isTooLarge else { return try passed() }
      what = difference.description
      let picture = difference.makePicture()
      shown = picture
      evidence.append((name: "\(name).difference.png", picture.pngData()))
    } else {
      what =
        "it has \(picture.width) x \(picture.height) pixels, "
        + "not \(expected.width) x \(expected.height)"
    }
    evidence.append((name: "\(name).html", bytes: page(what, expected, shown)))
    try recordDifferent("picture", name, what, actual.bytes, path, evidence)
  }

  /// Compares a text with the recorded one of a name. A line break at the end does not count.
  ///
  /// - Throws: ``TestFailure`` where they differ, where there is none, and where one was recorded.
  public func check(_ text: String, named name: String) throws(TestFailure) {
    try check(name: name)
    let path = reference(name, "txt")
    let stored = Array((Self.trimmed(text) + "\n").utf8)
    let actual = (name: "\(name).actual.txt", bytes: stored)
    guard let bytes = try read(path) else {
      try recordMissing("text", name, stored, path) { _ in [actual] }
      return
    }
    guard
      let difference = LineDifference.text(
        expected: Self.trimmed(String(decoding: bytes, as: UTF8.self)), found: Self.trimmed(text))
    else { return try passed() }
    try recordDifferent(
      "text", name, "- is expected, + was found\n\(difference)", stored, path,
      [actual, (name: "\(name).expected.txt", bytes: bytes)])
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  /// Even where all is well a wish to record that cannot be met is a failure.
  private func passed() throws(TestFailure) {
    if let problem { throw TestFailure(problem) }
  }

  private func recordMissing(
    _ kind: String, _ name: String, _ bytes: [UInt8], _ path: String,
    evidence: (_ message: String) -> [(name: String, bytes: [UInt8])]
  ) throws(TestFailure) {
    if recording != .nothing { try record(kind, name, bytes, path) }
    let message = "there is no recorded \(kind) \(name.debugDescription): \(path) does not exist"
    let evidence = evidence(message)
    throw TestFailure(
      message + "\n" + (problem ?? "run the tests with LAMINA_RECORD=missing to record it")
        + "\nthis run's \(kind) is in" + keep(evidence),
      evidence: evidence)
  }

  private func recordDifferent(
    _ kind: String, _ name: String, _ what: String, _ bytes: [UInt8], _ path: String,
    _ evidence: [(name: String, bytes: [UInt8])]
  ) throws(TestFailure) {
    if recording == .all { try record(kind, name, bytes, path) }
    throw TestFailure(
      "the \(kind) \(name.debugDescription) is not as recorded: \(what)\n"
        + (problem ?? "if the new one is right, run the tests with LAMINA_RECORD=all")
        + "\nwhat differs is in" + keep(evidence),
      evidence: evidence)
  }

  private func record(
    _ kind: String, _ name: String, _ bytes: [UInt8], _ path: String
  ) throws(TestFailure) {
    try write(bytes, to: path)
    throw TestFailure(
      "recorded the \(kind) \(name.debugDescription): look at \(path), and run the tests again "
        + "without LAMINA_RECORD")
  }
}

/// Expects a picture to be the recorded one of a name.
///
/// The recorded picture is `Snapshots/<test file>/<name>.png` next to the test's file; see
/// ``SnapshotFolder`` for where failures are written and how to record. Where the pictures differ,
/// or none is recorded, the picture found, the expected one, their difference and a page that shows
/// them are written next to each other, and attached to the test in Swift Testing.
///
/// - Parameters:
///   - picture: the picture to compare.
///   - name: the name of the recorded picture.
///   - tolerance: exact unless you say otherwise.
///   - folder: nil is the folder of the test's file.
///   - fileID: the file of the expectation, for failures.
///   - filePath: the path of that file.
///   - line: the line of the expectation.
///   - column: the column of the expectation.
/// - Returns: whether it is.
@discardableResult
public func expectPicture(
  _ picture: Bitmap, named name: String, tolerance: PictureTolerance = .exact,
  in folder: SnapshotFolder? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return expectPicture(
    picture, named: name, tolerance: tolerance, in: folder, at: place, scene: { nil })
}

/// Expects a picture to be the recorded one of a name.
///
/// - Parameter scene: returns the state of the scene that has just drawn it; called for a failure.
func expectPicture(
  _ picture: Bitmap, named name: String, tolerance: PictureTolerance, in folder: SnapshotFolder?,
  at place: CodePlace, scene: () -> FailurePage.SceneState?
) -> Bool {
  Reporting.expect(at: place) {
    try (folder ?? SnapshotFolder(testFile: place.filePath))
      .check(picture, named: name, tolerance: tolerance, scene: scene)
  }
}

/// Expects two pictures to be the same, such as those of a scene built in two ways.
///
/// - Returns: whether they are.
@discardableResult
public func expectPicture(
  _ picture: Bitmap, equals expected: Bitmap, tolerance: PictureTolerance = .exact,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return Reporting.expect(at: place) {
    guard picture.width == expected.width, picture.height == expected.height else {
      throw TestFailure(
        "the picture has \(picture.width) x \(picture.height) pixels, "
          + "not \(expected.width) x \(expected.height)")
    }
    let difference = PictureDifference(expected: expected, found: picture, tolerance: tolerance)
    guard difference.isTooLarge else { return }
    let shown = difference.makePicture()
    let text = "the pictures differ: \(difference.description)"
    let page = FailurePage(
      title: "\(fileID):\(line)", message: text, actual: picture, expected: expected,
      difference: shown)
    throw page.failure(
      text, at: place,
      evidence: [
        (name: "actual.png", bytes: picture.pngData()),
        (name: "expected.png", bytes: expected.pngData()),
        (name: "difference.png", bytes: shown.pngData()),
      ])
  }
}

/// Expects a text to be the recorded one of a name, `Snapshots/<test file>/<name>.txt`.
///
/// See ``expectPicture(_:named:tolerance:in:fileID:filePath:line:column:)``. A line break at the
/// end does not count.
///
/// - Returns: whether it is.
@discardableResult
public func expectText(
  _ text: String, named name: String, in folder: SnapshotFolder? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return Reporting.expect(at: place) {
    try (folder ?? SnapshotFolder(testFile: filePath)).check(text, named: name)
  }
}

/// Expects a text to be another, and shows the lines that differ.
///
/// - Returns: whether it is.
@discardableResult
public func expectText(
  _ text: String, equals expected: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return Reporting.expect(at: place) {
    guard let difference = LineDifference.text(expected: expected, found: text) else { return }
    throw TestFailure("the text differs: - is expected, + was found\n\(difference)")
  }
}
