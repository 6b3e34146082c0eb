import TerrainBase

/// All transitions of an automaton.
struct CompleteTable: Sendable {
  private let entries: [StateTable.StateName]
  private let start: StateTable.StateName
  private let matched: StateTable.StateName
  private let invalidColumn: Int
  private let endColumn: Int
  /// The only byte that leads out of the start state, if there is just one: everything before it is skipped.
  private let firstByte: UInt8?

  /// The whole of `table`, in which no transition is unknown.
  init(_ table: StateTable, start: StateTable.StateName, _ classes: ScalarClasses) {
    entries = table.entries
    self.start = start
    matched = table.matched
    invalidColumn = table.invalidColumn
    endColumn = table.endColumn
    let leaving = (0..<table.endColumn).filter { table.entries[Int(start) + $0] != start }
    if start > table.matched, leaving.count == 1, leaving[0] != table.invalidColumn,
      let only = classes.onlyMember(of: UInt16(truncatingIfNeeded: leaving[0])), only < 0x80
    {
      firstByte = UInt8(truncatingIfNeeded: only)
    } else {
      firstByte = nil
    }
  }

  /// Whether the automaton matches, and how many bytes it read.
  func search(_ bytes: UnsafeBufferPointer<UInt8>, _ classifier: ScalarClassifier) -> (found: Bool, steps: Int) {
    if start <= matched { return (start == matched, 1) }
    // The start state has the lowest name of those that are not last, so one comparison finds all that need thought.
    let remarkable = firstByte == nil ? matched : start
    return entries.withUnsafeBufferPointer { entries in
      classifier.ascii.withUnsafeBufferPointer { ascii in
        var state = start
        var position = skipToFirstByte(bytes, from: 0)
        while position < bytes.count {
          let byte = bytes[position]
          let column: Int
          if byte < 0x80 {
            column = Int(ascii[Int(byte)])
            position += 1
          } else if let scalar = decodeBeyondASCII(bytes, at: &position) {
            column = Int(classifier.classBeyondASCII(scalar))
          } else {
            column = invalidColumn
          }
          state = entries[Int(state) + column]
          if state <= remarkable {
            if state <= matched { return (state == matched, position) }
            position = skipToFirstByte(bytes, from: position)
          }
        }
        return (entries[Int(state) + endColumn] == matched, position + 1)
      }
    }
  }

  private func skipToFirstByte(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    guard let firstByte, let base = bytes.baseAddress, position < bytes.count else { return position }
    guard let hit = memchr(base + position, Int32(firstByte), bytes.count - position) else { return bytes.count }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }
}
