import Lamina

extension TestScene {
  /// Draws a frame at the present time and expects it to be the recorded one of a name.
  ///
  /// See ``expectPicture(_:named:tolerance:in:fileID:filePath:line:column:)``.
  ///
  /// - Throws: what ``render()`` throws.
  /// - Returns: whether it is.
  @discardableResult
  public func expectPicture(
    named name: String, tolerance: PictureTolerance = .exact, in folder: SnapshotFolder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Bool {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let frame = try render()
    return LaminaTesting.expectPicture(
      frame.bitmap, named: name, tolerance: tolerance, in: folder, at: place,
      scene: { FailurePage.SceneState(self, frame) })
  }

  /// Runs changes, draws a frame at the present time, and expects the damage to be exactly some
  /// rectangles; none for a change that is not seen.
  ///
  ///     try scene.expectDamage([PixelRect(x: 20, y: 30, width: 3, height: 50)]) { … }
  ///
  /// What was changed before counts too: draw a frame first.
  ///
  /// - Parameters:
  ///   - rects: pixels, in any order.
  ///   - animating: true to run the changes with animations.
  ///   - fileID: the file of the expectation, for failures.
  ///   - filePath: the path of that file.
  ///   - line: the line of the expectation.
  ///   - column: the column of the expectation.
  ///   - changes: run without animations, unless `animating` is true.
  /// - Throws: what ``render()`` and `changes` throw.
  /// - Returns: whether it is.
  @discardableResult
  public func expectDamage(
    _ rects: [PixelRect], animating: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    of changes: () throws -> Void
  ) throws -> Bool {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try perform {
      try Transaction.run(disableActions: animating ? nil : true, changes)
    }
    let frame = try render()
    return Reporting.expect(at: place) {
      func text(_ rects: [PixelRect]) -> String {
        rects.map { "\($0)" }.sorted().joined(separator: "\n")
      }
      guard
        let difference = LineDifference.text(expected: text(rects), found: text(frame.damage.rects))
      else { return }
      let text =
        "the damage at \(Readable.number(time)) s differs: - is expected, + was found\n"
        + difference + (frame.explanation.map { "\nit was drawn because of\n\($0)" } ?? "")
      throw page(of: frame, text, at: place).failure(text, at: place)
    }
  }

  /// Expects a frame at the present time to leave nothing out because of its numbers.
  ///
  /// - Throws: what ``render()`` throws.
  /// - Returns: whether it is so.
  @discardableResult
  public func expectNoOmissions(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Bool {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let frame = try render()
    let omissions = frame.report.omissions
    return Reporting.expect(at: place) {
      if omissions.isEmpty { return }
      let text =
        "the frame at \(Readable.number(time)) s leaves out "
        + omissions.map(\.description).joined(separator: ", ")
      throw page(of: frame, text, at: place).failure(text, at: place)
    }
  }

  /// Returns the page of an expectation that a frame does not meet.
  private func page(of frame: Frame, _ message: String, at place: CodePlace) -> FailurePage {
    FailurePage(
      title: "\(place.fileID):\(place.line)", message: message, actual: frame.bitmap,
      scene: FailurePage.SceneState(self, frame))
  }

  /// Expects the tree, as `Layer.treeDescription(at:)` writes it at the scene's time, to be the
  /// recorded text of a name.
  ///
  /// - Returns: whether it is.
  @discardableResult
  public func expectTree(
    named name: String, in folder: SnapshotFolder? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    expectText(
      layer.treeDescription(at: time), named: name, in: folder, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Expects the log of transactions, actions, animations and frames to be the recorded text of a
  /// name.
  ///
  /// - Returns: whether it is.
  @discardableResult
  public func expectLog(
    named name: String, in folder: SnapshotFolder? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    expectText(
      log.description, named: name, in: folder, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Expects the log to be a text.
  ///
  /// - Returns: whether it is.
  @discardableResult
  public func expectLog(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    expectText(
      log.description, equals: expected, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Expects the damage of all frames, with its causes, to be the recorded text of a name.
  ///
  /// - Returns: whether it is.
  @discardableResult
  public func expectDamageLog(
    named name: String, in folder: SnapshotFolder? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    expectText(
      log.damageDescription, named: name, in: folder, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
