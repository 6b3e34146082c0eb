import CLibYAML
import TerrainBase
import TerrainDocuments

/// Converts libyaml's events to documents.
struct YAMLComposer: ~Copyable {
  /// A list or map that is not closed yet.
  struct Open {
    var isMap: Bool
    var isFlow: Bool
    var node: Int
    /// True in a map if the next event is a key.
    var expectsKey: Bool
    /// The number of levels below the node, including those of aliases.
    var height: Int
    /// Its anchor, and the number of nodes before it.
    var anchor: String?
    var before: Int
  }

  /// A value that aliases may refer to.
  struct Anchor {
    var node: Int
    /// The number of nodes to which it expands, including aliases inside.
    var size: Int
    var height: Int
    var isComplete: Bool
  }

  let source: SourceText
  let base: UnsafePointer<UInt8>
  let count: Int
  let limits: DocumentLimits
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  var cursor: MarkCursor
  var comments: CommentScanner
  var builder: DocumentBuilder
  var stack: [Open] = []
  var anchors: [String: Anchor] = [:]
  private var documents: [Document] = []
  var diagnostics: [Diagnostic] = []
  var isStopped = false
  /// The number of nodes to which aliases expand in this document.
  var expanded = 0
  /// The merge keys of this document and their maps, by their nodes.
  private var mergeKeys: [(map: Int, key: Int)] = []
  /// The end of the last value, which is also the end of block collections.
  var lastEnd = 0

  init(source: SourceText, base: UnsafePointer<UInt8>, count: Int, limits: DocumentLimits) {
    self.source = source
    self.base = base
    self.count = count
    self.limits = limits
    let first = source.byteOrderMarkLength
    cursor = MarkCursor(base: base, count: count, first: first, isASCII: source.isASCII || first > 0 && count == first)
    comments = CommentScanner(base: base, count: count, first: first)
    builder = DocumentBuilder(source: source, bytes: base, expectedNodes: 64)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, base + first, count - first)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deinitialize(count: 1)
    parser.deallocate()
  }

  /// Reads to the end, or to the first mistake that ends reading.
  mutating func run() -> (documents: [Document], diagnostics: [Diagnostic]) {
    let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    defer { event.deallocate() }
    var isAtEnd = false
    while !isAtEnd && !isStopped {
      guard yaml_parser_parse(parser, event) != 0 else {
        diagnostics += syntaxErrors()
        isStopped = true
        break
      }
      isAtEnd = event.pointee.type == YAML_STREAM_END_EVENT
      take(event)
      yaml_event_delete(event)
    }
    return (isStopped ? [] : documents, diagnostics)
  }

  /// Reports a mistake after which reading continues; more than ``DocumentBuilder/diagnosticLimit`` would not help.
  mutating func note(_ diagnostic: Diagnostic) {
    if hasRoomForDiagnostics { diagnostics.append(diagnostic) }
  }

  var hasRoomForDiagnostics: Bool { diagnostics.count < DocumentBuilder.diagnosticLimit }

  mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    isStopped = true
  }

  private mutating func syntaxErrors() -> [Diagnostic] {
    let raw = parser.pointee
    let first = source.byteOrderMarkLength
    let error = LibYAMLError(
      isReader: raw.error == YAML_READER_ERROR,
      problem: raw.problem.map { String(cString: $0) } ?? "",
      context: raw.context.map { String(cString: $0) } ?? "",
      at: raw.error == YAML_READER_ERROR ? first + Int(raw.problem_offset) : cursor.offset(Int(raw.problem_mark.index)),
      contextAt: cursor.offset(Int(raw.context_mark.index)), value: UInt32(truncatingIfNeeded: raw.problem_value))
    // The scanner is ahead of the events: it may have read brackets whose events have not arrived.
    let bracket = isInFlow ? builder.openStart.map { (start: $0, isMap: builder.isInMap) } : nil
    return SyntaxTraps(source: source, isInFlow: raw.flow_level > 0 || isInFlow, bracket: bracket).diagnostics(error)
  }

  // MARK: - Events

  @inline(__always)
  private mutating func take(_ event: UnsafeMutablePointer<yaml_event_t>) {
    let start = cursor.offset(Int(event.pointee.start_mark.index))
    let end = cursor.offset(Int(event.pointee.end_mark.index))
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: scalar(event, start, end)
    case YAML_ALIAS_EVENT:
      comments.event(start, end)
      alias(event.pointee.data.alias.anchor, start, end)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.pointee.data.sequence_start
      open(
        RawNode.Tag.list, isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE, anchor: data.anchor, tag: data.tag, start, end
      )
    case YAML_MAPPING_START_EVENT:
      let data = event.pointee.data.mapping_start
      open(
        RawNode.Tag.map, isFlow: data.style == YAML_FLOW_MAPPING_STYLE, anchor: data.anchor, tag: data.tag, start, end)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: close(start, end)
    case YAML_DOCUMENT_START_EVENT:
      comments.event(start, end)
      lastEnd = end
      if documents.count >= DocumentLimits.documents {
        stop(.tooManyDocuments(source, at: start, limit: DocumentLimits.documents))
      }
    case YAML_DOCUMENT_END_EVENT:
      comments.event(start, end)
      finishDocument()
    case YAML_STREAM_END_EVENT:
      comments.event(start, end)
      finishStream()
    default: break
    }
  }

  private mutating func finishDocument() {
    if mergeKeys.isEmpty { noteDuplicates() }
    let finished = builder.finish(comments: comments.take())
    // Other mistakes of a map without its merged keys are consequences of the merge key.
    if !mergeKeys.isEmpty { return stop(.mergeKeys(mergeKeys, in: finished)) }
    documents.append(finished)
    anchors.removeAll()
    expanded = 0
  }

  /// Reports repeated keys. Several consecutive ones in one map are reported as one mistake: a missing dash.
  private mutating func noteDuplicates() {
    var runs: [[(first: Int, second: Int)]] = []
    for pair in builder.duplicates {
      if let last = runs.last?.last, last.first < pair.first, pair.first < last.second, last.second < pair.second {
        runs[runs.count - 1].append(pair)
      } else {
        runs.append([pair])
      }
    }
    for run in runs {
      let found = run.map { pair in
        let (first, second) = (builder.node(pair.first), builder.node(pair.second))
        return Diagnostic.duplicateKey(
          source, code: "yaml/duplicate-key", severity: .error,
          key: String(decoding: builder.bytes(of: pair.second), as: UTF8.self),
          first: SourceRange(start: first.start, end: first.end),
          second: SourceRange(start: second.start, end: second.end))
      }
      guard run.count > 1, let start = found.first?.place?.range.start else {
        for diagnostic in found { note(diagnostic) }
        continue
      }
      let cause = Diagnostic.Cause("keys written twice in \(source.name) at \(start)", mistake: .missingDash(found))
      for diagnostic in found { note(diagnostic.caused(by: cause)) }
    }
  }

  /// Comments after the last document belong to it.
  private mutating func finishStream() {
    let late = comments.take()
    guard !late.isEmpty, let last = documents.popLast() else { return }
    documents.append(last.adding(comments: late))
  }

  @inline(__always)
  private mutating func scalar(_ event: UnsafeMutablePointer<yaml_event_t>, _ eventStart: Int, _ end: Int) {
    let data = event.pointee.data.scalar
    let text = UnsafeBufferPointer(start: UnsafePointer(data.value), count: data.length)
    var start = eventStart
    if data.tag != nil || data.anchor != nil { start = min(skipProperties(start), end) }
    let style = data.style
    var stop = end
    if style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE {
      comments.event(start, start)
      comments.header(at: start)
      stop = trimmedEnd(start, end)
    }
    comments.event(start, end)
    lastEnd = stop
    let isKey = expectsKey
    var (tag, form): (UInt32, UInt32) = (RawNode.Tag.string, RawNode.Form.bare)
    if style == YAML_PLAIN_SCALAR_STYLE {
      if !isKey && data.tag == nil { (tag, form) = CoreSchema.resolve(text) }
      if tag == RawNode.Tag.string, text.count > 2 { checkPlain(text, start, end, isKey: isKey) }
      if isKey, data.tag == nil, text.count == 2, text[0] == UInt8(ascii: "<"), text[1] == text[0],
        let map = stack.last?.node
      {
        mergeKeys.append((map, builder.count))
      }
    }
    if let written = data.tag {
      (tag, form) = tagged(written, text, style, isKey: isKey, eventStart, start, stop)
      // A number's digits are read from the source: the text of `!!int "3"` begins after the quote.
      if tag == RawNode.Tag.number, stop - start == text.count + 2, isSame(text, start + 1) {
        (start, stop) = (start + 1, stop - 1)
      } else if tag == RawNode.Tag.number, stop - start != text.count {
        tag = RawNode.Tag.string
      }
    }
    var link: UInt32 = 0
    if tag == RawNode.Tag.string { (form, link) = stored(text, start, stop) }
    if isKey {
      builder.key(tag, form: form, start: start, end: stop, link: link, text: text)
    } else {
      builder.value(tag, form: form, start: start, end: stop, link: link)
    }
    if let anchor = data.anchor {
      anchors[String(cString: anchor)] = Anchor(node: builder.count - 1, size: 1, height: 0, isComplete: true)
    }
    advance()
  }

  /// Stores the location of the text: unchanged in the source, between quotes in the source, or in the side buffer.
  @inline(__always)
  private mutating func stored(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> (UInt32, UInt32) {
    let length = end - start
    if length == text.count, isSame(text, start) { return (RawNode.Form.bare, 0) }
    if length == text.count + 2, isQuote(base[start]), isSame(text, start + 1) { return (RawNode.Form.quoted, 0) }
    return (RawNode.Form.decoded, builder.decodedLink(text))
  }

  @inline(__always)
  private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  @inline(__always)
  private func isSame(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    guard let bytes = text.baseAddress else { return true }
    return memcmp(bytes, base + at, text.count) == 0
  }

  /// True inside brackets.
  var isInFlow: Bool { stack.last?.isFlow ?? false }

  @inline(__always) var expectsKey: Bool { stack.last?.expectsKey ?? false }

  /// Completes a key or a value.
  @inline(__always)
  mutating func advance() {
    let top = stack.count - 1
    if top >= 0, stack[top].isMap { stack[top].expectsKey.toggle() }
  }
}

extension Diagnostic {
  static func tooManyDocuments(_ source: SourceText, at offset: Int, limit: Int) -> Diagnostic {
    yaml("too-many-documents", "more documents than the limit `documents` of \(limit)", source, offset..<offset + 1)
  }

  /// The diagnostic for all merge keys of `document`, given by their nodes and those of their maps, with a fix for the first.
  static func mergeKeys(_ keys: [(map: Int, key: Int)], in document: Document) -> Diagnostic {
    func node(_ index: Int) -> Node { Node(document: document, index: Int32(truncatingIfNeeded: index)) }
    let value = node(keys[0].key + 1)
    var written = Set(node(keys[0].map).members.compactMap(\.key.text))
    var members: [String] = []
    for (key, value) in (value.kind == .list ? Array(value.elements) : [value]).flatMap({ Array($0.members) }) {
      guard let name = key.text, written.insert(name).inserted else { continue }
      let text = value.place.source.text(of: value.place.range)
      members.append("`\(name): \(text.contains("\n") ? "…" : text)`")
    }
    let shown = members.prefix(12).joined(separator: ", ") + (members.count > 12 ? ", …" : "")
    return Diagnostic(
      code: "yaml/merge-key", message: "YAML 1.2 has no merge keys: this `<<` is a key like any other",
      place: node(keys[0].key).place,
      related: keys.dropFirst().prefix(8).map { Related(message: "and here", place: node($0.key).place) },
      fix: members.isEmpty ? "remove it" : "write the keys here that it stands for: \(shown)")
  }

  /// Repeated keys of one map in succession, which suggest a missing dash.
  static func missingDash(_ duplicates: [Diagnostic]) -> Diagnostic {
    Diagnostic(
      code: "yaml/duplicate-key", message: "these \(duplicates.count) keys are written a second time in one map",
      place: duplicates.first?.place, related: duplicates.first?.related ?? [],
      fix: "begin a new element of a list with `- `, or remove them")
  }
}

// Lists, maps, and aliases.

extension YAMLComposer {
  mutating func open(
    _ tag: UInt32, isFlow: Bool, anchor: UnsafeMutablePointer<yaml_char_t>?,
    tag written: UnsafeMutablePointer<yaml_char_t>?,
    _ eventStart: Int, _ end: Int
  ) {
    var start = eventStart
    if anchor != nil || written != nil { start = skipProperties(start) }
    comments.event(start, isFlow ? start + 1 : start)
    if expectsKey { return stop(.complexKey(source, start: start, end: max(end, start + 1))) }
    guard stack.count < limits.nesting else {
      return stop(.yamlNestedTooDeep(source, at: start, limit: limits.nesting))
    }
    if let written { checkCollectionTag(written, isMap: tag == RawNode.Tag.map, eventStart) }
    let before = builder.count + expanded
    let index = builder.open(tag, start: start)
    let name = anchor.map { String(cString: $0) }
    if let name { anchors[name] = Anchor(node: index, size: 1, height: 0, isComplete: false) }
    let isMap = tag == RawNode.Tag.map
    lastEnd = max(lastEnd, start)
    stack.append(
      Open(isMap: isMap, isFlow: isFlow, node: index, expectsKey: isMap, height: 0, anchor: name, before: before))
  }

  mutating func close(_ start: Int, _ end: Int) {
    guard let open = stack.popLast() else { return }
    if open.isFlow {
      comments.event(start, end)
      lastEnd = end
    }
    builder.close(end: lastEnd)
    let height = open.height + 1
    if let name = open.anchor, let anchor = anchors[name], !anchor.isComplete {
      anchors[name] = Anchor(
        node: anchor.node, size: builder.count + expanded - open.before, height: height, isComplete: true)
    }
    raiseHeight(height)
    advance()
  }

  private mutating func raiseHeight(_ height: Int) {
    let top = stack.count - 1
    if top >= 0 { stack[top].height = max(stack[top].height, height) }
  }

  // MARK: - Aliases

  mutating func alias(_ name: UnsafeMutablePointer<yaml_char_t>?, _ start: Int, _ end: Int) {
    let name = name.map { String(cString: $0) } ?? ""
    guard let anchor = anchors[name] else {
      return stop(.unknownAlias(source, name: name, known: anchors.keys.sorted(), start: start, end: end))
    }
    guard anchor.isComplete else { return stop(.recursiveAlias(source, name: name, start: start, end: end)) }
    expanded += anchor.size
    guard expanded <= limits.aliasExpansion else {
      return stop(.aliasExpansion(source, start: start, end: end, limit: limits.aliasExpansion))
    }
    guard stack.count + anchor.height <= limits.nesting else {
      return stop(.yamlNestedTooDeep(source, at: start, limit: limits.nesting))
    }
    lastEnd = end
    let target = builder.node(anchor.node)
    let link = UInt32(truncatingIfNeeded: anchor.node)
    if expectsKey {
      guard target.tag == RawNode.Tag.string else { return stop(.complexKey(source, start: start, end: end)) }
      let text = builder.bytes(of: anchor.node)
      builder.key(RawNode.Tag.alias, form: 0, start: start, end: end, link: link, text: text)
    } else {
      builder.value(RawNode.Tag.alias, start: start, end: end, link: link)
      raiseHeight(anchor.height)
    }
    advance()
  }
}

extension Diagnostic {
  static func yamlNestedTooDeep(_ source: SourceText, at offset: Int, limit: Int) -> Diagnostic {
    yaml(
      "nested-too-deep", "lists and maps are nested deeper than the limit `nesting` of \(limit)", source,
      offset..<offset + 1)
  }

  // MARK: Anchors, keys, tags

  static func unknownAlias(_ source: SourceText, name: String, known: [String], start: Int, end: Int) -> Diagnostic {
    yaml(
      "unknown-alias", "no anchor `&\(name)` comes before this alias", source, start..<end,
      fix: Suggestion.nearest(to: name, among: known).map { "did you mean `*\($0)`?" }
        ?? "if this is text, put it in quotes")
  }

  static func recursiveAlias(_ source: SourceText, name: String, start: Int, end: Int) -> Diagnostic {
    yaml("recursive-alias", "`*\(name)` is inside what it refers to, which would never end", source, start..<end)
  }

  static func aliasExpansion(_ source: SourceText, start: Int, end: Int, limit: Int) -> Diagnostic {
    yaml(
      "alias-expansion", "aliases expand to more values than the limit `aliasExpansion` of \(limit)", source,
      start..<end)
  }

  static func complexKey(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    yaml("complex-key", "a key is a text, not a list or a map", source, start..<end)
  }
}

extension YAMLComposer {
  private static var standard: String { "tag:yaml.org,2002:" }

  /// The value of a scalar with a tag: the tags of the core schema are applied; other tags are diagnosed and ignored.
  mutating func tagged(
    _ tag: UnsafeMutablePointer<yaml_char_t>, _ text: UnsafeBufferPointer<UInt8>, _ style: yaml_scalar_style_t,
    isKey: Bool, _ eventStart: Int, _ start: Int, _ end: Int
  ) -> (tag: UInt32, form: UInt32) {
    let name = String(cString: tag)
    let string = (RawNode.Tag.string, RawNode.Form.bare)
    if name == "!" || name == Self.standard + "str" { return string }
    let untagged = style == YAML_PLAIN_SCALAR_STYLE && !isKey ? CoreSchema.resolve(text) : string
    let declared: UInt32
    switch name {
    case Self.standard + "null": declared = RawNode.Tag.null
    case Self.standard + "bool": declared = RawNode.Tag.bool
    case Self.standard + "int", Self.standard + "float": declared = RawNode.Tag.number
    default:
      diagnoseTag(name, eventStart, isScalar: true, valueEnd: end)
      return untagged
    }
    if isKey { return string }
    let (resolved, form) = CoreSchema.resolve(text)
    let isWhole = form != RawNode.Form.fraction && form != RawNode.Form.special
    if resolved == declared, isWhole || !name.hasSuffix("int") { return (resolved, form) }
    note(
      .tagMismatch(
        source, tag: shortened(name), text: String(decoding: text, as: UTF8.self), start: start, end: end))
    return string
  }

  /// The tag of a list or a map is redundant, or is diagnosed.
  mutating func checkCollectionTag(_ tag: UnsafeMutablePointer<yaml_char_t>, isMap: Bool, _ start: Int) {
    let name = String(cString: tag)
    if name == "!" || name == Self.standard + (isMap ? "map" : "seq") { return }
    diagnoseTag(name, start, isScalar: false, valueEnd: start)
  }

  private mutating func diagnoseTag(_ name: String, _ eventStart: Int, isScalar: Bool, valueEnd: Int) {
    guard hasRoomForDiagnostics else { return }
    let tag = tagRange(eventStart)
    // `!= 3`, `!done`: an expression whose `!` YAML reads as a tag.
    let isExpression = isScalar && name.hasPrefix("!") && !name.hasPrefix("!<")
    let lineEnd = SyntaxTraps(source: source, isInFlow: isInFlow).valueEnd(from: tag.lowerBound)
    let range = isExpression ? tag.lowerBound..<max(lineEnd, tag.upperBound) : tag
    note(
      .unknownTag(source, tag: shortened(name), range: tag, expression: isExpression ? range : nil))
  }

  private func shortened(_ name: String) -> String {
    name.hasPrefix(Self.standard) ? "!!" + name.dropFirst(Self.standard.count) : name
  }

  // MARK: - Locations of properties

  /// The first byte of a value that begins with tags or anchors at `start`.
  func skipProperties(_ start: Int) -> Int {
    var at = start
    while at < count {
      switch base[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "#") where at > start && base[at - 1] <= 0x20:
        while at < count, base[at] != 0x0A, base[at] != 0x0D { at += 1 }
      case UInt8(ascii: "&"): at = wordEnd(at + 1)
      case UInt8(ascii: "!"): at = tagEnd(at)
      default: return at
      }
    }
    return at
  }

  /// The bytes of the tag among the properties at `start`.
  private func tagRange(_ start: Int) -> Range<Int> {
    var at = start
    while at < count, base[at] != UInt8(ascii: "!") { at += 1 }
    return at..<max(at, tagEnd(at))
  }

  private func tagEnd(_ start: Int) -> Int {
    guard start + 1 < count, base[start + 1] == UInt8(ascii: "<") else { return wordEnd(start + 1) }
    var at = start
    while at < count, base[at] != UInt8(ascii: ">"), base[at] > 0x20 { at += 1 }
    return min(at + 1, count)
  }

  private func wordEnd(_ start: Int) -> Int {
    var at = start
    while at < count, base[at] > 0x20 {
      let isFlowMark = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{")]
        .contains(base[at])
      if isInFlow, isFlowMark { break }
      at += 1
    }
    return at
  }

  /// The end of a block scalar's last line with text, so that its range has no blank lines at its end.
  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var at = end
    while at > start, base[at - 1] <= 0x20 { at -= 1 }
    return at
  }
}

extension Diagnostic {
  static func unknownTag(_ source: SourceText, tag: String, range: Range<Int>, expression: Range<Int>?) -> Diagnostic {
    guard let expression else {
      return yaml("unknown-tag", "the tag `\(tag)` is not one of YAML's core schema", source, range)
    }
    let text = SyntaxTraps.text(source, expression)
    return yaml(
      "unknown-tag", "YAML takes `\(tag)` for a tag, because it begins with `!`", source, expression, fix: quoted(text))
  }

  static func tagMismatch(_ source: SourceText, tag: String, text: String, start: Int, end: Int) -> Diagnostic {
    yaml("tag-mismatch", "`\(text)` is not what its tag `\(tag)` declares", source, start..<end)
  }
}

extension YAMLComposer {
  /// Diagnoses a plain text that seems to be cut short, or that is surrounded by characters that resemble quotes.
  @inline(__always)
  mutating func checkPlain(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, isKey: Bool) {
    guard let bytes = text.baseAddress else { return }
    if bytes[0] == 0xE2, !isKey { return checkTypographic(start, end) }
    guard memchr(bytes, Int32(UInt8(ascii: "(")), text.count) != nil else { return }
    checkParentheses(text, start, end)
  }

  /// Text in typographic quotes (`“text”`), as word processors write them. Diagnosed only if they surround the whole text.
  @inline(never)
  private mutating func checkTypographic(_ start: Int, _ end: Int) {
    guard hasRoomForDiagnostics,
      let quotes = SyntaxTraps(source: source, isInFlow: isInFlow).typographicQuotes(start..<end)
    else { return }
    if quotes.isCut { stop(quotes.diagnostic) } else { note(quotes.diagnostic) }
  }

  @inline(never)
  private mutating func checkParentheses(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    var open = 0
    for byte in text {
      if byte == UInt8(ascii: "(") { open += 1 } else if byte == UInt8(ascii: ")") { open -= 1 }
    }
    guard open > 0, hasRoomForDiagnostics else { return }
    if let diagnostic = SyntaxTraps(source: source, isInFlow: isInFlow).cutShort(start, end, open: open) {
      note(diagnostic)
    }
  }
}

/// The kind of a plain scalar by the core schema of YAML 1.2.2 (section 10.3.2): `yes`, `on`, and `1_000` are strings, `0o17` and `0x1F`
/// are numbers.
enum CoreSchema {
  /// The stored kind and form of a plain scalar's text.
  @inline(__always)
  static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> (tag: UInt32, form: UInt32) {
    guard let first = text.first else { return (RawNode.Tag.null, 0) }
    // Most texts begin with a letter that no number or keyword begins with.
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      if let form = number(text) { return (RawNode.Tag.number, form) }
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      if let bool = bool(text) { return (RawNode.Tag.bool, bool ? RawNode.Form.true : RawNode.Form.false) }
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"):
      if isNull(text) { return (RawNode.Tag.null, 0) }
    default: break
    }
    return (RawNode.Tag.string, RawNode.Form.bare)
  }

  /// True for `null`, `Null`, `NULL`, `~`, and the empty text.
  static func isNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.isEmpty || equal(text, "null") || equal(text, "~") || equal(text, "Null") || equal(text, "NULL")
  }

  /// The truth value of `true`, `True`, `TRUE`, and the same forms of `false`.
  static func bool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if equal(text, "true") || equal(text, "True") || equal(text, "TRUE") { return true }
    if equal(text, "false") || equal(text, "False") || equal(text, "FALSE") { return false }
    return nil
  }

  /// The form of a number, or nil if the text is not a number.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var index = 0
    let count = text.count
    if text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") { index = 1 }
    func skipDigits() -> Bool {
      let start = index
      while index < count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
      return index > start
    }
    if index == 0, count > 2, text[0] == UInt8(ascii: "0") {
      if text[1] == UInt8(ascii: "x") { return text[2...].allSatisfy(isHexadecimal) ? RawNode.Form.hexadecimal : nil }
      if text[1] == UInt8(ascii: "o") {
        return text[2...].allSatisfy { $0 &- UInt8(ascii: "0") < 8 } ? RawNode.Form.octal : nil
      }
    }
    let hasDigits = skipDigits()
    if index == count { return hasDigits ? RawNode.Form.integer : nil }
    if text[index] == UInt8(ascii: ".") {
      index += 1
      if !skipDigits() && !hasDigits { return special(text) }
    } else if !hasDigits {
      return nil
    }
    if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
      guard skipDigits() else { return nil }
    }
    return index == count ? RawNode.Form.fraction : nil
  }

  /// `.inf` with or without a sign, and `.nan` without a sign.
  private static func special(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let isSigned = text[0] != UInt8(ascii: ".")
    let word = UnsafeBufferPointer(rebasing: text[(isSigned ? 1 : 0)...])
    if equal(word, ".inf") || equal(word, ".Inf") || equal(word, ".INF") { return RawNode.Form.special }
    guard !isSigned, equal(word, ".nan") || equal(word, ".NaN") || equal(word, ".NAN") else { return nil }
    return RawNode.Form.special
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  @inline(__always)
  private static func equal(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count where text[index] != word.utf8Start[index] { return false }
    return true
  }
}

/// Converts libyaml's marks, which count characters, to byte offsets. Marks are nearly in order, so each is computed from the previous one.
struct MarkCursor {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let first: Int
  private let isASCII: Bool
  private var character = 0
  private var byte: Int

  /// A cursor over bytes whose characters are counted from `first`, the offset after a byte order mark.
  init(base: UnsafePointer<UInt8>, count: Int, first: Int, isASCII: Bool) {
    self.base = base
    self.count = count
    self.first = first
    self.isASCII = isASCII
    byte = first
  }

  /// The byte offset of the character numbered `index`.
  @inline(__always)
  mutating func offset(_ index: Int) -> Int {
    if isASCII { return min(index + first, count) }
    if index != character { move(to: index) }
    return byte
  }

  @inline(never)
  private mutating func move(to index: Int) {
    while character < index, byte < count {
      // ASCII characters, up to eight at once.
      if count - byte >= 8 {
        let high = UnsafeRawPointer(base + byte).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080
        let step = min(index - character, high == 0 ? 8 : UInt64(littleEndian: high).trailingZeroBitCount >> 3)
        if step > 0 {
          byte += step
          character += step
          continue
        }
      }
      byte += 1
      while byte < count, base[byte] & 0xC0 == 0x80 { byte += 1 }
      character += 1
    }
    while character > index, byte > first {
      byte -= 1
      while byte > first, base[byte] & 0xC0 == 0x80 { byte -= 1 }
      character -= 1
    }
  }
}

/// Finds comments, which libyaml drops, in the gaps between its events. In a gap, a `#` after a blank or at the beginning of a line begins
/// a comment.
struct CommentScanner {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  /// Everything before this was scanned or belongs to an event.
  private var scanned: Int
  /// The next `#` at or after `scanned`, or `count` if none follows.
  private var nextHash: Int
  private(set) var comments: [SourceRange] = []

  init(base: UnsafePointer<UInt8>, count: Int, first: Int) {
    self.base = base
    self.count = count
    scanned = first
    nextHash = first
    nextHash = find(from: first)
  }

  /// Processes an event from `start` to `end`: scans the gap before it for comments.
  @inline(__always)
  mutating func event(_ start: Int, _ end: Int) {
    if nextHash < start { scanGap(to: start) }
    if end > scanned {
      scanned = end
      if nextHash < end { nextHash = find(from: end) }
    }
  }

  /// Looks for a comment after a block scalar's header, which is part of its event.
  mutating func header(at start: Int) {
    guard nextHash < count else { return }
    var end = start
    while end < count, base[end] != 0x0A, base[end] != 0x0D { end += 1 }
    if nextHash < end { scanGap(to: end) }
  }

  /// Returns the collected comments, which belong to the document that ends here, and starts a new collection.
  mutating func take() -> [SourceRange] {
    defer { comments = [] }
    return comments
  }

  @inline(never)
  private mutating func scanGap(to end: Int) {
    while nextHash < end {
      let before = nextHash == 0 ? 0x0A : base[nextHash - 1]
      let isComment = nextHash == scanned && nextHash <= 3 || before <= 0x20
      var stop = nextHash + 1
      if isComment {
        while stop < count, base[stop] != 0x0A, base[stop] != 0x0D { stop += 1 }
        comments.append(SourceRange(start: UInt32(truncatingIfNeeded: nextHash), end: UInt32(truncatingIfNeeded: stop)))
      }
      nextHash = find(from: stop)
    }
    scanned = max(scanned, end)
  }

  private func find(from offset: Int) -> Int {
    guard offset < count, let hash = memchr(base + offset, Int32(UInt8(ascii: "#")), count - offset) else {
      return count
    }
    return UnsafeRawPointer(hash) - UnsafeRawPointer(base)
  }
}
