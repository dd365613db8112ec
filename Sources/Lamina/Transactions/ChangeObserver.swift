/// An observer of the changes to a tree's layers, which records for each commit what it needs to
/// explain frames later. ``RenderOptions/explainsDamage`` attaches one.
///
/// The engine calls it, and knows nothing else about it.
protocol ChangeObserver: AnyObject {
  /// Called before another transaction becomes the innermost one: the changes since the last call
  /// belong to ``currentTransaction()``.
  func transactionWillChange(in layerTree: LayerTree)
  /// Called after the outermost transaction has been published.
  func transactionDidFinish()
  /// Called after a layer joined the tree, or moved in it.
  func layerDidMove(_ layer: Layer)
  /// Called before a layer leaves the tree, with its subtree.
  func layerWillLeave(_ layer: Layer)
  /// Called after a layer's own timing changed.
  func timingDidChange(of layer: Layer)
  /// Returns the innermost transaction of this thread, numbered within the tree.
  func currentTransaction() -> RecordedTransaction
  /// Called before a commit empties the queue of the layers that it has visited.
  func layersWillPublish(in layerTree: LayerTree)
  /// Returns the record of the tree that a commit publishes along with it, a value that only the
  /// observer's own code reads; nil if nobody asks for one.
  func makeRecord(of layerTree: LayerTree) -> (any AnyObject & Sendable)?
}
