import Foundation
import Lamina

/// A list of the layers of which a document says something in other than SVG's own terms.
public struct SVGReport: Sendable, Equatable, CustomStringConvertible {
  /// The reason why a document contains a picture of a layer, or leaves it out.
  @nonexhaustive
  public enum Reason: Sendable, Hashable, CustomStringConvertible {
    /// A perspective, or layers at different depths, which SVG has not.
    case depth
    /// A conic gradient.
    case conicGradient
    /// The particles of an `EmitterLayer`.
    case particles
    /// The tiles of a `TiledLayer`.
    case tiles
    /// Contents whose `contentsRect` extends beyond the bitmap.
    case extendedContents
    /// Contents that an animation cross-fades.
    case fadingContents
    /// A blend mode that SVG has not, of the layer or of one in it.
    case blendMode(BlendMode)
    /// A blend mode inside a clip, which viewers of SVG draw differently, or inside a layer that is
    /// itself embedded as a picture.
    case clippedBlendMode(BlendMode)
    /// Filters of what is behind the layer or a layer in it.
    case backgroundFilter
    /// A colour matrix that adds a constant to the alpha.
    case alphaFilter
    /// Numbers beyond 1,000,000, with which viewers of SVG do not draw correctly.
    case range
    /// Layers nested more deeply than viewers of SVG read: more than 48 levels.
    case nesting
    /// More instances of replicators than 10,000.
    case instances
    /// A position that is beyond the range of numbers.
    case overflow

    public var description: String {
      switch self {
      case .depth: "perspective or depth"
      case .conicGradient: "a conic gradient"
      case .particles: "particles"
      case .tiles: "tiles"
      case .extendedContents: "contents that extend beyond their bitmap"
      case .fadingContents: "contents that fade"
      case .blendMode(let mode): "the blend mode \(mode.rawValue)"
      case .clippedBlendMode(let mode): "the blend mode \(mode.rawValue) inside a clip or picture"
      case .backgroundFilter: "filters of the background"
      case .alphaFilter: "a colour matrix with a constant alpha"
      case .range: "numbers beyond the range of viewers"
      case .nesting: "deeply nested layers"
      case .instances: "too many instances"
      case .overflow: "a position beyond the range of numbers"
      }
    }
  }

  /// A layer, named by its class and its name, and a reason.
  public struct Entry: Sendable, Hashable, CustomStringConvertible {
    /// The layer's class, followed by its name in quotes if it has one.
    public let layer: String
    /// The reason.
    public let reason: Reason
    /// The number of times that the layer occurs with this reason: several layers may have one name.
    public internal(set) var count: Int

    public var description: String {
      "\(layer): \(reason)" + (count > 1 ? " (\(count) times)" : "")
    }
  }

  /// The layers of which the document contains pictures, in drawing order.
  ///
  /// For reasons about a layer as a whole the picture contains its sublayers, too; for those about
  /// its own content, such as ``Reason/conicGradient``, it does not.
  public internal(set) var pictures: [Entry] = []
  /// The layers that the document leaves out with everything in them, as a frame does; see
  /// `FrameReport.omissions`.
  public internal(set) var omissions: [Entry] = []

  /// A Boolean value indicating whether everything is written in SVG's own terms.
  public var isEmpty: Bool { pictures.isEmpty && omissions.isEmpty }

  /// A line for each entry.
  public var description: String {
    (pictures.map { "picture of \($0)" } + omissions.map { "left out: \($0)" })
      .joined(separator: "\n")
  }

  static func add(_ reason: Reason, of layer: Layer, to entries: inout [Entry]) {
    let name = layer.model().inspectedName
    if let index = entries.firstIndex(where: { $0.layer == name && $0.reason == reason }) {
      entries[index].count += 1
    } else {
      entries.append(Entry(layer: name, reason: reason, count: 1))
    }
  }
}
