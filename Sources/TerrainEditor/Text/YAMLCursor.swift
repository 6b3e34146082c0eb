import TerrainDocuments

/// The position of a cursor in YAML that may be unfinished: the keys that lead to it, read from indentation and open brackets.
struct YAMLCursor: Equatable {
  /// A step from a map or list into a member or element.
  enum Step: Equatable {
    case key(String)
    case element
  }

  /// The role of the text at the cursor.
  enum Role: Equatable {
    /// A key of the map at ``path``, or a value of the list there.
    case keyOrValue
    /// The value at ``path``.
    case value
  }

  /// The steps from the root.
  private(set) var path: [Step] = []
  private(set) var role = Role.keyOrValue
  /// The bytes of the word before the cursor, which is to be completed.
  private(set) var word: Range<Int>
  /// True if the cursor is inside of quotes or after the sign of an expression.
  private(set) var isInExpression = false
  /// The part of the value before the word, without its quote.
  private(set) var before = ""

  /// The cursor before the byte `offset` of `source`.
  init(_ source: SourceText, _ offset: Int) {
    let bytes = source.bytes
    let offset = min(max(offset, 0), bytes.count)
    var start = offset
    while start > 0, Self.isOfWord(bytes[start - 1]) { start -= 1 }
    word = start..<offset
    let end = Self.lineStart(bytes, offset)
    let begin = Self.statement(bytes, end, offset)
    var entries: [Entry] = []
    var flow = Flow(bytes[begin..<start])
    flow.read(&entries)
    path = Self.ancestors(bytes, begin, limit: entries.first?.column ?? flow.column(cursor: start, begin))
    for entry in entries { path.append(entry.step) }
    path += flow.steps
    role = flow.role
    isInExpression = flow.isQuoted || flow.value.hasPrefix("=")
    before = flow.value
  }

  /// A key or an element that a line begins, at a column.
  private struct Entry {
    let column: Int
    let step: Step
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func lineStart(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
  }

  /// Lines above a cursor in which an open bracket is looked for.
  private static let mostLines = 60

  /// The start of the line with the outermost bracket that is open at `offset`; the cursor's own line if none is.
  private static func statement(_ bytes: [UInt8], _ line: Int, _ offset: Int) -> Int {
    var start = line
    var end = offset
    var found = line
    var depth = 0
    var open = 0
    for _ in 0..<mostLines {
      for byte in bytes[start..<end].reversed() {
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { continue }
        depth += 1
        // Brackets that are closed before the cursor only balance.
        if depth > open { (open, found) = (depth, start) }
      }
      // Nothing is open above a line that begins at the margin.
      guard start > 0, start == line || [0x20, 0x0A, 0x0D].contains(bytes[start]) else { break }
      end = start
      start = lineStart(bytes, start - 1)
    }
    return found
  }

  private static func nextLine(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 0x0A }.map { $0 + 1 } ?? bytes.count
  }

  /// The steps that lead to a column below `limit` in the lines above `start`.
  private static func ancestors(_ bytes: [UInt8], _ start: Int, limit: Int) -> [Step] {
    var steps: [Step] = []
    var limit = limit
    // An element may be as far in as its list's key.
    var key = limit
    var line = start
    while line > 0, limit > 0 || key > 0 {
      line = lineStart(bytes, line - 1)
      var entries: [Entry] = []
      var flow = Flow(bytes[line..<nextLine(bytes, line)])
      flow.read(&entries)
      for entry in entries.reversed() {
        switch entry.step {
        case .key where entry.column < key:
          steps.append(entry.step)
          (limit, key) = (entry.column, entry.column)
        case .element where entry.column < limit:
          steps.append(entry.step)
          (limit, key) = (entry.column, entry.column + 1)
        default: break
        }
      }
    }
    return steps.reversed()
  }

  /// Reads a line, or several if brackets are open, up to the cursor.
  private struct Flow {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private(set) var steps: [Step] = []
    private(set) var role = Role.keyOrValue
    private(set) var isQuoted = false
    private(set) var value = ""
    private var indentation = 0

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      index = bytes.startIndex
    }

    /// The column of the cursor in a line without entries.
    func column(cursor: Int, _ begin: Int) -> Int { max(cursor - begin, indentation) }

    /// Reads elements and a key of block style into `entries`, then the contents of brackets.
    mutating func read(_ entries: inout [Entry]) {
      let start = bytes.startIndex
      skipSpaces()
      indentation = index - start
      while index < bytes.endIndex, bytes[index] == UInt8(ascii: "-"),
        index + 1 == bytes.endIndex || bytes[index + 1] == 0x20 || bytes[index + 1] == 0x0A
      {
        entries.append(Entry(column: index - start, step: .element))
        index += 1
        skipSpaces()
      }
      guard index < bytes.endIndex, bytes[index] != UInt8(ascii: "#") else { return }
      let column = index - start
      if let key = key() {
        entries.append(Entry(column: column, step: .key(key)))
        role = .value
        skipSpaces()
      }
      readValue(open: [])
    }

    private mutating func skipSpaces() {
      while index < bytes.endIndex, bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
    }

    /// A key with its colon at the index; nil, without moving, if no key is there.
    private mutating func key() -> String? {
      var at = index
      var name = ""
      if at < bytes.endIndex, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
        let quote = bytes[at]
        guard let end = bytes[(at + 1)...].firstIndex(of: quote) else { return nil }
        name = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
        at = end + 1
      } else {
        while at < bytes.endIndex, !Array(":,{}[]#\n\"'".utf8).contains(bytes[at]) { at += 1 }
        name = String(decoding: bytes[index..<at], as: UTF8.self)
      }
      guard at < bytes.endIndex, bytes[at] == UInt8(ascii: ":"),
        at + 1 == bytes.endIndex || [0x20, 0x0A, 0x0D].contains(bytes[at + 1])
      else { return nil }
      index = at + 1
      return name
    }

    /// Reads values up to the end; the open brackets there are in ``steps``.
    private mutating func readValue(open: [UInt8]) {
      var open = open
      value = ""
      while index < bytes.endIndex {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard let end = bytes[(index + 1)...].firstIndex(of: byte) else {
            isQuoted = true
            value = String(decoding: bytes[(index + 1)...], as: UTF8.self)
            index = bytes.endIndex
            return
          }
          value = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
          index = end + 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if value.hasPrefix("=") {
            index += 1
            continue
          }
          open.append(byte)
          index += 1
          beginEntry(open)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          index += 1
          guard open.popLast() != nil else { continue }
          while steps.count > open.count { steps.removeLast() }
          role = .value
        case UInt8(ascii: ",") where !open.isEmpty:
          index += 1
          while steps.count >= open.count, !steps.isEmpty { steps.removeLast() }
          beginEntry(open)
        default:
          value.unicodeScalars.append(Unicode.Scalar(byte))
          index += 1
        }
      }
    }

    private mutating func beginEntry(_ open: [UInt8]) {
      value = ""
      skipSpaces()
      if open.last == UInt8(ascii: "[") {
        steps.append(.element)
        role = .value
      } else if let key = key() {
        steps.append(.key(key))
        role = .value
        skipSpaces()
      } else {
        role = .keyOrValue
      }
    }
  }
}
