import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaSVG
import LaminaScenes
import LaminaTables

extension ChartCommand {
  func run() throws {
    if live.display.isChosen { return try show() }
    try output.refuseTerminal()
    if !output.isSVG {
      // The frame, and the bytes of its file, of which PNG has the most.
      try FrameChecks.checkMemory(
        width: width, height: height, scale: scale ?? 1, bytesPerPixel: 10)
    }
    Leftovers.remove(besides: output.path)
    if output.isOnePicture, !follow { return try writeWhole() }
    try writeGrowing(output.catchSignals(speaks: !quiet))
  }

  /// Writes a picture of whole files.
  private func writeWhole() throws {
    // With the description of the table come its bad rows.
    let table = try readTable(warns: quiet)
    let plan = try ChartPlan(table: table, command: self)
    for warning in plan.warnings { StandardStreams.warn(warning) }
    if !quiet {
      StandardStreams.say("\(table)")
      StandardStreams.say(plan.summary)
    }
    // From here on there may be a temporary file, which is finished and gets its name.
    _ = Interruption.catchSignals(patience: 1, speaks: !quiet)
    try write(plan.showing(table).chart)
    if !quiet { StandardStreams.say("wrote \(output.name)") }
  }

  /// Writes the frames of a chart that grows, or a picture of the end.
  private func writeGrowing(_ interruption: Interruption) throws {
    let chart = GrowingChart(self)
    let input = ChartInput(
      files: files, follows: follow, interruption: interruption, speaks: true)
    var (frameCount, shownCount, failure): (Int?, Int?, (any Error)?)
    if output.isOnePicture {
      failure = try read(input, into: chart, interruption)
      try write(plan(ofAll: chart, interruption).chart)
    } else {
      let progress = ProgressCounter(
        isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: nil)
      (frameCount, shownCount, failure) = try output.writeFrames(into: output.makeSink(), progress)
      { sink in
        let frames = try ChartFrames(
          size: size, scale: scale ?? 1, rate: output.rate, sink: sink, progress: progress)
        let failure = try read(input, into: chart, interruption) { isAtEnd in
          try frames.draw(
            chart, rowsPerFrame: rowsPerFrame ?? 1, isAtEnd: isAtEnd, interruption: interruption)
        }
        _ = try plan(ofAll: chart, interruption)
        return (frames.count, frames.shownCount, failure)
      }
    }
    if let badRows = chart.badRows, !badRows.isEmpty, badRows != chart.toldBadRows {
      StandardStreams.warn("\(badRows)")
    }
    if !quiet {
      let end =
        interruption.isRequested ? "interrupted; " : failure != nil ? "ended by an error; " : ""
      let frames = frameCount.map { "\($0) \($0 == 1 ? "frame" : "frames") of " } ?? ""
      let rowCount = shownCount ?? chart.rowCount
      let rows = "\(rowCount) \(rowCount == 1 ? "row" : "rows")"
      StandardStreams.say("\(end)wrote \(output.name): \(frames)\(rows)")
    }
    if let failure { throw failure }
  }

  /// Reads the input to its end, or up to an error, which it returns if there are rows before it.
  ///
  /// - Parameter draw: called after each part, with true at the end.
  private func read(
    _ input: ChartInput, into chart: GrowingChart, _ interruption: Interruption,
    draw: (_ isAtEnd: Bool) throws -> Void = { _ in }
  ) throws -> (any Error)? {
    var failure: (any Error)?
    var isAtEnd = false
    var told: String?
    var hasWarned = false
    while !isAtEnd {
      do {
        let part = try input.next()
        isAtEnd = part == .end || part == .interruption
        try chart.append(part)
      } catch {
        // Without a choice of columns there is nothing to draw of the rows before.
        guard chart.summary != nil else { throw error }
        (failure, isAtEnd) = (error, true)
      }
      if !quiet, let summary = chart.summary, summary != told {
        if told == nil, let columns = chart.tellColumns() { StandardStreams.say(columns) }
        StandardStreams.say(summary)
        told = summary
      }
      if !hasWarned, let warning = chart.keyWarning {
        StandardStreams.warn(warning)
        hasWarned = true
      }
      try draw(isAtEnd)
    }
    try interruption.check()
    return failure
  }

  /// Returns the plan of all rows, and prints its warnings.
  ///
  /// - Throws: ``Interruption/Stop`` if there are no rows.
  private func plan(ofAll chart: GrowingChart, _ interruption: Interruption) throws -> ChartPlan {
    guard let plan = chart.plan(ofRows: chart.rowCount) else {
      throw Interruption.Stop.beforeFirstSample(signal: interruption.signal)
    }
    for warning in plan.warnings { StandardStreams.warn(warning) }
    return plan
  }

  /// Shows the chart in a window or in the terminal, as its rows arrive.
  private func show() throws {
    let interruption = live.display.catchSignals()
    let feed = ChartFeed(
      chart: GrowingChart(self),
      input: ChartInput(
        files: files, follows: follow, interruption: interruption, speaks: !live.display.terminal),
      view: ChartView(Chart {}.chartTheme(theme.theme)))
    try LiveView(
      view: feed.view, title: "lamina chart: \(files.joined(separator: ", "))", size: size,
      scale: scale.map { CGFloat($0) }
    ).show(
      on: live.display, frameLimit: live.frames, interruption: interruption
    ) { window in feed.start(for: window) }
    if let badRows = feed.badRows, !badRows.isEmpty { StandardStreams.warn("\(badRows)") }
    if let warning = feed.keyWarning { StandardStreams.warn(warning) }
  }

  /// Reads the files.
  ///
  /// - Parameter warns: true to warn of rows that could not be read, and are gaps.
  func readTable(warns: Bool) throws -> Table {
    let table = try Table(inputs: files.map(TableFile.open), options: tableOptions)
    if warns, !table.badRows.isEmpty { StandardStreams.warn("\(table.badRows)") }
    return table
  }

  private func write(_ chart: Chart) throws {
    if output.isSVG {
      let layer = ChartLayer(chart)
      layer.frame = CGRect(origin: .zero, size: size)
      let document = try SVGDocument(
        layer: layer, size: size, title: title ?? chart.title, description: chart.textDescription)
      if let error = layer.error { throw error }
      try document.write(
        to: output.isStandardOutput ? .standardOutput : .file(path: output.path))
    } else {
      try chart.write(
        to: output.path, format: output.format ?? FrameFormat(path: output.path), size: size,
        scale: scale ?? 1)
    }
  }
}
