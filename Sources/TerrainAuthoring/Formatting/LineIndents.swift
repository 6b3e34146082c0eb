import TerrainDocuments

/// How far each line of a YAML text is indented: two spaces a level, lists one level inside their key.
struct LineIndents {
  /// For each token that begins a line, its column; also where a value's further lines go.
  private(set) var columns: [Int?]
  /// For each token that begins a value: the column of what the value is in.
  private(set) var parents: [Int?]
  /// The same in the text as it was; nil for a value that is the whole text.
  private(set) var stood: [Int?]
  private let source: YAMLTokens

  private static let step = 2

  init(_ source: YAMLTokens, document: Document) {
    self.source = source
    columns = [Int?](repeating: nil, count: source.tokens.count)
    parents = columns
    stood = columns
    place(document.root, parent: -Self.step, inside: 0, stood: nil)
    placeFlowLines()
    placeProperties()
    placeComments()
  }

  /// True when a collection is written with brackets.
  static func isFlow(_ node: Node) -> Bool {
    let start = Int(node.range.start)
    let bytes = node.document.source.bytes
    guard start < bytes.count, node.kind == .map || node.kind == .list else { return false }
    return bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
  }

  /// Places a value whose own column, if it begins a line, is `inside`, and which is in something at `parent` (which
  /// `stood` elsewhere). As deep as documents may nest, which is bounded when they are read.
  private mutating func place(_ node: Node, parent: Int, inside: Int, stood: Int?) {
    let range = node.range
    if node.isAlias || (node.kind != .map && node.kind != .list) || Self.isFlow(node) {
      guard let token = source.starting[Int(range.start)], range.start < range.end else { return }
      columns[token] = inside
      self.stood[token] = stood
      parents[token] = Self.isFlow(node) ? max(0, inside - Self.step) : max(0, parent)
      return
    }
    if node.kind == .map {
      for (key, value) in node.members {
        let token = source.starting[Int(key.range.start)]
        if let token { columns[token] = inside }
        place(value, parent: inside, inside: inside + Self.step, stood: token.map { source.column(of: $0) })
      }
      return
    }
    var next = source.first(from: Int(range.start))
    for element in node.elements {
      while next < source.tokens.count, !isDash(next) { next += 1 }
      guard next < source.tokens.count else { return }
      columns[next] = inside
      let isBlock = !element.isAlias && (element.kind == .map || element.kind == .list) && !Self.isFlow(element)
      // A value after `- ` stands two columns further in; the further lines of one in brackets one step more.
      let further = inside + (isBlock ? Self.step : 2 * Self.step)
      place(element, parent: inside, inside: further, stood: source.column(of: next))
      next = max(next + 1, source.first(from: Int(element.range.end)))
    }
  }

  private func isDash(_ index: Int) -> Bool {
    if case .dash = source.tokens[index].kind { true } else { false }
  }

  /// Lines inside brackets: one step further in than what the brackets are in, for each pair.
  private mutating func placeFlowLines() {
    var base = 0
    var depth = 0
    for (index, token) in source.tokens.enumerated() {
      switch token.kind {
      case .open:
        if depth == 0 { base = parents[index] ?? 0 } else { columns[index] = base + depth * Self.step }
        depth += 1
      case .close:
        depth = max(0, depth - 1)
        columns[index] = base + depth * Self.step
      default:
        guard depth > 0 else { continue }
        columns[index] = base + depth * Self.step
        parents[index] = base + depth * Self.step
      }
    }
  }

  /// An anchor at a line's beginning goes where what it names goes.
  private mutating func placeProperties() {
    for index in source.tokens.indices.reversed() where columns[index] == nil {
      guard case .property = source.tokens[index].kind, index + 1 < source.tokens.count else { continue }
      columns[index] = source.tokens[index + 1].lines == 0 ? columns[index + 1] : 0
    }
  }

  /// A comment on a line of its own goes with the lines after it; one that stood further in goes with those before.
  private mutating func placeComments() {
    // The lines that are not comments, by their first tokens; and how many of them begin before each token.
    let lines = source.tokens.indices.filter { source.tokens[$0].lines > 0 && !isComment($0) }
    var passed = 0
    for index in source.tokens.indices {
      while passed < lines.count, lines[passed] < index { passed += 1 }
      guard isOwnLineComment(index), columns[index] == nil else { continue }
      let stood = source.column(of: index)
      let after = passed < lines.count ? lines[passed] : nil
      if let after, source.column(of: after) >= stood {
        columns[index] = columns[after] ?? 0
        continue
      }
      let before = lines[..<passed].last { source.column(of: $0) <= stood }
      columns[index] = before.flatMap { columns[$0] } ?? after.flatMap { columns[$0] } ?? 0
    }
  }

  private func isOwnLineComment(_ index: Int) -> Bool { isComment(index) && source.tokens[index].lines > 0 }

  private func isComment(_ index: Int) -> Bool {
    if case .comment = source.tokens[index].kind { true } else { false }
  }
}
