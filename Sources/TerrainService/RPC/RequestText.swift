import TerrainDocuments
import TerrainEngines

/// A line as JSON, or why it cannot be taken: one reader for `terrain serve` and `terrain batch`.
struct RequestText {
  /// The line.
  let source: SourceText
  /// The line as JSON; nil if it is invalid.
  let document: Document?
  /// The error of the line as a whole; nil if it has none.
  let error: RPCError?
  /// Diagnostics about keys that an object has twice. A request with such a key is refused, because the intended value is unknown.
  let duplicates: [Diagnostic]
  /// The id of a line that could not be read to its end.
  let seenID: RequestID

  /// Returns true if `line` contains only spaces, and therefore needs no answer.
  static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  /// Reads `line`, which has no line end.
  init(_ line: UnsafeBufferPointer<UInt8>, limits: RequestLimits) {
    guard line.count <= limits.lineLength else {
      self.init(tooLong: UnsafeRawBufferPointer(line), isWhole: true, limits: limits)
      return
    }
    let source = SourceText(name: "request", bytes: Array(line))
    let (document, found) = JSONReader.read(
      source, limits: DocumentLimits(nesting: limits.nesting), duplicateKeys: .error)
    guard let document else {
      let isTooDeep = found.contains { $0.code == "json/nested-too-deep" }
      // The specification has no id for a line that is not JSON; a line that is too deep may well be.
      let id = isTooDeep ? Self.id(in: UnsafeRawBufferPointer(line), isWhole: true) : .none
      self.init(source, error: RPCError(isTooDeep ? .limit : .parse, found), seenID: id)
      return
    }
    let duplicates = found.filter { $0.severity == .error }.map { Diagnostic.aboutKey($0, in: document) }
    // The reader reports a limited number of duplicates: an object without a reported duplicate may have one.
    let isCounted = document.root.kind == .list && duplicates.count < DocumentBuilder.diagnosticLimit
    let error = duplicates.isEmpty || isCounted ? nil : RPCError(.invalidRequest, duplicates)
    self.init(source, document, error: error, duplicates: duplicates)
  }

  private init(
    _ source: SourceText, _ document: Document? = nil, error: RPCError?, duplicates: [Diagnostic] = [],
    seenID: RequestID = .none
  ) {
    self.source = source
    self.document = document
    self.error = error
    self.duplicates = duplicates
    self.seenID = seenID
  }

  /// A line that exceeds the length limit; only its `beginning` is available.
  init(tooLong beginning: UnsafeRawBufferPointer, isWhole: Bool, limits: RequestLimits) {
    self.init(
      SourceText(name: "request", bytes: []), error: RPCError(.limit, [.lineTooLong(limit: limits.lineLength)]),
      seenID: Self.id(in: beginning, isWhole: isWhole))
  }

  private static func id(in bytes: UnsafeRawBufferPointer, isWhole: Bool) -> RequestID {
    SeenID.find(in: bytes, isWhole: isWhole).map(RequestID.seen) ?? .none
  }

  /// The id of the request that the line is, whether it can be taken or not.
  var id: RequestID { document.map { RequestID(of: $0.root) } ?? seenID }

  /// The keys that are twice in `request`, one of a batch.
  func duplicates(in request: Node) -> [Diagnostic] {
    if duplicates.isEmpty { return [] }
    let range = request.range
    return duplicates.filter { diagnostic in
      diagnostic.place.map { range.start <= $0.range.start && $0.range.end <= range.end } ?? false
    }
  }
}

extension JSONWriter {
  /// Limits the output to `count` further bytes.
  mutating func limit(toFurther count: Int) {
    let (most, isOver) = self.count.addingReportingOverflow(count)
    limit = isOver ? .max : most
  }
}

/// Looks for the id of a request in bytes that were not read as JSON: the beginning of a line that is too long, or a line that
/// is nested too deep. No recursion and no memory, whatever the bytes are.
struct SeenID {
  private let bytes: UnsafeRawBufferPointer
  /// True if the bytes are the whole line.
  private let isWhole: Bool
  private var at = 0

  /// The JSON of the member `id` of the object at the beginning of `bytes`: a string, a number, or `null`. nil without an id, with two ids,
  /// or if the bytes are a list.
  static func find(in bytes: UnsafeRawBufferPointer, isWhole: Bool) -> [UInt8]? {
    var search = SeenID(bytes: bytes, isWhole: isWhole)
    return search.run()
  }

  private init(bytes: UnsafeRawBufferPointer, isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func run() -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    guard take("{") else { return nil }
    var found: [UInt8]?
    while let key = string() {
      guard take(":") else { break }
      skipSpace()
      if isID(key) {
        guard let value = scalar() else { return found }
        if found != nil { return nil }
        found = value
      } else if !skipValue() {
        break
      }
      guard take(",") else { break }
    }
    return found
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { at += 1 }
  }

  /// Skips blanks and `character`. Returns false if another character is next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// The range of the next string, including quotes; nil if a string does not follow or is incomplete.
  private mutating func string() -> Range<Int>? {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { return nil }
    let start = at
    at += 1
    while let byte = next {
      at += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return start..<at }
    }
    return nil
  }

  /// The longest way to write `"id"`, every letter escaped.
  private static let longestKey = #""\u0069\u0064""#.utf8.count

  private func isID(_ key: Range<Int>) -> Bool {
    guard key.count <= Self.longestKey else { return false }
    return read(key)?.isText("id") ?? false
  }

  private func read(_ range: Range<Int>) -> Node? {
    JSONReader.read(SourceText(name: "id", bytes: Array(bytes[range]))).document?.root
  }

  /// The string, number or `null` that comes next.
  private mutating func scalar() -> [UInt8]? {
    let start = at
    if next == UInt8(ascii: "\"") {
      guard string() != nil else { return nil }
    } else {
      skipWord()
      // A number may continue after the last byte.
      if at == bytes.count, !isWhole { return nil }
    }
    guard let node = read(start..<at), RequestID.kinds.contains(node.kind) else { return nil }
    return Array(bytes[start..<at])
  }

  private mutating func skipWord() {
    while let byte = next, !",}] \t\r\n".utf8.contains(byte) { at += 1 }
  }

  /// Skips the next value. Returns false if it is incomplete.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""): if string() == nil { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return false }
        depth -= 1
        at += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0D, 0x0A: at += 1
      default: skipAtom()
      }
      if depth == 0 { return true }
    }
    return false
  }

  private mutating func skipAtom() {
    while let byte = next, !",:{}[]\" \t\r\n".utf8.contains(byte) { at += 1 }
  }
}
