import Foundation
import Lamina
import LaminaText

extension SVGWriter {
  /// Returns the text of a layer; nil if there is none.
  func text(of layer: TextLayer, _ notation: SVGNotation) -> SVGElement? {
    let runs = layer.placedText(withOutlines: options.textForm == .outlines)
    let group = SVGElement("g")
    for run in runs {
      let color = run.attributes.foregroundColor
      guard SVGNumber.alpha(color) > 0 else { continue }
      if let outline = run.outline {
        if !outline.isEmpty {
          let element = SVGElement("path", ["d": notation.path(outline)])
          if color != .black { setPaint(color, "fill", of: element) }
          group.children.append(element)
        }
      } else if run.string.contains(where: { !$0.isWhitespace }) {
        group.children.append(text(run, notation))
      }
      for rule in run.rules where rule.isUsable {
        let element = SVGElement("rect")
        setRegion(rule, of: element, notation)
        setPaint(color, "fill", of: element)
        group.children.append(element)
      }
    }
    if group.children.isEmpty { return nil }
    // What does not fit is cut off at the bounds.
    let bounds = layer.bounds.grown(by: 0.01)
    let fits = runs.allSatisfy {
      $0.origin.x >= bounds.minX && $0.origin.x + $0.width <= bounds.maxX
        && $0.line.upperBound <= bounds.maxY
    }
    if !fits {
      let clip = SVGElement("clipPath")
      let rect = SVGElement("rect")
      setRegion(layer.bounds, of: rect, notation)
      clip.children = [rect]
      group["clip-path"] = "url(#\(define(clip, "clip")))"
    }
    return group.simplified
  }

  private func text(_ run: PlacedTextRun, _ notation: SVGNotation) -> SVGElement {
    let attributes = run.attributes
    let element = SVGElement("text")
    // The beginning of the text is where reading begins.
    element["x"] = notation.length(run.origin.x + (run.isRightToLeft ? run.width : 0))
    element["y"] = notation.length(run.origin.y)
    element["font-family"] = Self.families(of: attributes.font)
    element["font-size"] = notation.length(attributes.fontSize)
    if attributes.font.weight != .regular {
      element["font-weight"] = String(attributes.font.weight.rawValue)
    }
    if attributes.font.isItalic { element["font-style"] = "italic" }
    if attributes.kerning.isFinite, attributes.kerning != 0 {
      let most = 10 * attributes.fontSize
      element["letter-spacing"] = notation.length(max(-most, min(attributes.kerning, most)))
    }
    let color = attributes.foregroundColor
    if color != .black { setPaint(color, "fill", of: element) }
    if run.isRightToLeft { element["direction"] = "rtl" }
    if run.width > 0, run.string.count > 1 { element["textLength"] = notation.length(run.width) }
    if run.string.contains("  ") { element["xml:space"] = "preserve" }
    element.text = run.string
    return element
  }

  /// Returns the names of a font's families, followed by one that every viewer has.
  private static func families(of font: Font) -> String {
    let names = font.familyNames.split(separator: ",").map {
      $0.filter { !"'\"\\".contains($0) && !$0.isNewline }.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
    let generic: Set<String> = ["sans-serif", "serif", "monospace"]
    var list = names.map { generic.contains($0) || $0.isWord ? $0 : "'\($0)'" }
    if !names.contains(where: generic.contains) { list.append("sans-serif") }
    return list.joined(separator: ", ")
  }
}

extension String {
  /// True if the name needs no quotes in CSS.
  fileprivate var isWord: Bool {
    unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || $0 == "-" }
      && unicodeScalars.first != "-"
  }
}
