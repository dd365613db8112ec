import CPixman
import Foundation
import Lamina

// What pixman, called directly and by someone who knows the picture, takes for the same frames.
// Each limit follows the peers' C program of the same name, down to its stride.

/// Pixels that a limit draws into, without padding between the rows.
final class LimitFramebuffer {
  let width: Int
  let height: Int
  let pixels: UnsafeMutablePointer<UInt32>
  let image: OpaquePointer

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = allocatePixels(count: width * height)
    image = makeImage(PIXMAN_a8r8g8b8, width: width, height: height, pixels: pixels)
  }

  deinit {
    pixman_image_unref(image)
    free(pixels)
  }

  /// Fills the part of the rectangle that is inside.
  func fill(x: Int, y: Int, width: Int, height: Int, _ pixel: UInt32) {
    let left = max(x, 0)
    let top = max(y, 0)
    let right = min(x + width, self.width)
    let bottom = min(y + height, self.height)
    guard left < right, top < bottom else { return }
    pixman_fill(
      pixels, Int32(self.width), 32, Int32(left), Int32(top), Int32(right - left),
      Int32(bottom - top), pixel)
  }

  var picture: Picture {
    Picture(pixels: pixels, width: width, height: height, stride: width)
  }
}

/// Zeroed memory, aligned to a cache line.
func allocatePixels(count: Int) -> UnsafeMutablePointer<UInt32> {
  let bytes = (count * 4 + 63) & ~63
  guard let memory = aligned_alloc(64, bytes) else {
    refuse("cannot allocate \(bytes) bytes")
  }
  memset(memory, 0, bytes)
  return memory.bindMemory(to: UInt32.self, capacity: bytes / 4)
}

/// A pixman image over pixels that outlive it, without padding between the rows.
func makeImage(
  _ format: pixman_format_code_t, width: Int, height: Int, pixels: UnsafeMutablePointer<UInt32>
) -> OpaquePointer {
  guard
    let image = pixman_image_create_bits(
      format, Int32(width), Int32(height), pixels, Int32(width * 4))
  else { refuse("pixman cannot create an image of \(width) x \(height) pixels") }
  return image
}

/// W2: repaint the one column that changed.
final class BarLimit: Competitor {
  let peer = "limit: pixman hand damage"
  private let framebuffer = LimitFramebuffer(width: Waveform.width, height: Waveform.height)
  private var waveform = Waveform()

  func draw(frame: Int) {
    if frame == 0 { drawAll() }
    let column = frame * 37 % Waveform.width
    let middle = Waveform.height / 2
    let old = waveform.halves[column]
    _ = waveform.changeOneBar(frame: frame)
    let half = max(old, waveform.halves[column])
    framebuffer.fill(x: column, y: middle - half, width: 1, height: 2 * half, Waveform.background)
    // The bars in the damage are found as the peers' limit finds them: by looking at each.
    waveform.halves.withUnsafeBufferPointer { halves in
      for index in halves.indices where index == column { drawBar(index, half: halves[index]) }
    }
    if middle - half < Waveform.rulerHeight { drawRuler() }
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(framebuffer.picture) }

  private func drawAll() {
    framebuffer.fill(
      x: 0, y: 0, width: Waveform.width, height: Waveform.height, Waveform.background)
    for (column, half) in waveform.halves.enumerated() { drawBar(column, half: half) }
    drawRuler()
  }

  private func drawBar(_ column: Int, half: Int) {
    framebuffer.fill(
      x: column, y: Waveform.height / 2 - half, width: 1, height: 2 * half, Waveform.bar)
  }

  private func drawRuler() {
    framebuffer.fill(
      x: 0, y: 0, width: Waveform.width, height: Waveform.rulerHeight, Waveform.ruler)
    for tick in 0..<Waveform.minorTickCount {
      framebuffer.fill(
        x: Waveform.minorTickX(tick, offset: 0), y: 0, width: 1,
        height: Waveform.minorTickHeight, Waveform.minorTick)
    }
    for tick in 0..<Waveform.majorTickCount {
      framebuffer.fill(
        x: Waveform.majorTickX(tick, offset: 0), y: 0, width: 2,
        height: Waveform.rulerHeight, Waveform.majorTick)
    }
  }
}

/// W4: the screens composited one after another, or only the one on top.
final class ScreenLimit: Competitor {
  let peer: String
  private let framebuffer = LimitFramebuffer(width: Screens.width, height: Screens.height)
  private let pixels: [UnsafeMutablePointer<UInt32>]
  private let images: [OpaquePointer]

  /// Composites all screens.
  convenience init(translucent screens: [Bitmap]) {
    self.init(
      peer: "limit: raw pixman OVER x50", format: PIXMAN_a8r8g8b8, screens: screens)
  }

  /// Copies the screen that hides the others.
  convenience init(top screen: Bitmap) {
    self.init(peer: "limit: pixman SRC top only", format: PIXMAN_x8r8g8b8, screens: [screen])
  }

  private init(peer: String, format: pixman_format_code_t, screens: [Bitmap]) {
    self.peer = peer
    pixels = screens.map { screen in
      let pixels = allocatePixels(count: screen.width * screen.height)
      for row in 0..<screen.height {
        screen.withRow(row) {
          (pixels + row * screen.width).update(from: $0.baseAddress!, count: screen.width)
        }
      }
      return pixels
    }
    images = pixels.map {
      makeImage(format, width: Screens.width, height: Screens.height, pixels: $0)
    }
  }

  deinit {
    for image in images { pixman_image_unref(image) }
    for memory in pixels { free(memory) }
  }

  func draw(frame: Int) {
    for index in images.indices {
      pixman_image_composite32(
        index == 0 ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, images[index], nil, framebuffer.image, 0, 0,
        0, 0, 0, 0, Int32(Screens.width), Int32(Screens.height))
    }
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(framebuffer.picture) }
}

/// W5: what only moving the frame's pixels once takes.
final class CopyLimit: Competitor {
  let peer = "limit: memcpy of 768x240x4"
  private let source = allocatePixels(count: Waveform.width * Waveform.height)
  private let target = allocatePixels(count: Waveform.width * Waveform.height)

  deinit {
    free(source)
    free(target)
  }

  func draw(frame: Int) { memcpy(target, source, LiveGraph.width * LiveGraph.height * 4) }
}
