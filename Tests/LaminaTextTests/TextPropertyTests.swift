import Foundation
import Lamina
import LaminaText
import Testing

/// A declared property of a text layer, with a value that a new layer does not have.
struct DeclaredTextProperty: CustomTestStringConvertible, Sendable {
  let key: String

  var testDescription: String { key }

  static let all = TextLayer.ownProperties.keys.sorted().map { DeclaredTextProperty(key: $0) }

  var otherValue: Any {
    switch key {
    case "string": "text"
    case "attributedString": AttributedText("more", attributes: .init())
    case "font": Font.monospace
    case "fontSize": CGFloat(17)
    case "foregroundColor": Color.red
    case "truncationMode": "middle"
    case "alignmentMode": "right"
    default: true
    }
  }
}

@Suite("Every declared property of a text layer")
struct TextPropertyTests {
  /// The texts of the values of all properties, without what follows from an attributed string.
  private func values(_ layer: TextLayer) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: DeclaredTextProperty.all.map { declared in
        let value = layer.value(forKey: declared.key)
        return (declared.key, value.map { "\($0)" } ?? "nil")
      })
  }

  private func keysThatDiffer(_ a: TextLayer, _ b: TextLayer) -> Set<String> {
    let (a, b) = (values(a), values(b))
    return Set(a.keys.filter { a[$0] != b[$0] })
  }

  @Test("is one of the nine, by Core Animation's names where it has them")
  func keys() {
    #expect(
      DeclaredTextProperty.all.map(\.key) == [
        "alignmentMode", "allowsFontSubpixelQuantization", "attributedString", "font", "fontSize",
        "foregroundColor", "string", "truncationMode", "wrapped",
      ])
  }

  @Test("is set and read by key, described, and set back", arguments: DeclaredTextProperty.all)
  func access(_ declared: DeclaredTextProperty) {
    let layer = TextLayer()
    let text = layer.debugDescription
    layer.setValue(declared.otherValue, forKey: declared.key)
    let value = layer.value(forKey: declared.key)
    #expect("\(value ?? "nil")" == "\(declared.otherValue)")
    let expected: Set =
      declared.key == "attributedString" ? ["string", declared.key] : [declared.key]
    #expect(keysThatDiffer(layer, TextLayer()) == expected)
    #expect(layer.debugDescription.contains(", \(declared.key)"))
    layer.setValue(TextLayer().value(forKey: declared.key), forKey: declared.key)
    #expect(keysThatDiffer(layer, TextLayer()).isEmpty)
    #expect(layer.debugDescription.replacingOccurrences(of: " [needs display]", with: "") == text)
  }

  @Test(
    "has the default that its class answers, and again after nil",
    arguments: DeclaredTextProperty.all)
  func defaults(_ declared: DeclaredTextProperty) {
    let layer = TextLayer()
    let answer = TextLayer.defaultValue(forKey: declared.key)
    let name = (answer as? any RawRepresentable)?.rawValue ?? answer
    #expect(layer.value(forKey: declared.key).map { "\($0)" } == name.map { "\($0)" })
    #expect(Layer.defaultValue(forKey: declared.key) == nil)
    layer.setValue(declared.otherValue, forKey: declared.key)
    layer.setValue(nil, forKey: declared.key)
    if declared.key == "foregroundColor" {
      #expect(layer.foregroundColor == nil)
    } else {
      #expect(keysThatDiffer(layer, TextLayer()).isEmpty)
    }
  }

  @Test("takes its value from the style until it is set", arguments: DeclaredTextProperty.all)
  func style(_ declared: DeclaredTextProperty) {
    let styled = TextLayer()
    styled.style = [declared.key: declared.otherValue]
    let set = TextLayer()
    set.setValue(declared.otherValue, forKey: declared.key)
    #expect(keysThatDiffer(styled, set).isEmpty)
  }

  @Test("is copied, presented, and redraws the layer", arguments: DeclaredTextProperty.all)
  func copies(_ declared: DeclaredTextProperty) throws {
    let layer = TextLayer()
    layer.displayIfNeeded()
    layer.setValue(declared.otherValue, forKey: declared.key)
    #expect(layer.needsDisplay())
    #expect(TextLayer.needsDisplay(forKey: declared.key))
    #expect(!Layer.needsDisplay(forKey: declared.key))
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    for copy in [TextLayer(layer: layer), try #require(layer.presentation())] {
      #expect(keysThatDiffer(copy, layer).isEmpty)
    }
  }

  @Test(
    "animates implicitly and explicitly if it is a size or a colour",
    arguments: DeclaredTextProperty.all)
  func animations(_ declared: DeclaredTextProperty) throws {
    let layer = TextLayer()
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    renderer.layer.addSublayer(layer)
    #expect(layer.action(forKey: declared.key) == nil)
    renderer.commit(at: 0)
    #expect(TextLayer.defaultAction(forKey: declared.key) == nil)
    let isAnimatable = ["fontSize", "foregroundColor"].contains(declared.key)
    let action = layer.action(forKey: declared.key) as? BasicAnimation
    #expect((action != nil) == isAnimatable)
    guard isAnimatable else { return }
    #expect("\(action?.fromValue ?? "nil")" == "\(layer.value(forKey: declared.key) ?? "nil")")
    let animation = BasicAnimation(keyPath: declared.key)
    animation.toValue = declared.otherValue
    animation.beginTime = 1
    animation.duration = 1
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: nil)
    renderer.commit(at: 2)
    let presented = try #require(layer.presentation()).value(forKey: declared.key)
    #expect("\(presented ?? "nil")" == "\(declared.otherValue)")
  }

  @Test("refuses a value of another type, or one that its setter refuses")
  func refusals() async {
    await #expect(processExitsWith: .failure) { TextLayer().setValue(42, forKey: "string") }
    await #expect(processExitsWith: .failure) { TextLayer().setValue("large", forKey: "fontSize") }
    await #expect(processExitsWith: .failure) { TextLayer().setValue(-1, forKey: "fontSize") }
    await #expect(processExitsWith: .failure) {
      TextLayer().setValue(Double.nan, forKey: "fontSize")
    }
    await #expect(processExitsWith: .failure) {
      TextLayer().setValue("red", forKey: "foregroundColor")
    }
  }
}
