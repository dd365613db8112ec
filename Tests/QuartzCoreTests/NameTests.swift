import QuartzCore
import Testing

@Suite("Names")
struct NameTests {
  @Test("Types are Lamina's by another name")
  func types() {
    let pairs: [(Any.Type, Any.Type)] = [
      (CALayer.self, Layer.self), (CAAnimation.self, Animation.self),
      (CAPropertyAnimation.self, PropertyAnimation.self),
      (CABasicAnimation.self, BasicAnimation.self),
      (CASpringAnimation.self, SpringAnimation.self),
      (CAKeyframeAnimation.self, KeyframeAnimation.self),
      (CAAnimationGroup.self, AnimationGroup.self), (CATransition.self, Transition.self),
      (CAMediaTimingFunction.self, TimingFunction.self), (CATransform3D.self, Transform3D.self),
      (CGAffineTransform.self, Transform2D.self), (CGColor.self, Color.self),
      (CGImage.self, Bitmap.self), (CGContext.self, DrawingContext.self),
      (CAValueFunction.self, ValueFunction.self), (CFTimeInterval.self, Double.self),
      (CAMediaTimingFillMode.self, FillMode.self),
      (CALayerContentsGravity.self, ContentsGravity.self),
      (CALayerContentsFilter.self, ContentsFilter.self),
    ]
    for (apples, own) in pairs {
      #expect(ObjectIdentifier(apples) == ObjectIdentifier(own))
    }
  }

  @Test("The older constants are the names of today")
  func constants() {
    #expect(CAMediaTimingFunction(name: kCAMediaTimingFunctionEaseIn) == .easeIn)
    #expect(
      [
        kCAMediaTimingFunctionLinear, kCAMediaTimingFunctionEaseIn,
        kCAMediaTimingFunctionEaseOut, kCAMediaTimingFunctionEaseInEaseOut,
        kCAMediaTimingFunctionDefault,
      ] == CAMediaTimingFunctionName.allCases)
    #expect(
      [kCAFillModeRemoved, kCAFillModeForwards, kCAFillModeBackwards, kCAFillModeBoth]
        == CAMediaTimingFillMode.allCases)
    #expect(
      [
        kCAGravityCenter, kCAGravityTop, kCAGravityBottom, kCAGravityLeft, kCAGravityRight,
        kCAGravityTopLeft, kCAGravityTopRight, kCAGravityBottomLeft, kCAGravityBottomRight,
        kCAGravityResize, kCAGravityResizeAspect, kCAGravityResizeAspectFill,
      ] == CALayerContentsGravity.allCases)
    #expect(
      [kCAFilterNearest, kCAFilterLinear, kCAFilterTrilinear] == CALayerContentsFilter.allCases)
    #expect(
      [
        kCAAnimationLinear, kCAAnimationDiscrete, kCAAnimationPaced, kCAAnimationCubic,
        kCAAnimationCubicPaced,
      ] == CAAnimationCalculationMode.allCases)
    #expect(
      [kCAAnimationRotateAuto, kCAAnimationRotateAutoReverse]
        == CAAnimationRotationMode.allCases)
    #expect(
      [kCATransitionFade, kCATransitionMoveIn, kCATransitionPush, kCATransitionReveal]
        == CATransitionType.allCases)
    #expect(
      [
        kCATransitionFromLeft, kCATransitionFromRight, kCATransitionFromTop,
        kCATransitionFromBottom,
      ] == CATransitionSubtype.allCases)
    #expect(
      [
        kCAValueFunctionRotateX, kCAValueFunctionRotateY, kCAValueFunctionRotateZ,
        kCAValueFunctionScale, kCAValueFunctionScaleX, kCAValueFunctionScaleY,
        kCAValueFunctionScaleZ, kCAValueFunctionTranslate, kCAValueFunctionTranslateX,
        kCAValueFunctionTranslateY, kCAValueFunctionTranslateZ,
      ] == CAValueFunctionName.allCases)
    #expect(CGPathFillRule.winding == .nonZero)
    #expect(kCAOnOrderIn == "onOrderIn" && kCAOnOrderOut == "onOrderOut")
    #expect(kCATransition == "transition")
  }

  @Test("A timing function writes its control points")
  func controlPoints() {
    var point: [Float] = [7, 7]
    CAMediaTimingFunction(controlPoints: 0.25, 0.5, 0.75, 0.125)
      .getControlPoint(at: 2, values: &point)
    #expect(point == [0.75, 0.125])
    CAMediaTimingFunction(name: .easeOut).getControlPoint(at: 3, values: &point)
    #expect(point == [1, 1])
  }
}
