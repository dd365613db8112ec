import Foundation

extension TimingParameters {
  /// The timing of a new layer: as an animation's, but without an end.
  static let layerDefaults: TimingParameters = {
    var timing = TimingParameters()
    timing.duration = .infinity
    return timing
  }()
}

// A layer's local time is its superlayer's local time, shifted and scaled, and then folded into
// cycles where it has a finite duration; that of a root comes from the time of the frame
// (semantics 4.1, 4.2). Changes are never animated.
extension Layer: MediaTiming {
  /// When the layer begins, in seconds of the superlayer's local time: its local time is then
  /// ``timeOffset``.
  ///
  /// 0, the default, is no begin. With any other, the layer and all below it are not seen before,
  /// unless the ``fillMode`` fills backwards, which also holds the local time at ``timeOffset``; else
  /// the local time runs before the begin as after it.
  ///
  /// - Precondition: finite.
  public final var beginTime: Double {
    get { currentTiming.beginTime }
    set { setFinite(\.beginTime, newValue, "beginTime") }
  }

  /// How long a cycle of the layer's local time is, in seconds; infinite by default, and with 0
  /// or less.
  ///
  /// At the end of a finite one the local time starts again or turns back, as ``repeatCount``,
  /// ``repeatDuration`` and ``autoreverses`` say; after the last cycle the layer and all below
  /// it are not seen, unless the ``fillMode`` fills forwards.
  ///
  /// - Precondition: not NaN.
  public final var duration: Double {
    get { currentTiming.duration }
    set { setNumber(\.duration, newValue, "duration") }
  }

  /// How fast the layer's animations, and those of all layers below it, run. 0 stops them at
  /// ``timeOffset``. 1 by default.
  ///
  /// - Precondition: finite.
  public final var speed: Float {
    get { currentTiming.speed }
    set { setFinite(\.speed, newValue, "speed") }
  }

  /// What is added to the local time, in seconds. 0 by default.
  ///
  /// - Precondition: finite.
  public final var timeOffset: Double {
    get { currentTiming.timeOffset }
    set { setFinite(\.timeOffset, newValue, "timeOffset") }
  }

  /// How often a layer of a finite ``duration`` runs through it, parts and infinity allowed. 0,
  /// the default, means once.
  ///
  /// - Precondition: not NaN.
  public final var repeatCount: Float {
    get { currentTiming.repeatCount }
    set { setNumber(\.repeatCount, newValue, "repeatCount") }
  }

  /// For how many seconds of local time the layer is there, infinity allowed. Where it is more than
  /// 0 it replaces ``repeatCount``. 0 by default.
  ///
  /// - Precondition: not NaN.
  public final var repeatDuration: Double {
    get { currentTiming.repeatDuration }
    set { setNumber(\.repeatDuration, newValue, "repeatDuration") }
  }

  /// Whether each cycle of a finite ``duration`` runs forwards and then back. False by default.
  public final var autoreverses: Bool {
    get { currentTiming.autoreverses }
    set { setTiming(\.autoreverses, newValue, "autoreverses") }
  }

  /// Whether the layer is seen before its ``beginTime`` and after its end, its local time held
  /// at the one or the other. Neither by default.
  ///
  /// A layer that is not there is drawn as a hidden one is, with all below it, and
  /// ``presentation()`` of its superlayer leaves it out of the sublayers.
  public final var fillMode: FillMode {
    get { currentTiming.fillMode }
    set { setTiming(\.fillMode, newValue, "fillMode") }
  }

  private final var currentTiming: TimingParameters {
    core.pointee.attachments?.timing ?? .layerDefaults
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
    require(!value.isNaN, "\(diagnosticName): \(name) must be a number, and it is NaN")
    setTiming(path, value, name)
  }

  private final func setTiming<Value: Equatable>(
    _ path: WritableKeyPath<TimingParameters, Value>, _ value: Value, _ name: StaticString
  ) {
    if currentTiming[keyPath: path] == value { return }
    requireModel("\(name)")
    attachmentsWillChange()
    attachments.timing[keyPath: path] = value
    let wasTimed = core.pointee.status.contains(.timed)
    let isTimed =
      !currentTiming.isEndlessLayer
      || core.pointee.values.rare?.values.kind?.followsTime == true
    if isTimed {
      core.pointee.status.insert(.timed)
    } else {
      core.pointee.status.remove(.timed)
    }
    guard let host = core.pointee.host?.pointee.host.takeUnretainedValue() else { return }
    host.touch()
    host.recorder?.timingDidChange(of: self)
    if isTimed, !wasTimed { host.animations.layerIsTimed(self) }
    if wasTimed, !isTimed { host.animations.timedLayerDidLeave() }
    if isTimed || wasTimed { TreeHost.enqueue(self, .animations) }
    host.animations.timingDidChange()
  }

  // MARK: - Converting times

  /// A time of another layer's local time, in seconds, as this layer's local time.
  ///
  /// Local time is active local time here, as in Core Animation: begin time, speed and offset
  /// count, cycles and ends do not.
  ///
  /// - Parameter layer: nil stands for the time of the frame. A layer with ``speed`` 0 has no
  ///   way outwards: its times become 0 there.
  public final func convertTime(_ time: Double, from layer: Layer?) -> Double {
    Self.convertTime(time, from: layer, to: self)
  }

  /// A time of this layer's local time, in seconds, as another layer's local time.
  ///
  /// Local time is active local time here; see ``convertTime(_:from:)``.
  ///
  /// - Parameter layer: nil stands for the time of the frame. A layer with ``speed`` 0 has no
  ///   way outwards: its times become 0 there.
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
