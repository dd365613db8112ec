import Foundation
import Lamina

extension InspectorAnswer {
  /// Lists a layer and those below it.
  ///
  /// - Parameters:
  ///   - root: the layer.
  ///   - number: the number that viewers have for a layer.
  ///   - recorded: the number of a layer in the recording.
  mutating func list(_ root: Layer, number: (Layer) -> Int, recorded: (Layer) -> Int?) {
    var lines: [Line] = []
    var omittedCount = 0
    var stack = [(layer: root, depth: 0, isMask: false)]
    while let (layer, depth, isMask) = stack.popLast() {
      if lines.count < Self.layerLimit {
        lines.append(
          Line(
            id: number(layer), depth: depth, kind: "\(Swift.type(of: layer))",
            name: layer.name.map(Self.bounded), isMask: isMask, isHidden: layer.isHidden,
            animationCount: layer.animationKeys()?.count ?? 0, recorded: recorded(layer)))
      } else {
        omittedCount += 1
      }
      for sublayer in (layer.sublayers ?? []).reversed() {
        stack.append((sublayer, depth + 1, false))
      }
      if let mask = layer.mask { stack.append((mask, depth + 1, true)) }
    }
    layers = lines
    self.omittedCount = omittedCount
  }

  /// Describes a layer of a renderer, at the time of its last frame.
  mutating func describe(_ layer: Layer, _ number: Int, _ renderer: Renderer, at time: Double?) {
    let scale = renderer.scale
    let shown = layer.presentation() ?? layer
    let box = shown.convert(shown.bounds, to: nil)
    let sides = [box.minX, box.minY, box.width, box.height].map { Double($0 * scale) }
    self.layer = Details(
      id: number, text: Self.bounded(layer.debugDescription),
      box: sides.allSatisfy(\.isFinite) ? sides : nil,
      properties: layer.readableProperties.map {
        Property(
          key: $0.key, model: Self.bounded($0.model), presented: Self.bounded($0.presented),
          isDefault: $0.isDefault, isEditable: $0.isEditable, choices: $0.choices)
      },
      animations: layer.inspectedAnimations(at: time ?? 0).prefix(Self.causeLimit).map {
        Animation(
          text: Self.bounded($0.description), start: $0.range?.lowerBound,
          end: $0.range?.upperBound, curve: $0.curve, from: $0.course?.lowerBound,
          to: $0.course.flatMap { $0.upperBound.isFinite ? $0.upperBound : nil })
      })
  }
}

extension InspectorAnswer.Why {
  /// Explains a frame, but for the hash.
  init(_ frame: Frame) {
    let explanation = frame.explanation
    let passes = explanation?.passes ?? []
    let causes = explanation?.causes ?? []
    self.init(
      time: frame.time, report: InspectorAnswer.bounded(frame.report.description),
      passes: passes.map { pass in
        InspectorAnswer.Pass(
          rect: pass.rect.numbers, operationCount: pass.operations.count,
          pixels: pass.operations.reduce(0) { $0 + $1.area }, cost: pass.cost)
      },
      operations: passes.lazy.flatMap(\.operations).prefix(InspectorAnswer.operationLimit)
        .map(\.numbers),
      causes: causes.prefix(InspectorAnswer.causeLimit).map {
        InspectorAnswer.Cause(
          text: InspectorAnswer.bounded($0.description), old: $0.oldRect.numbers,
          new: $0.newRect.numbers)
      },
      causeCount: causes.count)
  }
}

extension Renderer {
  /// Returns the layer that the last frame shows at a place, in pixels.
  func layer(at point: CGPoint) -> Layer? {
    let place = CGPoint(x: point.x / scale, y: point.y / scale)
    return (layer.presentation() ?? layer).hitTest(place)?.model()
  }
}
