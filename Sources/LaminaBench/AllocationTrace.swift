import ArgumentParser
import Foundation

// Counts what a frame asks the allocator for. glibc can write down each request, but only in a
// program that was started with its debugging allocator: so this program starts itself again.

#if canImport(Glibc)
  @_silgen_name("mtrace")
  private func startTrace()

  @_silgen_name("muntrace")
  private func stopTrace()
#else
  private func startTrace() {}
  private func stopTrace() {}
#endif

enum AllocationTrace {
  /// Frames drawn before the trace, so that what is kept from frame to frame exists.
  private static let warmUpFrames = 20

  /// Blocks of memory that the engine asks for in one operation of a workload, on all threads.
  ///
  /// Nil where requests cannot be traced, as on another C library: an object is made first, to
  /// see that the trace sees it.
  static func allocationsPerOperation(workload: String) throws -> Double? {
    let trace = FileManager.default.temporaryDirectory
      .appendingPathComponent("lamina-bench-\(getpid()).mtrace")
    defer { try? FileManager.default.removeItem(at: trace) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--trace-allocations", workload]
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = "libc_malloc_debug.so.0"
    environment["MALLOC_TRACE"] = trace.path
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let operations = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let count = Double(operations.trimmingCharacters(in: .whitespacesAndNewlines)),
      let trace = try? Data(contentsOf: trace)
    else { return nil }
    let requests = requestCount(in: Array(trace))
    return requests == 0 ? nil : Double(requests - 1) / count
  }

  /// Returns the number of requests for memory in a trace. Its lines read
  /// "@ program:[0x4015f0] + 0x10c26a0 0x20": a plus sign for a new block, ">" for one that grew.
  ///
  /// - Complexity: O(length of the trace), of which a million requests make 70 MB.
  private static func requestCount(in trace: [UInt8]) -> Int {
    let new = Array("] +".utf8)
    let grown = Array("] >".utf8)
    return trace.indices.dropLast(2).count { index in
      trace[index] == new[0] && trace[index + 1] == new[1]
        && (trace[index + 2] == new[2] || trace[index + 2] == grown[2])
    }
  }

  /// The other half, in the process that was started: draws frames, tracing, and prints how many
  /// operations those were.
  static func trace(_ contest: Contest) throws {
    guard let engine = try contest.competitors().first(where: { $0.peer == "lamina" }) else {
      throw ExitCode.failure
    }
    for frame in 0..<warmUpFrames { try engine.prepareAndDraw(frame: frame) }
    startTrace()
    withExtendedLifetime(makeProbe()) {}
    for frame in warmUpFrames..<warmUpFrames + contest.tracedFrames {
      try engine.prepareAndDraw(frame: frame)
    }
    stopTrace()
    print(contest.tracedFrames * engine.operationsPerFrame)
  }

  private final class Probe {}

  @inline(never)
  private static func makeProbe() -> Probe { Probe() }
}
