extension Layer {
  /// By how much local time is shifted in the instances that replicators around the layer show of
  /// it: the least and the most, in seconds, as far as is known; nil where it is not.
  ///
  /// - Parameter clock: the layer's.
  final func instanceDelays(in clock: LayerClock) -> ClosedRange<Double>? {
    var low = 0.0
    var high = 0.0
    var next = storage.superlayer?.takeUnretainedValue()
    while let layer = next {
      next = layer.storage.superlayer?.takeUnretainedValue()
      guard layer.storage.rareBox != nil, let replicator = layer.values.replicator else {
        continue
      }
      if layer.storage.status.contains(.animates) { return -.infinity ... .infinity }
      let count = min(replicator.instanceCount, ReplicatorLayer.maximumInstanceCount)
      guard count > 1, replicator.instanceDelay != 0 else { continue }
      guard let slope = clock.straight?.scale, let outer = layer.clock.straight?.scale,
        outer != 0
      else { return -.infinity ... .infinity }
      let delay = Double(count - 1) * replicator.instanceDelay * (slope / outer)
      guard delay.isFinite else { return -.infinity ... .infinity }
      low += min(0, delay)
      high += max(0, delay)
    }
    return low == 0 && high == 0 ? nil : low...high
  }
}

extension AnimationEntry {
  /// The next time of a frame at which some instance looks different; `time` itself while one does.
  ///
  /// - Parameter delays: by how much local time is shifted in instances.
  func nextChange(in clock: LayerClock, _ delays: ClosedRange<Double>, after time: Double) -> Double
  {
    guard let mapping = clock.straight, mapping.scale >= 0 else { return time }
    if mapping.scale == 0 { return .infinity }
    let local = mapping.layerTime(at: time)
    var next = Double.infinity
    for animation in visibleAnimations where local <= animation.end + delays.upperBound {
      let begin = animation.beginTime + delays.lowerBound
      if local >= begin { return time }
      if let begin = mapping.time(reaching: begin) { next = min(next, max(begin, time)) }
    }
    return next
  }
}
