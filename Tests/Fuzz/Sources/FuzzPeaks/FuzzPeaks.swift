import LaminaGraphs

/// Peaks, binary or JSON, are read without more memory than the input is worth, or refused by an
/// error. What was read is the same after it was written and read again, in either form, and can be
/// shown at any zoom.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? PeaksFile(bytes: bytes) else { return 0 }
  precondition(file.length * file.channelCount <= count, "more points than bytes")
  guard let binary = try? PeaksFile(bytes: file.dat(), isStrict: true) else {
    fatalError("unreadable")
  }
  precondition(binary == file, "another file after writing and reading")
  guard let text = try? PeaksFile(bytes: file.json(), isStrict: true) else {
    fatalError("unreadable JSON")
  }
  precondition(text.json() == file.json(), "other peaks after writing and reading JSON")
  guard let provider = try? DataProvider(peaks: file) else { fatalError("no provider") }
  let widths = [0.3, 1, Double(file.samplesPerPixel) * 1.7, Double(max(provider.frameCount, 1))]
  for width in widths {
    let scale = ColumnScale(samplesPerColumn: width)
    let summary = provider.summary(.peaks, columns: -2..<9, scale: scale)
    precondition(summary[-2].isEmpty, "something before the beginning")
  }
  return 0
}
