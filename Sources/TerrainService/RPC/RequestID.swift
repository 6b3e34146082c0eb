import TerrainDocuments

/// The id of a request, as its response gives it back.
enum RequestID: Sendable {
  /// None was given, or none can be trusted: the response has `null`.
  case none
  /// The value of the member `id`.
  case node(Node)
  /// JSON that was seen in a line that could not be read as a whole.
  case seen([UInt8])

  /// The id of `request`: a string, a number or `null` that is given once. Which of two is meant is unknown.
  init(of request: Node) {
    guard request.kind == .map, let id = request["id"], Self.kinds.contains(id.kind),
      request.members.lazy.filter({ $0.key.isText("id") }).prefix(2).count == 1
    else {
      self = .none
      return
    }
    self = .node(id)
  }

  /// The kinds of value that an id may be.
  static let kinds: [NodeKind] = [.string, .number, .null]

  /// Writes it as a value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .none: writer.null()
    case .node(let node): writer.raw(node.document.source.text(of: node.range))
    case .seen(let json): writer.raw(json)
    }
  }

  /// Characters of an id that a log line has at most.
  static let longestLogged = 64

  /// Its JSON for a log line: of a text at most ``longestLogged`` characters, of a longer number nothing; nil where there is no id.
  var logged: String? {
    let json: String
    switch self {
    case .none: return nil
    case .node(let node): json = node.document.source.text(of: node.range)
    case .seen(let bytes): json = String(decoding: bytes, as: UTF8.self)
    }
    if json.utf8.count <= Self.longestLogged { return json }
    guard let text = JSONReader.read(SourceText(name: "id", text: json)).document?.root.text else { return nil }
    var writer = JSONWriter(.compact)
    writer.string(String(String.UnicodeScalarView(text.string.unicodeScalars.prefix(Self.longestLogged))) + "…")
    return writer.string
  }
}
