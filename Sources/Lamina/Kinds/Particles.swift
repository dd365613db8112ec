import Foundation

/// One particle at one moment, in the coordinates of its layer.
struct Particle: Sendable, Equatable {
  /// The cell that emitted the particle.
  var cell: EmitterCellValues
  var place: SIMD3<Double>
  /// The time since birth, in seconds of the cell's time.
  var age: Double
  var scale: Double
  /// The rotation in radians.
  var rotation: Double
  /// The premultiplied colour.
  var tint: UInt32
}

extension EmitterValues {
  /// Returns the particles alive at a time, in drawing order.
  ///
  /// - Parameter time: the layer's local time, in seconds; the first particles are born at 0.
  /// - Complexity: O(*n*) in the particles that are alive or may have living children, at most a
  ///   few times ``EmitterLayer/maximumParticleCount``.
  func particles(at time: Double) -> [Particle] {
    let particles = spawner(at: time).particles
    // The sort is stable: particles that compare equal keep the order in which they were found.
    func sorted(_ isBefore: (Particle, Particle) -> Bool) -> [Particle] {
      particles.indices.sorted {
        isBefore(particles[$0], particles[$1])
          || !isBefore(particles[$1], particles[$0]) && $0 < $1
      }.map { particles[$0] }
    }
    return switch renderMode {
    case .unordered, .additive: particles
    case .oldestFirst: sorted { $0.age > $1.age }
    case .oldestLast: sorted { $0.age < $1.age }
    case .backToFront: sorted { $0.place.z < $1.place.z }
    }
  }

  /// Returns a spawner that has spawned the particles alive at a time.
  func spawner(at time: Double) -> ParticleSpawner {
    var spawner = ParticleSpawner(emitter: self)
    guard time.isFinite, birthRate > 0 else { return spawner }
    for (index, cell) in (cells ?? []).enumerated() {
      spawner.emit(
        cell, rate: Double(cell.birthRate) * Double(birthRate),
        seed: SplitMix64.mix(UInt64(seed) << 32 | UInt64(index)), time: time, until: .infinity,
        from: nil)
    }
    return spawner
  }
}

/// Spawns the particles of an emitter.
struct ParticleSpawner {
  /// The maximum number of particles that are examined, those without a living child included.
  static let maximumExaminedCount = 4 * EmitterLayer.maximumParticleCount

  private let emitter: EmitterValues
  private(set) var particles: [Particle] = []
  /// The number of particles that were examined. Those that are dead, with all children that they
  /// may have, are not.
  private(set) var examinedCount = 0

  init(emitter: EmitterValues) { self.emitter = emitter }

  /// The kinematics of a particle.
  fileprivate struct Kinematics {
    var start: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>

    func place(at age: Double) -> SIMD3<Double> {
      start + velocity * age + acceleration * (age * age / 2)
    }
  }

  /// Appends the particles of a cell and of its subcells.
  ///
  /// - Parameters:
  ///   - time: the layer's local time, or the age of the parent, in seconds.
  ///   - end: the time, on the same scale, from which no more particles are born.
  fileprivate mutating func emit(
    _ cell: EmitterCellValues, rate: Double, seed: UInt64, time: Double, until end: Double,
    from parent: Kinematics?
  ) {
    let speed = Double(cell.speed)
    let longest = Self.longest(cell, Double(emitter.lifetime))
    guard cell.isEnabled, rate > 0, longest > 0, speed > 0 else { return }
    let now = (time - cell.beginTime) * speed + cell.timeOffset
    let last = min(cell.duration, (end - cell.beginTime) * speed + cell.timeOffset)
    // Particles are born at whole multiples of 1 / rate, in the cell's time.
    let limit = 0x1p52
    let newest = min(limit, (now * rate).rounded(.down), (last * rate).rounded(.up) - 1)
    guard newest >= 0 else { return }
    let room = Double(EmitterLayer.maximumParticleCount - particles.count)
    let children = cell.cells ?? []
    let family = longest + children.reduce(0) { max($0, Self.span($1, Double(emitter.lifetime))) }
    let oldest = max(0, ((now - family) * rate).rounded(.down), newest - room + 1)
    guard oldest <= newest else { return }
    for index in Int(oldest)...Int(newest) {
      guard examinedCount < Self.maximumExaminedCount,
        particles.count < EmitterLayer.maximumParticleCount
      else { return }
      examinedCount += 1
      let birth = Double(index) / rate
      bear(
        cell, children, seed: SplitMix64.mix(seed &+ UInt64(index) &* SplitMix64.increment),
        age: now - birth, from: parent, at: (birth - cell.timeOffset) / speed + cell.beginTime)
    }
  }

  /// Appends one particle if it is alive and has a bitmap, and emits its subcells.
  ///
  /// - Parameter moment: the age of the parent at the birth.
  private mutating func bear(
    _ cell: EmitterCellValues, _ children: [EmitterCellValues], seed: UInt64, age: Double,
    from parent: Kinematics?, at moment: Double
  ) {
    // The first number is not used.
    var random = SplitMix64(seed: seed &+ SplitMix64.increment)
    let life =
      random.around(Double(cell.lifetime), Double(cell.lifetimeRange)) * Double(emitter.lifetime)
    let velocity =
      random.around(Double(cell.velocity), Double(cell.velocityRange)) * Double(emitter.velocity)
    let longitude = AngleApproximation.direction(
      random.around(Double(cell.emissionLongitude), Double(cell.emissionRange)))
    let latitude = AngleApproximation.direction(Double(cell.emissionLatitude))
    let scale = random.around(Double(cell.scale), Double(cell.scaleRange))
    let spin = random.around(Double(cell.spin), Double(cell.spinRange))
    let base = cell.color ?? .white
    var color = SIMD4(base.red, base.green, base.blue, base.alpha)
    for index in 0..<4 {
      color[index] = random.around(color[index], Double(cell.colorRange[index]))
    }
    let start = parent?.place(at: moment) ?? emitter.start(&random)
    let motion = Kinematics(
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
        child, rate: Double(child.birthRate), seed: SplitMix64.mix(seed ^ UInt64(index + 1)),
        time: age,
        until: max(0, life), from: motion)
    }
  }

  /// Returns the longest lifetime of a cell's particles, in seconds of the cell's time.
  private static func longest(_ cell: EmitterCellValues, _ factor: Double) -> Double {
    (Double(cell.lifetime) + abs(Double(cell.lifetimeRange)) / 2) * factor
  }

  /// Returns the longest time after the end of its parent's life for which a cell has particles.
  private static func span(_ cell: EmitterCellValues, _ factor: Double) -> Double {
    let speed = Double(cell.speed)
    guard cell.isEnabled, speed > 0 else { return 0 }
    let own = max(0, longest(cell, factor))
    return (own + (cell.cells ?? []).reduce(0) { max($0, span($1, factor)) }) / speed
  }
}

extension EmitterValues {
  /// Returns the random position at which a particle is born.
  fileprivate func start(_ random: inout SplitMix64) -> SIMD3<Double> {
    let half = SIMD3(
      Double(emitterSize.width) / 2, Double(emitterSize.height) / 2, Double(emitterDepth) / 2)
    let middle = SIMD3(
      Double(emitterPosition.x), Double(emitterPosition.y), Double(emitterZPosition))
    // Always draw the same number of random values, so that the shape does not affect later ones.
    var place = SIMD3(random.signed(), random.signed(), random.signed())
    let choice = random.unit()
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

  /// Returns a position on or in the circle or ball of radius 1.
  private func round(_ randoms: SIMD3<Double>, _ choice: Double) -> SIMD3<Double> {
    if emitterMode == .points { return .zero }
    let turn = AngleApproximation.direction(randoms.x * .pi)
    if emitterShape == .circle || emitterMode == .outline {
      // Distribute uniformly by area.
      let radius = emitterMode == .outline ? 1 : choice.squareRoot()
      return SIMD3(turn.cosine * radius, turn.sine * radius, 0)
    }
    let across = (1 - randoms.y * randoms.y).squareRoot()
    // A ball's volume grows with the cube of its radius: take the largest of three random numbers. The
    // lower bits of the first are the third.
    let scaled = choice * 0x1p26
    let third = scaled - scaled.rounded(.down)
    let radius = emitterMode == .surface ? 1 : max(choice, abs(randoms.z), third)
    return SIMD3(turn.cosine * across, turn.sine * across, randoms.y) * radius
  }
}

extension SplitMix64 {
  /// Returns a number in -1..<1.
  fileprivate mutating func signed() -> Double { unit() * 2 - 1 }

  /// Returns a number within half a range of a mean value.
  fileprivate mutating func around(_ middle: Double, _ range: Double) -> Double {
    middle + range * (unit() - 0.5)
  }
}
