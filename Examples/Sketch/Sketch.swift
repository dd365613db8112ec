import Foundation
import Lamina
import LaminaViews

/// A sheet of paper on which fingers draw. Each touch is a line of its own, and the key delete takes
/// the last one away.
package final class SketchView: View {
  /// The size of the paper, in points.
  package static let size = CGSize(width: 640, height: 480)
  package static let paper = Color(rgb: 0xFBF7EE)
  package static let ink = Color(rgb: 0xD8452E)

  /// All lines, in the order in which they were begun: paths, and the layers that stroke them.
  private var lines: [(path: Path, layer: ShapeLayer)] = []
  /// The line that each touch draws, by the number of the touch.
  private var drawn: [Int: Int] = [:]
  private var replay: Replay?

  /// - Parameter replaysRecording: whether the recorded finger draws its line while time goes on.
  package init(replaysRecording: Bool) {
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    backgroundColor = Self.paper
    if !replaysRecording { return }
    let touches = Self.recordedTouches()
    replay = Replay(in: self, count: touches.count, perSecond: 500) { [unowned self] numbers in
      if numbers.lowerBound == 0 { beginLine(at: touches[0]) }
      extendLine(0, through: touches[numbers])
    }
  }

  /// A layer for a line: it has no store of pixels, and a longer path draws only what is new.
  package static func makeLine() -> ShapeLayer {
    let line = ShapeLayer()
    line.strokeColor = ink
    line.fillColor = nil
    line.lineWidth = 5
    line.lineJoin = .round
    line.lineCap = .round
    return line
  }

  /// The places that a finger touched, as they were recorded.
  package static func recordedTouches() -> [CGPoint] {
    RecordedTouches.places(PackageResources.finger_txt)
  }

  // MARK: - Lines

  private func beginLine(at point: CGPoint) {
    var path = Path()
    path.move(to: point)
    let line = Self.makeLine()
    line.frame = bounds
    layer.addSublayer(line)
    lines.append((path, line))
    // A line to where it begins is a dot.
    extendLine(lines.count - 1, through: [point])
  }

  private func extendLine(_ number: Int, through points: some Sequence<CGPoint>) {
    for point in points { lines[number].path.addLine(to: point) }
    lines[number].layer.path = lines[number].path
  }

  private func removeLastLine() {
    guard let line = lines.popLast() else { return }
    line.layer.removeFromSuperlayer()
    drawn = drawn.filter { $0.value < lines.count }
    if lines.isEmpty { replay?.stop() }
  }

  // MARK: - Input

  package override func touchesBegan(_ touches: [Touch]) {
    for touch in touches {
      drawn[touch.id] = lines.count
      beginLine(at: touch.location(in: self))
    }
  }

  package override func touchesMoved(_ touches: [Touch]) {
    for touch in touches {
      guard let number = drawn[touch.id] else { continue }
      extendLine(number, through: [touch.location(in: self)])
    }
  }

  package override func touchesEnded(_ touches: [Touch]) {
    for touch in touches { drawn[touch.id] = nil }
  }

  package override func touchesCancelled(_ touches: [Touch]) { touchesEnded(touches) }

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    guard key == .delete else { return false }
    removeLastLine()
    return true
  }
}
