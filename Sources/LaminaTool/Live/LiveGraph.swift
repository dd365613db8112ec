import Foundation
import Lamina
import LaminaGraphs
import LaminaViews
import LaminaWindow

/// The graph of the command on show: it fills its view, whatever the size.
final class LiveGraphView: View {
  private let design: GraphDesign
  private var graph: GraphView?
  /// The values that a larger view would need.
  private var values: [Double] = []

  /// The most values that are kept.
  static let maximumCount = 1 << 16

  init(design: GraphDesign) {
    self.design = design
    super.init()
  }

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
      contentsOf: values.lazy.map { [design] in design.place($0, height: height) })
  }

  /// Values have other places at another height, and so they are all put there again.
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

/// Brings samples from a source into a graph while it is seen.
///
/// The source is read on a thread of its own, which may wait for it.
final class LiveFeed {
  /// What was read, and how that went on.
  private struct Inlet {
    var values: [Double] = []
    var error: (any Error)?
  }

  private let view: LiveGraphView
  /// The pace at which samples are shown; nil is as they come.
  private let pace: Pace?
  private let inlet = Locked(Inlet())
  /// Samples that were read, and are not due yet.
  private var waiting: ArraySlice<Double> = []
  private var shown = 0

  init(view: LiveGraphView, pace: Pace?) {
    self.view = view
    self.pace = pace
  }

  /// Begins to read a source for a window. Nobody else may use the source from here on.
  func start(_ source: any SampleSource, for window: Window) {
    struct Reading: @unchecked Sendable {
      let source: any SampleSource
    }
    let reading = Reading(source: source)
    Thread.detachNewThread { [inlet, handle = window.handle] in
      do {
        while let value = try reading.source.next() {
          inlet.withLock { $0.values.append(value) }
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

  /// Shows the samples that have come, or are due.
  ///
  /// - Returns: when the next is due, if that is known.
  func update(at time: TimeInterval, renderer: Renderer) throws -> TimeInterval? {
    let (new, error) = inlet.withLock { inlet in
      defer { inlet.values = [] }
      return (inlet.values, inlet.error)
    }
    waiting += new
    let due = pace.map { $0.samplesDue(at: time) - shown } ?? waiting.count
    let count = max(0, min(due, waiting.count))
    if count > 0 {
      // What slides comes to where it is now before it begins to slide anew.
      renderer.commit(at: time)
      view.append(Array(waiting.prefix(count)))
      waiting = ArraySlice(waiting.dropFirst(count))
      shown += count
    }
    if waiting.isEmpty, let error { throw error }
    return waiting.isEmpty ? nil : pace?.time(ofSample: shown)
  }
}
