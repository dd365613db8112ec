import Foundation

/// Something drawn into a context that is carried out later, with the state of that moment.
struct DrawingCommand {
  enum RecordedStep {
    case fill(CGRect)
    case clear(CGRect)
    case fillPath(Path, FillRule)
    case stroke(Path)
    case strokeLines([CGPoint])
    case draw(Bitmap, CGRect)
    case drawWhole(Bitmap, left: Int, top: Int, amount: UInt8)
    case clearTo(Color)
    case fillArea(below: [CGPoint], top: Color, bottom: Color)
  }

  var state: DrawingContext.GraphicsState
  var step: RecordedStep
}

extension DrawingContext {
  /// Carries commands out, whatever the state is.
  func carryOut(_ commands: [DrawingCommand]) {
    let own = state
    defer { state = own }
    for command in commands {
      state = command.state
      switch command.step {
      case .fill(let rect): fill(rect)
      case .clear(let rect): clear(rect)
      case .fillPath(let path, let rule): fill(path, rule: rule)
      case .stroke(let path): stroke(path)
      case .strokeLines(let points): strokeLines(between: points)
      case .draw(let bitmap, let rect): draw(bitmap, in: rect)
      case .drawWhole(let bitmap, let left, let top, let amount):
        drawWhole(bitmap, left, top, amount)
      case .clearTo(let color): clear(to: color)
      case .fillArea(let points, let top, let bottom):
        fillArea(below: points, topColor: top, bottomColor: bottom)
      }
    }
  }
}

extension PixelStorage {
  /// Has commands carried out in the background. To be called before the storage is shared.
  func begin(_ commands: [DrawingCommand]) {
    /// `@unchecked Sendable`: the commands are given away, and nobody else touches the pixels
    /// until the work is done.
    struct Job: @unchecked Sendable {
      let storage: PixelStorage
      let commands: [DrawingCommand]
    }
    let job = Job(storage: self, commands: commands)
    let work = OneShotTask {
      DrawingContext(
        storage: job.storage,
        clip: PixelRect(x: 0, y: 0, width: job.storage.width, height: job.storage.height)
      ).carryOut(job.commands)
    }
    drawing = work
    work.start()
  }

  /// Returns when the pixels are those that were drawn.
  @inlinable package func finishDrawing() {
    if let drawing { drawing.finish() }
  }
}
