import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Particles")
struct EmitterLayerTests {
  private static let dot = TestBitmaps.all[0]

  private func cell(_ prepare: (EmitterCell) -> Void = { _ in }) -> EmitterCell {
    let cell = EmitterCell()
    cell.name = "spark"
    cell.birthRate = 10
    cell.lifetime = 2
    cell.contents = Self.dot
    prepare(cell)
    return cell
  }

  private func layer(
    _ cells: [EmitterCell], _ prepare: (EmitterLayer) -> Void = { _ in }
  ) -> EmitterLayer {
    let layer = EmitterLayer()
    layer.emitterCells = cells
    prepare(layer)
    return layer
  }

  private func particles(_ layer: EmitterLayer, at time: Double) -> [Particle] {
    layer.values.rareValues.emitter.particles(at: time)
  }

  @Test("have Core Animation's defaults")
  func defaults() {
    let layer = EmitterLayer()
    #expect(layer.emitterCells == nil && layer.emitterPosition == .zero)
    #expect(layer.birthRate == 1 && layer.lifetime == 1 && layer.velocity == 1)
    #expect(layer.scale == 1 && layer.spin == 1 && layer.seed == 0)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume)
    #expect(layer.renderMode == .unordered && !layer.preservesDepth)
    let cell = EmitterCell()
    #expect(cell.isEnabled && cell.birthRate == 0 && cell.lifetime == 0 && cell.scale == 1)
    #expect(cell.color == nil && cell.contentsScale == 1 && cell.duration == .infinity)
    #expect(layer.debugDescription == "EmitterLayer (0, 0, 0, 0)")
  }

  @Test("15.6: as many particles as rate and life give")
  func count() {
    let fountain = layer([cell()])
    for (time, expected) in [(-1.0, 0), (0, 1), (0.95, 10), (2, 20), (3.33, 20), (1e6, 20)] {
      #expect(particles(fountain, at: time).count == expected, "at \(time)")
    }
    #expect(particles(layer([cell()]) { $0.birthRate = 2.5 }, at: 9).count == 50)
    #expect(particles(layer([cell()]) { $0.lifetime = 0.5 }, at: 9).count == 10)
    #expect(particles(layer([cell { $0.isEnabled = false }]), at: 9).isEmpty)
    #expect(particles(layer([cell { $0.contents = nil }]), at: 9).isEmpty)
    #expect(particles(layer([cell { $0.birthRate = 1e9 }]), at: 9).count == 65_536)
  }

  @Test("15.6: cost nothing before and after their lives, and are limited in number", .slow)
  func examinedCount() {
    func examined(
      at time: Double = 1e4, _ prepare: (EmitterCell) -> Void
    ) -> (examined: Int, alive: Int) {
      let spawner = layer([cell(prepare)]).values.rareValues.emitter.spawner(at: time)
      return (spawner.examinedCount, spawner.particles.count)
    }
    for rate in [1, 1e3, 1.7e7, 1e30] as [Float] {
      for alive in [0, 1, 40] as [Float] {
        let count = examined { ($0.birthRate, $0.lifetime) = (rate, alive / rate) }
        #expect(count.examined <= Int(alive) + 2 && count.alive <= Int(alive) + 1)
      }
      let early = examined(at: -1) { $0.birthRate = rate }
      #expect(early == (0, 0))
    }
    // However many are alive, the youngest are shown, and no more are looked at.
    let most = EmitterLayer.maximumParticleCount
    for rate in [1e5, 1.7e7, 1e9] as [Float] {
      let count = examined { $0.birthRate = rate }
      #expect(count == (most, most))
    }
    // Particles of which some may be dead, and such that only emit, or may have emitted.
    let varied = examined { ($0.birthRate, $0.lifetimeRange) = (1.7e7, 4) }
    #expect(varied.examined == most && varied.alive < most)
    let parents = examined {
      ($0.birthRate, $0.lifetime, $0.contents) = (1.7e7, 1e-6, nil)
      $0.emitterCells = [cell { ($0.birthRate, $0.lifetime) = (1e8, 5) }]
    }
    #expect(parents.examined <= ParticleSpawner.maximumExaminedCount && parents.alive <= most)
  }

  @Test("15.6: cost what is seen of them", arguments: [1, 100, 1.7e7] as [Float])
  func drawingCost(rate: Float) throws {
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    let white = try Bitmap(width: 3, height: 2, pixels: [UInt32](repeating: .max, count: 6))
    let lamp = layer([
      cell { ($0.birthRate, $0.lifetime, $0.contents) = (rate, 40 / rate, white) }
    ]) { $0.emitterPosition = CGPoint(x: 14.5, y: 10) }
    renderer.layer.addSublayer(lamp)
    let count = particles(lamp, at: 60).count
    #expect((40...41).contains(count))
    let operations = try renderer.render(at: 60).report.operations
    #expect(operations.pixels <= 30 * 20 + 6 * count)
    // Beside the picture they have no pixels.
    Transaction.run(disableActions: true) { lamp.emitterPosition.x = 200 }
    #expect(try renderer.render(at: 60).report.operations.pixels <= 6)
  }

  @Test("15.6: fly by their velocity, direction and acceleration")
  func motion() throws {
    let fountain = layer([
      cell {
        $0.birthRate = 0.1
        $0.velocity = 100
        $0.emissionLongitude = .pi / 2
        $0.yAcceleration = -50
      }
    ]) { $0.emitterPosition = CGPoint(x: 7, y: 3) }
    let first = try #require(particles(fountain, at: 1).first)
    #expect(first.age == 1 && first.place == SIMD3(7, 78, 0))
    fountain.velocity = 0.5
    fountain.emitterCells = fountain.emitterCells.map { cells in
      cells[0].emissionLongitude = .pi
      cells[0].xAcceleration = 4
      cells[0].zAcceleration = 8
      return cells
    }
    #expect(particles(fountain, at: 1).first?.place == SIMD3<Double>(-41, -22, 4))
  }

  @Test("15.6: the same seed gives the same particles, another gives others")
  func seed() {
    func places(_ seed: UInt32, at time: Double) -> [SIMD3<Double>] {
      particles(
        layer([cell { ($0.velocity, $0.velocityRange, $0.emissionRange) = (30, 20, 6) }]) {
          $0.seed = seed
        }, at: time
      ).map(\.place)
    }
    #expect(places(5, at: 3) == places(5, at: 3))
    #expect(places(5, at: 3) != places(6, at: 3))
    // A particle goes on as it began: the third is born at 0.2.
    let early = places(5, at: 0.3)[2]
    let late = places(5, at: 1.2)[2]
    #expect(abs(early.x / 0.1 - late.x) < 1e-9 && abs(early.y / 0.1 - late.y) < 1e-9)
  }

  @Test("15.6: values of a range are spread evenly, and change with age")
  func ranges() {
    let fountain = layer([
      cell {
        $0.birthRate = 1000
        $0.scale = 3
        $0.scaleRange = 2
        $0.scaleSpeed = 0.5
        $0.spin = 1
        $0.spinRange = 4
        $0.color = Color(red: 0.5, green: 0.25, blue: 1)
        $0.redRange = 0.5
        $0.greenSpeed = 0.25
      }
    ])
    let all = particles(fountain, at: 2)
    let scales = all.map { $0.scale - 0.5 * $0.age }
    #expect(scales.allSatisfy { $0 >= 2 && $0 <= 4 })
    #expect(scales.min()! < 2.01 && scales.max()! > 3.99)
    let mean = scales.reduce(0, +) / Double(scales.count)
    #expect(abs(mean - 3) < 0.05)
    #expect(all.dropLast().allSatisfy { abs($0.rotation / $0.age - 1) <= 2 + 1e-9 })
    let reds = all.map { Int($0.tint >> 16 & 255) }
    #expect((63..<66).contains(reds.min()!))
    #expect((190...192).contains(reds.max()!))
    for particle in all {
      let green = Double(particle.tint >> 8 & 255)
      let expected: Double = 255 * (0.25 + particle.age / 4)
      #expect(abs(green - expected) <= 0.5001)
      #expect(particle.tint & 255 == 255)
    }
  }

  @Test("15.6: a cell has its own time")
  func timing() {
    let late = layer([cell { $0.beginTime = 5 }])
    #expect(particles(late, at: 4.9).isEmpty && particles(late, at: 5.55).count == 6)
    let short = layer([cell { $0.duration = 0.5 }])
    #expect(particles(short, at: 1).count == 5 && particles(short, at: 2.25).count == 2)
    #expect(particles(short, at: 3).isEmpty)
    let fast = layer([cell { $0.speed = 2 }])
    #expect(particles(fast, at: 0.5).count == 11)
    #expect(particles(layer([cell { $0.timeOffset = 1 }]), at: 0).count == 11)
    #expect(particles(layer([cell { $0.speed = 0 }]), at: 1).isEmpty)
  }

  @Test("15.6: particles emit particles, from where they are, as long as they live")
  func cellsOfCells() {
    let child = cell {
      $0.birthRate = 4
      $0.lifetime = 0.5
    }
    let rocket = cell {
      $0.birthRate = 0.01
      $0.lifetime = 1
      $0.velocity = 40
      $0.contents = nil
      $0.emitterCells = [child]
    }
    let show = layer([rocket])
    // Born at 0, 1/4, 1/2 and 3/4 where the rocket was, and standing still.
    #expect(particles(show, at: 0.6).map(\.place.x) == [10, 20])
    #expect(particles(show, at: 1.1).map(\.place.x) == [30])
    #expect(particles(show, at: 1.3).isEmpty)
  }

  @Test(
    "15.6: set out from the part of the shape that the mode says",
    arguments: EmitterLayer.Shape.allCases, EmitterLayer.Mode.allCases)
  func shapes(shape: EmitterLayer.Shape, mode: EmitterLayer.Mode) {
    let fountain = layer([cell { $0.birthRate = 500 }]) {
      $0.emitterShape = shape
      $0.emitterMode = mode
      $0.emitterPosition = CGPoint(x: 100, y: 50)
      $0.emitterZPosition = 10
      $0.emitterSize = CGSize(width: 40, height: 20)
      $0.emitterDepth = 8
    }
    let center = SIMD3<Double>(100, 50, 10)
    let places = particles(fountain, at: 2).map { $0.place - center }
    #expect(places.count == 1000)
    for p in places {
      let x = abs(p.x)
      let y = abs(p.y)
      let z = abs(p.z)
      let length = (p * p).sum().squareRoot()
      // On how many of the sides of its box it lies.
      let sides = [x == 20, y == 10, z == 4].count { $0 }
      switch (shape, mode) {
      case (.point, _): #expect(length == 0)
      case (.line, .points): #expect(x == 20 && y == 0 && z == 0)
      case (.line, _): #expect(x <= 20 && y == 0 && z == 0)
      case (.rectangle, .points): #expect(sides == 2 && z == 0)
      case (.rectangle, .outline): #expect(sides == 1 && x <= 20 && y <= 10 && z == 0)
      case (.rectangle, _): #expect(x <= 20 && y <= 10 && z == 0)
      case (.cuboid, .points): #expect(sides == 3)
      case (.cuboid, .outline): #expect(sides == 2 && x <= 20 && y <= 10 && z <= 4)
      case (.cuboid, .surface): #expect(sides == 1 && x <= 20 && y <= 10 && z <= 4)
      case (.cuboid, .volume): #expect(x <= 20 && y <= 10 && z <= 4)
      case (.circle, .points), (.sphere, .points): #expect(length == 0)
      case (.circle, .outline), (.sphere, .outline):
        #expect(abs(length - 40) < 1e-6 && z == 0)
      case (.circle, _): #expect(length < 40.001 && z == 0)
      case (.sphere, .surface): #expect(abs(length - 40) < 1e-6)
      case (.sphere, .volume): #expect(length < 40.001)
      }
    }
    if shape == .sphere && mode == .volume {
      // The volume up to a random point is a half on average.
      let volumes = places.map { pow(($0 * $0).sum().squareRoot() / 40, 3) }
      let mean = volumes.reduce(0, +) / 1000
      #expect(abs(mean - 0.5) < 0.03)
    }
  }

  @Test("15.6: drawn by age, by depth, or added up")
  func order() throws {
    let fountain = layer([
      cell {
        $0.zAcceleration = 3
        $0.emissionLatitude = .pi / 2
        $0.velocity = -3
      }, cell(),
    ])
    func ages() -> [Double] { particles(fountain, at: 2).map(\.age) }
    fountain.renderMode = .oldestFirst
    #expect(ages() == ages().sorted(by: >))
    fountain.renderMode = .oldestLast
    #expect(ages() == ages().sorted())
    fountain.renderMode = .backToFront
    let depths = particles(fountain, at: 2).map(\.place.z)
    #expect(depths == depths.sorted() && depths.first! < depths.last!)

    // Ten dots on top of each other.
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    let white = try Bitmap(width: 8, height: 8, pixels: [UInt32](repeating: .max, count: 64))
    let lamp = layer([
      cell {
        $0.birthRate = 1
        $0.lifetime = 10
        $0.contents = white
        $0.color = Color(red: 0.125, green: 0, blue: 0.0625, alpha: 0.25)
      }
    ]) {
      $0.emitterPosition = CGPoint(x: 14, y: 10)
      $0.renderMode = .additive
    }
    renderer.layer.backgroundColor = .black
    renderer.layer.addSublayer(lamp)
    // 0.125 of a quarter is 8/255, 0.0625 of it 4/255.
    #expect(try renderer.render(at: 9.5).bitmap[14, 10] == 0xFF50_0028)
    #expect(try renderer.render(at: 0.5).bitmap[14, 10] == 0xFF08_0004)
  }

  @Test("15.6: the picture of a cell around each particle, tinted")
  func picture() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let white = try Bitmap(width: 8, height: 4, pixels: [UInt32](repeating: .max, count: 32))
    let spark = layer([
      cell {
        $0.birthRate = 0.1
        $0.lifetime = 9
        $0.velocity = 10
        $0.contents = white
        $0.contentsScale = 2
        $0.scale = 3
        $0.color = Color.red.withAlpha(0.5)
      }
    ]) { $0.emitterPosition = CGPoint(x: 6, y: 15) }
    renderer.layer.addSublayer(spark)
    let first = try renderer.render(at: 1)
    // 8 x 4 pixels are 4 x 2 points, three times as large around (16, 15).
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = x >= 10 && x < 22 && y >= 12 && y < 18
        #expect(first.bitmap[x, y] == (isInside ? 0x8080_0000 : 0), "(\(x), \(y))")
      }
    }
    #expect(try renderer.render(at: 1).damage.isEmpty)
    let second = try renderer.render(at: 2)
    #expect(second.bitmap[26, 15] == 0x8080_0000 && second.bitmap[16, 15] == 0)
    #expect(second.damage.rects.allSatisfy { $0.minY == 12 && $0.maxY == 18 })
    #expect(renderer.nextFrameTime(after: 2) == .now)
    Transaction.run(disableActions: true) { spark.birthRate = 0 }
    #expect(try renderer.render(at: 3).bitmap.pixels.allSatisfy { $0 == 0 })
    #expect(renderer.nextFrameTime(after: 3) == .never)
  }

  @Test("15.6: follow the layer's own time, which may stand still or begin later")
  func localTime() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let spark = layer([cell { ($0.birthRate, $0.lifetime, $0.velocity) = (0.1, 9, 10) }]) {
      $0.beginTime = 100
      $0.emitterPosition = CGPoint(x: 6.5, y: 15.5)
    }
    renderer.layer.addSublayer(spark)
    #expect(try renderer.render(at: 101).bitmap[16, 15] == Self.dot[0, 0])
    Transaction.run(disableActions: true) {
      spark.speed = 0
      spark.timeOffset = 2
    }
    let still = try renderer.render(at: 102)
    #expect(still.bitmap[26, 15] == Self.dot[0, 0])
    #expect(renderer.nextFrameTime(after: 102) == .never)
    #expect(try renderer.render(at: 500).damage.isEmpty)
    Transaction.run(disableActions: true) {
      spark.speed = 1
      spark.timeOffset = 0
      renderer.layer.speed = 0.5
    }
    // At 202 the root's time is 101.
    #expect(try renderer.render(at: 202).bitmap[16, 15] == Self.dot[0, 0])
  }

  @Test("15.6: cells are found by their names in key paths, and animated")
  func keyPaths() throws {
    let spark = layer([cell(), cell { $0.name = "smoke" }])
    let scene = try LiveScene(spark)
    spark.setValue(70, forKeyPath: "emitterCells.smoke.velocity")
    #expect(spark.value(forKeyPath: "emitterCells.smoke.velocity") as? Double == 70)
    #expect(spark.emitterCells?.map(\.velocity) == [0, 70])
    let animation = BasicAnimation(keyPath: "emitterCells.spark.birthRate")
    animation.fromValue = 10
    animation.toValue = 30
    animation.duration = 4
    spark.add(animation, forKey: nil)
    scene.renderer.commit(at: 10)
    scene.renderer.commit(at: 11)
    #expect(spark.presentation()?.emitterCells?[0].birthRate == 15)
    #expect(spark.emitterCells?[0].birthRate == 10)
    spark.setValue([cell { $0.name = "one" }], forKey: "emitterCells")
    #expect((spark.value(forKey: "emitterCells") as? [EmitterCell])?.first?.name == "one")
    spark.setValue("outline", forKey: "emitterMode")
    spark.setValue(9, forKey: "seed")
    spark.setValue(7, forKeyPath: "emitterPosition.y")
    #expect(spark.emitterMode == .outline && spark.seed == 9 && spark.emitterPosition.y == 7)
  }

  @Test("2.6: numbers animate implicitly, words do not, and cells are kept as they were set")
  func implicit() throws {
    let spark = cell()
    let fountain = layer([spark])
    let scene = try LiveScene(fountain)
    fountain.renderMode = .additive
    fountain.seed = 4
    fountain.emitterCells = [spark, spark]
    #expect(fountain.animationKeys() == nil)
    fountain.birthRate = 2
    fountain.emitterPosition = CGPoint(x: 3, y: 5)
    fountain.emitterSize.width = 7
    #expect(fountain.animationKeys() == ["birthRate", "emitterPosition", "emitterSize"])
    spark.velocity = 999
    #expect(fountain.emitterCells?[0].velocity == 0)
    scene.renderer.commit(at: 1)
  }

  @Test("Hostile numbers in cells neither trap nor take for ever", .slow)
  func hostile() throws {
    for number in [-1e9, 0, .leastNonzeroMagnitude, 1e9, 1e300] {
      let small = Float(number).isFinite ? Float(number) : Float.greatestFiniteMagnitude
      let settings: [(EmitterCell) -> Void] = [
        { $0.birthRate = min(small, 1e4) }, { $0.lifetime = small }, { $0.lifetimeRange = small },
        { $0.velocity = number }, { $0.emissionLongitude = number }, { $0.emissionRange = number },
        { $0.xAcceleration = number }, { $0.scale = number }, { $0.scaleSpeed = number },
        { $0.spin = number }, { $0.redSpeed = small }, { $0.alphaRange = small },
        { $0.beginTime = number }, { $0.duration = number }, { $0.speed = small },
        { $0.timeOffset = number },
        { $0.contentsRect = CGRect(x: number, y: 0, width: number, height: 1) },
      ]
      for (index, set) in settings.enumerated() {
        let fountain = layer([
          cell {
            $0.emitterCells = [cell()]
            set($0)
          }
        ]) { $0.frame = CGRect(x: 3, y: 4, width: 20, height: 10) }
        let renderer = try Renderer(size: CGSize(width: 24, height: 18))
        renderer.layer.addSublayer(fountain)
        _ = try renderer.render(at: 1)
        let frame = try renderer.render(at: 1.5)
        let full = try Compositor(width: 24, height: 18).render(renderer.commit(at: 1.5), at: 1.5)
        #expect(frame.bitmap.difference(from: full.bitmap) == nil, "\(index) with \(number)")
      }
    }
  }

  @Test("Directions are right to 1e-11, and exact at quarters")
  func directions() {
    for step in -1_000..<1_000 {
      let angle = Double(step) * 0.037
      let found = AngleApproximation.direction(angle)
      #expect(abs(found.cosine - cos(angle)) < 1e-11 && abs(found.sine - sin(angle)) < 1e-11)
    }
    #expect(
      AngleApproximation.direction(.pi / 2) == (0, 1)
        && AngleApproximation.direction(.pi) == (-1, 0))
    #expect(
      AngleApproximation.direction(-.pi / 2) == (0, -1) && AngleApproximation.direction(0) == (1, 0)
    )
  }
}
