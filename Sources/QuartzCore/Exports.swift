// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Core Animation's and Core Graphics' names for Lamina's types, for code that is ported or shared
// between platforms. `import QuartzCore` brings Foundation along, as on Apple's systems, and
// Lamina, whose types these names stand for.

@_exported import Foundation
@_exported import Lamina

/// A time or a length of time, in seconds.
public typealias CFTimeInterval = Double
/// Foundation's string.
public typealias CFString = NSString
/// Foundation's bytes.
public typealias CFData = NSData
/// Foundation's number.
public typealias CFBoolean = NSNumber

/// True in a box, for values by key.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
/// False in a box, for values by key.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// The seconds since some moment in the past, from the clock that never goes back.
///
/// Lamina reads no clock. The time of a frame is what you give to `Renderer.render(at:)`; give
/// it this where code that is ported compares times of the model with this clock.
public func CACurrentMediaTime() -> CFTimeInterval {
  ProcessInfo.processInfo.systemUptime
}
