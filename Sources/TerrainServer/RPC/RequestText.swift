import TerrainDocuments
import TerrainOperations

/// A line as JSON, or why it cannot be taken: one reader for `terrain serve` and `terrain batch`.
struct RequestText {
  /// The line.
  let source: SourceText
  /// What it is as JSON; nil where it is none.
  let document: Document?
  /// Why the line as a whole cannot be taken; nil where it can.
  let error: RPCError?
  /// Keys that an object has twice. Nothing that has one of them can be taken: which was meant is unknown.
  let duplicates: [Diagnostic]
  /// The id of a line that could not be read to its end.
  let seenID: RequestID

  /// Whether `line` has nothing but spaces: it wants no answer.
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
    // The reader gives up counting at some point: what has none of those it gives may have others.
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

  /// A line that is longer than the limit, of which only `beginning` is there.
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
  /// Lets at most `count` bytes be written from here on.
  mutating func limit(toFurther count: Int) {
    let (most, isOver) = self.count.addingReportingOverflow(count)
    limit = isOver ? .max : most
  }
}
