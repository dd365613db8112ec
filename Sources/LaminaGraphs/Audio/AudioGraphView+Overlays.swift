import Foundation
import Lamina
import LaminaViews

extension AudioGraphView {
  /// The selected range, in seconds from the beginning of the sound. Nil, the default, selects
  /// nothing.
  ///
  /// Parts outside the sound are not shown. A new value is shown at once, without an animation, as
  /// for the ``playhead`` and the ``regions``.
  public var selection: Range<TimeInterval>? {
    get { selectionLayer.range }
    set {
      guard newValue != selectionLayer.range else { return }
      selectionLayer.range = newValue
      show { selectionLayer.update(viewPort, duration: dataProvider.duration) }
    }
  }

  /// The colour of the selection: a translucent blue by default.
  public var selectionColor: Color {
    get { selectionLayer.color }
    set { selectionLayer.color = newValue }
  }

  /// The playback position, in seconds from the beginning of the sound. Nil, the default, and times
  /// outside the sound show no playhead.
  public var playhead: TimeInterval? {
    get { playheadLayer.time }
    set {
      guard newValue != playheadLayer.time else { return }
      playheadLayer.time = newValue
      show { playheadLayer.update(viewPort, duration: dataProvider.duration) }
    }
  }

  /// The colour of the playhead. Red by default.
  public var playheadColor: Color {
    get { playheadLayer.color }
    set { playheadLayer.color = newValue }
  }

  /// The named parts of the sound, in any order. None by default.
  ///
  /// - Complexity: O(n log n); showing them, also while the view scrolls, is O(log n + visible
  ///   regions).
  public var regions: [AudioRegion] {
    get { regionsLayer.regions }
    set {
      show {
        regionsLayer.regions = newValue
        regionsLayer.update(viewPort, duration: dataProvider.duration)
      }
    }
  }

  private func show(_ changes: () -> Void) {
    Transaction.run(disableActions: true) {
      changes()
      updateOverviews()
    }
  }

  /// Lays out the overlays: the regions over the waveform, the others over everything.
  func layoutOverlays() {
    regionsLayer.frame = waveformLayer.frame
    selectionLayer.frame = bounds
    playheadLayer.frame = bounds
  }

  /// Updates the overlays from the view port and the data.
  func updateOverlays() {
    let duration = dataProvider.duration
    regionsLayer.update(viewPort, duration: duration)
    selectionLayer.update(viewPort, duration: duration)
    playheadLayer.update(viewPort, duration: duration)
  }

  /// Handles the tap.
  func tapped(_ tap: TapGestureRecognizer) {
    let duration = dataProvider.duration
    guard tap.state == .ended, duration > 0, let onTap else { return }
    let x = tap.location(in: self).x - bounds.minX
    onTap(min(max(viewPort.time(atX: x, duration: duration), 0), duration))
  }
}
