import TerrainDocuments
import TerrainYAML

/// Writes rule files in one way. Only white space between tokens and the quotes of expressions change. The result is read back, and is
/// returned only if every value and every comment is unchanged.
package enum RuleFormatter {
  /// A change of a text: these bytes become those.
  package struct Edit: Sendable, Equatable {
    /// Bytes of the source.
    package var range: Range<Int>
    /// UTF-8.
    package var replacement: [UInt8]

    /// The bytes of `range` become `replacement`.
    package init(range: Range<Int>, replacement: [UInt8]) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The changes that `source` needs, in order and not overlapping; empty if it is formatted already.
  ///
  /// Errors: those of reading the file; `rules/not-formatted` if it contains a construct that this formatter cannot preserve.
  package static func edits(for source: SourceText) -> (edits: [Edit]?, diagnostics: [Diagnostic]) {
    let (document, diagnostics) = YAMLReader.readOne(source)
    guard let document, !diagnostics.hasErrors else { return (nil, diagnostics) }
    guard let tokens = YAMLTokens(document) else { return (nil, diagnostics + [.notFormatted(source)]) }
    let edits = TextLayout(tokens, document: document).edits
    let changed = SourceText(name: source.name, bytes: apply(edits, to: source.bytes))
    let (again, problems) = YAMLReader.readOne(changed)
    guard let again, !problems.hasErrors, document.hasSameContent(as: again), tokens.isSameBesidesScalars(again)
    else {
      return (nil, diagnostics + [.notFormatted(source)])
    }
    return (edits, diagnostics)
  }

  /// `bytes` after applying `edits`, which are in order and do not overlap.
  package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}

extension Document {
  /// True if every value and every comment is the same, in the same order. Quoting styles are ignored.
  fileprivate func hasSameContent(as other: Document) -> Bool {
    guard nodeCount == other.nodeCount, comments.count == other.comments.count else { return false }
    for index in 0..<Int32(nodeCount) {
      let mine = Node(document: self, index: index)
      let theirs = Node(document: other, index: index)
      guard mine.kind == theirs.kind, mine.isAlias == theirs.isAlias, mine.count == theirs.count else { return false }
      switch mine.kind {
      case .string: guard mine.text == theirs.text else { return false }
      case .bool: guard mine.bool == theirs.bool else { return false }
      case .number: guard bytes(mine.range) == other.bytes(theirs.range) else { return false }
      case .null, .list, .map: break
      }
    }
    return zip(comments, other.comments).allSatisfy { mine, theirs in
      trimmed(bytes(mine)) == trimmed(other.bytes(theirs))
    }
  }

  private func bytes(_ range: SourceRange) -> ArraySlice<UInt8> {
    source.bytes[Int(range.start)..<min(Int(range.end), source.bytes.count)]
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes[bytes.startIndex..<end]
  }
}

extension YAMLTokens {
  /// True if the other text has the same tokens except for its scalars, including anchors, tags, and marks.
  fileprivate func isSameBesidesScalars(_ other: Document) -> Bool {
    guard let theirs = YAMLTokens(other), theirs.tokens.count == tokens.count else { return false }
    return zip(tokens, theirs.tokens).allSatisfy { mine, other in
      if case .scalar(let a) = mine.kind, case .scalar(let b) = other.kind { return a == b }
      return bytes[mine.range] == theirs.bytes[other.range]
    }
  }
}

extension Diagnostic {
  fileprivate static func notFormatted(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "rules/not-formatted",
      message: "this file has something that formatting might change the meaning of, and is left as it is",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }
}

/// The layout of a YAML text in the standard style: the space before each token, and the notation of each scalar.
struct TextLayout {
  /// The changes from the text as it is.
  let edits: [RuleFormatter.Edit]

  init(_ source: YAMLTokens, document: Document) {
    let indents = LineIndents(source, document: document)
    let quotes = ExpressionQuotes(document)
    let texts = source.tokens.indices.map { Self.text(of: $0, source, indents, quotes, document) }
    let columns = source.tokens.indices.map { indents.columns[$0] ?? 0 }
    let aligned = TableAlignment(
      source, document: document, spaces: source.tokens.indices.map { Self.spaces(before: $0, source) },
      widths: texts.map(Self.width), indents: columns)
    var edits: [RuleFormatter.Edit] = []
    var end = 0
    var keepsLines = false
    func write(_ text: [UInt8], over range: Range<Int>) {
      if !source.bytes[range].elementsEqual(text) { edits.append(RuleFormatter.Edit(range: range, replacement: text)) }
    }
    for (index, token) in source.tokens.enumerated() {
      let lines = index == 0 ? 0 : keepsLines ? token.lines : min(token.lines, 2)
      let isLineStart = token.lines > 0
      write(
        [UInt8](repeating: 0x0A, count: lines)
          + [UInt8](repeating: 0x20, count: isLineStart ? columns[index] : aligned.spaces[index]),
        over: end..<token.range.lowerBound)
      write(texts[index], over: token.range)
      end = token.range.upperBound
      keepsLines = Self.keepsLinesAfter(token, source)
    }
    let rest = source.bytes[end...]
    let ends = keepsLines ? max(1, rest.count { $0 == 0x0A }) : 1
    write([UInt8](repeating: 0x0A, count: ends), over: end..<source.bytes.count)
    self.edits = edits
  }

  /// The text of a token in the standard style.
  private static func text(
    of index: Int, _ source: YAMLTokens, _ indents: LineIndents, _ quotes: ExpressionQuotes, _ document: Document
  ) -> [UInt8] {
    let token = source.tokens[index]
    let written = source.bytes[token.range]
    guard case .scalar(let number) = token.kind, let first = written.first else { return Array(written) }
    let node = Node(document: document, index: number)
    let parent = indents.parents[index] ?? 0
    if !node.isAlias, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      let digit = written.dropFirst().prefix(2).first { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }
      let indicator = digit.map { Int($0) - Int(UInt8(ascii: "0")) }
      let old = indicator.flatMap { indicator in indents.stood[index].map { $0 + indicator } }
      return ScalarLines.block(written, to: parent + (indicator ?? 2), from: old)
    }
    let quoted = node.isAlias ? nil : quotes.written(node, written)
    return ScalarLines.flow(quoted?[...] ?? written, to: parent + 2)
  }

  /// The number of spaces between a token and the token before it on its line, without alignment.
  private static func spaces(before index: Int, _ source: YAMLTokens) -> Int {
    guard index > 0 else { return 0 }
    let token = source.tokens[index]
    let previous = source.tokens[index - 1]
    let isSquare = source.bytes[token.range.lowerBound] == UInt8(ascii: "]")
    switch (previous.kind, token.kind) {
    case (.open, .close), (_, .comma): return 0
    case (_, .close): return isSquare ? 0 : 1
    case (_, .comment): return 2
    case (.open, _): return source.bytes[previous.range.lowerBound] == UInt8(ascii: "{") ? 1 : 0
    case (.scalar, .colon):
      // After an alias a colon would belong to its name.
      return source.bytes[previous.range.lowerBound] == UInt8(ascii: "*") ? 1 : 0
    case (.close, .colon): return 0
    default: return 1
    }
  }

  private static func width(_ text: [UInt8]) -> Int {
    if text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.count }
    return TerminalText.width(String(decoding: text, as: UTF8.self))
  }

  /// True after a block scalar that keeps the empty lines behind it (`|+`).
  private static func keepsLinesAfter(_ token: YAMLTokens.Token, _ source: YAMLTokens) -> Bool {
    guard case .scalar = token.kind, let first = source.bytes[token.range].first,
      first == UInt8(ascii: "|") || first == UInt8(ascii: ">")
    else { return false }
    return source.bytes[token.range].dropFirst().prefix(2).contains(UInt8(ascii: "+"))
  }
}

/// The scalars of a rule module that are expressions, and their notation: double quotes, or single quotes if the expression itself has
/// double quotes or backslashes.
struct ExpressionQuotes {
  /// The nodes that are expressions.
  private(set) var expressions: Set<Int32> = []

  init(_ document: Document) {
    guard let decisions = document.root["decisions"], document.root["rules"] != nil else { return }
    for (_, decision) in decisions.members {
      for key in ["value", "otherwise"] { addValues(decision[key]) }
      for row in decision["rows"]?.elements ?? decision.elements {
        for key in ["then", "score"] { addValues(row[key]) }
        addCondition(row["when"])
      }
    }
  }

  /// Adds strings that begin with `=`, anywhere in the result of a row.
  private mutating func addValues(_ node: Node?) {
    guard let node, !node.isAlias else { return }
    if let text = node.text, text.utf8.first == UInt8(ascii: "=") { expressions.insert(node.index) }
    for element in node.elements { addValues(element) }
    for (_, value) in node.members { addValues(value) }
  }

  private mutating func addCondition(_ node: Node?) {
    guard let node, !node.isAlias else { return }
    if node.kind == .string { expressions.insert(node.index) }
    for (_, cell) in node.members {
      addCell(cell)
      for element in cell.elements { addCell(element) }
    }
  }

  /// A cell that is more than a literal.
  private mutating func addCell(_ cell: Node) {
    guard !cell.isAlias, let text = cell.text, let first = text.utf8.first else { return }
    let isRange = text.string.utf8.count > 2 && text.string.contains("..")
    let marks: [UInt8] = Array("<>!=[(".utf8)
    if marks.contains(first) || isRange || text == "-" { expressions.insert(cell.index) }
  }

  /// The standard notation of the expression `node`, whose bytes are `written`; nil if it is left unchanged.
  func written(_ node: Node, _ written: ArraySlice<UInt8>) -> [UInt8]? {
    guard expressions.contains(node.index), let first = written.first, let text = node.text else { return nil }
    let isSpecial = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    let quote = isSpecial ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    let inner: [UInt8]
    switch first {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return nil
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      // Over several lines, or with characters that need escapes, it stays as its author wrote it.
      let isPlain = text.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && !($0.value >= 0x7F && $0.value < 0xA0) }
      guard first != quote, isPlain, !written.contains(0x0A), !written.contains(0x0D) else { return nil }
      inner = Array(text.utf8)
    default: inner = Array(written)
    }
    var result = [quote]
    for byte in inner {
      if byte == UInt8(ascii: "'"), quote == byte { result.append(byte) }
      result.append(byte)
    }
    return result + [quote]
  }
}

/// The indentation of each line of a YAML text: two spaces a level, lists one level inside their key.
struct LineIndents {
  /// For each token that begins a line, its column, which is also the column for further lines of a value.
  private(set) var columns: [Int?]
  /// For each token that begins a value: the column of its parent.
  private(set) var parents: [Int?]
  /// For each token that begins a value: the column of its parent in the original text; nil for a value that is the whole text.
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

  /// Sets the column of a value to `inside` if it begins a line. Its parent is in the column `parent`, and was in the column `stood`. The
  /// recursion is bounded by the nesting of documents, which readers limit.
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

  /// Lines inside brackets are indented one step per pair of brackets, relative to the line with the outermost bracket.
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

  /// An anchor at the beginning of a line gets the indentation of its value.
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

  /// Returns true if the token `index`, which does not begin a line, begins an entry behind a dash.
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
