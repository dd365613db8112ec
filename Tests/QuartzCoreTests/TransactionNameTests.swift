import QuartzCore
import Testing

/// Runs on another thread than the main one.
private actor Elsewhere {
  func commit() { CATransaction.commit() }
}

@Suite("CATransaction")
struct TransactionNameTests {
  @Test("Setters set what getters get, inside their transaction")
  func properties() {
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(CATransaction.animationTimingFunction() == nil)
    #expect(!CATransaction.disableActions())
    #expect(CATransaction.completionBlock() == nil)

    CATransaction.begin()
    CATransaction.setAnimationDuration(1.5)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    CATransaction.setDisableActions(true)
    CATransaction.setCompletionBlock {}
    #expect(CATransaction.animationDuration() == 1.5)
    #expect(CATransaction.animationTimingFunction() == .easeOut)
    #expect(CATransaction.disableActions())
    #expect(CATransaction.completionBlock() != nil)
    CATransaction.commit()

    #expect(CATransaction.animationDuration() == 0.25)
    #expect(!CATransaction.disableActions())
    CATransaction.commit()
  }

  @Test("Keys set the same, with numbers of any type, boxed or not")
  func keys() {
    CATransaction.begin()
    defer { CATransaction.commit() }
    for (value, seconds) in [
      (2, 2.0), (Float(0.5), 0.5), (CGFloat(0.75), 0.75), (3.5, 3.5),
      (NSNumber(value: 1.25), 1.25), (UInt8(4), 4), (true, 1),
    ] as [(Any, Double)] {
      CATransaction.setValue(value, forKey: kCATransactionAnimationDuration)
      #expect(CATransaction.animationDuration() == seconds)
      #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == seconds)
    }
    for (value, flag) in [
      (true, true), (NSNumber(value: false), false), (1, true), (0, false),
      (NSNumber(value: true), true), (kCFBooleanFalse!, false), (kCFBooleanTrue!, true),
    ] as [(Any, Bool)] {
      CATransaction.setValue(value, forKey: kCATransactionDisableActions)
      #expect(CATransaction.disableActions() == flag)
    }
    CATransaction.setValue(
      CAMediaTimingFunction(name: .easeIn), forKey: kCATransactionAnimationTimingFunction)
    #expect(CATransaction.animationTimingFunction() == .easeIn)
    CATransaction.setValue(NSNull(), forKey: kCATransactionAnimationTimingFunction)
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.setValue("mine", forKey: "purpose")
    #expect(CATransaction.value(forKey: "purpose") as? String == "mine")
    #expect(CATransaction.value(forKey: "other") == nil)
  }

  @Test("A block set by key or by setter runs once the animations have ended")
  func blocks() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = CALayer()
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    var journal: [String] = []

    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setCompletionBlock { journal.append("done") }
    layer.opacity = 0.5
    CATransaction.commit()
    let block: () -> Void = { journal.append("nothing to wait for") }
    CATransaction.begin()
    CATransaction.setValue(block, forKey: kCATransactionCompletionBlock)
    CATransaction.commit()

    renderer.commit(at: 10)
    #expect(journal == ["nothing to wait for"])
    renderer.commit(at: 11.75)
    #expect(journal == ["nothing to wait for"])
    renderer.commit(at: 12.25)
    #expect(journal == ["nothing to wait for", "done"])
  }

  @Test("flush commits the implicit transaction; lock may be taken twice")
  func flushing() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = CALayer()
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    layer.position = CGPoint(x: 20, y: 10)
    #expect(layer.presentation()?.position == .zero)
    CATransaction.lock()
    CATransaction.lock()
    CATransaction.flush()
    CATransaction.unlock()
    CATransaction.unlock()
    // It has begun to move, from where it was.
    renderer.commit(at: 5)
    renderer.commit(at: 5.25)
    #expect(layer.presentation()?.position == CGPoint(x: 20, y: 10))
  }

  @Test("Asynchronous code may begin and commit; an await between is reported, with the place")
  func suspension() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      CATransaction.begin()
      CATransaction.commit()
      CATransaction.flush()
      await MainActor.run { Opening.open() }
      await Elsewhere().commit()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("TransactionNameTests.swift:\(Opening.line): warning: "), "\(message)")
    #expect(message.split(separator: "warning: ").count == 2)
  }

  @Test("A duration that is no number is refused")
  func refusal() async {
    await #expect(processExitsWith: .failure) {
      CATransaction.setValue("soon", forKey: kCATransactionAnimationDuration)
    }
    await #expect(processExitsWith: .failure) {
      CATransaction.setValue(nil, forKey: kCATransactionDisableActions)
    }
  }
}

/// A function outside of a macro, in which lines are counted differently.
private enum Opening {
  static let line = #line + 1
  static func open() { CATransaction.begin() }
}
