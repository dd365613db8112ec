import Foundation
import Lamina
import LaminaViews
import LaminaWindow

/// The input of all viewers, on its way to the scene's thread.
///
/// Movements that follow one another are joined, so that its length is bounded by what the user presses.
final class InputQueue: Sendable {
  /// The number of events that may wait.
  static let limit = 1024

  struct Entry {
    var event: WindowEvent
    var modifiers: KeyModifiers
  }

  private let entries = Locked<[Entry]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  /// Appends events, and wakes the scene's thread.
  ///
  /// - Returns: false if there is no room; then nothing is appended. There always is for the loss of the
  ///   focus, after which nothing is held down.
  func append(_ events: [WindowEvent], _ modifiers: KeyModifiers) -> Bool {
    let isAccepted = entries.withLock { entries in
      guard entries.count + events.count <= Self.limit || events == [.focusLost] else {
        return false
      }
      for event in events {
        if case .pointerMoved = event, case .pointerMoved = entries.last?.event {
          entries.removeLast()
        } else if case .finger(let id, .moved, _) = event,
          case .finger(id, .moved, _) = entries.last?.event
        {
          entries.removeLast()
        }
        entries.append(Entry(event: event, modifiers: modifiers))
      }
      return true
    }
    if isAccepted, !events.isEmpty { semaphore.signal() }
    return isAccepted
  }

  /// Tells the scene's thread whether anybody watches. There is always room for that.
  func noteVisibility(_ isVisible: Bool) {
    entries.withLock { entries in
      if let last = entries.last?.event, last == .shown || last == .hidden { entries.removeLast() }
      entries.append(Entry(event: isVisible ? .shown : .hidden, modifiers: []))
    }
    semaphore.signal()
  }

  /// Wakes the scene's thread.
  func wake() { semaphore.signal() }

  var isEmpty: Bool { entries.withLock(\.isEmpty) }

  /// Removes the first event.
  func popFirst() -> Entry? {
    entries.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Waits until there is an event or a wake, at most for a number of seconds.
  ///
  /// - Returns: true if there was a wake.
  func wait(seconds: Double?) -> Bool {
    // Not in whole milliseconds, which would make frames late.
    var result =
      seconds.map { semaphore.wait(timeout: .now() + min($0, 60)) }
      ?? semaphore.wait(timeout: .distantFuture)
    let isWoken = result == .success
    // All wakes that have come are one.
    while result == .success { result = semaphore.wait(timeout: .now()) }
    return isWoken
  }
}
