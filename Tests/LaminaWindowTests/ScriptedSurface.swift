import Foundation
import Lamina
import LaminaViews
import LaminaWindow
import Testing

/// A surface whose events and time are written down beforehand: time goes on only while the window
/// waits. It is closed where the window would wait for ever.
final class ScriptedSurface: WindowSurface {
  private(set) var time: TimeInterval = 0
  var pixelSize: PixelSize
  var displayScale: CGFloat = 1
  var framesPerSecond = 64.0

  /// True while the time stands still.
  var isPaused = false

  /// The events, in order, with their times.
  var script: [(time: TimeInterval, event: WindowEvent)] = []
  /// Called before the event of that number is given.
  var onEvent: [Int: () -> Void] = [:]
  private var given = 0

  /// The times at which pictures were shown, and the parts that were shown.
  private(set) var shown: [(time: TimeInterval, rects: [PixelRect])] = []
  private(set) var shownAgain = 0
  private(set) var closed = 0
  /// The number of waits without a time to end, and of those with one.
  private(set) var endlessWaits = 0
  private(set) var timedWaits = 0
  /// The visible pixels.
  private(set) var pixels: [UInt32] = []
  private var pixelsSize: PixelSize

  init(width: Int, height: Int) {
    pixelSize = PixelSize(width: width, height: height)
    pixelsSize = pixelSize
    pixels = [UInt32](repeating: 0xDEAD_BEEF, count: width * height)
  }

  func nextEvent(until deadline: TimeInterval?) -> WindowEvent? {
    if isPaused {
      guard deadline == nil || script.first?.time ?? .infinity <= time else { return nil }
      endlessWaits += 1
      guard !script.isEmpty else { return .closeRequested }
      onEvent[given]?()
      given += 1
      return script.removeFirst().event
    }
    if deadline.map({ $0 > time }) ?? true {
      if deadline == nil { endlessWaits += 1 } else { timedWaits += 1 }
    }
    guard let next = script.first, next.time <= max(time, deadline ?? .infinity) else {
      guard let deadline else { return .closeRequested }
      time = max(time, deadline)
      return nil
    }
    script.removeFirst()
    time = max(time, next.time)
    onEvent[given]?()
    given += 1
    return next.event
  }

  func show(_ bitmap: Bitmap, in rects: [PixelRect]) {
    if pixelsSize != pixelSize {
      // What a surface of another size holds is not known.
      pixelsSize = pixelSize
      pixels = [UInt32](repeating: 0xDEAD_BEEF, count: pixelSize.width * pixelSize.height)
    }
    shown.append((time, rects))
    for rect in rects {
      for y in rect.minY..<min(rect.maxY, pixelSize.height) {
        for x in rect.minX..<min(rect.maxX, pixelSize.width) {
          pixels[y * pixelSize.width + x] = bitmap[x, y]
        }
      }
    }
  }

  func showAgain() { shownAgain += 1 }
  let wake: @Sendable () -> Void = {}
  func close() { closed += 1 }
}

/// A view with a square that follows touches and the wheel at once, and notes what comes.
final class PadView: View {
  let square = View()
  private(set) var notes: [String] = []

  init() {
    super.init()
    backgroundColor = .white
    square.frame = CGRect(x: 4, y: 6, width: 10, height: 8)
    square.backgroundColor = .orange
    square.isUserInteractionEnabled = false
    addSubview(square)
  }

  private func follow(_ touches: [Touch], _ word: String) {
    for touch in touches {
      let place = touch.location(in: self)
      notes.append("\(word) \(touch.id) \(place.x) \(place.y) at \(touch.timestamp)")
      square.frame.origin = place
    }
  }

  override func touchesBegan(_ touches: [Touch]) { follow(touches, "down") }
  override func touchesMoved(_ touches: [Touch]) { follow(touches, "move") }
  override func touchesEnded(_ touches: [Touch]) { follow(touches, "up") }
  override func touchesCancelled(_ touches: [Touch]) { follow(touches, "cancel") }

  override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
    notes.append("scroll \(translation.x) \(translation.y) at \(point.x) \(point.y)")
    square.frame.origin.x += translation.x
    square.frame.origin.y += translation.y
    return true
  }

  override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    notes.append("key \(key) \(modifiers.rawValue)")
    return true
  }

  override func keyUp(_ key: Key, modifiers: KeyModifiers) -> Bool {
    notes.append("key up \(key) \(modifiers.rawValue)")
    return true
  }
}

/// A view in a window on a scripted surface.
struct Stage {
  let view = PadView()
  let host: ViewHost
  let surface: ScriptedSurface
  let window: Window

  init(width: Int = 100, height: Int = 60, scale: CGFloat = 1, chosen: CGFloat? = nil) throws {
    host = try ViewHost(
      rootView: view, size: CGSize(width: width, height: height), scale: scale)
    surface = ScriptedSurface(
      width: Int((CGFloat(width) * (chosen ?? scale)).rounded(.up)),
      height: Int((CGFloat(height) * (chosen ?? scale)).rounded(.up)))
    window = try Window(surface: surface, host: host, scale: chosen)
  }
}
