/// A key of a property or an event that the engine knows by name.
///
/// The name is what actions, animations and key-value access use.
struct LayerKey: Sendable, Hashable {
  /// The number, less than 128: the property's place in descriptions, and in tables.
  let number: UInt8
  let rawValue: String

  init(_ key: CommonKey) { self.init(of: key) }

  init(of key: some NumberedKey) {
    number = key.number
    rawValue = key.rawValue
  }

  /// The key's place in a mask of keys.
  @inline(__always)
  var mask: UInt128 { 1 << UInt128(number) }

  static func == (a: LayerKey, b: LayerKey) -> Bool { a.number == b.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The keys of one kind of layer. The cases are in the order of descriptions.
protocol NumberedKey: RawRepresentable<String>, CaseIterable, Sendable {
  /// The number of the first key.
  static var firstNumber: UInt8 { get }
}

extension NumberedKey {
  var number: UInt8 { Self.firstNumber + unsafeBitCast(self, to: UInt8.self) }
}

/// The keys of the properties of every layer, and of events.
enum CommonKey: String, NumberedKey {
  case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
  case contents, contentsRect, contentsCenter, contentsGravity, contentsScale
  case magnificationFilter, minificationFilter, minificationFilterBias, alignsContentsToPixels
  case cornerRadius, maskedCorners, cornerCurve, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  case mask, compositingFilter, filters, backgroundFilters
  case backgroundColor, opacity, hidden, masksToBounds, opaque, geometryFlipped, doubleSided
  case allowsGroupOpacity, shouldRasterize, rasterizationScale
  case edgeAntialiasingMask, allowsEdgeAntialiasing
  case sublayers, onOrderIn, onOrderOut, onLayout

  static var firstNumber: UInt8 { 0 }
}
