import QuartzCore
import Testing

/// The names of text in Core Animation code.
@Suite("Text by Core Animation's names") struct TextNameTests {
  @Test("is a text layer's, with its constants")
  func names() {
    let layer = CATextLayer()
    layer.string = "text"
    layer.font = "Helvetica"
    layer.fontSize = 12
    layer.foregroundColor = CGColor.black
    layer.isWrapped = true
    layer.truncationMode = kCATruncationMiddle
    layer.alignmentMode = .center
    #expect(layer.string == "text")
    #expect(layer.font == .helvetica)
    #expect(layer.truncationMode == CATextLayerTruncationMode.middle)
    #expect(layer.alignmentMode == kCAAlignmentCenter)
    #expect(
      CATextLayerTruncationMode.allCases.map(\.rawValue) == ["none", "start", "end", "middle"])
    #expect(
      [kCATruncationNone, kCATruncationStart, kCATruncationEnd, kCATruncationMiddle]
        == CATextLayerTruncationMode.allCases)
    #expect(
      [
        kCAAlignmentNatural, kCAAlignmentLeft, kCAAlignmentRight, kCAAlignmentCenter,
        kCAAlignmentJustified,
      ] == CATextLayerAlignmentMode.allCases)
  }
}
