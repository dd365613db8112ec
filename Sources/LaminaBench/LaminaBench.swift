import ArgumentParser
import CPixman
import Foundation

/// Measures the engine against pixman called by hand, on pictures that other renderers draw too.
@main
struct LaminaBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lamina-bench",
    abstract: "Measures the engine against the limits of its workloads.",
    discussion: """
      Rows go to standard output, separated by tabs:
        RESULT  workload  peer  median ms  minimum  95th percentile  frames  round
        HASH    workload  peer  hash of the sixth frame's colours
      A limit is pixman called directly by a program that knows the picture. Engine and limit
      take turns in short blocks, so that a noisy machine is unfair to neither. A table of the
      results follows on standard error. The exit code is 1 if pictures that must be the same
      differ.

      Measure a release build: swift run -c release lamina-bench
      """)

  @Argument(help: "Workloads to run. (default: all)")
  var workloads: [String] = []

  @Option(help: "Rounds; each prints a row for every competitor.")
  var rounds = 5

  @Option(help: "A folder for the hashed pictures, in the format of the peers' report.")
  var pictures: String?

  @Option(help: "Run only this competitor, to profile it: 'lamina', for example.")
  var peer: String?

  @Option(help: "Frames that a competitor draws before the next one takes its turn.")
  var frames: Int?

  @Option(help: "The minimum duration of a round, in milliseconds.")
  var roundTime = 200.0

  @Flag(
    help: """
      Measure processor time, for long frames on a busy machine. Rows on two cores are left \
      out, and reading this clock takes a tenth of a microsecond or more.
      """)
  var processorTime = false

  @Flag(help: "Print only the closing table, on standard output.")
  var summary = false

  @Flag(help: "Print the names of the workloads and stop.")
  var list = false

  @Flag(help: "Count the allocations of every workload, not only of those with a bound.")
  var allocations = false

  @Flag(
    help: """
      Print the memory that changes and animations take, in bytes and with their bounds, and stop. \
      The exit code is 1 if a bound is exceeded.
      """)
  var memory = false

  @Option(help: .hidden)
  var traceAllocations: String?

  @Option(help: .hidden)
  var countInstructions: String?

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds must be at least 1") }
    guard frames.map({ $0 >= 1 }) ?? true else {
      throw ValidationError("--frames must be at least 1")
    }
    let known = Contest.all.map(\.workload)
    for workload in workloads where !known.contains(workload) {
      throw ValidationError(
        "there is no workload '\(workload)'; the workloads are \(known.joined(separator: ", "))")
    }
  }

  func run() throws {
    if let contest = Contest.all.first(where: { $0.workload == traceAllocations }) {
      return try AllocationTrace.trace(contest)
    }
    if let contest = Contest.all.first(where: { $0.workload == countInstructions }) {
      return try InstructionCount.drawFrames(of: contest)
    }
    if memory {
      let figures = try MemoryReport().figures
      for figure in figures { print(figure.row) }
      if !figures.allSatisfy(\.isMet) { throw ExitCode.failure }
      return
    }
    let contests = Contest.all.filter { workloads.isEmpty || workloads.contains($0.workload) }
    if list {
      for contest in contests { print(contest.workload) }
      return
    }
    var pictureDiffers = false
    let report = { (row: ReportRow) in
      if case .differs = row { pictureDiffers = true }
      if !summary { print(row.text) }
      fflush(nil)
    }
    report(.version(name: "pixman", version: String(cString: pixman_version_string())))
    let harness = Harness(
      rounds: rounds, frames: frames, roundTime: roundTime, pictureFolder: pictures,
      clock: processorTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, peer: peer)
    var table = ReportSummary()
    for contest in contests {
      table.add(contest, outcomes: try harness.run(contest, report: report))
      if allocations || contest.maximumAllocations != nil {
        let count = try AllocationTrace.allocationsPerOperation(workload: contest.workload)
        report(.allocations(workload: contest.workload, perOperation: count))
        table.add(contest, allocations: count)
      }
    }
    if summary {
      print(table.text)
    } else {
      FileHandle.standardError.write(Data((table.text + "\n").utf8))
    }
    if pictureDiffers { throw ExitCode.failure }
  }
}
