import TerrainBase

/// A part of what an event earned that a return is about.
struct EventPart {
  /// What it earned of a unit.
  let amounts: EventRecord.Amounts
  /// All of the event, its lines included.
  var isWhole = false
  /// The returned line, the line that was bought, and how many pieces of it came back before; nil of the whole event.
  var line: (returned: Value, original: Value, before: Int64)?
}
