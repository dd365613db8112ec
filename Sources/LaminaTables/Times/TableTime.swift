import Foundation

/// Reads times that are not in a table as if they were.
package enum TableTime {
  /// Returns the seconds east of Greenwich that a text such as `+02:00`, `-0530`, `+02`, `UTC` or `Z` says;
  /// nil if it is none.
  package static func zoneOffset(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    var index = 0
    guard let offset = TimeText.zoneOffset(bytes.span, &index, bytes.count), index == bytes.count
    else { return nil }
    return offset
  }

  /// Returns the seconds since 1970 of a time of ISO 8601 or of the notation of a column; nil if a text is
  /// none.
  ///
  /// - Parameter zone: the zone of a time that names none.
  package static func seconds(
    _ text: String, likeThoseOf column: TableColumn, in zone: TimeZone
  ) -> Double? {
    var formats: [String] = []
    if case .format(let format)? = column.timeNotation { formats.append(format) }
    if column.isTimeOfDay { formats += ["%H:%M:%S.%f", "%H:%M:%S", "%H:%M"] }
    let bytes = Array(text.utf8)
    var localTimes = LocalTimes(zone)
    if let time = TimeText.read(bytes.span, 0, bytes.count) { return time.seconds(&localTimes) }
    return formats.lazy.compactMap { format in
      try? TimePattern(format).seconds(bytes.span, 0, bytes.count, &localTimes)
    }.first
  }
}
