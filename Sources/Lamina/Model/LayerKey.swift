/// The properties that the engine itself knows by name.
///
/// The raw value is the key that actions, animations and key-value access use.
enum LayerKey: String, Sendable, CaseIterable {
  case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
  case contents, contentsRect, contentsCenter, contentsGravity, contentsScale
  case magnificationFilter, minificationFilter, minificationFilterBias, alignsContentsToPixels
  case cornerRadius, maskedCorners, cornerCurve, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  case mask, compositingFilter, filters, backgroundFilters
  case backgroundColor, opacity, hidden, masksToBounds, opaque, geometryFlipped, doubleSided
  case allowsGroupOpacity, shouldRasterize, rasterizationScale
  case edgeAntialiasingMask, allowsEdgeAntialiasing
  // Of a ShapeLayer.
  case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit
  case lineCap, lineJoin, lineDashPattern, lineDashPhase
  // Of a GradientLayer.
  case colors, locations, startPoint, endPoint, type
  // Of an EmitterLayer.
  case emitterCells, birthRate, lifetime, velocity, scale, spin, emitterPosition
  case emitterZPosition, emitterSize, emitterDepth, emitterShape, emitterMode, renderMode
  case preservesDepth, seed
  // Of a ReplicatorLayer, and preservesDepth.
  case instanceCount, instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
  case sublayers, onOrderIn, onOrderOut, onLayout
}
