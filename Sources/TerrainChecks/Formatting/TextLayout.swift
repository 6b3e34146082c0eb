import TerrainDocuments

/// How a YAML text is laid out in the one style: what comes before each token, and how each scalar is written.
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

  /// How a token is written.
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

  /// Spaces between a token and the one before it on its line, where nothing is aligned.
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
