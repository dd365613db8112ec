import CPangoFT2
import Foundation
import LaminaBase

extension TextSetter {
  /// Sets the fonts and letter spacing of parts of the text on the Pango layout.
  ///
  /// If there are several runs, the foreground colour that Pango stores for an item encodes its
  /// index in `runs`; different colours also keep Pango from merging two runs.
  func setAttributes(_ parts: [Range<Int>], endsInEllipsis: Bool) {
    let layout = engine.layout
    let first = runIndex(at: parts[0].lowerBound)
    pango_layout_set_font_description(layout, description(of: runs[first].attributes))
    if runs.count == 1, spacing(of: runs[0].attributes) == 0 {
      pango_layout_set_attributes(layout, box.isWrapped ? engine.withoutHyphens : nil)
      return
    }
    let list = box.isWrapped ? pango_attr_list_copy(engine.withoutHyphens) : pango_attr_list_new()
    var length = 0
    func add(_ index: Int, _ count: Int) {
      let attributes = runs[index].attributes
      for attribute in [
        pango_attr_font_desc_new(description(of: attributes)),
        pango_attr_letter_spacing_new(spacing(of: attributes)),
        pango_attr_foreground_new(
          UInt16(truncatingIfNeeded: index >> 16), UInt16(truncatingIfNeeded: index), 0),
      ] {
        attribute?.pointee.start_index = UInt32(length)
        attribute?.pointee.end_index = UInt32(length + count)
        pango_attr_list_insert(list, attribute)
      }
      length += count
    }
    var index = first
    for part in parts {
      index = runIndex(at: part.lowerBound)
      var start = part.lowerBound
      while start < part.upperBound {
        let end = min(runs[index].end, part.upperBound)
        add(index, end - start)
        start = end
        if start < part.upperBound { index += 1 }
      }
    }
    if endsInEllipsis { add(index, Self.ellipsisBytes.count) }
    pango_layout_set_attributes(layout, list)
    pango_attr_list_unref(list)
  }

  /// Returns the index of the run that contains a byte of the text.
  private func runIndex(at offset: Int) -> Int {
    runs.dropLast().partitioningIndex { $0.end > offset }
  }

  private func description(of attributes: AttributedText.Attributes) -> OpaquePointer {
    engine.description(of: attributes.font, size: layoutSize(attributes))
  }

  /// Returns the size of a font in layout units. It is never 0, for which Pango would choose a size
  /// itself.
  func layoutSize(_ attributes: AttributedText.Attributes) -> Double {
    max(Self.drawnSize(attributes) * unit, 1 / TextEngine.pangoUnits)
  }

  /// Returns the letter spacing in Pango units.
  private func spacing(of attributes: AttributedText.Attributes) -> Int32 {
    let kerning = Double(attributes.kerning)
    guard kerning.isFinite else { return 0 }
    let most = 10 * Self.drawnSize(attributes)
    return Int32((max(-most, min(kerning, most)) * unit * TextEngine.pangoUnits).rounded())
  }

  /// Returns the attributes of the run to which a Pango item belongs.
  func attributes(of item: UnsafePointer<PangoItem>) -> AttributedText.Attributes {
    if runs.count == 1 { return runs[0].attributes }
    var link = item.pointee.analysis.extra_attrs
    while let current = link {
      if let attribute = current.pointee.data?.assumingMemoryBound(to: PangoAttribute.self),
        attribute.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND
      {
        let color = UnsafeMutableRawPointer(attribute)
          .assumingMemoryBound(to: PangoAttrColor.self).pointee.color
        return runs[min(Int(color.red) << 16 | Int(color.green), runs.count - 1)].attributes
      }
      link = current.pointee.next
    }
    return runs[0].attributes
  }
}
