// AudioWaveform: a recording as a waveform that is scrolled by a finger and zoomed by two.
//
//     swift run AudioWaveform [FOLDER] [SOUND]   # writes 000.png … 119.png and poster.png, by
//                                                # default into out/AudioWaveform
//
// Without SOUND it takes the spoken words "front center" from Debian's package alsa-utils, or
// something like speech where that is not installed. The fingers are events with times, so every
// run gives the same pictures.

import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages
import LaminaViews

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = arguments.first ?? "out/AudioWaveform"
let recording = "/usr/share/sounds/alsa/Front_Center.wav"

/// Noise in syllables: for where there is no recording.
func speech() -> DataProvider {
  var state: UInt32 = 2020
  func random() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(state >> 8) / 8_388_608 - 1
  }
  var loudness: Float = 0
  var target: Float = 0
  return DataProvider(
    samples: (0..<66_150).map { index in
      if index % 4_410 == 0 { target = max(0, random()) }
      loudness += (target - loudness) / 500
      return loudness * random()
    }, sampleRate: 44_100)
}

let sound: DataProvider
if arguments.count > 1 {
  sound = try DataProvider(source: AudioFile(path: arguments[1]))
} else if FileManager.default.fileExists(atPath: recording) {
  sound = try DataProvider(source: AudioFile(path: recording))
} else {
  sound = speech()
}

let size = CGSize(width: 480, height: 160)
let graph = AudioGraphView(frame: CGRect(origin: .zero, size: size))
graph.backgroundColor = Color(rgb: 0xFBFAF7)
graph.summaryKind = .peaks
graph.dataProvider = sound
let host = try ViewHost(rootView: graph, size: size, scale: 2)

// The whole sound, once.
_ = try host.render(at: 0)
graph.zoom = 1
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
try host.render(at: 0).bitmap.write(toFile: "\(folder)/poster.png")
graph.zoom = 4
graph.scrollView.contentOffset.x = 0

/// A finger goes down, moves or is lifted.
@MainActor func touch(_ id: Int, _ phase: Touch.Phase, x: Double, at time: Double) {
  host.send(
    InputEvent(
      time: time, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: 90))))
}

let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%03d.png"), encoder: PNGEncoder())
let rate = FrameRate(60)
var pixels = 0
for index in 0..<120 {
  let time = rate.time(ofFrame: index)
  switch index {
  // A fling to the left, which goes on by itself and comes to rest.
  case 6: touch(0, .began, x: 420, at: time)
  case 7..<14: touch(0, .moved, x: 420 - Double(index - 6) * 24, at: time)
  case 14: touch(0, .ended, x: 252, at: time)
  // Two fingers move apart.
  case 70:
    touch(1, .began, x: 220, at: time)
    touch(2, .began, x: 260, at: time)
  case 71..<110:
    touch(1, .moved, x: 220 - Double(index - 70) * 4, at: time)
    touch(2, .moved, x: 260 + Double(index - 70) * 4, at: time)
  case 110:
    touch(1, .ended, x: 64, at: time)
    touch(2, .ended, x: 416, at: time)
  default: break
  }
  let frame = try host.render(at: time)
  pixels += frame.damage.area
  try frames.write(frame)
}
try frames.finish()

let layers = graph.waveformLayer.sublayers?.count ?? 0
print(
  "Wrote \(frames.nextNumber) frames and a poster to \(folder): \(sound.frameCount) samples, "
    + "\(layers) layers, zoomed to \((graph.zoom * 10).rounded() / 10); "
    + "\(pixels / frames.nextNumber) pixels drawn a frame.")
