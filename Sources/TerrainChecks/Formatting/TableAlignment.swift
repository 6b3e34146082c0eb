import TerrainDocuments

/// Similar lines are aligned in columns: consecutive rows on separate lines with the same keys; values of consecutive keys; comments after
/// consecutive lines. Alignment that would exceed the maximum line width is skipped.
struct TableAlignment {
  /// Spaces before each token that does not begin a line.
  private(set) var spaces: [Int]
  private let source: YAMLTokens
  /// The width of each token in the new layout.
  private let widths: [Int]
  private let indents: [Int]

  static let widest = 120

  /// - Parameters:
  ///   - spaces: before each token, when nothing is aligned.
  ///   - indents: the column of each token that begins a line.
  init(_ source: YAMLTokens, document: Document, spaces: [Int], widths: [Int], indents: [Int]) {
    self.source = source
    self.spaces = spaces
    self.widths = widths
    self.indents = indents
    for index in 0..<Int32(document.nodeCount) {
      let node = Node(document: document, index: index)
      guard !node.isAlias, !LineIndents.isFlow(node) else { continue }
      if node.kind == .list { alignRows(node.elements.map { Entry(key: nil, value: $0) }) }
      if node.kind == .map { alignRows(node.members.map { Entry(key: $0.key, value: $0.value) }) }
    }
    alignComments()
  }

  /// An entry of a block list or map.
  private struct Entry {
    var key: Node?
    var value: Node
  }

  /// Aligns each run of entries that are single-line maps in brackets.
  private mutating func alignRows(_ entries: [Entry]) {
    var run: [Entry] = []
    for entry in entries {
      guard isRow(entry) else {
        align(run)
        run = []
        continue
      }
      if let last = run.last, !follows(entry, last) {
        align(run)
        run = []
      }
      run.append(entry)
    }
    align(run)
  }

  private mutating func align(_ run: [Entry]) {
    guard run.count > 1 else { return }
    let before = spaces
    alignRuns(run.map(\.value))
    alignValues(run)
    if run.contains(where: { lineWidth(of: $0) > Self.widest }) { spaces = before }
  }

  /// The values of a block map's keys begin in one column.
  private mutating func alignValues(_ run: [Entry]) {
    let colons = run.compactMap { entry in entry.key.flatMap { token(of: $0) } }
    guard colons.count == run.count, let widest = colons.map({ widths[$0] }).max() else { return }
    for (entry, key) in zip(run, colons) {
      if let value = token(of: entry.value) { spaces[value] = 1 + widest - widths[key] }
    }
  }

  /// Aligns consecutive values that are maps in brackets with the same keys.
  private mutating func alignRuns(_ values: [Node]) {
    var start = 0
    for end in 1...values.count where end == values.count || !isAlike(values[start], values[end]) {
      alignCells(Array(values[start..<end]))
      start = end
    }
  }

  private func isAlike(_ a: Node, _ b: Node) -> Bool {
    a.kind == .map && b.kind == .map && LineIndents.isFlow(a) && LineIndents.isFlow(b) && keys(a) == keys(b)
  }

  /// Aligns maps in brackets with the same keys, and the maps inside them.
  private mutating func alignCells(_ maps: [Node]) {
    guard maps.count > 1, maps[0].kind == .map, let keys = maps.first.map({ Array($0.members) }) else { return }
    for position in keys.indices {
      let members = maps.map { Array($0.members)[position] }
      alignRuns(members.map(\.value))
      guard position + 1 < keys.count else { return }
      let ends = maps.map { token(of: Array($0.members)[position + 1].key) ?? 0 }
      let cells = zip(members, ends).map { member, end in width(from: token(of: member.key) ?? end, to: end - 1) }
      guard let widest = cells.max() else { return }
      for (cell, next) in zip(cells, ends) { spaces[next] = 1 + widest - cell }
    }
  }

  /// The comments behind lines that follow one another begin in one column, two spaces after the longest line.
  private mutating func alignComments() {
    var run: [(comment: Int, width: Int)] = []
    var lineStart = 0
    func flush(_ run: [(comment: Int, width: Int)]) {
      guard let widest = run.map(\.width).max() else { return }
      for (comment, width) in run { spaces[comment] = 2 + widest - width }
    }
    for (index, token) in source.tokens.enumerated() {
      if token.lines > 0 {
        let hadComment = run.last.map { $0.comment == index - 1 } ?? false
        if !hadComment || token.lines > 1 {
          flush(run)
          run = []
        }
        lineStart = index
      }
      guard case .comment = token.kind, token.lines == 0 else { continue }
      run.append((index, indents[lineStart] + width(from: lineStart, to: index - 1)))
    }
    flush(run)
  }

  // MARK: Measures

  private func keys(_ map: Node) -> [String] { map.members.map { $0.key.text?.string ?? "" } }

  private func token(of node: Node) -> Int? { source.starting[Int(node.range.start)] }

  private func isRow(_ entry: Entry) -> Bool {
    guard !entry.value.isAlias, entry.value.kind == .map, LineIndents.isFlow(entry.value), entry.value.count > 0,
      let first = token(of: entry.key ?? entry.value)
    else { return false }
    let last = source.first(from: Int(entry.value.range.end))
    return last > first + 1 && !source.tokens[(first + 1)..<last].contains { $0.lines > 0 }
  }

  /// True if `entry` begins on the line after `previous`.
  private func follows(_ entry: Entry, _ previous: Entry) -> Bool {
    guard var start = token(of: entry.key ?? entry.value) else { return false }
    if entry.key == nil { start -= 1 }
    guard start > 0, source.tokens[start].lines == 1 else { return false }
    let end = source.first(from: Int(previous.value.range.end))
    if end == start { return true }
    if case .comment = source.tokens[end].kind { return end + 1 == start && source.tokens[end].lines == 0 }
    return false
  }

  /// The number of columns from one token to another, both included.
  private func width(from first: Int, to last: Int) -> Int {
    guard first <= last else { return 0 }
    return widths[first] + (first + 1..<last + 1).reduce(0) { $0 + spaces[$1] + widths[$1] }
  }

  private func lineWidth(of entry: Entry) -> Int {
    guard let first = token(of: entry.key ?? entry.value) else { return 0 }
    let start = entry.key == nil ? first - 1 : first
    return indents[start] + width(from: start, to: source.first(from: Int(entry.value.range.end)) - 1)
  }
}

/// The further lines of scalars, moved to their new indentation.
enum ScalarLines {
  /// A block scalar (`|`, `>`) whose text moves to `column`; its header stays. `oldColumn` is the old column of its text if its header
  /// declares one, else nil: the column of its first line.
  static func block(_ written: ArraySlice<UInt8>, to column: Int, from oldColumn: Int?) -> [UInt8] {
    var lines = split(written)
    let header = lines.removeFirst()
    let firstText = lines.first { line in line.contains { $0 != 0x20 } }
    let old = oldColumn ?? firstText.map(leadingSpaces) ?? 0
    var result = trimmedEnd(header)
    for line in lines {
      result.append(0x0A)
      guard line.count > old else { continue }
      result += [UInt8](repeating: 0x20, count: column)
      result += line.dropFirst(min(old, leadingSpaces(line)))
    }
    return result
  }

  /// A plain or quoted scalar over several lines, whose further lines begin at `column`.
  static func flow(_ written: ArraySlice<UInt8>, to column: Int) -> [UInt8] {
    let lines = split(written)
    guard lines.count > 1 else { return Array(written) }
    let isDouble = written.first == UInt8(ascii: "\"")
    var result: [UInt8] = []
    for (index, line) in lines.enumerated() {
      var text = Array(index == 0 ? line : line.drop { $0 == 0x20 || $0 == 0x09 })
      // After a backslash, a blank at the end of a line is part of the text.
      if !isDouble, index < lines.count - 1 { text = trimmedEnd(text[...]) }
      if index > 0 { result.append(0x0A) }
      if index > 0, !text.isEmpty { result += [UInt8](repeating: 0x20, count: column) }
      result += text
    }
    return result
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var at = start
    while at < bytes.endIndex {
      if bytes[at] == 0x0A || bytes[at] == 0x0D {
        lines.append(bytes[start..<at])
        if bytes[at] == 0x0D, at + 1 < bytes.endIndex, bytes[at + 1] == 0x0A { at += 1 }
        start = at + 1
      }
      at += 1
    }
    lines.append(bytes[start...])
    return lines
  }

  private static func leadingSpaces(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }

  private static func trimmedEnd(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var end = line.endIndex
    while end > line.startIndex, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    return Array(line[line.startIndex..<end])
  }
}

/// A YAML text as tokens: only the white space between them is rewritten.
struct YAMLTokens {
  /// The kind of token.
  enum Kind {
    /// A scalar or an alias; with the number of its node.
    case scalar(Int32)
    case comment
    /// `{` or `[`.
    case open
    /// `}` or `]`.
    case close
    case comma
    case colon
    case dash
    /// An anchor or a tag, or the `?` before a key.
    case property
    /// `---`, `...`, or a directive, on its own line.
    case marker
  }

  struct Token {
    var kind: Kind
    var range: Range<Int>
    /// The number of line ends between the token before and this token; 1 for the first token of the text.
    var lines: Int
  }

  let bytes: [UInt8]
  private(set) var tokens: [Token] = []
  /// The token that begins at an offset.
  private(set) var starting: [Int: Int] = [:]

  /// The tokens of a source read as `document`; nil if something between scalars has no meaning here.
  init?(_ document: Document) {
    bytes = document.source.bytes
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in 0..<Int32(document.nodeCount) {
      let node = Node(document: document, index: index)
      guard node.isAlias || (node.kind != .list && node.kind != .map) else { continue }
      var range = Int(node.range.start)..<Int(node.range.end)
      guard !range.isEmpty else { continue }
      let first = bytes[range.lowerBound]
      // Blanks at the end of a block scalar's last line belong to it.
      if !node.isAlias, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
        range = range.lowerBound..<lineEnd(range.upperBound)
      }
      guard readGap(from: position, to: range.lowerBound) else { return nil }
      append(.scalar(index), range, after: position)
      position = range.upperBound
    }
    guard readGap(from: position, to: bytes.count) else { return nil }
    for (index, token) in tokens.enumerated() { starting[token.range.lowerBound] = index }
  }

  private mutating func append(_ kind: Kind, _ range: Range<Int>, after end: Int) {
    let previous = tokens.last?.range.upperBound ?? end
    var lines = tokens.isEmpty ? 1 : 0
    for offset in previous..<range.lowerBound where bytes[offset] == 0x0A || isLoneReturn(offset) { lines += 1 }
    tokens.append(Token(kind: kind, range: range, lines: lines))
  }

  private func isLoneReturn(_ offset: Int) -> Bool {
    bytes[offset] == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
  }

  /// Reads the tokens between two scalars: marks, comments, anchors, and tags.
  private mutating func readGap(from start: Int, to end: Int) -> Bool {
    var at = start
    while at < end {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "#"):
        let stop = lineEnd(at)
        append(.comment, at..<trimmed(at, stop), after: start)
        at = stop
      case UInt8(ascii: "{"), UInt8(ascii: "["): at = mark(.open, at, after: start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): at = mark(.close, at, after: start)
      case UInt8(ascii: ","): at = mark(.comma, at, after: start)
      case UInt8(ascii: ":"): at = mark(.colon, at, after: start)
      case UInt8(ascii: "?"): at = mark(.property, at, after: start)
      case UInt8(ascii: "%"), UInt8(ascii: "."): at = line(at, after: start)
      case UInt8(ascii: "-"):
        at = isDocumentStart(at) ? line(at, after: start) : mark(.dash, at, after: start)
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        var stop = at
        while stop < end, bytes[stop] > 0x20, !(bytes[stop] == UInt8(ascii: ",")) { stop += 1 }
        append(.property, at..<stop, after: start)
        at = stop
      default: return false
      }
    }
    return at == max(start, end)
  }

  private mutating func mark(_ kind: Kind, _ at: Int, after start: Int) -> Int {
    append(kind, at..<at + 1, after: start)
    return at + 1
  }

  /// A document's marker: three characters, or a directive's whole line.
  private mutating func line(_ at: Int, after start: Int) -> Int {
    let stop = bytes[at] == UInt8(ascii: "%") ? trimmed(at, lineEnd(at)) : min(at + 3, bytes.count)
    append(.marker, at..<stop, after: start)
    return stop
  }

  private func isDocumentStart(_ at: Int) -> Bool {
    at + 2 < bytes.count && bytes[at + 1] == UInt8(ascii: "-") && bytes[at + 2] == UInt8(ascii: "-")
      && (at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D)
  }

  private func lineEnd(_ at: Int) -> Int {
    var stop = at
    while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    return stop
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var stop = end
    while stop > start, bytes[stop - 1] == 0x20 || bytes[stop - 1] == 0x09 { stop -= 1 }
    return stop
  }

  /// The column, from 0, at which a token begins, in bytes.
  func column(of index: Int) -> Int {
    var start = tokens[index].range.lowerBound
    let end = start
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return end - start
  }

  /// The first token that begins at or after an offset.
  func first(from offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
