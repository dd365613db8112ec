import LaminaViews
import QuartzCore

/// Sound as a graph needs it: the loudest sample of each column of pixels.
final class DataProvider {
  let sampleRate: Double
  private let samples: [Float]
  private(set) var summary: [Float] = []
  private(set) var maxMagnitude: Float = 0
  private var samplesPerPixel = 0

  init(samples: [Float], sampleRate: Double) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// In seconds.
  var duration: Double { Double(samples.count) / sampleRate }

  func summarize(samplesPerPixel count: Int) {
    guard count != samplesPerPixel else { return }
    samplesPerPixel = count
    summary = stride(from: 0, to: samples.count, by: count).map { start in
      samples[start..<min(start + count, samples.count)].reduce(0) { max($0, abs($1)) }
    }
    maxMagnitude = summary.max() ?? 0
  }

  /// The magnitude of the column in which a time lies; nil past the end.
  func sample(at time: Double) -> Float? {
    let index = Int((time * sampleRate / Double(samplesPerPixel)).rounded())
    return summary.indices.contains(index) ? summary[index] : nil
  }
}

/// The visible part of the sound.
final class ViewPort {
  var size = CGSize.zero
  var scale: CGFloat = 1
  /// The distance by which the sound is moved to the left, in points.
  var xTranslation: CGFloat = 0
  var samplesPerPixel = 1

  var widthInPixels: Int { Int((size.width * scale).rounded(.up)) }

  /// Seconds in one pixel.
  func secondsPerPixel(_ sampleRate: Double) -> Double { Double(samplesPerPixel) / sampleRate }
}

/// A layer made of plain layers that are created once and then only shown, hidden and moved.
class PooledLayer: CALayer {
  private var pool: [CALayer] = []
  private var used = 0

  override init() { super.init() }

  required init(layer: Any) { super.init(layer: layer) }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func prepare(color: CGColor, count: Int) {
    while pool.count < count {
      let layer = CALayer()
      layer.backgroundColor = color
      addSublayer(layer)
      pool.append(layer)
    }
    for layer in pool { layer.isHidden = true }
    used = 0
  }

  func show(_ frame: CGRect) {
    guard used < pool.count else { return }
    pool[used].isHidden = false
    pool[used].frame = frame
    used += 1
  }
}

/// One upright line for every column of pixels.
final class WaveformLayer: PooledLayer {
  private let midline = CALayer()

  func update(_ viewPort: ViewPort, _ dataProvider: DataProvider) {
    prepare(color: CGColor(red: 0, green: 0, blue: 1, alpha: 1), count: viewPort.widthInPixels)
    updateMidline(viewPort)
    updatePlot(viewPort, dataProvider)
  }

  private func updateMidline(_ viewPort: ViewPort) {
    if midline.superlayer == nil {
      midline.backgroundColor = CGColor(gray: 0.5, alpha: 1)
      insertSublayer(midline, at: 0)
    }
    let y = bounds.midY
    midline.frame = CGRect(x: 0, y: y, width: bounds.width, height: 1 / viewPort.scale)
  }

  private func updatePlot(_ viewPort: ViewPort, _ dataProvider: DataProvider) {
    guard dataProvider.maxMagnitude > 0 else { return }
    let yScalingFactor = bounds.height / 2 / CGFloat(dataProvider.maxMagnitude)
    let step = viewPort.secondsPerPixel(dataProvider.sampleRate)
    let first = Int((viewPort.xTranslation * viewPort.scale).rounded())
    for column in 0..<viewPort.widthInPixels {
      guard let magnitude = dataProvider.sample(at: Double(first + column) * step) else { continue }
      let height = CGFloat(magnitude) * yScalingFactor
      show(
        CGRect(
          x: CGFloat(column) / viewPort.scale, y: bounds.midY - height,
          width: 1 / viewPort.scale, height: 2 * height))
    }
  }
}

/// Ticks for tenths of seconds, and longer ones for seconds.
final class RulerLayer: PooledLayer {
  func update(_ viewPort: ViewPort, _ dataProvider: DataProvider) {
    let pointsPerTenth =
      0.1 / viewPort.secondsPerPixel(dataProvider.sampleRate) / Double(viewPort.scale)
    let needed = Int(viewPort.size.width / pointsPerTenth) + 2
    prepare(color: CGColor(gray: 1, alpha: 1), count: needed)
    let first = Int((viewPort.xTranslation / pointsPerTenth).rounded(.up))
    let last = Int((dataProvider.duration * 10).rounded(.down))
    for tenth in first..<max(first, min(first + needed, last + 1)) {
      let x = CGFloat(tenth) * pointsPerTenth - viewPort.xTranslation
      guard x < viewPort.size.width else { break }
      let length: CGFloat = tenth % 10 == 0 ? 8 : 3
      show(CGRect(x: x, y: 0, width: 1 / viewPort.scale, height: length))
    }
  }
}

final class AudioGraphView: UIView {
  let viewPort = ViewPort()
  let dataProvider: DataProvider
  let waveformLayer = WaveformLayer()
  let rulerLayer = RulerLayer()

  init(frame: CGRect, scale: CGFloat, dataProvider: DataProvider) {
    self.dataProvider = dataProvider
    super.init(frame: frame)
    contentScaleFactor = scale
    layer.addSublayer(waveformLayer)
    layer.addSublayer(rulerLayer)
  }

  override func layoutSubviews() {
    waveformLayer.frame = bounds
    rulerLayer.frame = bounds
    update()
  }

  /// Layers that change on their own would take a quarter of a second for it.
  func update() {
    viewPort.size = bounds.size
    viewPort.scale = contentScaleFactor
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    dataProvider.summarize(samplesPerPixel: viewPort.samplesPerPixel)
    waveformLayer.update(viewPort, dataProvider)
    rulerLayer.update(viewPort, dataProvider)
    CATransaction.commit()
  }
}
