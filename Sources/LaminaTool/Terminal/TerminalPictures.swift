import ArgumentParser
import Foundation
import Lamina
import LaminaWindow

/// How a terminal shows pictures.
enum TerminalPictures: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Coloured characters, two pixels in each cell.
  case blocks
  case kitty
  case sixel
}

/// What a terminal says when it is asked what it can do, and how large its cells are.
struct TerminalAnswers: Equatable {
  private(set) var hasKitty = false
  private(set) var hasSixels = false
  /// A character cell in pixels; nil where it was not said.
  private(set) var cell: PixelSize?
  /// Whether the last answer is there. All terminals give that one.
  private(set) var isComplete = false

  /// The questions: a picture of one pixel for kitty's protocol, the size of a cell, and last what
  /// kind of terminal it is, which every terminal answers.
  static let questions = Array(
    "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

  /// Takes one answer: what is between "ESC" and the end of the sequence, both included in part:
  /// `_Gi=31;OK`, `[6;20;10t`, `[?62;4c`.
  mutating func take(_ answer: String) {
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

  /// The best way to show pictures of those that the terminal has.
  var pictures: TerminalPictures { hasKitty ? .kitty : hasSixels ? .sixel : .blocks }
}
