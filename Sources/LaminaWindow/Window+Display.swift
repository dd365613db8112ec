import Foundation
import Lamina
import LaminaViews

extension Window {
  #if Window
    /// Opens a window of the size of its host.
    ///
    /// - Parameters:
    ///   - title: what the window's frame and the list of windows say.
    ///   - host: shows the view. It gets another size as soon as the window has one.
    ///   - scale: pixels per point, from 0.25 to 16. Where it is nil, the environment variable
    ///     `LAMINA_SCALE` says it, else the display, where it has a scale above 1, else the host.
    /// - Throws: ``WindowError``, and what ``ViewHost/resize(to:scale:)`` throws.
    /// - Precondition: the scale is in its range.
    public convenience init(title: String, host: ViewHost, scale: CGFloat? = nil) throws {
      if let scale {
        require(
          Self.scales.contains(scale), "a window of \(scale) pixels per point: from 0.25 to 16")
      }
      let environment = ProcessInfo.processInfo.environment["LAMINA_SCALE"]
      let chosen = if let scale { scale } else { try Self.scale(named: environment) }
      let renderer = host.renderer
      let surface = try SDLSurface(title: title) { pixelsPerUnit in
        let scale = chosen ?? (pixelsPerUnit > 1 ? pixelsPerUnit : renderer.scale)
        func pixels(_ length: Int) -> Int {
          max(1, Int((CGFloat(length) / renderer.scale * scale).rounded()))
        }
        return PixelSize(width: pixels(renderer.width), height: pixels(renderer.height))
      }
      do {
        try self.init(surface: surface, host: host, scale: chosen)
      } catch {
        surface.close()
        throw error
      }
    }
  #else
    @available(*, unavailable, message: "windows need the package's trait Window, and SDL2")
    public convenience init(title: String, host: ViewHost, scale: CGFloat? = nil) throws {
      refuse("windows need the package's trait Window")
    }
  #endif

  /// What a window may have for pixels per point.
  static let scales: ClosedRange<CGFloat> = 0.25...16

  /// Reads the value of `LAMINA_SCALE`; nil or nothing is none.
  static func scale(named text: String?) throws(WindowError) -> CGFloat? {
    guard let text, !text.isEmpty else { return nil }
    guard let scale = Double(text), scales.contains(scale) else { throw .invalidScale(text) }
    return scale
  }
}
