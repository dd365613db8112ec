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

  fileprivate struct State {
    var entries: [Entry] = []
    /// The viewer whose button is down; the pointers of others do nothing meanwhile.
    var pointerOwner: Int?
    /// The fingers that are down, of each viewer, with their places.
    var fingers: [Int: [Int: CGPoint]] = [:]
    /// Nil is the departure of the viewer.
    var requests: [(viewer: Int, request: InspectorRequest?)] = []
  }

  private let state = Locked(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Appends events of a viewer, and wakes the scene's thread.
  ///
  /// The loss of the focus cancels what that viewer holds down, and nothing else.
  ///
  /// - Returns: false if there is no room; then nothing is appended. There always is for the loss of the
  ///   focus: each of the touches that it cancels has begun in the queue.
  func append(_ events: [WindowEvent], _ modifiers: KeyModifiers, from viewer: Int) -> Bool {
    let isAccepted = state.withLock { state in
      guard state.entries.count + events.count <= Self.limit || events == [.focusLost] else {
        return false
      }
      for event in events { state.append(event, modifiers, from: viewer) }
      return true
    }
    if isAccepted, !events.isEmpty { semaphore.signal() }
    return isAccepted
  }

  /// Tells the scene's thread whether anybody watches. There is always room for that.
  func noteVisibility(_ isVisible: Bool) {
    state.withLock { state in
      if let last = state.entries.last?.event, last == .shown || last == .hidden {
        state.entries.removeLast()
      }
      state.entries.append(Entry(event: isVisible ? .shown : .hidden, modifiers: []))
    }
    semaphore.signal()
  }

  /// Appends a request of a viewer, of whose number the caller takes care, and wakes the scene's thread.
  func append(_ request: InspectorRequest, from viewer: Int) {
    state.withLock { $0.requests.append((viewer, request)) }
    semaphore.signal()
  }

  /// Tells the scene's thread that a viewer is gone, which comes after its requests.
  func noteDeparture(of viewer: Int) {
    state.withLock { $0.requests.append((viewer, nil)) }
    semaphore.signal()
  }

  /// Removes the first request; one that is nil is the departure of the viewer.
  func popRequest() -> (viewer: Int, request: InspectorRequest?)? {
    state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  /// Wakes the scene's thread.
  func wake() { semaphore.signal() }

  var isEmpty: Bool { state.withLock { $0.entries.isEmpty && $0.requests.isEmpty } }

  /// Removes the first event.
  func popFirst() -> Entry? {
    state.withLock { $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
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

extension InputQueue.State {
  fileprivate mutating func append(
    _ event: WindowEvent, _ modifiers: KeyModifiers, from viewer: Int
  ) {
    let isOthers = pointerOwner != nil && pointerOwner != viewer
    switch event {
    case .pointerMoved, .pointerLeft:
      if isOthers { return }
      if case .pointerMoved = event, case .pointerMoved = entries.last?.event {
        entries.removeLast()
      }
    case .buttonPressed:
      if isOthers { return }
      pointerOwner = viewer
    case .buttonReleased:
      guard pointerOwner == viewer else { return }
      pointerOwner = nil
    case .finger(let id, let phase, let location):
      switch phase {
      case .began: fingers[viewer, default: [:]][id] = location
      case .moved:
        if case .finger(id, .moved, _) = entries.last?.event { entries.removeLast() }
        fingers[viewer]?[id]? = location
      case .ended, .cancelled: fingers[viewer]?[id] = nil
      }
    case .focusLost:
      if pointerOwner == viewer {
        pointerOwner = nil
        entries.append(InputQueue.Entry(event: .buttonCancelled, modifiers: modifiers))
      }
      let held = fingers.removeValue(forKey: viewer) ?? [:]
      for (id, location) in held.sorted(by: { $0.key < $1.key }) {
        entries.append(
          InputQueue.Entry(
            event: .finger(id: id, phase: .cancelled, location: location), modifiers: modifiers))
      }
      return
    default: break
    }
    entries.append(InputQueue.Entry(event: event, modifiers: modifiers))
  }
}
