import TerrainDocuments

/// Lines that are alike are aligned in columns: rows on lines of their own one after the other, with the same keys; the values
/// of keys one after the other; comments behind lines one after the other. What would become wider than a line may be is
/// skipped.
struct TableAlignment {
  /// Spaces before each token that does not begin a line.
  private(set) var spaces: [Int]
  private let source: YAMLTokens
  /// The width of each token as it will be written.
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

  /// Aligns each run of entries that are maps in brackets, each on one line.
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

  /// Aligns those that follow one another and are maps in brackets with the same keys.
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

  /// Aligns maps in brackets with the same keys, and the maps in them.
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

  /// True when `entry` begins on the line after the one `previous` is on.
  private func follows(_ entry: Entry, _ previous: Entry) -> Bool {
    guard var start = token(of: entry.key ?? entry.value) else { return false }
    if entry.key == nil { start -= 1 }
    guard start > 0, source.tokens[start].lines == 1 else { return false }
    let end = source.first(from: Int(previous.value.range.end))
    if end == start { return true }
    if case .comment = source.tokens[end].kind { return end + 1 == start && source.tokens[end].lines == 0 }
    return false
  }

  /// The columns from one token to another, both included.
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
