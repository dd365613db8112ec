import Foundation
import Lamina
import LaminaViews

/// An example that can be looked at and played with: what `lamina show` shows.
package struct Example {
  /// A way to present a view.
  package enum Placement: Sendable, Equatable {
    /// It has the size of what shows it, whatever that is.
    case filling
    /// It has the size that it is made for, and is shown as large as fits.
    case fitted
    /// A part of it is seen, scrolled and zoomed.
    case canvas(Canvas)
  }

  /// A view that is scrolled and zoomed.
  package struct Canvas: Sendable, Equatable {
    /// The size of the whole, in points.
    package let size: CGSize
    /// The range of factors by which it can be shown larger or smaller.
    package let zooms: ClosedRange<CGFloat>
    /// The initial zoom factor.
    package let zoom: CGFloat

    package init(size: CGSize, zooms: ClosedRange<CGFloat> = 0.0625...64, zoom: CGFloat = 1) {
      self.size = size
      self.zooms = zooms
      self.zoom = zoom
    }
  }

  /// The example's name in lower case, with hyphens.
  package let name: String
  /// A summary of the contents and of the input they respond to: less than a line.
  package let summary: String
  /// The size in points of what is seen at first, if there is room for it.
  package let size: CGSize
  package let placement: Placement
  /// Makes the view.
  package let makeView: () throws -> View

  /// All examples that can be shown.
  package static var all: [Example] {
    [
      Example(
        name: "moving-dot", summary: "a dot crosses the picture; a click or space sends it back",
        size: MovingDotScene.size, placement: .fitted
      ) {
        try ChangingView { try MovingDotScene(on: $0).move }
      },
      Example(
        name: "implicit-animation",
        summary: "one change, animated in three ways; a click or space makes it again",
        size: ImplicitAnimationScene.size, placement: .fitted
      ) {
        ChangingView { ImplicitAnimationScene(on: $0).change }
      },
      Example(
        name: "cover-flow", summary: "covers in perspective: drag, click, wheel, arrow keys",
        size: CoverFlowView.size, placement: .fitted, makeView: CoverFlowView.init),
      Example(
        name: "sketch", summary: "a sheet of paper to draw on; delete takes the last line away",
        size: SketchView.size, placement: .fitted
      ) {
        SketchView(replaysRecording: true)
      },
      Example(
        name: "chalkboard", summary: "a board to write on; delete wipes it",
        size: ChalkboardView.size, placement: .fitted
      ) {
        try ChalkboardView(.nearby, replaysRecording: true)
      },
      Example(
        name: "tiled-map", summary: "a map of a million points a side, to scroll and zoom",
        size: CGSize(width: 1_024, height: 640),
        placement: .canvas(
          Canvas(
            size: CGSize(width: Terrain.side, height: Terrain.side), zooms: 1 / 2_048...2,
            zoom: 1 / 1_024)),
        makeView: MapView.init),
      Example(
        name: "live-graph", summary: "a graph that grows for ever; a click or space halts it",
        size: WaveView.size, placement: .filling, makeView: WaveView.init),
      Example(
        name: "live-charts",
        summary: "a dashboard: point, drag, turn the wheel, click the legend; space halts it",
        size: DashboardView.size, placement: .filling, makeView: DashboardView.init),
      Example(
        name: "many-layers", summary: "100,000 layers: drag to push them, arrow keys turn all",
        size: Sunflower.size, placement: .fitted
      ) {
        SunflowerView()
      },
    ]
      + Sheet.all.map { sheet in
        Example(
          name: sheet.name, summary: "a sheet of the gallery of layers",
          size: sheet.size, placement: .canvas(Canvas(size: sheet.size))
        ) {
          let view = View()
          try sheet.fill(view.layer)
          return view
        }
      }
  }

  /// The example of a name; nil where there is none.
  package static func named(_ name: String) -> Example? { all.first { $0.name == name } }
}
