import Foundation

/// A frame that a competitor has drawn.
struct Picture {
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from one row to the next.
  let stride: Int

  /// The hash that the peers print: FNV-1a over the colours, without alpha.
  var hash: UInt64 {
    var hash: UInt64 = 1_469_598_103_934_665_603
    for y in 0..<height {
      for x in 0..<width {
        hash = (hash ^ UInt64(pixels[y * stride + x] & 0x00FF_FFFF)) &* 1_099_511_628_211
      }
    }
    return hash
  }

  /// Width and height, then all pixels, in the layout that the peers' report reads.
  var dump: Data {
    var data = Data()
    withUnsafeBytes(of: (Int32(width), Int32(height))) { data.append(contentsOf: $0) }
    for y in 0..<height {
      data.append(
        contentsOf: UnsafeRawBufferPointer(start: pixels + y * stride, count: width * 4))
    }
    return data
  }
}

/// One way to draw the frames of a workload.
protocol Competitor: AnyObject {
  /// The name in the tables.
  var peer: String { get }
  /// How many threads draw.
  var threads: Int { get }
  /// How many equal operations one call of ``draw(frame:)`` does. Times are per operation.
  var operationsPerFrame: Int { get }
  /// Done before each frame and not timed.
  func prepare(frame: Int) throws
  /// Draws the frame. Frames are asked for in order, from 0.
  func draw(frame: Int) throws
  /// Calls `body` with the last frame, or with nil if the competitor draws no picture.
  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result
}

extension Competitor {
  var threads: Int { 1 }
  var operationsPerFrame: Int { 1 }
  func prepare(frame: Int) throws {}
  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(nil) }

  func prepareAndDraw(frame: Int) throws {
    try prepare(frame: frame)
    try draw(frame: frame)
  }
}

/// What the engine's time is held against.
enum Goal: Sendable {
  /// Multiples of the time of the competitor named `limit`.
  case ratio(limit: String, must: Double, aim: Double)
  /// Milliseconds.
  case milliseconds(must: Double, aim: Double)
}

/// A row of the final table: which competitor must reach what.
struct Requirement: Sendable {
  let peer: String
  let goal: Goal
}

/// A workload with all that draw it.
struct Contest: Sendable {
  let workload: String
  /// Frames that one competitor draws before it is the next one's turn.
  let framesPerBlock: Int
  let requirements: [Requirement]
  /// How many blocks of memory the engine may ask for in one operation; nil is any number.
  var maximumAllocations: Double?
  /// How many frames allocations are counted in.
  var tracedFrames = 100
  /// Makes the competitors, each with its own copy of the data.
  let competitors: @Sendable () throws -> [any Competitor]
}

/// The times of one competitor, in milliseconds for one operation.
struct Timing {
  let median: Double
  let minimum: Double
  let percentile95: Double
  let count: Int

  /// - Precondition: `samples` is not empty.
  init(samples: [Double]) {
    let sorted = samples.sorted()
    median = sorted[sorted.count / 2]
    minimum = sorted[0]
    percentile95 = sorted[Int(Double(sorted.count) * 0.95)]
    count = sorted.count
  }
}

/// What a contest found out about one competitor.
struct Outcome {
  let peer: String
  /// One for each round.
  let rounds: [Timing]
  /// The median over the rounds of their medians.
  var milliseconds: Double { Timing(samples: rounds.map(\.median)).median }
}

/// Runs contests and prints their rows as it goes.
struct Harness {
  /// How often every competitor gets its turn, at least.
  var rounds: Int
  /// Overrides ``Contest/framesPerBlock``.
  var frames: Int?
  /// Milliseconds that a round takes at least; short blocks are repeated in turn until then.
  var roundTime: Double
  /// Where the hashed frames are written to.
  var pictureFolder: String?
  /// What is measured: time that passes, or processor time of the measuring thread.
  var clock = CLOCK_MONOTONIC
  /// Leaves out all competitors but this one.
  var peer: String?

  /// The frame whose hash the peers print.
  private static let hashedFrame = 5
  private static let warmUpFrames = 5

  /// Competitors take turns block by block, so that what else the machine does meets all alike.
  func run(_ contest: Contest, report: (Row) -> Void) throws -> [Outcome] {
    let competitors = try contest.competitors().filter {
      (peer == nil || $0.peer == peer) && ($0.threads == 1 || clock == CLOCK_MONOTONIC)
    }
    for competitor in competitors {
      for frame in 0...Self.hashedFrame { try competitor.prepareAndDraw(frame: frame) }
      let seen = competitor.withPicture { picture in
        picture.map { (hash: $0.hash, dump: pictureFolder == nil ? nil : $0.dump) }
      }
      guard let seen else { continue }
      report(.hash(workload: contest.workload, peer: competitor.peer, hash: seen.hash))
      if let pictureFolder, let dump = seen.dump {
        let name = "\(contest.workload).\(competitor.peer).argb"
        try dump.write(to: URL(fileURLWithPath: pictureFolder).appendingPathComponent(name))
      }
    }
    var frame = Self.hashedFrame + 1
    for competitor in competitors {
      for index in 0..<Self.warmUpFrames { try competitor.prepareAndDraw(frame: frame + index) }
    }
    frame += Self.warmUpFrames

    let block = frames ?? contest.framesPerBlock
    var timings = [[Timing]](repeating: [], count: competitors.count)
    for round in 1...rounds {
      var samples = [[Double]](repeating: [], count: competitors.count)
      let start = now()
      repeat {
        for (index, competitor) in competitors.enumerated() {
          try measure(competitor, frames: frame..<frame + block, into: &samples[index])
        }
        frame += block
      } while now() - start < roundTime
      for index in competitors.indices {
        let timing = Timing(samples: samples[index])
        timings[index].append(timing)
        report(
          .result(
            workload: contest.workload, peer: competitors[index].peer, timing: timing,
            round: round))
      }
    }
    checkPictures(competitors, workload: contest.workload, frame: frame - 1, report: report)
    return zip(competitors, timings).map { Outcome(peer: $0.peer, rounds: $1) }
  }

  private func measure(
    _ competitor: any Competitor, frames: Range<Int>, into samples: inout [Double]
  ) throws {
    let scale = 1 / Double(competitor.operationsPerFrame)
    for frame in frames {
      try competitor.prepare(frame: frame)
      let start = now(clock)
      try competitor.draw(frame: frame)
      samples.append((now(clock) - start) * scale)
    }
  }

  /// After all frames, everyone must still show what the first one shows.
  private func checkPictures(
    _ competitors: [any Competitor], workload: String, frame: Int, report: (Row) -> Void
  ) {
    let hashes = competitors.compactMap { competitor in
      competitor.withPicture { $0?.hash }.map { (peer: competitor.peer, hash: $0) }
    }
    guard let first = hashes.first else { return }
    for other in hashes where other.hash != first.hash {
      report(
        .differs(workload: workload, peer: other.peer, reference: first.peer, frame: frame))
    }
  }
}

/// Milliseconds on a clock that only goes forwards.
func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}
