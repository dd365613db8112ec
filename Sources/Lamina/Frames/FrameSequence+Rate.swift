extension Renderer {
  /// Returns the frames of a span of time at a steady rate, to be drawn off this isolation as they
  /// are asked for. The first one is at the start of the span; the end does not belong to it.
  ///
  ///     for try await frame in renderer.frames(in: 0..<2, rate: FrameRate(60)) {
  ///       try sink.write(frame)
  ///     }
  ///
  /// - Parameters:
  ///   - span: seconds. The end may be infinite.
  ///   - rate: frames per second.
  ///   - lookahead: as in ``frames(at:lookahead:update:)``.
  ///   - update: likewise.
  /// - Precondition: the start is finite, and `lookahead` is 0 or more.
  public func frames(
    in span: Range<Double>, rate: FrameRate, lookahead: Int = 0,
    update: @escaping (_ time: Double) throws -> Void = { _ in }
  ) -> FrameSequence {
    require(
      span.lowerBound.isFinite,
      "a span of frames must begin at a finite time, not \(span.lowerBound) s")
    let times = sequence(state: 0) { (index: inout Int) -> Double? in
      let time = span.lowerBound + rate.time(ofFrame: index)
      index += 1
      return time < span.upperBound ? time : nil
    }
    return frames(at: times, lookahead: lookahead, update: update)
  }
}
