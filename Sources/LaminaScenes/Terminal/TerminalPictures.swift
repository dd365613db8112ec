import ArgumentParser
import Foundation
import Lamina
import LaminaWindow

/// The protocol by which a terminal shows pictures.
package enum TerminalPictures: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Coloured characters, two pixels per cell.
  case blocks
  case kitty
  case sixel
}

/// A terminal's answers to the queries about its capabilities and the size of its cells.
package struct TerminalAnswers: Equatable {
  private(set) var hasKitty = false
  private(set) var hasSixels = false
  /// The size of a character cell in pixels; nil if the terminal has not reported it.
  private(set) var cell: PixelSize?
  /// True if the last answer has arrived. All terminals give that one.
  private(set) var isComplete = false

  /// The queries: a picture of one pixel for kitty's protocol, the size of a cell, and last the
  /// device attributes, which every terminal reports.
  package static let questions = Array(
    "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

  /// Parses one answer: the text between "ESC" and the end of the sequence, both included in part:
  /// `_Gi=31;OK`, `[6;20;10t`, `[?62;4c`.
  package mutating func take(_ answer: String) {
    if answer.hasPrefix("_G") {
      if answer.hasSuffix(";OK") { hasKitty = true }
      return
    }
    let numbers = answer.dropFirst().split(separator: ";").map {
      Int($0.filter(\.isNumber)) ?? 0
    }
    if answer.hasPrefix("[?"), answer.hasSuffix("c") {
      isComplete = true
      hasSixels = numbers.dropFirst().contains(4)
    } else if answer.hasSuffix("t"), numbers.count == 3, numbers[0] == 6,
      (1...1000).contains(numbers[1]), (1...1000).contains(numbers[2])
    {
      cell = PixelSize(width: numbers[2], height: numbers[1])
    }
  }

  /// The best picture protocol that the terminal supports.
  package var pictures: TerminalPictures { hasKitty ? .kitty : hasSixels ? .sixel : .blocks }
}
