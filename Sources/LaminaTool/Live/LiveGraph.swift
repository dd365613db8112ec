import Foundation
import Lamina
import LaminaGraphs
import LaminaTables
import LaminaViews
import LaminaWindow

/// The command's live graph, which fills its view at any size.
final class LiveGraphView: View {
  private let design: GraphDesign
  private var graph: GraphView?
  /// The values that a larger view would need.
  private var values: [Double] = []

  /// The number of values that a rebuilt graph gets. At most twice as many are kept.
  static let maximumCount = 1 << 16

  init(design: GraphDesign) {
    self.design = design
    super.init()
  }

  /// The reason for which a part of the graph could not be drawn.
  var error: BitmapError? { graph?.error }

  /// Adds values at the right edge.
  func append(_ new: [Double]) {
    values += new
    if values.count > 2 * Self.maximumCount {
      values.removeFirst(values.count - Self.maximumCount)
    }
    if let graph { append(new[...], to: graph) }
  }

  private func append(_ values: ArraySlice<Double>, to graph: GraphView) {
    let height = graph.bounds.height
    graph.series.append(
      contentsOf: values.lazy.map { [design] in design.range.place($0, height: height) })
  }

  /// Rebuilds the graph when the size or the scale has changed: at another height, all values have
  /// other positions.
  override func layoutSubviews() {
    if let graph, graph.bounds.size == bounds.size,
      graph.contentScaleFactor == contentScaleFactor
    {
      return
    }
    graph?.removeFromSuperview()
    let graph = design.makeView(size: bounds.size, scale: contentScaleFactor)
    append(values.suffix(Self.maximumCount), to: graph)
    addSubview(graph)
    self.graph = graph
  }
}

/// A feed of samples from a source into a graph that is on screen.
///
/// The source is read on its own thread, which may block.
final class LiveFeed {
  /// The values that were read and not taken yet, the bad rows among all so far, and the error that
  /// ended the reading.
  private struct Inlet {
    var values: [Double] = []
    var badRows: BadRows?
    var error: (any Error)?
  }

  private let view: LiveGraphView
  /// The rate at which samples are shown; nil shows them as they come.
  private let pace: Pace?
  private let inlet = Locked(Inlet())
  /// The samples that were read and are not due yet.
  private var waiting: ArraySlice<Double> = []
  private var shown = 0

  init(view: LiveGraphView, pace: Pace?) {
    self.view = view
    self.pace = pace
  }

  /// The rows read so far that could not be read, and are gaps.
  var badRows: BadRows? { inlet.withLock { $0.badRows } }

  /// Starts reading a source for a window. Only the feed may use the source afterwards.
  func start(_ source: any SampleSource, for window: Window) {
    struct Reading: @unchecked Sendable {
      let source: any SampleSource
    }
    let reading = Reading(source: source)
    Thread.detachNewThread { [inlet, handle = window.handle] in
      do {
        while let value = try reading.source.next() {
          let badRows = reading.source.badRows
          inlet.withLock {
            $0.values.append(value)
            $0.badRows = badRows
          }
          handle.wake()
        }
      } catch {
        inlet.withLock { [error] in $0.error = error }
        handle.wake()
      }
    }
    window.update = { [unowned window] time in
      try self.update(at: time, renderer: window.host.renderer)
    }
  }

  /// Shows the samples that have come or are due.
  ///
  /// - Returns: the time at which the next sample is due, if that is known.
  func update(at time: TimeInterval, renderer: Renderer) throws -> TimeInterval? {
    if let error = view.error { throw error }
    let (new, error) = inlet.withLock { inlet in
      defer { inlet.values = [] }
      return (inlet.values, inlet.error)
    }
    waiting += new
    let due = pace.map { $0.samplesDue(at: time) - shown } ?? waiting.count
    let count = max(0, min(due, waiting.count))
    if count > 0 {
      // The current slide is brought up to date before a new one begins.
      renderer.commit(at: time)
      view.append(Array(waiting.prefix(count)))
      waiting = ArraySlice(waiting.dropFirst(count))
      shown += count
    }
    if waiting.isEmpty, let error { throw error }
    return waiting.isEmpty ? nil : pace?.time(ofSample: shown)
  }
}
