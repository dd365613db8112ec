import Foundation

/// One particle at one moment, in the coordinates of its layer.
struct Particle: Sendable, Equatable {
  /// Its cell.
  var cell: EmitterCellValues
  var place: SIMD3<Double>
  /// How long it has lived, in seconds of its cell's time.
  var age: Double
  var scale: Double
  /// In radians.
  var rotation: Double
  /// Premultiplied.
  var tint: UInt32
}

extension EmitterValues {
  /// The particles that there are at a time, in the order of drawing.
  ///
  /// - Parameter time: the layer's local time, in seconds; the first ones are born at 0.
  /// - Complexity: O(particles that live, or whose particles may), at most a few times
  ///   ``EmitterLayer/maximumParticleCount``.
  func particles(at time: Double) -> [Particle] {
    guard time.isFinite, birthRate > 0 else { return [] }
    var nursery = Nursery(emitter: self)
    for (index, cell) in (cells ?? []).enumerated() {
      nursery.emit(
        cell, rate: Double(cell.birthRate) * Double(birthRate),
        seed: Chance.mix(UInt64(seed) << 32 | UInt64(index)), time: time, until: .infinity,
        from: nil)
    }
    var particles = nursery.particles
    // A stable order: particles that are alike stay as they were found.
    func sort(_ isBefore: (Particle, Particle) -> Bool) {
      particles = particles.enumerated().sorted {
        isBefore($0.element, $1.element)
          || !isBefore($1.element, $0.element) && $0.offset < $1.offset
      }.map(\.element)
    }
    switch renderMode {
    case .unordered, .additive: break
    case .oldestFirst: sort { $0.age > $1.age }
    case .oldestLast: sort { $0.age < $1.age }
    case .backToFront: sort { $0.place.z < $1.place.z }
    }
    return particles
  }
}

/// Brings particles about.
private struct Nursery {
  let emitter: EmitterValues
  var particles: [Particle] = []
  /// How many more may be looked at.
  private var budget = 4 * EmitterLayer.maximumParticleCount

  init(emitter: EmitterValues) { self.emitter = emitter }

  /// How a particle moves.
  struct Motion {
    var start: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>

    func place(at age: Double) -> SIMD3<Double> {
      start + velocity * age + acceleration * (age * age / 2)
    }
  }

  /// - Parameters:
  ///   - time: of the layer, or the age of the parent, in seconds.
  ///   - end: the same from which on nothing is born.
  mutating func emit(
    _ cell: EmitterCellValues, rate: Double, seed: UInt64, time: Double, until end: Double,
    from parent: Motion?
  ) {
    let speed = Double(cell.speed)
    let longest = Self.longest(cell, Double(emitter.lifetime))
    guard cell.isEnabled, rate > 0, longest > 0, speed > 0 else { return }
    let now = (time - cell.beginTime) * speed + cell.timeOffset
    let last = min(cell.duration, (end - cell.beginTime) * speed + cell.timeOffset)
    // Births are at whole multiples of 1 / rate, in the cell's time.
    let limit = 0x1p52
    let newest = min(limit, (now * rate).rounded(.down), (last * rate).rounded(.up) - 1)
    guard newest >= 0 else { return }
    let room = Double(EmitterLayer.maximumParticleCount - particles.count)
    let children = cell.cells ?? []
    let family = longest + children.reduce(0) { max($0, Self.span($1, Double(emitter.lifetime))) }
    let oldest = max(0, ((now - family) * rate).rounded(.down), newest - room + 1)
    guard oldest <= newest else { return }
    for index in Int(oldest)...Int(newest) {
      guard budget > 0, particles.count < EmitterLayer.maximumParticleCount else { return }
      budget -= 1
      let birth = Double(index) / rate
      bear(
        cell, children, seed: Chance.mix(seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15),
        age: now - birth, from: parent, at: (birth - cell.timeOffset) / speed + cell.beginTime)
    }
  }

  /// - Parameter moment: how old the parent was.
  private mutating func bear(
    _ cell: EmitterCellValues, _ children: [EmitterCellValues], seed: UInt64, age: Double,
    from parent: Motion?, at moment: Double
  ) {
    var chance = Chance(state: seed)
    let life =
      chance.around(Double(cell.lifetime), Double(cell.lifetimeRange)) * Double(emitter.lifetime)
    let velocity =
      chance.around(Double(cell.velocity), Double(cell.velocityRange)) * Double(emitter.velocity)
    let longitude = Turns.direction(
      chance.around(Double(cell.emissionLongitude), Double(cell.emissionRange)))
    let latitude = Turns.direction(Double(cell.emissionLatitude))
    let scale = chance.around(Double(cell.scale), Double(cell.scaleRange))
    let spin = chance.around(Double(cell.spin), Double(cell.spinRange))
    let base = cell.color ?? .white
    var color = SIMD4(base.red, base.green, base.blue, base.alpha)
    for index in 0..<4 {
      color[index] = chance.around(color[index], Double(cell.colorRange[index]))
    }
    let start = parent?.place(at: moment) ?? emitter.start(&chance)
    let motion = Motion(
      start: start,
      velocity: velocity
        * SIMD3(longitude.cosine * latitude.cosine, longitude.sine * latitude.cosine, latitude.sine),
      acceleration: SIMD3(
        Double(cell.xAcceleration), Double(cell.yAcceleration), Double(cell.zAcceleration)))
    if age >= 0, age < life, cell.contents != nil {
      let aged = color + SIMD4<Double>(cell.colorSpeed) * age
      particles.append(
        Particle(
          cell: cell, place: motion.place(at: age), age: age,
          scale: (scale + Double(cell.scaleSpeed) * age) * Double(emitter.scale),
          rotation: spin * Double(emitter.spin) * age,
          tint: Color(red: aged.x, green: aged.y, blue: aged.z, alpha: aged.w)
            .premultipliedPixel))
    }
    for (index, child) in children.enumerated() {
      emit(
        child, rate: Double(child.birthRate), seed: Chance.mix(seed ^ UInt64(index + 1)), time: age,
        until: max(0, life), from: motion)
    }
  }

  /// The longest life of a cell's particles, in seconds of the cell's time.
  private static func longest(_ cell: EmitterCellValues, _ factor: Double) -> Double {
    (Double(cell.lifetime) + abs(Double(cell.lifetimeRange)) / 2) * factor
  }

  /// How long after the end of its parent's life something may be seen of a cell.
  private static func span(_ cell: EmitterCellValues, _ factor: Double) -> Double {
    let speed = Double(cell.speed)
    guard cell.isEnabled, speed > 0 else { return 0 }
    let own = max(0, longest(cell, factor))
    return (own + (cell.cells ?? []).reduce(0) { max($0, span($1, factor)) }) / speed
  }
}

extension EmitterValues {
  /// Where a particle sets out.
  fileprivate func start(_ chance: inout Chance) -> SIMD3<Double> {
    let half = SIMD3(
      Double(emitterSize.width) / 2, Double(emitterSize.height) / 2, Double(emitterDepth) / 2)
    let middle = SIMD3(
      Double(emitterPosition.x), Double(emitterPosition.y), Double(emitterZPosition))
    // Always as many numbers, so that a shape does not change what follows.
    var place = SIMD3(chance.signed(), chance.signed(), chance.signed())
    let choice = chance.unit()
    func toEnd(_ axis: Int) { place[axis] = place[axis] < 0 ? -1 : 1 }
    switch emitterShape {
    case .point: return middle
    case .line:
      if emitterMode == .points { toEnd(0) }
      return middle + SIMD3(place.x * half.x, 0, 0)
    case .rectangle:
      switch emitterMode {
      case .points:
        toEnd(0)
        toEnd(1)
      case .outline: toEnd(choice * (half.x + half.y) < half.x ? 1 : 0)
      case .surface, .volume: break
      }
      return middle + SIMD3(place.x * half.x, place.y * half.y, 0)
    case .cuboid:
      switch emitterMode {
      case .points: for axis in 0..<3 { toEnd(axis) }
      case .outline:
        let along = min(2, Int(choice * 3))
        for axis in 0..<3 where axis != along { toEnd(axis) }
      case .surface: toEnd(min(2, Int(choice * 3)))
      case .volume: break
      }
      return middle + place * half
    case .circle, .sphere: return middle + round(place, choice) * Double(emitterSize.width)
    }
  }

  /// A place on or in the circle or the ball of radius 1.
  private func round(_ chances: SIMD3<Double>, _ choice: Double) -> SIMD3<Double> {
    if emitterMode == .points { return .zero }
    let turn = Turns.direction(chances.x * .pi)
    if emitterShape == .circle || emitterMode == .outline {
      // As many on every piece of the area.
      let radius = emitterMode == .outline ? 1 : choice.squareRoot()
      return SIMD3(turn.cosine * radius, turn.sine * radius, 0)
    }
    let across = (1 - chances.y * chances.y).squareRoot()
    // A ball's share grows with the third power: of three numbers the largest.
    let radius =
      emitterMode == .surface ? 1 : max(choice, abs(chances.z), abs(chances.y * chances.z))
    return SIMD3(turn.cosine * across, turn.sine * across, chances.y) * radius
  }
}

/// Numbers that look as if by chance, and are the same on every machine: SplitMix64.
private struct Chance {
  var state: UInt64

  static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 or more, less than 1.
  mutating func unit() -> Double {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return Double(Self.mix(state) >> 11) * 0x1p-53
  }

  /// -1 or more, less than 1.
  mutating func signed() -> Double { unit() * 2 - 1 }

  /// Within half a range of a middle.
  mutating func around(_ middle: Double, _ range: Double) -> Double {
    middle + range * (unit() - 0.5)
  }
}
