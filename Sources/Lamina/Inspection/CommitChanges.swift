/// A recorder of what commits change, which another module keeps.
package protocol CommitRecorder: AnyObject {
  /// Takes the changes of a commit.
  func record(_ changes: CommitChanges)
  /// Returns the number of a layer in the recording; nil if no commit has published it.
  func number(of layer: Layer) -> Int?
}

/// The layers that a commit may have changed. It is valid while it is handed over.
package struct CommitChanges {
  /// The time of the commit, in seconds.
  package let time: Double
  package let root: Layer
  /// The layers whose values, timing or animations may have changed.
  package let changed: [Layer]
  /// The layers whose sublayers may have changed.
  package let parents: [Layer]
  /// The layers that left with their sublayers. They may be back, or in another tree.
  package let departed: [Layer]
  let tracer: ChangeTracer
  let layerTree: LayerTree

  /// Returns true if a layer is in the tree.
  package func contains(_ layer: Layer) -> Bool { layer.layerTree === layerTree }

  /// Returns the transactions with a number above another that changed a layer of the tree.
  package func transactions(
    thatChanged layer: Layer, after number: Int
  ) -> Set<RecordedTransaction> {
    let added = layer.storage.animations.entries.compactMap(\.transaction)
    return tracer.transactions(of: layer, after: number).union(added.filter { $0.number > number })
  }

  /// Forgets a layer that left.
  package func forget(_ layer: Layer) { tracer.forget(layer) }
}

extension Renderer {
  /// Has what each commit changes handed to a recorder, beginning with the next one, which publishes
  /// the whole tree; nil ends that.
  package func recordCommits(_ recorder: (any CommitRecorder)?) {
    layerTree.changeObserver = recorder.map { ChangeTracer(recorder: $0) }
    if options.explainsDamage { layerTree.setExplainsDamage(true) }
    needsRecord()
  }

  /// Returns the number that a layer has in the recording that is being made; nil if none is, or the
  /// layer is new.
  package func recordedNumber(of layer: Layer) -> Int? {
    (layerTree.changeObserver as? ChangeTracer)?.recorder?.number(of: layer)
  }
}
