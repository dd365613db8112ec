extension PathRasterizer {
  /// Makes the first ``active`` of ``pieces`` those of row `y`.
  func advance(to y: Int) {
    let top = y << 8
    let row = y - clip.minY
    let begin = Int(rowStarts[row])
    let count = Int(rowStarts[row + 1]) - begin
    lines.withUnsafeBufferPointer { lines in
      var kept = 0
      for index in 0..<active where lines[Int(pieces[index].line)].bottom > top {
        let line = pieces[index].line
        pieces[kept] = Self.piece(line, lines[Int(line)], top)
        kept += 1
      }
      reservePieces(kept + count)
      for index in begin..<begin + count {
        let line = byRow[index]
        pieces[kept] = Self.piece(line, lines[Int(line)], top)
        kept += 1
      }
      active = kept
    }
  }

  @inline(__always)
  private static func piece(_ index: Int32, _ line: Line, _ top: Int) -> Piece {
    let from = max(line.top, top)
    let to = min(line.bottom, top + unit)
    return Piece(
      line: index, direction: Int32(truncatingIfNeeded: line.direction),
      from: Int32(truncatingIfNeeded: from - top), to: Int32(truncatingIfNeeded: to - top),
      start: line.position(from), end: line.position(to))
  }

  private func reservePieces(_ count: Int) {
    guard count > pieceCapacity else { return }
    let larger = UnsafeMutablePointer<Piece>.allocate(capacity: count * 2)
    larger.update(from: pieces, count: pieceCapacity)
    pieces.deallocate()
    pieces = larger
    pieceCapacity = count * 2
  }

  /// Sorts pieces by insertion, as rows differ little from the row above and strips are short;
  /// where that takes too many moves, by merging. `precedes` orders any two pieces, so both
  /// ways end in the same order.
  @inline(__always)
  private func sort(_ first: Int, _ end: Int, _ precedes: (Piece, Piece) -> Bool) {
    let pieces = pieces
    var index = first + 1
    var moves = 0
    while index < end {
      let piece = pieces[index]
      var place = index
      while place > first, precedes(piece, pieces[place - 1]) {
        pieces[place] = pieces[place - 1]
        place -= 1
      }
      pieces[place] = piece
      moves &+= index &- place
      index += 1
      if moves > 32 &* (end &- first) {
        var rest = UnsafeMutableBufferPointer(start: pieces + first, count: end - first)
        rest.sort(by: precedes)
        return
      }
    }
  }

  /// Adds the areas of the pieces in `first..<end`, which lie between the steps `from` and `to`
  /// of the row that begins at step `top`. Left of them the winding is `base`.
  ///
  /// They are cut into groups with nothing between them that depends on y.
  func cut(_ first: Int, _ end: Int, _ from: Int, _ to: Int, _ base: Int32, _ top: Int) {
    sort(first, end) { a, b in
      if a.left != b.left { return a.left < b.left }
      if a.right != b.right { return a.right < b.right }
      return a.line < b.line
    }
    let whole = StripFingerprint.difference(from, to)
    var groupStart = first
    var groupBase = base
    var right = Int32.min
    // The winding behind the pieces so far: at the strip's top, and a fingerprint of how it
    // depends on y.
    var winding = base
    var fingerprint = UInt64(bitPattern: Int64(base)) &* whole
    for index in first..<end {
      let piece = pieces[index]
      if index > groupStart, piece.left >= right,
        fingerprint == UInt64(bitPattern: Int64(winding)) &* whole
      {
        addGroup(groupStart, index, from, to, groupBase, top)
        groupStart = index
        groupBase = winding
      }
      right = max(right, piece.right)
      if piece.from == from { winding += piece.direction }
      let change = StripFingerprint.difference(Int(piece.from), Int(piece.to))
      fingerprint = piece.direction > 0 ? fingerprint &+ change : fingerprint &- change
    }
    addGroup(groupStart, end, from, to, groupBase, top)
  }

  /// Adds the areas of one group: as it is if nothing begins, ends or crosses in it, else cut
  /// into two strips.
  private func addGroup(
    _ first: Int, _ end: Int, _ from: Int, _ to: Int, _ base: Int32, _ top: Int
  ) {
    // A group right of the clip changes nothing in it.
    if Int(pieces[first].left) >> 8 >= clip.maxX { return }
    let middle = (from + to) / 2
    // The corner nearest to the middle.
    var place = from
    var distance = Int.max
    for index in first..<end {
      let piece = pieces[index]
      if piece.from > from, abs(Int(piece.from) - middle) < distance {
        place = Int(piece.from)
        distance = abs(place - middle)
      }
      if piece.to < to, abs(Int(piece.to) - middle) < distance {
        place = Int(piece.to)
        distance = abs(place - middle)
      }
    }
    if place == from {
      if addOrdered(first, end, from, to, base) { return }
      place = middle
    }
    addPart(first, end, from, place, base, top)
    addPart(first, end, place, to, base, top)
  }

  /// Adds the areas of pieces that all go through the whole strip, unless some cross and the
  /// strip can still be cut.
  private func addOrdered(
    _ first: Int, _ end: Int, _ from: Int, _ to: Int, _ base: Int32
  ) -> Bool {
    sort(first, end) { a, b in
      let (x, y) = (a.start &+ a.end, b.start &+ b.end)
      return x != y ? x < y : a.line < b.line
    }
    if to - from > Self.thinnestStrip {
      var index = first + 1
      while index < end {
        if pieces[index].start < pieces[index - 1].start
          || pieces[index].end < pieces[index - 1].end
        {
          return false
        }
        index += 1
      }
    }
    var winding = base
    for index in first..<end {
      let piece = pieces[index]
      let wasInside = isInside(winding)
      winding += piece.direction
      if wasInside != isInside(winding) {
        add(Int(piece.start), from, Int(piece.end), to, wasInside ? -1 : 1)
      }
    }
    return true
  }

  /// Cuts again what a group has between two steps of its strip.
  private func addPart(
    _ first: Int, _ end: Int, _ from: Int, _ to: Int, _ base: Int32, _ top: Int
  ) {
    // The group's pieces stay where they are; copies go above everything in use.
    let begin = max(end, stackEnd)
    reservePieces(begin + end - first)
    var next = begin
    lines.withUnsafeBufferPointer { lines in
      for index in first..<end where pieces[index].from < to && pieces[index].to > from {
        var piece = pieces[index]
        let line = lines[Int(piece.line)]
        if piece.from < from {
          piece.from = Int32(truncatingIfNeeded: from)
          piece.start = line.position(top + from)
        }
        if piece.to > to {
          piece.to = Int32(truncatingIfNeeded: to)
          piece.end = line.position(top + to)
        }
        pieces[next] = piece
        next += 1
      }
    }
    if next == begin { return }
    let outer = stackEnd
    stackEnd = next
    cut(begin, next, from, to, base, top)
    stackEnd = outer
  }
}

/// Numbers that tell how a winding depends on y: sums of their differences are equal only if
/// the windings are.
enum StripFingerprint {
  private static let values: [UInt64] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0...256).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
  }()

  /// What a line from step `from` of a row to step `to` counts for.
  @inline(__always)
  static func difference(_ from: Int, _ to: Int) -> UInt64 {
    value(to) &- value(from)
  }

  @inline(__always)
  private static func value(_ step: Int) -> UInt64 { values[step] }
}
