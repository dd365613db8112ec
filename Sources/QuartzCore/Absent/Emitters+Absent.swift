import Lamina

// What Lamina's emitter cells do not have.

@available(*, unavailable, message: "leave it out: set the properties of the cell instead")
extension CAEmitterCell {
  public var style: [AnyHashable: Any]? {
    get { absent() }
    set { absent() }
  }
}

@available(
  *, unavailable,
  message: "a cell emits once, from beginTime for its duration; use a cell for each run instead"
)
extension CAEmitterCell {
  public var repeatCount: Float {
    get { absent() }
    set { absent() }
  }
  public var repeatDuration: CFTimeInterval {
    get { absent() }
    set { absent() }
  }
  public var autoreverses: Bool {
    get { absent() }
    set { absent() }
  }
  public var fillMode: CAMediaTimingFillMode {
    get { absent() }
    set { absent() }
  }
}

@available(*, unavailable, message: "use the accelerations and speeds of a cell instead")
open class CAEmitterBehavior {}
