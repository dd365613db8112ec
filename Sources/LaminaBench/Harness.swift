import Foundation

/// A frame drawn by a competitor.
struct Picture {
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
  /// The number of pixels from one row to the next.
  let stride: Int

  /// The hash that the peers print: FNV-1a of the colours, without alpha.
  var hash: UInt64 {
    var hash: UInt64 = 1_469_598_103_934_665_603
    for y in 0..<height {
      for x in 0..<width {
        hash = (hash ^ UInt64(pixels[y * stride + x] & 0x00FF_FFFF)) &* 1_099_511_628_211
      }
    }
    return hash
  }

  /// The width and height, then all pixels, in the layout that the peers' report reads.
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
  /// The number of threads that draw.
  var threads: Int { get }
  /// The number of equal operations in one call of ``draw(frame:)``. Times are per operation.
  var operationsPerFrame: Int { get }
  /// Prepares a frame. This is not timed.
  func prepare(frame: Int) throws
  /// Draws a frame. Frames are requested in order, from 0.
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

/// The bound with which the engine's time is compared.
enum Goal: Sendable {
  /// A multiple of the time of the competitor named `limit`.
  case ratio(limit: String, must: Double, aim: Double)
  /// A time in milliseconds.
  case milliseconds(must: Double, aim: Double)
}

/// A row of the final table: a competitor, and the goal that it has to reach.
struct Requirement: Sendable {
  let peer: String
  let goal: Goal
}

/// A workload and all competitors that draw it.
struct Contest: Sendable {
  let workload: String
  /// The number of frames that one competitor draws before it is the next one's turn.
  let framesPerBlock: Int
  let requirements: [Requirement]
  /// The maximum number of memory allocations in one operation of the engine; nil for any number.
  var maximumAllocations: Double?
  /// The number of frames in which allocations are counted.
  var tracedFrames = 100
  /// Creates the competitors, each with its own copy of the data.
  let competitors: @Sendable () throws -> [any Competitor]
}

/// The times of one competitor, in milliseconds per operation.
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

/// The result of a contest for one competitor.
struct Outcome {
  let peer: String
  /// The times, one for each round.
  let rounds: [Timing]
  /// The median over the rounds of their medians.
  var milliseconds: Double { Timing(samples: rounds.map(\.median)).median }
}

/// A harness that runs contests and prints their rows as it goes.
struct Harness {
  /// The number of rounds, in each of which every competitor gets one turn or more.
  var rounds: Int
  /// The number of frames per block, in place of ``Contest/framesPerBlock``.
  var frames: Int?
  /// The minimum duration of a round, in milliseconds; short blocks are repeated in turn until
  /// then.
  var roundTime: Double
  /// The folder to which the hashed frames are written.
  var pictureFolder: String?
  /// The clock that is measured: elapsed time, or processor time of the measuring thread.
  var clock = CLOCK_MONOTONIC
  /// The only competitor to run; nil for all of them.
  var peer: String?

  /// The frame whose hash the peers print.
  private static let hashedFrame = 5
  private static let warmUpFrames = 5

  /// Runs a contest. Competitors take turns block by block, so that other load on the machine
  /// affects all alike.
  func run(_ contest: Contest, report: (ReportRow) -> Void) throws -> [Outcome] {
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

  /// Checks that after all frames, every competitor still shows what the first one shows.
  private func checkPictures(
    _ competitors: [any Competitor], workload: String, frame: Int, report: (ReportRow) -> Void
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

/// Returns the time of a monotonic clock, in milliseconds.
func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}
