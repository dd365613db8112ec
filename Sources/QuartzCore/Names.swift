// Declarations that differ only in their names.

// MARK: - Layers

/// See `Layer`.
public typealias CALayer = Layer
/// See `Action`. `NSNull` and ``CAAnimation`` conform.
public typealias CAAction = Action
/// See `LayoutManager`.
public typealias CALayoutManager = LayoutManager
/// See `ContentsGravity`.
public typealias CALayerContentsGravity = ContentsGravity
/// See `ContentsFilter`.
public typealias CALayerContentsFilter = ContentsFilter
/// See `EdgeAntialiasingMask`.
public typealias CAEdgeAntialiasingMask = EdgeAntialiasingMask
/// See `CornerMask`.
public typealias CACornerMask = CornerMask
/// See `CornerCurve`.
public typealias CALayerCornerCurve = CornerCurve
/// See `TiledLayer`.
public typealias CATiledLayer = TiledLayer
/// See `ScrollLayer`.
public typealias CAScrollLayer = ScrollLayer
/// See `ScrollLayer.Mode`.
public typealias CAScrollLayerScrollMode = ScrollLayer.Mode
/// See `TransformLayer`.
public typealias CATransformLayer = TransformLayer
/// See `ReplicatorLayer`.
public typealias CAReplicatorLayer = ReplicatorLayer
/// See `AutoresizingMask`.
public typealias CAAutoresizingMask = AutoresizingMask
/// See `Constraint`, which is a value here.
public typealias CAConstraint = Constraint
/// See `ConstraintAttribute`.
public typealias CAConstraintAttribute = ConstraintAttribute
/// See `ConstraintLayoutManager`.
public typealias CAConstraintLayoutManager = ConstraintLayoutManager

/// See `ShapeLayer`.
public typealias CAShapeLayer = ShapeLayer
/// See `FillRule`.
public typealias CAShapeLayerFillRule = FillRule
/// See `LineCap`.
public typealias CAShapeLayerLineCap = LineCap
/// See `LineJoin`.
public typealias CAShapeLayerLineJoin = LineJoin

/// See `GradientLayer`.
public typealias CAGradientLayer = GradientLayer
/// See `GradientLayer.Kind`.
public typealias CAGradientLayerType = GradientLayer.Kind

/// See `EmitterLayer`.
public typealias CAEmitterLayer = EmitterLayer
/// See `EmitterCell`.
public typealias CAEmitterCell = EmitterCell
/// See `EmitterLayer.Shape`.
public typealias CAEmitterLayerEmitterShape = EmitterLayer.Shape
/// See `EmitterLayer.Mode`.
public typealias CAEmitterLayerEmitterMode = EmitterLayer.Mode
/// See `EmitterLayer.RenderMode`.
public typealias CAEmitterLayerRenderMode = EmitterLayer.RenderMode

// MARK: - Animations

/// See `MediaTiming`.
public typealias CAMediaTiming = MediaTiming
/// See `FillMode`.
public typealias CAMediaTimingFillMode = FillMode
/// See `TimingFunction`.
public typealias CAMediaTimingFunction = TimingFunction
/// See `TimingFunction.Name`.
public typealias CAMediaTimingFunctionName = TimingFunction.Name
/// See `Animation`.
public typealias CAAnimation = Animation
/// See `AnimationDelegate`.
public typealias CAAnimationDelegate = AnimationDelegate
/// See `PropertyAnimation`.
public typealias CAPropertyAnimation = PropertyAnimation
/// See `BasicAnimation`.
public typealias CABasicAnimation = BasicAnimation
/// See `SpringAnimation`.
public typealias CASpringAnimation = SpringAnimation
/// See `KeyframeAnimation`.
public typealias CAKeyframeAnimation = KeyframeAnimation
/// See `KeyframeAnimation.CalculationMode`.
public typealias CAAnimationCalculationMode = KeyframeAnimation.CalculationMode
/// See `KeyframeAnimation.RotationMode`.
public typealias CAAnimationRotationMode = KeyframeAnimation.RotationMode
/// See `AnimationGroup`.
public typealias CAAnimationGroup = AnimationGroup
/// See `Transition`.
public typealias CATransition = Transition
/// See `Transition.Kind`.
public typealias CATransitionType = Transition.Kind
/// See `Transition.Direction`.
public typealias CATransitionSubtype = Transition.Direction
/// See `ValueFunction`.
public typealias CAValueFunction = ValueFunction
/// See `ValueFunction.Name`.
public typealias CAValueFunctionName = ValueFunction.Name

// MARK: - Geometry and drawing

/// See `Transform3D`.
public typealias CATransform3D = Transform3D
/// See `Transform2D`.
public typealias CGAffineTransform = Transform2D
/// See `Color`.
public typealias CGColor = Color
/// See `Bitmap`.
public typealias CGImage = Bitmap
/// See `DrawingContext`.
public typealias CGContext = DrawingContext
/// See `LineCap`.
public typealias CGLineCap = LineCap
/// See `LineJoin`.
public typealias CGLineJoin = LineJoin
/// See `FillRule`.
public typealias CGPathFillRule = FillRule

extension FillRule {
  /// Core Graphics' name for `nonZero`.
  public static var winding: FillRule { .nonZero }
}

extension KeyframeAnimation.RotationMode {
  /// Core Animation's name for `auto`.
  public static var rotateAuto: Self { .auto }
  /// Core Animation's name for `autoReverse`.
  public static var rotateAutoReverse: Self { .autoReverse }
}

extension TimingFunction {
  /// Writes the two coordinates of one of the four control points to a buffer.
  ///
  /// - Precondition: `index` is from 0 to 3; `values` has room for two numbers.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    let point = controlPoint(at: index)
    values[0] = Float(point.x)
    values[1] = Float(point.y)
  }
}
