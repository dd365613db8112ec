import Foundation

extension TimingParameters {
  /// The timing of a new layer: that of an animation, but without an end.
  static let layerDefaults: TimingParameters = {
    var timing = TimingParameters()
    timing.duration = .infinity
    return timing
  }()
}

// A layer's local time is its superlayer's local time, shifted and scaled, then folded into cycles
// if its duration is finite. The local time of a root is derived from the time of the frame
// (rule 4.1, 4.2). Changes are never animated.
extension Layer: MediaTiming {
  /// The time at which the layer begins, in seconds of the superlayer's local time. The layer's
  /// local time is then ``timeOffset``.
  ///
  /// 0, the default, means no beginning. With any other value the layer and its descendants are
  /// invisible before it, unless the ``fillMode`` fills backwards, which also holds the local time
  /// at ``timeOffset``. Without such a fill the local time runs before the beginning as it does
  /// after it.
  ///
  /// - Precondition: the number is finite.
  public final var beginTime: Double {
    get { currentTiming.beginTime }
    set { setFinite(\.beginTime, newValue, "beginTime") }
  }

  /// The length of a cycle of the layer's local time, in seconds. Infinite by default; 0 or less
  /// also means infinite.
  ///
  /// At the end of a finite cycle the local time restarts or reverses, depending on
  /// ``repeatCount``, ``repeatDuration`` and ``autoreverses``. After the last cycle the layer and
  /// its descendants are invisible, unless the ``fillMode`` fills forwards.
  ///
  /// - Precondition: the number is not NaN.
  public final var duration: Double {
    get { currentTiming.duration }
    set { setNumber(\.duration, newValue, "duration") }
  }

  /// The speed of the animations of the layer and its descendants. 0 stops them at ``timeOffset``.
  /// 1 by default.
  ///
  /// - Precondition: the number is finite.
  public final var speed: Float {
    get { currentTiming.speed }
    set { setFinite(\.speed, newValue, "speed") }
  }

  /// The offset added to the local time, in seconds. 0 by default.
  ///
  /// - Precondition: the number is finite.
  public final var timeOffset: Double {
    get { currentTiming.timeOffset }
    set { setFinite(\.timeOffset, newValue, "timeOffset") }
  }

  /// The number of cycles of a layer with a finite ``duration``; may be fractional or infinite. 0,
  /// the default, means one cycle.
  ///
  /// - Precondition: the number is not NaN.
  public final var repeatCount: Float {
    get { currentTiming.repeatCount }
    set { setNumber(\.repeatCount, newValue, "repeatCount") }
  }

  /// The time for which the layer is present, in seconds of local time; may be infinite. If greater
  /// than 0, it replaces ``repeatCount``. 0 by default.
  ///
  /// - Precondition: the number is not NaN.
  public final var repeatDuration: Double {
    get { currentTiming.repeatDuration }
    set { setNumber(\.repeatDuration, newValue, "repeatDuration") }
  }

  /// A Boolean value indicating whether each cycle of a finite ``duration`` runs forwards and then
  /// backwards. False by default.
  public final var autoreverses: Bool {
    get { currentTiming.autoreverses }
    set { setTiming(\.autoreverses, newValue, "autoreverses") }
  }

  /// The layer's visibility before its ``beginTime`` and after its end, with the local time held at
  /// that end. Invisible at both by default.
  ///
  /// A layer that is not present is drawn like a hidden one, with all its descendants, and the
  /// ``presentation()`` of its superlayer omits it from the sublayers.
  public final var fillMode: FillMode {
    get { currentTiming.fillMode }
    set { setTiming(\.fillMode, newValue, "fillMode") }
  }

  private final var currentTiming: TimingParameters {
    storage.sideTable?.timing ?? .layerDefaults
  }

  private final func setFinite<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number, _ name: StaticString
  ) {
    require(value.isFinite, refusal(name, "\(value)"))
    setTiming(path, value, name)
  }

  private final func setNumber<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number, _ name: StaticString
  ) {
    require(!value.isNaN, "\(diagnosticName): \(name) must not be NaN")
    setTiming(path, value, name)
  }

  private final func setTiming<Value: Equatable>(
    _ path: WritableKeyPath<TimingParameters, Value>, _ value: Value, _ name: StaticString
  ) {
    if currentTiming[keyPath: path] == value { return }
    requireModel("\(name)")
    sideTableWillChange()
    sideTable.timing[keyPath: path] = value
    let wasTimed = storage.status.contains(.timed)
    let isTimed =
      !currentTiming.isEndlessLayer
      || storage.values.rare?.values.kind?.followsTime == true
    if isTimed {
      storage.status.insert(.timed)
    } else {
      storage.status.remove(.timed)
    }
    guard let layerTree else { return }
    layerTree.markModified()
    layerTree.changeObserver?.timingDidChange(of: self)
    if isTimed, !wasTimed { layerTree.animations.layerIsTimed(self) }
    if wasTimed, !isTimed { layerTree.animations.timedLayerDidLeave() }
    if isTimed || wasTimed { LayerTree.enqueue(self) }
    layerTree.animations.timingDidChange()
  }

  // MARK: - Converting times

  /// Converts a time from another layer's local time to this layer's, in seconds.
  ///
  /// As in Core Animation, local time means active local time here: begin time, speed and offset
  /// are applied, cycles and ends are not.
  ///
  /// - Parameters:
  ///   - time: the time, in the other layer's local time.
  ///   - layer: the layer to convert from, or nil for the time of the frame. A layer with ``speed``
  ///     0 has no mapping to its superlayer's time: its times are converted to 0 there.
  public final func convertTime(_ time: Double, from layer: Layer?) -> Double {
    Self.convertTime(time, from: layer, to: self)
  }

  /// Converts a time from this layer's local time to another layer's, in seconds.
  ///
  /// Local time means active local time here; see ``convertTime(_:from:)``.
  ///
  /// - Parameters:
  ///   - time: the time, in this layer's local time.
  ///   - layer: the layer to convert to, or nil for the time of the frame. A layer with ``speed`` 0
  ///     has no mapping to its superlayer's time: its times are converted to 0 there.
  public final func convertTime(_ time: Double, to layer: Layer?) -> Double {
    Self.convertTime(time, from: self, to: layer)
  }

  private static func convertTime(
    _ time: Double, from source: Layer?, to target: Layer?
  ) -> Double {
    let (outwards, inwards, shared) = chains(from: source, to: target)
    var time = time
    for layer in outwards.dropLast(shared) {
      time = layer.currentTiming.parentTime(fromLocal: time)
    }
    for layer in inwards.dropLast(shared).reversed() {
      time = layer.currentTiming.localTime(fromParent: time)
    }
    return time
  }
}
