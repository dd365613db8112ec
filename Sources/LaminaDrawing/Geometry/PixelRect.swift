import Foundation

/// A half-open rectangle of whole device pixels: it contains the pixels with `minX <= x < maxX` and
/// `minY <= y < maxY`.
///
/// Any rectangle without a pixel counts as empty; operations on rectangles return ``empty``.
public struct PixelRect: Sendable, Hashable {
  public var minX: Int
  public var minY: Int
  public var maxX: Int
  public var maxY: Int

  /// Creates a rectangle from its edges, in device pixels.
  @inlinable
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates a rectangle from its first pixel and its size, in device pixels.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The empty rectangle at the origin.
  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// The number of columns; 0 when empty.
  @inlinable public var width: Int { max(0, maxX - minX) }
  /// The number of rows; 0 when empty.
  @inlinable public var height: Int { max(0, maxY - minY) }
  /// The number of pixels.
  @inlinable public var area: Int { width * height }
  /// A Boolean value indicating whether the rectangle contains no pixel.
  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Returns the intersection of both rectangles; ``empty`` if they share no pixel.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  /// Returns the smallest rectangle that contains both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Returns a Boolean value indicating whether the rectangles share a pixel.
  @inlinable
  public func intersects(_ other: PixelRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
      && !isEmpty && !other.isEmpty
  }

  /// Returns a Boolean value indicating whether every pixel of `other` is in this rectangle; an
  /// empty one always is.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }

  /// Returns a Boolean value indicating whether the pixel in column `x` and row `y` is in this
  /// rectangle.
  @inlinable
  public func contains(x: Int, y: Int) -> Bool {
    x >= minX && x < maxX && y >= minY && y < maxY
  }
}

extension PixelRect: CustomStringConvertible {
  /// The rectangle as `(x, y, width, height)`.
  public var description: String { "(\(minX), \(minY), \(width), \(height))" }
}
