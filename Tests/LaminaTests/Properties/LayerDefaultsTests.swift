import Foundation
import Lamina
import Testing

@Suite("A new layer")
struct LayerDefaultsTests {
  @Test("has Core Animation's default geometry")
  func geometry() {
    let layer = Layer()
    #expect(layer.bounds == CGRect.zero)
    #expect(layer.position == CGPoint.zero)
    #expect(layer.zPosition == 0)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.anchorPointZ == 0)
    #expect(layer.transform == .identity)
    #expect(layer.frame == CGRect.zero)
    #expect(!layer.isHidden)
    #expect(layer.isDoubleSided)
    #expect(!layer.isGeometryFlipped)
    #expect(layer.superlayer == nil)
    #expect(layer.sublayers == nil)
    #expect(layer.sublayerTransform == .identity)
    #expect(!layer.masksToBounds)
  }

  @Test("has Core Animation's default contents")
  func contents() {
    let layer = Layer()
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(layer.contents == nil)
    #expect(layer.contentsRect == whole)
    #expect(layer.contentsCenter == whole)
    #expect(layer.contentsGravity == .resize)
    #expect(layer.contentsScale == 1)
    #expect(layer.minificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0)
    #expect(layer.magnificationFilter == .linear)
    #expect(!layer.isOpaque)
    #expect(!layer.needsDisplayOnBoundsChange)
  }

  @Test("has Core Animation's default appearance")
  func appearance() {
    let layer = Layer()
    #expect(layer.backgroundColor == nil)
    #expect(layer.opacity == 1)
    #expect(layer.allowsGroupOpacity)
    #expect(!layer.shouldRasterize)
    #expect(layer.edgeAntialiasingMask.rawValue == 15)
    #expect(layer.allowsEdgeAntialiasing)
    #expect(layer.alignsContentsToPixels)
    #expect(layer.rasterizationScale == 1)
    #expect(layer.cornerRadius == 0)
    #expect(layer.maskedCorners == .all && layer.maskedCorners.rawValue == 15)
    #expect(layer.cornerCurve == .circular)
    #expect(layer.borderWidth == 0)
    #expect(layer.borderColor == .black)
    #expect(layer.shadowColor == .black && layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
    #expect(layer.mask == nil && layer.compositingFilter == nil)
    #expect(layer.filters.isEmpty && layer.backgroundFilters.isEmpty)
  }

  @Test("has Core Animation's default actions, identity and timing")
  func timing() {
    let layer = Layer()
    #expect(layer.layoutManager == nil)
    #expect(layer.actions == nil)
    #expect(layer.style == nil)
    #expect(layer.delegate == nil)
    #expect(layer.name == nil)
    #expect(layer.beginTime == 0)
    #expect(layer.duration == .infinity)
    #expect(layer.speed == 1)
    #expect(layer.timeOffset == 0)
    #expect(layer.repeatCount == 0)
    #expect(layer.repeatDuration == 0)
    #expect(!layer.autoreverses)
    #expect(layer.fillMode == .removed)
  }

  @Test("holds its delegate weakly")
  func delegate() {
    final class Quiet: LayerDelegate {}
    let layer = Layer()
    var delegate: Quiet? = Quiet()
    layer.delegate = delegate
    #expect(layer.delegate === delegate)
    delegate = nil
    #expect(layer.delegate == nil)
  }
}
