import Foundation
import Lamina
import Testing
import XCTest

/// The source location of an expectation in a test.
struct CodePlace {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt
}

/// An expectation that was not met.
public struct TestFailure: LocalizedError, CustomStringConvertible {
  /// The expected and the actual result, on several lines.
  public let message: String
  /// Pictures and texts that show the difference, with their file names.
  let evidence: [(name: String, bytes: [UInt8])]

  init(_ message: String, evidence: [(name: String, bytes: [UInt8])] = []) {
    self.message = message.escaped(except: ["\n"])
    self.evidence = evidence
  }

  public var description: String { message }
  public var errorDescription: String? { message }
}

enum Reporting {
  /// Evaluates an expectation, and records it in the running test if it is not met.
  ///
  /// - Returns: true if the expectation is met.
  @discardableResult
  static func expect(at place: CodePlace, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let failure as TestFailure {
      record(failure.message, evidence: failure.evidence, at: place)
    } catch {
      record("\(error)", evidence: [], at: place)
    }
    return false
  }

  /// Records a failure with Swift Testing if one of its tests is running, otherwise with XCTest
  /// too.
  ///
  /// A detached task belongs to no test. Each of the two libraries runs in a process of its own and
  /// ignores failures recorded with the other, so there the failure is recorded with both.
  static func record(
    _ message: String, evidence: [(name: String, bytes: [UInt8])], at place: CodePlace
  ) {
    let location = SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
      column: Int(place.column))
    let isInTest = Test.current != nil
    #if compiler(>=6.2)
      if isInTest {
        for (name, bytes) in evidence {
          Attachment.record(bytes, named: name, sourceLocation: location)
        }
      }
    #endif
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    if !isInTest { XCTFail(message, file: place.filePath, line: place.line) }
  }
}
