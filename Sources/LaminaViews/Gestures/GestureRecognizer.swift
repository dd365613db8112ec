import Foundation
import Lamina

/// A base class for recognizers that detect a gesture in touches: the counterpart of UIKit's
/// `UIGestureRecognizer`.
///
/// A recognizer belongs to a view, and receives the touches that come down on the view and on those
/// below it before these views do. Its ``state`` tells how it interprets them:
///
///     possible ─▶ ended                                  a discrete gesture: a tap
///     possible ─▶ began ─▶ changed… ─▶ ended, cancelled  a continuous one: a pan, a pinch
///     possible ─▶ failed                                 not this gesture
///
/// Actions are called at each new state except `possible` and `failed`, and at each change. When
/// the last touch is lifted, the state becomes `possible` again.
///
/// Of the recognizers that share a touch, the first to recognize its gesture makes the others fail,
/// unless a delegate lets two of them proceed simultaneously, and the touches are cancelled in the
/// view that they came down on.
///
/// To write a recognizer, override the four methods for touches and ``reset()``, and set ``state``.
open class GestureRecognizer: _GestureActions {
  /// The state of a recognizer.
  public enum State: String, Sendable, CaseIterable {
    /// The touches may still become the gesture.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture has changed.
    case changed
    /// The gesture is complete.
    case ended
    /// A continuous gesture was cancelled.
    case cancelled
    /// The touches are not this gesture, or another one was recognized.
    case failed

    /// The name of ``ended`` for discrete gestures.
    public static let recognized = State.ended

    /// True if the state lasts until the touches are lifted.
    var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// True if a continuous gesture is in progress.
    var isActive: Bool { self == .began || self == .changed }
  }

  /// The view whose touches the recognizer receives.
  public internal(set) final weak var view: View?
  /// The delegate, which decides whether the gesture may begin, and simultaneously with which
  /// others.
  public final weak var delegate: (any GestureRecognizerDelegate)?
  /// A Boolean value indicating whether the recognizer receives touches. True by default. Setting
  /// it to false cancels a gesture in progress.
  public final var isEnabled = true {
    didSet { if !isEnabled { breakOff() } }
  }
  /// A Boolean value indicating whether the touches of a recognized gesture are cancelled in the
  /// view that they came down on. True by default.
  public final var cancelsTouchesInView = true

  /// The touches that are down and that the recognizer has received.
  public internal(set) final var touches: [Touch] = []
  /// The keys that were held at the last event of the gesture's touches.
  open var modifiers: KeyModifiers {
    touches.max { $0.timestamp < $1.timestamp }?.modifiers ?? []
  }
  /// True if the recognizer is to receive touches.
  var receivesTouches: Bool { true }
  /// The number of touches that make up the gesture.
  open var numberOfTouches: Int { touches.count }

  var storedState = State.possible
  /// The state to enter once other recognizers have failed.
  var pendingState: State?
  /// The recognizers that must fail first.
  var requirements: [Other] = []
  /// The recognizers that wait for this one to fail.
  var dependents: [Other] = []
  private var actions: [(GestureRecognizer) -> Void] = []

  struct Other {
    weak var recognizer: GestureRecognizer?
  }

  /// Creates a recognizer. Add it to a view.
  public init() {}

  // MARK: - Actions

  final func addUntypedAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
  }

  final func callActions() {
    for action in actions { action(self) }
  }

  // MARK: - Others

  /// Makes recognition wait until another recognizer has failed: a single tap waits until it cannot
  /// become a double tap. A recognizer that receives no touches is not waited for.
  public final func require(toFail other: GestureRecognizer) {
    if other === self { refuse("a gesture recognizer cannot wait for itself to fail") }
    requirements.removeAll { $0.recognizer == nil || $0.recognizer === other }
    requirements.append(Other(recognizer: other))
    other.dependents.removeAll { $0.recognizer == nil || $0.recognizer === self }
    other.dependents.append(Other(recognizer: self))
  }

  /// Returns a Boolean value indicating whether recognizing this gesture makes another one that
  /// shares a touch fail. The default returns true.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
  /// Returns a Boolean value indicating whether recognizing another gesture makes this one fail.
  /// The default returns true.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Returns true if the class allows the gesture to begin.
  func shouldBegin() -> Bool { true }

  // MARK: - For subclasses

  /// The state of the recognizer. Only subclasses set it.
  ///
  /// If the gesture may not begin, it is `failed` after it was set to `began` or `ended`; if other
  /// recognizers must fail first, it stays `possible` until they have.
  ///
  /// - Precondition: the transition from the current state is valid: see ``GestureRecognizer``.
  public final var state: State {
    get { storedState }
    set { transition(to: newValue) }
  }

  /// The time at which ``deadlineReached()`` is called, in seconds; nil by default. It is for
  /// gestures that also depend on something not happening. It is cleared when it is reached, when
  /// the gesture is recognized or fails, and when the state becomes `possible` again.
  public final var deadline: TimeInterval? {
    didSet { if deadline != nil { view?.host?.noteDeadline(of: self) } }
  }
  /// Handles the passing of the ``deadline``. The default does nothing.
  open func deadlineReached() {}

  /// Handles touches that have come down; they are among ``touches``.
  open func touchesBegan(_ touches: [Touch]) {}
  /// Handles touches that have moved.
  open func touchesMoved(_ touches: [Touch]) {}
  /// Handles touches that were lifted. They are still among ``touches``.
  open func touchesEnded(_ touches: [Touch]) {}
  /// Handles touches that the window has taken away, or whose view has left. They are still among
  /// ``touches``.
  open func touchesCancelled(_ touches: [Touch]) {}
  /// Resets the recognizer's own state: ``state`` has become `possible` again. Call `super`.
  open func reset() {}

  // MARK: - Location

  /// Returns the location of the gesture, the centroid of its touches, in a view's coordinate
  /// space, or in the picture if `view` is nil. Without touches, it is (0, 0) of the picture.
  open func location(in view: View?) -> CGPoint { Touch.convert(centroid, to: view) }

  /// Returns the location of one of the touches.
  ///
  /// - Precondition: `index` is less than the number of ``touches``.
  public final func location(ofTouch index: Int, in view: View?) -> CGPoint {
    guard touches.indices.contains(index) else {
      refuse("touch index \(index) is out of range: the number of touches is \(touches.count)")
    }
    return touches[index].location(in: view)
  }

  /// The centroid of the touches, in points of the picture.
  final var centroid: CGPoint { Self.centroid(touches) }

  static func centroid(_ touches: [Touch]) -> CGPoint {
    if touches.isEmpty { return .zero }
    let count = CGFloat(touches.count)
    return CGPoint(
      x: touches.reduce(0) { $0 + $1.place.x } / count,
      y: touches.reduce(0) { $0 + $1.place.y } / count)
  }
}

/// A protocol by which actions receive the recognizer as its own class.
public protocol _GestureActions: AnyObject {}

extension _GestureActions where Self: GestureRecognizer {
  /// Adds an action that is called with the recognizer at each of its states and changes.
  ///
  /// The recognizer retains the closure; it should not retain the recognizer or its view.
  public func addAction(_ action: @escaping (Self) -> Void) {
    addUntypedAction { recognizer in
      if let recognizer = recognizer as? Self { action(recognizer) }
    }
  }
}

/// The methods by which a delegate controls a gesture recognizer.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Returns a Boolean value indicating whether a recognized gesture may begin; otherwise it fails.
  /// True by default.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
  /// Returns a Boolean value indicating whether a recognizer receives a touch that has come down.
  /// True by default.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
  /// Returns a Boolean value indicating whether two gestures that share a touch may proceed
  /// simultaneously. It is enough if one of the delegates returns true. False by default.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }
}
