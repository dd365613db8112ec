import LaminaGraphs

extension FuzzTarget {
  /// Peaks, binary or JSON, are read without more memory than the input is worth, or refused by an
  /// error. What was read is the same after it was written and read again, in either form, and can be
  /// shown at any zoom.
  package static let peaks = FuzzTarget(name: "FuzzPeaks") { bytes in
    guard let file = try? PeaksFile(bytes: Array(bytes)) else { return }
    try require(file.length * file.channelCount <= bytes.count, "more points than bytes")
    let binary = try PeaksFile(bytes: file.dat(), isStrict: true)
    try require(binary == file, "another file after writing and reading")
    let text = try PeaksFile(bytes: file.json(), isStrict: true)
    try require(text.json() == file.json(), "other peaks after writing and reading JSON")
    let provider = try DataProvider(peaks: file)
    let widths = [0.3, 1, Double(file.samplesPerPixel) * 1.7, Double(max(provider.frameCount, 1))]
    for width in widths {
      let scale = ColumnScale(samplesPerColumn: width)
      let summary = provider.summary(.peaks, columns: -2..<9, scale: scale)
      try require(summary[-2].isEmpty, "something before the beginning")
    }
  }
}
