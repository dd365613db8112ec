import Foundation
import Lamina
import LaminaViews

/// Covers in perspective, each with its reflection. One stands in the middle; a finger, the wheel,
/// the arrow keys or a tap on another cover brings others there.
///
/// The view scrolls an empty scroll view, whose offset says which cover is in the middle. Between two
/// covers all are on their way from one place to the next.
package final class CoverFlowView: View, ScrollViewDelegate {
  /// The size that the view is made for, in points.
  package static let size = CGSize(width: 800, height: 380)

  private static let side: CGFloat = 190
  /// The distance that a finger moves from one cover to the next, in points.
  private static let step: CGFloat = 80

  private let floor = Layer()
  private let stage = Layer()
  /// Layers that show the same bitmap, from left to right.
  private var covers: [(standing: Layer, reflection: Layer)] = []
  private let scrollView = CoverScrollView()
  /// The rest of the wheel's movement, less than a notch.
  private var wheelRest: CGFloat = 0

  /// The number of the cover in the middle, counted from 0, and what is missing to it.
  package var middle: CGFloat { scrollView.contentOffset.x / Self.step }

  package init() throws {
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    layer.contents = try Bitmap(width: 1, height: 380) { _, y in
      Color(rgb: 0x0B1A2A).mixed(with: Color(rgb: 0x35566F), 1 - abs(Double(y) - 210) / 210)
    }

    // A `sublayerTransform` is a perspective that all sublayers share. The opacity of a layer with
    // sublayers is that of all of them together: reflections hide each other before the floor shows
    // through.
    for group in [floor, stage] {
      group.frame = bounds
      group.sublayerTransform.m34 = -1 / 620
      layer.addSublayer(group)
    }
    floor.opacity = 0.2

    let inks: [(UInt32, UInt32)] = [
      (0x5B2A86, 0xF7B801), (0x0F7173, 0xF0C808), (0xB23A48, 0xFCB9B2), (0xF2783C, 0xFFF1D0),
      (0x1F4E8C, 0x9AD1F5), (0x3A5A40, 0xDAD7CD), (0x7A1F3D, 0xE88D67),
    ]
    for (number, (paper, ink)) in inks.enumerated() {
      let bitmap = try Self.drawCover(number, paper, ink)
      let (cover, reflection) = (Layer(), Layer())
      for layer in [cover, reflection] {
        layer.contents = bitmap
        layer.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        layer.anchorPoint = CGPoint(x: 0.5, y: 1)
      }
      stage.addSublayer(cover)
      floor.addSublayer(reflection)
      covers.append((cover, reflection))
    }

    scrollView.frame = bounds
    scrollView.contentSize = CGSize(
      width: bounds.width + CGFloat(covers.count - 1) * Self.step, height: bounds.height)
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.decelerationRate = .fast
    scrollView.contentOffset.x = 3 * Self.step
    scrollView.delegate = self
    addSubview(scrollView)
    placeCovers()
  }

  /// A cover: a colour, and a few discs and lines that differ from cover to cover.
  private static func drawCover(_ number: Int, _ paper: UInt32, _ ink: UInt32) throws -> Bitmap {
    let context = try DrawingContext(width: 2 * Int(side), height: 2 * Int(side), scale: 2)
    context.fillColor = Color(rgb: paper)
    context.fill(CGRect(x: 0, y: 0, width: side, height: side))
    let center = CGPoint(x: 0.62 * side, y: 0.42 * side)
    for ring in 0..<5 {
      let radius = side * (0.52 - 0.1 * CGFloat(ring))
      context.fillColor = Color(rgb: ring % 2 == 0 ? ink : paper).withAlpha(ring == 0 ? 0.35 : 0.8)
      context.fill(
        Path(
          ellipseIn: CGRect(
            x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)))
    }
    var wave = Path()
    for step in 0...88 {
      let x = CGFloat(step) * side / 88
      let swing = sin(Double(step) * 0.1 * Double(number % 3 + 1) + Double(number))
      let point = CGPoint(x: x, y: side * (0.78 + 0.1 * swing))
      if step == 0 { wave.move(to: point) } else { wave.addLine(to: point) }
    }
    context.strokeColor = .white
    context.lineWidth = 3
    context.lineJoin = .round
    context.stroke(wave)
    return context.makeBitmap()
  }

  // MARK: - Where covers stand

  /// Places a layer on the stage. `place` counts covers from the middle one; a reflection hangs
  /// upside down from the foot of its cover.
  private func stand(_ layer: Layer, at place: CGFloat, isReflection: Bool) {
    let turned = max(-1, min(1, place))
    layer.position = CGPoint(x: 400 + turned * 62 + place * 92, y: 246)
    layer.zPosition = -60 * abs(turned) - 12 * abs(place)
    layer.transform = Transform3D(rotation: turned * -0.95, x: 0, y: 1, z: 0)
      .concatenating(Transform3D(scaleX: 1, y: isReflection ? -1 : 1))
  }

  private func placeCovers() {
    // The scroll view says for each frame where covers are: no animations.
    Transaction.run(disableActions: true) {
      for (number, cover) in covers.enumerated() {
        stand(cover.standing, at: CGFloat(number) - middle, isReflection: false)
        stand(cover.reflection, at: CGFloat(number) - middle, isReflection: true)
      }
    }
  }

  package func scrollViewDidScroll(_ scrollView: ScrollView) { placeCovers() }

  // MARK: - Input

  /// The number of the cover that is on its way to the middle.
  private var target: Int?
  private var nearest: Int { Int(min(max(middle, 0), CGFloat(covers.count - 1)).rounded()) }

  /// Brings the cover of a number to the middle; the first or the last where there is none.
  private func bringToMiddle(_ number: Int) {
    let number = min(max(number, 0), covers.count - 1)
    scrollView.setContentOffset(CGPoint(x: CGFloat(number) * Self.step, y: 0), animated: true)
    target = number
  }

  package func scrollViewWillBeginDragging(_ scrollView: ScrollView) { target = nil }

  /// Moves on to the nearer cover if scrolling comes to rest between two.
  package func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    if !willDecelerate { bringToMiddle(nearest) }
  }

  package func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    if !scrollView.isTracking { bringToMiddle(nearest) }
  }

  package func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { target = nil }

  package override func touchesBegan(_ touches: [Touch]) {}
  package override func touchesMoved(_ touches: [Touch]) {}
  package override func touchesCancelled(_ touches: [Touch]) {}

  /// A touch that did not drag is for the cover that is seen there.
  package override func touchesEnded(_ touches: [Touch]) {
    let hit = stage.hitTest(touches[0].location(in: self))
    bringToMiddle(covers.firstIndex { $0.standing === hit } ?? nearest)
  }

  /// A notch of the wheel is a cover.
  package override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
    wheelRest -= (abs(translation.x) > abs(translation.y) ? translation.x : translation.y) / 48
    let notches = wheelRest.rounded(.towardZero)
    wheelRest -= notches
    if notches != 0 { bringToMiddle((target ?? nearest) + Int(max(-9, min(9, notches)))) }
    return true
  }

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    switch key {
    case .left: bringToMiddle((target ?? nearest) - 1)
    case .right: bringToMiddle((target ?? nearest) + 1)
    case .home: bringToMiddle(0)
    case .end: bringToMiddle(covers.count - 1)
    default: return false
    }
    return true
  }
}

/// Leaves the wheel to the view around it.
private final class CoverScrollView: ScrollView {
  override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool { false }
}
