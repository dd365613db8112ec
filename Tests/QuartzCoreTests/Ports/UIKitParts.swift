// The names are UIKit's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import LaminaViews
import QuartzCore

// The few things of UIKit that the ported graphs use, in terms of what is there.

typealias UIView = View

/// A colour that can be set on the current context.
struct UIColor {
  static let orange = UIColor(cgColor: CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
  static let green = UIColor(cgColor: CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  static let white = UIColor(cgColor: CGColor(gray: 1, alpha: 1))

  let cgColor: CGColor

  func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

struct UIImage: Sendable {
  let cgImage: CGImage?
}

// UIKit keeps the contexts of a thread in a stack of its own.

private let stackKey = "image contexts"

private var contexts: [CGContext] {
  get { Thread.current.threadDictionary[stackKey] as? [CGContext] ?? [] }
  set { Thread.current.threadDictionary[stackKey] = newValue }
}

func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let alpha: CGImageAlphaInfo = opaque ? .noneSkipLast : .premultipliedLast
  let context = CGContext(
    data: nil, width: Int((size.width * scale).rounded(.up)),
    height: Int((size.height * scale).rounded(.up)), bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue)!
  context.scaleBy(x: scale, y: scale)
  contexts.append(context)
}

func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }

func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  contexts.last.map { UIImage(cgImage: $0.makeImage()) }
}

func UIGraphicsEndImageContext() { contexts.removeLast() }
