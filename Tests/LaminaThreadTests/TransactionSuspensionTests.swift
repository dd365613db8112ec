import Foundation
import Lamina
import Testing

/// Runs the jobs of an actor on a thread of its own.
private final class ThreadExecutor: SerialExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let wakeUp = DispatchSemaphore(value: 0)

  init() { Thread { [self] in while true { runNext() } }.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wakeUp.signal()
  }

  private func runNext() {
    wakeUp.wait()
    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
  }
}

/// Lets all through when the last one has come.
private actor Gate {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { missing = count }

  func arrive() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    for continuation in waiting { continuation.resume() }
  }
}

/// An owner of a tree, on a thread of its own.
private actor Stage {
  nonisolated let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let renderer = try! Renderer(size: CGSize(width: 4, height: 3))
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isReleased = false

  /// The line on which `open` begins a transaction.
  static let line = #line + 3

  private nonisolated func open(duration: Double) {
    Transaction.begin()
    Transaction.animationDuration = duration
  }

  private nonisolated func close() { Transaction.commit() }

  func begin(duration: Double = 1) { open(duration: duration) }
  func commit() { close() }

  func suspend() async {
    if !isReleased { await withCheckedContinuation { waiting.append($0) } }
  }

  func release() {
    isReleased = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// A transaction that stays open while its task is suspended.
  func holdOpen(opened: @Sendable () -> Void) async {
    renderer.commit(at: 1)
    open(duration: 3)
    opened()
    await suspend()
    close()
  }

  /// An action of another task in the meantime.
  enum Deed: String, Codable, CaseIterable {
    case begin, commit, run, setting, change, animation, frame
  }

  func meet(_ deed: Deed) {
    switch deed {
    case .begin:
      begin()
      commit()
    case .commit: commit()
    case .run: Transaction.run {}
    case .setting: Transaction.disableActions = true
    case .change: renderer.layer.opacity = 0.5
    case .animation: Layer().add(BasicAnimation(keyPath: "opacity"), forKey: nil)
    case .frame: _ = renderer.commit(at: 2)
    }
  }

  /// The duration that a request sees of its own transaction, with others between its steps.
  func request(_ number: Int, by other: Stage) async -> Double {
    await other.meet(.run)
    let seen = Transaction.run(duration: Double(number)) {
      renderer.layer.position.x += 1
      return Transaction.animationDuration
    }
    await other.meet(.run)
    return seen
  }

  /// Begins, waits until all others have begun, and commits.
  func careless(_ number: Int, at gate: Gate) async {
    open(duration: Double(number))
    await gate.arrive()
    close()
  }

  func nest() {
    open(duration: 1)
    open(duration: 2)
    renderer.layer.opacity = 0.25
    renderer.commit(at: 1)
    close()
    close()
    close()
  }
}

@Suite("A transaction and a suspension")
struct TransactionSuspensionTests {
  /// The lines of a process's report.
  private func warnings(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter {
      $0.contains("warning: a transaction")
    }
  }

  private var place: String { "LaminaThreadTests/TransactionSuspensionTests.swift:\(Stage.line): " }

  @Test(
    "left open while another task has the thread is reported once, with where it was opened",
    arguments: Stage.Deed.allCases.map(\.rawValue))
  func otherTask(deed: String) async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [deed] in
      for _ in 0..<3 {
        let stage = Stage()
        let (stream, opened) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = stage.holdOpen { opened.finish() }
        for await _ in stream {}
        await stage.meet(Stage.Deed(rawValue: deed)!)
        await stage.release()
        await held
      }
    }
    let lines = warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].hasPrefix(place), "\(lines)")
  }

  @Test("whose commit comes on another thread is reported once, with where it was opened")
  func otherThread() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (first, second) = (Stage(), Stage())
      for _ in 0..<3 {
        await first.begin()
        await second.commit()
        await first.commit()
      }
    }
    let lines = warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].hasPrefix(place), "\(lines)")
  }

  @Test("that begins again on another thread is reported")
  func twoThreads() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await Stage().begin()
      await Stage().begin()
    }
    #expect(warnings(result.standardErrorContent).count == 1)
  }

  @Test("on eight actors is reported once; by closures each request has its own settings")
  func eightActors() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let stages = (0..<8).map { _ in Stage() }
      func all(_ body: @escaping @Sendable (Int, Stage, Stage) async -> Bool) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
          for number in 1...80 {
            group.addTask { await body(number, stages[number % 8], stages[(number + 3) % 8]) }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
      }
      let own = await all { number, stage, other in
        await stage.request(number, by: other) == Double(number)
      }
      print("own settings: \(own)")
      let gate = Gate(count: 80)
      _ = await all { number, stage, _ in
        await stage.careless(number, at: gate)
        return true
      }
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(output.contains("own settings: 80"))
    let lines = warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].hasPrefix(place), "\(lines)")
  }

  @Test("that do not meet are not reported, and neither is a commit without a begin")
  func silence() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let stages = (0..<8).map { _ in Stage() }
      await withTaskGroup { group in
        for number in 0..<80 {
          group.addTask {
            await stages[number % 8].nest()
            await stages[number % 5].commit()
            await stages[(number + 1) % 8].nest()
          }
        }
      }
    }
    #expect(warnings(result.standardErrorContent).isEmpty)
  }

  @Test("a tree that changes hands with changes in it is published by its new thread")
  func handOver() throws {
    struct Parcel: @unchecked Sendable {
      let renderer: Renderer
      let layer: Layer
    }
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    let layer = Layer()
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    let parcel = Parcel(renderer: renderer, layer: layer)
    let done = DispatchSemaphore(value: 0)
    Thread {
      // This thread's implicit transaction stays open.
      Transaction.disableActions = true
      parcel.layer.opacity = 0.5
      done.signal()
    }.start()
    done.wait()
    #expect(parcel.layer.presentation()?.opacity == 1)
    parcel.renderer.commit(at: 1)
    #expect(parcel.layer.presentation()?.opacity == 0.5)
  }
}
