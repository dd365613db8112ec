import Foundation
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("Every declared property of a cell")
struct CellTableTests {
  private static let keys = EmitterCellValues.properties.keys.sorted()

  /// Returns a property and its default, if that is a value that animations can have.
  private func declaration(_ key: String) throws -> (
    property: CellProperty, initial: AnimatableValue?
  ) {
    let property = try #require(EmitterCellValues.properties[key])
    guard case .value(let value) = property.read(EmitterCellValues()) else {
      return (property, nil)
    }
    return (property, value)
  }

  @Test("is in the table")
  func isComplete() {
    let stored = Mirror(reflecting: EmitterCellValues()).children.compactMap(\.label)
    let components = ["red", "green", "blue", "alpha"].flatMap { ["\($0)Range", "\($0)Speed"] }
    let others: Set = ["name", "cells", "isEnabled", "colorRange", "colorSpeed"]
    #expect(
      Set(Self.keys) == Set(stored).subtracting(others).union(components).union(["enabled"]))
  }

  private func fountain() -> EmitterLayer {
    let layer = EmitterLayer()
    layer.emitterCells = [EmitterCell(), EmitterCell(named: "spark")]
    return layer
  }

  /// Another value of the same kind.
  private func other(than value: AnimatableValue) -> AnimatableValue {
    if case .scalar(let number) = value { .scalar(number + 0.5) } else { .color(.red) }
  }

  @Test("is set and read by key path if it is animatable, and copied", arguments: keys)
  func access(_ key: String) throws {
    let layer = fountain()
    let keyPath = "emitterCells.spark.\(key)"
    let (property, initial) = try declaration(key)
    guard property.isAnimatable, let old = initial else {
      #expect(layer.value(forKeyPath: keyPath) == nil)
      layer.setValue(initial?.userValue ?? "nearest", forKeyPath: keyPath)
      #expect(layer.cells?[1] == EmitterCell(named: "spark").values)
      return
    }
    #expect(try AnimatableValue(layer.value(forKeyPath: keyPath)) == old)
    let new = other(than: old)
    layer.setValue(new.userValue, forKeyPath: keyPath)
    let scene = try LiveScene(layer)
    for copy in [layer, EmitterLayer(layer: layer), try #require(layer.presentation())] {
      #expect(try AnimatableValue(copy.value(forKeyPath: keyPath)) == new)
      let cells = try #require(copy.cells)
      #expect(property.read(cells[1]) == .value(new) && cells[0] == EmitterCellValues())
    }
    layer.setValue(old.userValue, forKeyPath: keyPath)
    #expect(try property.read(#require(layer.cells)[1]) == .value(old))
    scene.root.sublayers = nil
  }

  @Test("animates if it is animatable", arguments: keys)
  func animation(_ key: String) throws {
    let (property, initial) = try declaration(key)
    guard property.isAnimatable, let old = initial else { return }
    let layer = fountain()
    let scene = try LiveScene(layer)
    let animation = BasicAnimation(keyPath: "emitterCells.spark.\(key)")
    animation.fromValue = old.userValue
    animation.toValue = other(than: old).userValue
    animation.duration = 2
    layer.add(animation, forKey: nil)
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 2)
    let cells = try #require(layer.presentation()?.cells)
    let middle = try #require(old.interpolated(to: other(than: old), 0.5))
    #expect(property.read(cells[1]) == .value(middle))
  }

  @Test("has the default that the class answers", arguments: keys)
  func defaults(_ key: String) throws {
    let answer = EmitterCell.defaultValue(forKey: key)
    guard let value = try declaration(key).initial else {
      #expect((answer as? ContentsFilter) == .linear)
      return
    }
    if let answer {
      #expect(try AnimatableValue(answer) == value)
    } else {
      #expect(value == value.zero || value == .none)
    }
  }
}

extension EmitterCell {
  fileprivate convenience init(named name: String) {
    self.init()
    self.name = name
  }
}

@Suite("Every value of a filter")
struct FilterTableTests {
  static let effects: [Filter.Effect] = [
    .gaussianBlur(radius: 2), .saturation(0.5), .brightness(0.25), .contrast(0.75), .sepia(0.5),
    .invert, .colorMatrix(.inversion),
  ]

  @Test("is set and read by key path, and copied and described", arguments: effects)
  func access(_ effect: Filter.Effect) throws {
    for list in ["filters", "backgroundFilters"] {
      let layer = Layer()
      layer.setValue([Filter(effect).named("one")], forKey: list)
      let read = try #require(layer.value(forKey: list) as? [Filter])
      #expect(read == [Filter(effect).named("one")])
      let enabled = "\(list).one.enabled"
      #expect(layer.value(forKeyPath: enabled) as? Bool == true)
      layer.setValue(false, forKeyPath: enabled)
      #expect(layer.value(forKeyPath: enabled) as? Bool == false)
      let text = layer.debugDescription
      #expect(text.contains(", \(list) "))
      if let input = effect.input {
        let keyPath = "\(list).one.\(input.key)"
        #expect(layer.value(forKeyPath: keyPath) as? Double == input.value)
        layer.setValue(input.value + 0.125, forKeyPath: keyPath)
        #expect(layer.value(forKeyPath: keyPath) as? Double == input.value + 0.125)
        #expect(layer.debugDescription != text)
      }
      #expect(Layer(layer: layer).values.keysThatDiffer(from: layer.values).isEmpty)
      #expect(Layer().values.keysThatDiffer(from: layer.values).map(\.rawValue) == [list])
      #expect(Layer.defaultValue(forKey: list) == nil)
      layer.setValue(nil, forKey: list)
      #expect(layer.value(forKey: list) == nil)
    }
  }
}
