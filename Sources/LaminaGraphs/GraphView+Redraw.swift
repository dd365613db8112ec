import Foundation
import Lamina

extension GraphView {
  /// Takes new samples from the series' inlet, shows the tiles that the redraw queue has finished,
  /// and draws or dispatches the others.
  ///
  /// The owner of a live view calls this in every turn of its run loop. It never waits for a tile.
  public func update() {
    series.receive()
    if layer.needsLayout() { layoutIfNeeded() }
    redrawTurn()
  }

  /// Completes all outstanding drawing, waiting for the redraw queue if there is one.
  ///
  /// Do not call this on the redraw queue itself.
  public func finishDrawing() {
    update()
    while let redrawQueue, isDrawing {
      redrawQueue.wait()
      redrawTurn()
    }
  }

  /// Completes all outstanding drawing, waiting for the redraw queue, if there is one, without
  /// occupying a thread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the queue goes on drawing.
  public func finishDrawing(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    update()
    while let redrawQueue, isDrawing {
      try await redrawQueue.finish()
      redrawTurn()
    }
  }

  /// A Boolean value indicating whether some tile does not show all its samples yet.
  public var isDrawing: Bool {
    !tilesToRedraw.isEmpty || tileLayers.tiles.contains { tileLayers[$0]?.jobInFlight != nil }
  }

  /// Sets the callback that a live view calls on the redraw queue when a tile is finished and no
  /// earlier one is waiting to be shown. Use it to wake the owner, who then calls ``update()``. An
  /// offline view does not call it.
  public func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) {
    redrawQueue?.setWakeUp(wakeUp)
  }

  // MARK: - Queueing

  /// Queues the tiles affected by the last `count` samples: those that contain the samples, and
  /// those that have them in their padding.
  func queueTilesForRedraw(affectedByLast count: Int) {
    let padding = format?.padding ?? configuration.paddingSamples
    let oldest = configuration.tile(ofSample: series.totalSampleCount - count - padding)
    for tile in max(oldest, tileLayers.tiles.lowerBound)...tileLayers.newestTile {
      queueTileForRedraw(tile)
    }
  }

  func queueTileForRedraw(_ tile: Int) { tilesToRedraw.insert(tile) }

  // MARK: - Drawing

  /// Shows finished tiles, and draws or dispatches queued ones.
  func redrawTurn() {
    if let redrawQueue {
      for drawn in redrawQueue.takeDrawnTiles() { takeOver(drawn) }
      giveOutTiles(to: redrawQueue)
    } else if !tilesToRedraw.isEmpty {
      Transaction.run(disableActions: true) {
        while let tile = tilesToRedraw.popFirst() { redraw(tile) }
      }
    }
  }

  /// Draws a tile synchronously.
  private func redraw(_ tile: Int) {
    guard let graphTile = tileLayers[tile], let format else { return }
    let canvas = graphTile.canvas ?? TileCanvas(format: format)
    graphTile.canvas = canvas
    takePoints(of: tile, format)
    show(Result { () throws(BitmapError) in try canvas.draw(request) }, on: graphTile)
  }

  /// Dispatches queued tiles to the redraw queue, except those that are being drawn there for an
  /// earlier state: these are dispatched once they return, with all samples that have arrived by
  /// then.
  private func giveOutTiles(to redrawQueue: RedrawQueue) {
    guard let format else { return }
    var later = TileSet()
    while let tile = tilesToRedraw.popFirst() {
      guard let graphTile = tileLayers[tile] else { continue }
      if graphTile.jobInFlight != nil {
        later.insert(tile)
        continue
      }
      let canvas = graphTile.canvas ?? TileCanvas(format: format)
      graphTile.canvas = nil
      graphTile.jobInFlight = (tile, generation)
      takePoints(of: tile, format)
      redrawQueue.redraw(request, generation: generation, on: canvas)
    }
    tilesToRedraw = later
  }

  /// Shows a tile that the redraw queue has drawn, unless it is stale: the tile has left the view,
  /// or the view has been laid out again since.
  private func takeOver(_ drawn: DrawnTile) {
    guard drawn.generation == generation, let graphTile = tileLayers[drawn.tile],
      let job = graphTile.jobInFlight, job == (drawn.tile, drawn.generation)
    else { return }
    graphTile.jobInFlight = nil
    graphTile.canvas = drawn.canvas
    show(drawn.bitmap, on: graphTile)
  }

  /// Shows a drawn tile; of one that could not be drawn, only the background and the error.
  private func show(_ bitmap: Result<Bitmap?, BitmapError>, on graphTile: GraphTile) {
    switch bitmap {
    case .success(let bitmap): show(bitmap, on: graphTile)
    case .failure(let failure):
      error = failure
      show(nil, on: graphTile)
    }
  }

  /// Sets the contents of a tile's layer; an empty tile is shown by the layer's background colour.
  func show(_ bitmap: Bitmap?, on graphTile: GraphTile) {
    graphTile.layer.contents = bitmap
    let background: Color? =
      bitmap == nil || style.backgroundColor.alpha >= 1 ? style.backgroundColor : nil
    graphTile.layer.backgroundColor = background
  }

  /// Fills ``request`` with the samples of a tile and of its padding.
  private func takePoints(of tile: Int, _ format: TileFormat) {
    let first = configuration.firstSample(of: tile)
    // A tile may begin before the first sample; samples may be discarded already, or yet to arrive.
    let retained = series.retainedIndices
    let range = (first - format.padding..<first + configuration.samplesPerTile + format.padding)
      .clamped(to: retained)
    request.tile = tile
    request.firstSample = range.lowerBound
    request.points.removeAll(keepingCapacity: true)
    guard !range.isEmpty else { return }
    series.withSamples(range) { samples in
      for (offset, sample) in samples.enumerated() {
        let x = CGFloat(range.lowerBound - first + offset) * configuration.pointsPerSample
        let y = sample.isFinite ? CGFloat(sample) - format.originY : .nan
        request.points.append(CGPoint(x: x, y: y))
      }
    }
  }
}
