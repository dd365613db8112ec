import Lamina

// Properties and methods of CALayer that Lamina's layers do not have. Using one is a compile-time
// error whose message names the alternative. Once Lamina supports one, it is removed from here.

/// Traps. Implements declarations that the compiler makes unreachable.
func absent() -> Never {
  refuse("unreachable: this declaration is unavailable")
}

@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
extension CALayer {
  public var contentsFormat: CALayerContentsFormat {
    get { absent() }
    set { absent() }
  }
  public var contentsHeadroom: CGFloat {
    get { absent() }
    set { absent() }
  }
  public var preferredDynamicRange: CADynamicRange {
    get { absent() }
    set { absent() }
  }
  public var toneMapMode: CAToneMapMode {
    get { absent() }
    set { absent() }
  }
  public var wantsExtendedDynamicRangeContent: Bool {
    get { absent() }
    set { absent() }
  }
}

@available(*, unavailable, message: "layers are not archived; make them in code instead")
extension CALayer {
  public class func shouldArchiveValue(forKey key: String) -> Bool { absent() }
  public convenience init?(coder: NSCoder) { absent() }
}

@available(*, unavailable, message: "animations are not archived; make them in code instead")
extension CAAnimation {
  public class func shouldArchiveValue(forKey key: String) -> Bool { absent() }
  public convenience init?(coder: NSCoder) { absent() }
}

@available(
  *, unavailable,
  message: "leave it out: the caller of render(at:) chooses the times of the frames"
)
extension CAAnimation {
  public var preferredFrameRateRange: CAFrameRateRange {
    get { absent() }
    set { absent() }
  }
}

@available(*, unavailable, message: "there are no filters; use type and subtype instead")
extension CATransition {
  public var filter: Any? {
    get { absent() }
    set { absent() }
  }
}
