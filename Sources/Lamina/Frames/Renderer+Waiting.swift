extension Renderer {
  /// Commits, and waits until all visible tiles of the tree's ``TiledLayer``s are drawn and
  /// committed, without occupying a thread. They appear at once, without fading in. Does nothing
  /// within an explicit transaction.
  ///
  /// Meanwhile the caller's isolation is free for other work, which may change layers and draw
  /// frames.
  ///
  /// - Parameters:
  ///   - time: seconds.
  ///   - isolation: the isolation of the caller, to which the renderer belongs.
  /// - Precondition: `time` is finite.
  /// - Throws: `CancellationError` if the task is cancelled; the tiles are drawn all the same, and
  ///   later commits show them.
  public func finishTiles(
    at time: Double, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    defer { layerTree.tilesComeAtOnce = false }
    var last: [ObjectIdentifier] = []
    while true {
      layerTree.tilesComeAtOnce = true
      commit(at: time)
      let work = layerTree.tileWork
      let names = work.map { ObjectIdentifier($0) }
      if names.isEmpty || names == last { return }
      last = names
      for tile in work { try await tile.finish() }
    }
  }
}
