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
    var answer = InspectorAnswer(request)
    guard let host else { return answer }
    do throws(EditingError) {
      switch request.action {
      case .tree: listTree(of: host, in: &answer)
      case .layer(let number):
        answer.describe(try layer(number), number, host.renderer, at: host.time)
      case .hit(let point): answer.hit = host.renderer.layer(at: point).map(number(of:))
      case .set(let number, let key, let value, let duration):
        let layer = try layer(number)
        try Transaction.run(label: "inspector", duration: duration, disableActions: false) {
          () throws(EditingError) in try layer.setValue(readable: value, forProperty: key)
        }
        answer.describe(layer, number, host.renderer, at: host.time)
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
        watch(host)
        answer.why = frame.map(InspectorAnswer.Why.init)
        answer.bitmap = frame?.bitmap
      // Those about the past have another thread, and the clock is the display's.
      case .timeline, .frame, .test, .pause: break
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
    answer.list(host.renderer.layer, number: number, recorded: host.renderer.recordedNumber)
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

  /// Begins to record what changes, so that the damage of frames can be explained.
  private func watch(_ host: ViewHost) {
    if isWatching { return }
    isWatching = true
    explainedDamage = host.renderer.options.explainsDamage
    host.renderer.options.explainsDamage = true
    // What changes is recorded from a frame on: this one, of which the window shows what is new with
    // the next.
    if let time = host.time { _ = try? host.renderer.render(at: time) }
  }
}
