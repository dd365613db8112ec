import Foundation
import Lamina

/// Tells from touches whether somebody makes a certain gesture: what `UIGestureRecognizer` is in
/// UIKit.
///
/// A recognizer belongs to a view and gets the touches that come down on it and on the views below
/// it, before these do. Its ``state`` says what it makes of them:
///
///     possible ─▶ ended                                  a discrete gesture: a tap
///     possible ─▶ began ─▶ changed… ─▶ ended, cancelled  a continuous one: a pan, a pinch
///     possible ─▶ failed                                 not this gesture
///
/// The actions are called with each new state but `possible` and `failed`, and at each change.
/// When the last touch is lifted, the state is `possible` again.
///
/// Of the recognizers that share a touch, the first to recognize its gesture makes the others
/// fail, unless a delegate lets two of them go on at the same time, and the touches are cancelled
/// in the view that they came down on.
///
/// To write one, override the four methods for touches and ``reset()``, and set ``state``.
open class GestureRecognizer: GestureActions {
  /// What a recognizer makes of the touches.
  public enum State: String, Sendable, CaseIterable {
    /// It may become the gesture.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture goes on.
    case changed
    /// The gesture is complete.
    case ended
    /// A continuous gesture was broken off.
    case cancelled
    /// It is not this gesture, or another one was recognized.
    case failed

    /// The name of ``ended`` for discrete gestures.
    public static let recognized = State.ended

    /// Whether nothing more comes until the touches are lifted.
    var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// Whether a continuous gesture goes on.
    var isActive: Bool { self == .began || self == .changed }
  }

  /// The view whose touches are looked at.
  public internal(set) final weak var view: View?
  /// Who is asked whether the gesture may begin, and beside which others.
  public final weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether touches are looked at. True by default. Setting it to false breaks off a gesture that
  /// goes on.
  public final var isEnabled = true {
    didSet { if !isEnabled { breakOff() } }
  }
  /// Whether the touches of a recognized gesture are cancelled in the view that they came down
  /// on. True by default.
  public final var cancelsTouchesInView = true

  /// The touches that are down and that the recognizer was given.
  public internal(set) final var touches: [Touch] = []
  /// How many fingers the gesture is made of.
  open var numberOfTouches: Int { touches.count }

  var storedState = State.possible
  /// The state that is to be taken once others have failed.
  var pendingState: State?
  /// Those that have to fail first.
  var requirements: [Other] = []
  /// Those that wait for this one to fail.
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

  /// Lets this gesture be recognized only when another one has failed: a tap waits until it is
  /// sure not to become a double tap. Where that one gets no touches, there is nothing to wait for.
  public final func require(toFail other: GestureRecognizer) {
    if other === self { refuse("a gesture recognizer cannot wait for its own failing") }
    requirements.removeAll { $0.recognizer == nil || $0.recognizer === other }
    requirements.append(Other(recognizer: other))
    other.dependents.removeAll { $0.recognizer == nil || $0.recognizer === self }
    other.dependents.append(Other(recognizer: self))
  }

  /// Whether recognizing this gesture makes another one fail that shares a touch. The default says
  /// yes.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
  /// Whether recognizing another gesture makes this one fail. The default says yes.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether the gesture may begin, as far as the class is concerned.
  func shouldBegin() -> Bool { true }

  // MARK: - For subclasses

  /// What the recognizer makes of the touches. Only subclasses set it.
  ///
  /// Where the gesture may not begin, it is `failed` after it was set to `began` or `ended`; where
  /// others must fail first, it stays `possible` until they have.
  ///
  /// - Precondition: the state can follow the present one: see ``GestureRecognizer``.
  public final var state: State {
    get { storedState }
    set { transition(to: newValue) }
  }

  /// When ``deadlineReached()`` is to be called, in seconds; nil by default. For gestures that also
  /// depend on what does not happen. Cleared when it is reached, and by ``reset()``.
  public final var deadline: TimeInterval? {
    didSet { if deadline != nil { view?.host?.noteDeadline(of: self) } }
  }
  /// The ``deadline`` has passed. The default does nothing.
  open func deadlineReached() {}

  /// Touches have come down; they are among ``touches``.
  open func touchesBegan(_ touches: [Touch]) {}
  /// Touches have moved.
  open func touchesMoved(_ touches: [Touch]) {}
  /// Touches were lifted. They are still among ``touches``.
  open func touchesEnded(_ touches: [Touch]) {}
  /// The window took touches away, or their view has left. They are still among ``touches``.
  open func touchesCancelled(_ touches: [Touch]) {}
  /// Forgets what was noted of the last touches: the state has become `possible` again. Call
  /// `super`.
  open func reset() {}

  // MARK: - Where

  /// Where the gesture is: in the middle of its touches, in the coordinate space of a view; of the
  /// picture where that is nil. (0, 0) of the picture where there are no touches.
  open func location(in view: View?) -> CGPoint { Touch.convert(centroid, to: view) }

  /// Where one of the touches is.
  ///
  /// - Precondition: `index` is less than the number of ``touches``.
  public final func location(ofTouch index: Int, in view: View?) -> CGPoint {
    guard touches.indices.contains(index) else {
      refuse("a gesture of \(touches.count) touches was asked where number \(index) is")
    }
    return touches[index].location(in: view)
  }

  /// The middle of the touches, in points of the picture.
  final var centroid: CGPoint { Self.centroid(touches) }

  static func centroid(_ touches: [Touch]) -> CGPoint {
    if touches.isEmpty { return .zero }
    let count = CGFloat(touches.count)
    return CGPoint(
      x: touches.reduce(0) { $0 + $1.place.x } / count,
      y: touches.reduce(0) { $0 + $1.place.y } / count)
  }
}

/// What gives the actions of each class of recognizers that class as their argument.
public protocol GestureActions: AnyObject {}

extension GestureActions where Self: GestureRecognizer {
  /// Adds a block that is called with the recognizer at each of its states and changes.
  ///
  /// The recognizer keeps the block; so let that not keep the recognizer or its view.
  public func addAction(_ action: @escaping (Self) -> Void) {
    addUntypedAction { recognizer in
      if let recognizer = recognizer as? Self { action(recognizer) }
    }
  }
}

/// Decides about gestures.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a gesture that was recognized may begin; it fails otherwise. True by default.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
  /// Whether a recognizer is given a touch that has come down. True by default.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
  /// Whether two gestures that share a touch may go on at the same time. One delegate that says
  /// yes is enough. False by default.
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
