import Foundation
import Lamina
import LaminaViews

extension Window {
  #if Window
    /// Opens a window of the size of its host.
    ///
    /// - Parameters:
    ///   - title: the title in the window's frame and in the list of windows.
    ///   - host: the host that shows the view. It is resized as soon as the window is.
    ///   - scale: the number of pixels per point, from 0.25 to 16. If it is nil, it is the value of
    ///     the environment variable `LAMINA_SCALE`, else the display's scale if that is above 1,
    ///     else the host's.
    /// - Throws: ``WindowError``, and the errors of `ViewHost/resize(to:scale:)`.
    /// - Precondition: the scale is in its range.
    public convenience init(title: String, host: ViewHost, scale: CGFloat? = nil) throws {
      if let scale {
        require(
          Self.scales.contains(scale), "a window needs 0.25 to 16 pixels per point, not \(scale)")
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

  /// The valid range of pixels per point for a window.
  static let scales: ClosedRange<CGFloat> = 0.25...16

  /// Parses the value of `LAMINA_SCALE`; returns nil for nil or an empty string.
  static func scale(named text: String?) throws(WindowError) -> CGFloat? {
    guard let text, !text.isEmpty else { return nil }
    guard let scale = Double(text), scales.contains(scale) else { throw .invalidScale(text) }
    return scale
  }
}
