import Foundation

/// The coordinate spaces of an evaluator, by number, and the changes that its evaluations make to
/// them.
struct SpatialTree: ~Copyable {
  /// The space that the root layer stands in.
  var root: CoordinateSpace
  private var spaces: UnsafeMutablePointer<CoordinateSpace>
  private var capacity: Int
  /// The evaluation in which each space last changed.
  private var changed: [UInt64]
  private var groups: [DisplayGroup?]
  /// The layers whose sublayer transform matters, with their transform without it.
  private var perspectives: [Int32: Perspective] = [:]
  /// The layers to name where something in a space is left out, if that may happen to a plain node.
  private var owners: [Int32: LayerIdentity] = [:]
  private(set) var evaluation: UInt64 = 0
  /// True if the running evaluation has changed any space.
  private(set) var anyHasChanged = false

  /// A layer with a sublayer transform, reduced to what affects its sublayers.
  struct Perspective {
    var values: LayerValues
    /// The transform from the layer to device pixels, without the sublayer transform.
    var transform: ProjectiveTransform
  }

  /// - Parameter capacity: the initial capacity, in spaces.
  init(root: CoordinateSpace, capacity: Int) {
    self.root = root
    self.capacity = capacity
    spaces = .allocate(capacity: capacity)
    spaces.initialize(repeating: root, count: capacity)
    changed = Array(repeating: 0, count: capacity)
    groups = Array(repeating: nil, count: capacity)
  }

  deinit { spaces.deallocate() }

  /// Removes everything that is not in the spaces themselves. The next evaluation must be a
  /// complete one.
  mutating func removeAll() {
    perspectives.removeAll()
    owners.removeAll()
  }

  /// Begins an evaluation of a tree with spaces below `limit`.
  mutating func beginEvaluation(of limit: Int) {
    evaluation += 1
    anyHasChanged = false
    guard limit > capacity else { return }
    let larger = max(limit, capacity * 2)
    let grown = UnsafeMutablePointer<CoordinateSpace>.allocate(capacity: larger)
    grown.initialize(repeating: root, count: larger)
    grown.update(from: spaces, count: capacity)
    spaces.deallocate()
    spaces = grown
    changed.append(contentsOf: repeatElement(0, count: larger - capacity))
    groups.append(contentsOf: repeatElement(nil, count: larger - capacity))
    capacity = larger
  }

  /// Returns true if plain boxes in a space can be placed without regard to groups; the number must
  /// not be negative.
  func takesPlainBoxes(_ index: Int32) -> Bool {
    let index = Int(index)
    return groups[index] == nil && spaces[index].takesPlainBoxes && !spaces[index].isHidden
  }

  /// Returns the group of a space's layers; the number must not be negative.
  func group(_ index: Int32) -> DisplayGroup? { groups[Int(index)] }

  /// Returns a space; that of the root for a negative number.
  func space(_ index: Int32) -> CoordinateSpace { index >= 0 ? spaces[Int(index)] : root }

  func perspective(_ index: Int32) -> Perspective? {
    space(index).hasSublayerTransform ? perspectives[index] : nil
  }

  /// Returns the layer to name where a layer in a space, or what is in it, is left out: the
  /// outermost one whose numbers are too large. Nil if it is not known.
  func owner(of layer: LayerIdentity?, in index: Int32) -> LayerIdentity? {
    if owners.isEmpty { return layer }
    return space(index).omission == nil ? layer ?? owners[index] : owners[index]
  }

  /// Returns true if the running evaluation has changed the space.
  func hasChanged(_ index: Int32) -> Bool {
    index >= 0 && changed[Int(index)] == evaluation
  }

  private mutating func noteChange(_ index: Int32) {
    changed[Int(index)] = evaluation
    anyHasChanged = true
  }

  /// Defines the space of a layer's sublayers, and records whether it has changed.
  ///
  /// - Parameters:
  ///   - toDevice: the transform from the layer to device pixels.
  ///   - owner: the layer to name where it, or something in it, is left out.
  ///   - frame: the bounds of all relevant pixels in the picture around the layer.
  mutating func define(
    _ index: Int32, values: LayerValues, state: TraversalState, toDevice: ProjectiveTransform,
    owner: LayerIdentity?, frame: PixelRect
  ) {
    var space = CoordinateSpace(clip: state.innerClip)
    space.isHidden = state.isHidden
    space.facesAway = state.facesAway
    space.alignsContents = state.alignsSublayers
    space.alpha = state.isGrouped ? 255 : state.handedDownAlpha
    space.omission = state.omission
    let sublayerTransform = values.sublayerTransformInPlace
    place(
      &space, index,
      sublayerTransform.map { ProjectiveTransform(flattening: $0).concatenating(toDevice) }
        ?? toDevice, owner)
    if sublayerTransform != nil, !space.isHidden {
      space.hasSublayerTransform = true
      let perspective = Perspective(values: values, transform: toDevice)
      if perspectives[index]?.looks(like: perspective) != true { noteChange(index) }
      perspectives[index] = perspective
    } else {
      perspectives[index] = nil
    }
    let group = group(index, in: state, frame)
    if spaces[Int(index)] != space || groups[Int(index)] !== group {
      spaces[Int(index)] = space
      groups[Int(index)] = group
      noteChange(index)
    }
  }

  /// Sets the transform of a space, or leaves out everything in it if that is not in the domain.
  private mutating func place(
    _ space: inout CoordinateSpace, _ index: Int32, _ transform: ProjectiveTransform,
    _ owner: LayerIdentity?
  ) {
    if !transform.isInDomain, !space.isHidden { space.omission = .transformOverflow }
    if space.omission != nil { space.isHidden = true }
    if !space.isHidden { space.setTransform(transform) }
    let mayOmit =
      space.omission != nil || !space.isHidden && !space.transform.keepsPlainBoxesInDomain
    let owner = mayOmit ? owner : nil
    if owner != nil || !owners.isEmpty, owner != owners[index] {
      owners[index] = owner
      noteChange(index)
    }
  }

  /// Hides all layers in a space, because instances show them instead.
  mutating func hide(_ index: Int32) {
    var space = CoordinateSpace(clip: root.clip)
    space.isHidden = true
    perspectives[index] = nil
    if spaces[Int(index)] != space || groups[Int(index)] != nil {
      spaces[Int(index)] = space
      groups[Int(index)] = nil
      noteChange(index)
    }
  }

  /// Defines the space of a layer's mask, and records whether it has changed.
  ///
  /// - Parameters:
  ///   - group: the group that is masked.
  ///   - toDevice: the transform from the layer to device pixels.
  ///   - owner: the layer to name where something in the mask is left out.
  ///   - frame: the bounds of all relevant pixels in the picture around the layer.
  mutating func defineMask(
    _ index: Int32, of group: DisplayGroup?, state: TraversalState, toDevice: ProjectiveTransform,
    owner: LayerIdentity?, frame: PixelRect
  ) {
    var space = CoordinateSpace(clip: state.clip)
    space.isHidden = state.isHidden
    space.facesAway = state.facesAway
    space.alignsContents = state.alignsContents
    // The sublayer transform does not apply to the mask.
    place(&space, index, toDevice, owner)
    perspectives[index] = nil
    var mask = DisplayGroup(
      parent: group, space: index, isMask: true, clip: state.clip, frame: frame)
    if let old = groups[Int(index)], old.matches(mask) { mask = old }
    if spaces[Int(index)] != space || groups[Int(index)] !== mask {
      spaces[Int(index)] = space
      groups[Int(index)] = mask
      noteChange(index)
    }
  }

  /// Returns the group in which a layer's sublayers are drawn: that of the last evaluation if
  /// nothing has changed.
  private func group(
    _ index: Int32, in state: TraversalState, _ frame: PixelRect
  ) -> DisplayGroup? {
    guard let group = DisplayGroup(state, space: index, frame: frame) else {
      return state.parentGroup
    }
    if let old = groups[Int(index)], old.matches(group) { return old }
    return group
  }
}

extension SpatialTree.Perspective {
  /// Returns true if sublayers look the same in both.
  fileprivate func looks(like other: SpatialTree.Perspective) -> Bool {
    transform == other.transform
      && values.rareValues.sublayerTransform == other.values.rareValues.sublayerTransform
      && values.bounds == other.values.bounds && values.anchorPoint == other.values.anchorPoint
  }
}
