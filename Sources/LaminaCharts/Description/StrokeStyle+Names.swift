import Foundation
import Lamina

extension StrokeStyle {
  /// Creates a style, with SwiftUI's names of the parameters.
  public init(
    lineWidth: CGFloat, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter,
    miterLimit: CGFloat = 10, dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    self.init(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dashPattern: dash,
      dashPhase: dashPhase)
  }

  /// Creates a style of lines with a width of 1, with SwiftUI's names of the parameters.
  public init(dash: [CGFloat], dashPhase: CGFloat = 0) {
    self.init(lineWidth: 1, dash: dash, dashPhase: dashPhase)
  }
}
