import Foundation
import Lamina
import LaminaViews

/// The layers of a host and its last frame, as viewers see and change them.
///
/// It belongs to the isolation of the host, on whose thread requests are answered between frames.
final class Inspector {
  private struct Weak {
    weak var layer: Layer?
  }

  weak var host: ViewHost?

  /// The layers that viewers know, by their numbers, which are not used again.
  private var layers: [Int: Weak] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var lastNumber = 0
  /// The layers that are hidden so that another is seen alone.
  private var hiddenForSolo: [Weak] = []
  private var isWatching = false
  /// True if damage was explained before anybody watched.
  private var explainedDamage = false
  private var frame: Frame?

  /// Notes a frame that is shown.
  func note(_ frame: Frame) {
    if isWatching, !frame.damage.isEmpty { self.frame = frame }
  }

  /// Restores what was changed only to look at the layers.
  func end() {
    endSolo()
    if isWatching { host?.renderer.options.explainsDamage = explainedDamage }
    (isWatching, frame, layers, numbers) = (false, nil, [:], [:])
  }

  /// Does what a request says, and returns the answer.
  func answer(_ request: InspectorRequest) -> InspectorAnswer {
    var answer = InspectorAnswer(request: request.number)
    guard let host else { return answer }
    do throws(EditingError) {
      switch request.action {
      case .tree: listTree(of: host, in: &answer)
      case .layer(let number): answer.layer = details(number, try layer(number), host)
      case .hit(let point):
        let place = CGPoint(x: point.x / host.scale, y: point.y / host.scale)
        let root = host.renderer.layer
        let hit = (root.presentation() ?? root).hitTest(place)?.model()
        answer.hit = hit.map(number(of:))
      case .set(let number, let key, let value, let duration):
        let layer = try layer(number)
        try Transaction.run(label: "inspector", duration: duration, disableActions: false) {
          () throws(EditingError) in try layer.setValue(readable: value, forProperty: key)
        }
        answer.layer = details(number, layer, host)
      case .hide(let number, let isOn):
        let layer = try layer(number)
        Transaction.run(label: "inspector", disableActions: true) { layer.isHidden = isOn }
        listTree(of: host, in: &answer)
      case .solo(let number):
        let layer = try number.map(layer)
        endSolo()
        if let layer { beginSolo(layer) }
        listTree(of: host, in: &answer)
      case .why:
        answer.why = watch(host)
        answer.bitmap = frame?.bitmap
      }
    } catch {
      answer.error = InspectorAnswer.bounded(error.description)
    }
    return answer
  }

  // MARK: - Layers

  private func layer(_ number: Int) throws(EditingError) -> Layer {
    guard let layer = layers[number]?.layer else {
      throw EditingError(description: "layer \(number) is no longer there")
    }
    return layer
  }

  private func number(of layer: Layer) -> Int {
    let key = ObjectIdentifier(layer)
    if let number = numbers[key], layers[number]?.layer === layer { return number }
    lastNumber += 1
    numbers[key] = lastNumber
    layers[lastNumber] = Weak(layer: layer)
    return lastNumber
  }

  private func listTree(of host: ViewHost, in answer: inout InspectorAnswer) {
    layers = layers.filter { $0.value.layer != nil }
    numbers = numbers.filter { layers[$0.value] != nil }
    var lines: [InspectorAnswer.Line] = []
    var omittedCount = 0
    var stack = [(layer: host.renderer.layer, depth: 0)]
    while let (layer, depth) = stack.popLast() {
      if lines.count < InspectorAnswer.layerLimit {
        lines.append(
          InspectorAnswer.Line(
            id: number(of: layer), depth: depth, kind: "\(type(of: layer))",
            name: layer.name.map(InspectorAnswer.bounded), isHidden: layer.isHidden,
            animationCount: layer.animationKeys()?.count ?? 0))
      } else {
        omittedCount += 1
      }
      for sublayer in (layer.sublayers ?? []).reversed() { stack.append((sublayer, depth + 1)) }
    }
    answer.layers = lines
    answer.omittedCount = omittedCount
  }

  private func details(
    _ number: Int, _ layer: Layer, _ host: ViewHost
  ) -> InspectorAnswer.Details {
    let scale = host.scale
    let shown = layer.presentation() ?? layer
    let box = shown.convert(shown.bounds, to: nil)
    let sides = [box.minX, box.minY, box.width, box.height].map { Double($0 * scale) }
    return InspectorAnswer.Details(
      id: number, text: InspectorAnswer.bounded(layer.debugDescription),
      box: sides.allSatisfy(\.isFinite) ? sides : nil,
      properties: layer.readableProperties.map {
        InspectorAnswer.Property(
          key: $0.key, model: InspectorAnswer.bounded($0.model),
          presented: InspectorAnswer.bounded($0.presented), isDefault: $0.isDefault,
          isEditable: $0.isEditable)
      },
      animations: layer.inspectedAnimations(at: host.time ?? 0).prefix(
        InspectorAnswer.causeLimit
      ).map {
        InspectorAnswer.Animation(
          text: InspectorAnswer.bounded($0.description), start: $0.range?.lowerBound,
          end: $0.range?.upperBound, curve: $0.curve)
      })
  }

  // MARK: - Solo

  /// Hides the siblings of a layer and of those above it.
  private func beginSolo(_ layer: Layer) {
    Transaction.run(label: "inspector", disableActions: true) {
      var next = layer
      while let parent = next.superlayer {
        for sibling in parent.sublayers ?? [] where sibling !== next && !sibling.isHidden {
          sibling.isHidden = true
          hiddenForSolo.append(Weak(layer: sibling))
        }
        next = parent
      }
    }
  }

  private func endSolo() {
    if hiddenForSolo.isEmpty { return }
    Transaction.run(label: "inspector", disableActions: true) {
      for entry in hiddenForSolo { entry.layer?.isHidden = false }
    }
    hiddenForSolo = []
  }

  // MARK: - Frames

  /// Begins to record what changes, and returns the causes of the last frame's damage.
  private func watch(_ host: ViewHost) -> InspectorAnswer.Why? {
    if !isWatching {
      isWatching = true
      explainedDamage = host.renderer.options.explainsDamage
      host.renderer.options.explainsDamage = true
      // What changes is recorded from a frame on: this one, of which the window shows what is new with
      // the next.
      if let time = host.time { _ = try? host.renderer.render(at: time) }
    }
    guard let frame else { return nil }
    let causes = frame.explanation?.causes ?? []
    return InspectorAnswer.Why(
      time: frame.time, report: InspectorAnswer.bounded(frame.report.description),
      rects: frame.damage.rects.map(\.numbers),
      causes: causes.prefix(InspectorAnswer.causeLimit).map {
        InspectorAnswer.Cause(
          text: InspectorAnswer.bounded($0.description), old: $0.oldRect.numbers,
          new: $0.newRect.numbers)
      },
      causeCount: causes.count)
  }
}
