import Foundation
import Lamina

// The instances of replicators.

extension SVGWriter {
  /// The maximum number of instances in a document.
  static let mostInstances = 10_000

  /// Returns the reason why the instances of a replicator cannot be written; nil if they can.
  func reasonForPicture(ofInstances replicator: ReplicatorLayer) -> SVGReport.Reason? {
    let count = max(0, replicator.instanceCount)
    if instanceCount + count > Self.mostInstances { return .instances }
    var isFlat = true
    forEachInstance(of: replicator) { _, whole in isFlat = isFlat && whole.isAffine }
    return isFlat ? nil : .depth
  }

  /// Calls `body` with the number of each instance and its transform to the plane of the replicator.
  private func forEachInstance(
    of replicator: ReplicatorLayer, _ body: (Int, Transform3D) -> Void
  ) {
    let base = replicator.aboutAnchor(replicator.sublayerTransform)
    var transform = Transform3D.identity
    for number in 0..<max(0, min(replicator.instanceCount, ReplicatorLayer.maximumInstanceCount)) {
      body(number, replicator.aboutAnchor(transform).concatenating(base))
      transform = transform.concatenating(replicator.instanceTransform)
    }
  }

  /// Returns the instances of a replicator, back to front.
  func instances(
    of replicator: ReplicatorLayer, _ index: Int, in inner: Space
  ) throws(RenderError) -> [SVGElement] {
    var places: [(number: Int, transform: Transform2D, space: Space)] = []
    forEachInstance(of: replicator) { number, whole in
      switch FlattenedTransform(flattening: whole) {
      case .affine(let transform):
        if let space = inner.inner(transform) { places.append((number, transform, space)) }
      case .overflow: SVGReport.add(.overflow, of: replicator, to: &report.omissions)
      case .perspective: break
      }
    }
    places.removeAll { replicator.color(ofInstance: $0.number).alpha <= 0 }
    guard !places.isEmpty else { return [] }
    instanceCount += places.count
    var shared = Space(visible: .null, scale: 0, alpha: inner.alpha)
    for place in places {
      shared.visible = shared.visible.union(place.space.visible)
      shared.scale = max(shared.scale, place.space.scale)
    }
    let delay = replicator.instanceDelay
    let isDelayed =
      delay != 0 && places.count > 1 && time != nil
      && replicator.model() !== replicator
    var identifier: String?
    var elements: [SVGElement] = []
    for place in places {
      let element: SVGElement
      if isDelayed {
        element = try content(
          of: replicator, index, delayedBy: delay * Double(place.number), shared)
      } else if let identifier {
        element = SVGElement("use", ["xlink:href": "#\(identifier)"])
      } else {
        element = try content(table[index].children, in: shared)
        if element.children.isEmpty { return [] }
        if places.count > 1 {
          identifier = newIdentifier("instance")
          element.identify(identifier!)
        }
      }
      if element.name == "g", element.children.isEmpty { continue }
      let group = SVGElement("g")
      group["transform"] = inner.notation.transform(place.transform)
      let color = replicator.color(ofInstance: place.number)
      if color.alpha < 1 { group["opacity"] = SVGNumber.text(color.alpha) }
      if let filter = tint(color, in: shared) { group["filter"] = "url(#\(filter))" }
      group.children = [element]
      elements.append(group.simplifiedInstance)
    }
    return elements
  }

  private func content(_ children: [Int], in space: Space) throws(RenderError) -> SVGElement {
    let group = SVGElement("g")
    for child in children {
      if let element = try element(child, in: space) { group.children.append(element) }
    }
    return group
  }

  /// Returns the sublayers as they were presented some seconds of the replicator's time earlier.
  private func content(
    of replicator: ReplicatorLayer, _ index: Int, delayedBy delay: Double, _ space: Space
  ) throws(RenderError) -> SVGElement {
    let now = time
    defer { time = now }
    let model = replicator.model()
    guard let now, delay != 0 else { return try content(table[index].children, in: space) }
    let local = model.convertTime(now, from: nil)
    // A replicator that stands still has no earlier time.
    if abs(model.convertTime(local, to: nil) - now) < 1e-6 {
      time = model.convertTime(local - delay, to: nil)
    }
    let earlier = model.presentation(at: time ?? now)
    var children: [Int] = []
    for sublayer in earlier.sublayersInDrawingOrder {
      children.append(add(sublayer, parent: index))
    }
    return try content(children, in: space)
  }
}
