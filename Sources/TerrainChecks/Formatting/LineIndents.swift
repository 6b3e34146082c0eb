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
      // A value after `- ` is two columns further in; the further lines of one in brackets one step more.
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

  /// Places the comments on lines of their own: with the line after one that is not further out than the comment, else
  /// with the entry before that the comment is inside, but never further out than the line after, which is then inside
  /// that entry too. So a comment that is placed is placed there again.
  private mutating func placeComments() {
    // Block entries that are still open, from the outermost: their columns in the source and their new ones.
    var open: [(column: Int, placed: Int)] = []
    let nextLines = nextLines()
    let entries = blockEntries()
    for index in source.tokens.indices {
      if entries[index] {
        let column = source.column(of: index)
        while let last = open.last, last.column >= column { open.removeLast() }
        open.append((column, columns[index] ?? 0))
      }
      guard isOwnLineComment(index), columns[index] == nil else { continue }
      let column = source.column(of: index)
      let after = nextLines[index]
      let following = after.map { columns[$0] ?? 0 } ?? 0
      if let after, source.column(of: after) >= column {
        columns[index] = following
      } else {
        let enclosing = open.last { $0.column <= column }
        columns[index] = max(enclosing?.placed ?? 0, following)
      }
    }
  }

  /// For each token, the first token of the next line that is not a comment.
  private func nextLines() -> [Int?] {
    var result = [Int?](repeating: nil, count: source.tokens.count)
    var next: Int?
    for index in source.tokens.indices.reversed() {
      result[index] = next
      if source.tokens[index].lines > 0, !isComment(index) { next = index }
    }
    return result
  }

  /// The tokens, outside brackets, that begin a line or an entry of a block list or map: a dash, also behind another, and
  /// a key behind a dash.
  private func blockEntries() -> [Bool] {
    var result = [Bool](repeating: false, count: source.tokens.count)
    var depth = 0
    for index in source.tokens.indices {
      let token = source.tokens[index]
      if depth == 0, !isComment(index) { result[index] = token.lines > 0 || beginsEntry(index, after: result) }
      switch token.kind {
      case .open: depth += 1
      case .close: depth = max(0, depth - 1)
      default: break
      }
    }
    return result
  }

  /// Whether the token `index`, which does not begin a line, begins an entry behind a dash.
  private func beginsEntry(_ index: Int, after entries: [Bool]) -> Bool {
    guard index > 0, isDash(index - 1), entries[index - 1] else { return false }
    if isDash(index) { return true }
    guard case .scalar = source.tokens[index].kind, index + 1 < source.tokens.count,
      case .colon = source.tokens[index + 1].kind
    else { return false }
    return true
  }

  private func isOwnLineComment(_ index: Int) -> Bool { isComment(index) && source.tokens[index].lines > 0 }

  private func isComment(_ index: Int) -> Bool {
    if case .comment = source.tokens[index].kind { true } else { false }
  }
}
