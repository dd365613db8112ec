import Foundation
struct TimeMapping: Sendable, Equatable {
  var scale = 1.0
  var offset = 0.0
  static let identity = TimeMapping()
  func layerTime(at t: Double) -> Double { t * scale + offset }
}
struct AnimationSchedule {
  func isIdle(at: Double) -> Bool { true }
  func layerDidLeave(_ layer: Layer) {}
  func settle(at: Double, in host: TreeHost) {}
  func deliver(at: Double, in host: TreeHost) {}
  func nextFrameTime(after: Double, in host: TreeHost) -> NextFrameTime { .never }
}
struct AnimationEntry { var record: AnimationRecord? }
extension TreeHost { func layoutAndDisplay() {} }
extension LayerValues { mutating func apply(_ r: [AnimationRecord], at t: Double) {} }
extension TransactionStack { func setCompletion(_ b: (() -> Void)?) {} }
extension Layer {
  final func markNeedsLayout() {}
  public final func setNeedsDisplay() {}
  final func action(forKey k: String) -> (any Action)? { nil }
  final var presentedSublayers: [Layer]? { nil }
  final var presentedSuperlayer: Layer? { nil }
  final var activeRecords: [AnimationRecord] { [] }
  final var timeMapping: TimeMapping { .identity }
  public final var frame: CGRect {
    get { core.pointee.values.frame }
    set {
      let v = newValue.standardized
      position = CGPoint(x: v.minX + v.width * anchorPoint.x, y: v.minY + v.height * anchorPoint.y)
      bounds.size = v.size
    }
  }
}
extension TimingParameters { static let layerDefaults = TimingParameters() }
