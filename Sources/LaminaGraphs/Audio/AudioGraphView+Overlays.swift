import Foundation
import Lamina
import LaminaViews

extension AudioGraphView {
  /// What is selected, in seconds from the beginning of the sound. Nil, the default, is nothing.
  ///
  /// What lies out of the sound is not shown. Setting it shows it at once, without an animation, as
  /// it is with the ``playhead`` and the ``regions``.
  public final var selection: Range<TimeInterval>? {
    get { selectionLayer.range }
    set {
      guard newValue != selectionLayer.range else { return }
      selectionLayer.range = newValue
      show { selectionLayer.update(viewPort, duration: dataProvider.duration) }
    }
  }

  /// The colour of the selection: a translucent blue by default.
  public final var selectionColor: Color {
    get { selectionLayer.color }
    set { selectionLayer.color = newValue }
  }

  /// Where the sound is played, in seconds from its beginning. Nil, the default, and times out of
  /// the sound are nowhere.
  public final var playhead: TimeInterval? {
    get { playheadLayer.time }
    set {
      guard newValue != playheadLayer.time else { return }
      playheadLayer.time = newValue
      show { playheadLayer.update(viewPort, duration: dataProvider.duration) }
    }
  }

  /// The colour of the playhead. Red by default.
  public final var playheadColor: Color {
    get { playheadLayer.color }
    set { playheadLayer.color = newValue }
  }

  /// Named parts of the sound, in any order. None by default.
  ///
  /// - Complexity: O(n log n); showing them, also while the view scrolls, is O(log n + those in
  ///   view).
  public final var regions: [AudioRegion] {
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

  /// Gives the overlays their places: regions are over the waveform, the others over all.
  final func layoutOverlays() {
    regionsLayer.frame = waveformLayer.frame
    selectionLayer.frame = bounds
    playheadLayer.frame = bounds
  }

  /// Brings the overlays up to date with the view port and the data.
  final func updateOverlays() {
    let duration = dataProvider.duration
    regionsLayer.update(viewPort, duration: duration)
    selectionLayer.update(viewPort, duration: duration)
    playheadLayer.update(viewPort, duration: duration)
  }

  /// The handler of the tap.
  final func tapped(_ tap: TapGestureRecognizer) {
    let duration = dataProvider.duration
    guard tap.state == .ended, duration > 0, let onTap else { return }
    let x = tap.location(in: self).x - bounds.minX
    onTap(min(max(viewPort.time(atX: x, duration: duration), 0), duration))
  }
}
