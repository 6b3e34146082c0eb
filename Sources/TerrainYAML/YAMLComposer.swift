import CLibYAML
import TerrainDocuments
import TerrainBase

/// Turns libyaml's events into documents.
struct YAMLComposer: ~Copyable {
  /// A list or map that is not closed yet.
  struct Open {
    var isMap: Bool
    var isFlow: Bool
    /// In a map: the next event is a key.
    var expectsKey: Bool
    /// How many levels there are below, those of aliases included.
    var height: Int
    /// Its anchor and how many nodes had been met when it began.
    var anchor: String?
    var before: Int
  }

  /// A value that aliases may refer to.
  struct Anchor {
    var node: Int
    /// Nodes it expands to, those of aliases inside included.
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
  /// Nodes that aliases expand to in this document.
  var expanded = 0
  /// Where the last value ends, for block collections, which end where their last value does.
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

  /// A mistake after which reading continues; more than ``DocumentBuilder/diagnosticLimit`` are no help.
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
    // The scanner runs ahead of the events: it has met brackets whose events have not come yet.
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
    noteDuplicates()
    let finished = builder.finish(comments: comments.take())
    documents.append(finished)
    anchors.removeAll()
    expanded = 0
  }

  /// Reports keys that are written twice. Several of one map, one after the other, are one mistake: a dash is missing.
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

  /// Comments after the last document are its own.
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
    }
    if let written = data.tag {
      (tag, form) = tagged(written, text, style, isKey: isKey, eventStart, start, stop)
      // A number's digits are read from the source: `!!int "3"` begins after the quote.
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

  /// Where the text is: in the source as it is, in the source between quotes, or in the side buffer.
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

  /// A key or a value is done.
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

  /// Keys that one map has twice, one after the other.
  static func missingDash(_ duplicates: [Diagnostic]) -> Diagnostic {
    Diagnostic(
      code: "yaml/duplicate-key", message: "these \(duplicates.count) keys are written a second time in one map",
      place: duplicates.first?.place, related: duplicates.first?.related ?? [],
      fix: "begin a new element of a list with `- `, or remove them")
  }
}
