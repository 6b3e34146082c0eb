import TerrainBase
import TerrainDocuments
import TerrainEngines

/// An error of JSON-RPC 2.0: a code, a sentence, and our diagnostics.
package struct RPCError: Error, Sendable {
  /// The error codes. Codes of the standard, and codes of this service from -32001 on.
  package enum Code: Int, Sendable, CaseIterable {
    /// The line is not JSON.
    case parse = -32700
    /// The JSON is not a request.
    case invalidRequest = -32600
    /// The method does not exist.
    case methodNotFound = -32601
    /// The parameters are not right.
    case invalidParameters = -32602
    /// An error in the program.
    case `internal` = -32603
    /// The evaluation of the rules failed for these parameters.
    case rulesFailed = -32001
    /// A limit was passed.
    case limit = -32002
    /// The pack or its rules lack a requirement of the method, or were refused.
    case system = -32003
    /// The request was not answered in the time that it allows.
    case deadline = -32004
    /// The request was cancelled. (The number that the Language Server Protocol has for it.)
    case cancelled = -32800

    /// The message of every error with this code.
    package var message: String {
      switch self {
      case .parse: "Parse error"
      case .invalidRequest: "Invalid Request"
      case .methodNotFound: "Method not found"
      case .invalidParameters: "Invalid params"
      case .internal: "Internal error"
      case .rulesFailed: "The rules have no answer"
      case .limit: "Limit exceeded"
      case .system: "The pack and its rules cannot do this"
      case .deadline: "Deadline exceeded"
      case .cancelled: "Request cancelled"
      }
    }

    /// Its name, for documents and logs.
    package var name: String {
      switch self {
      case .parse: "parse"
      case .invalidRequest: "invalid_request"
      case .methodNotFound: "method_not_found"
      case .invalidParameters: "invalid_params"
      case .internal: "internal"
      case .rulesFailed: "rules_failed"
      case .limit: "limit_exceeded"
      case .system: "system"
      case .deadline: "deadline_exceeded"
      case .cancelled: "cancelled"
      }
    }
  }

  /// The code.
  package let code: Code
  /// The errors, each with its path in the request or its location in a file.
  package let diagnostics: [Diagnostic]

  /// An error of this kind.
  package init(_ code: Code, _ diagnostics: [Diagnostic] = []) {
    self.code = code
    self.diagnostics = diagnostics
  }

  /// Writes it as the member `error` of a response: the same in a service and in a batch.
  func write(_ data: ErrorData, to writer: inout JSONWriter) {
    writer.object("error") { writer in
      writer.member("code", code.rawValue)
      writer.member("message", code.message)
      if !diagnostics.isEmpty {
        writer.object("data") { writer in
          writer.key("diagnostics")
          data.write(diagnostics, to: &writer)
        }
      }
    }
  }

  /// The error for `error`, thrown by a method for the request `source`.
  init(_ error: DiagnosticError, source: SourceText) {
    let errors = error.diagnostics.filter { $0.severity == .error }
    func all(_ area: String) -> Bool { errors.allSatisfy { $0.code.hasPrefix(area) } }
    let code: Code
    if errors.contains(where: { $0.code == Diagnostic.cancelled.code }) {
      code = .cancelled
    } else if errors.contains(where: { $0.code == Diagnostic.deadlineExceeded.code }) {
      code = .deadline
    } else if errors.contains(where: {
      $0.code == Diagnostic.requestLimitCode || $0.code.hasSuffix("-limit") && $0.code.hasPrefix("evaluation/")
    }) {
      code = .limit
    } else if errors.contains(where: { $0.place?.source === source }) || all("evaluation/missing-fact")
      || all("decide/")
    {
      code = .invalidParameters
    } else if all("evaluation/") {
      code = .rulesFailed
    } else {
      code = .system
    }
    self.init(code, error.diagnostics)
  }
}

extension RPCError.Code {
  /// The errors that a request of a method can end with.
  static var ofMethods: [RPCError.Code] { allCases.filter(\.isOfMethods) }

  /// True if every method that was found can end with it.
  var isOfMethods: Bool {
    switch self {
    case .parse, .invalidRequest, .methodNotFound: false
    case .invalidParameters, .internal, .rulesFailed, .limit, .system, .deadline, .cancelled: true
    }
  }
}

/// The id of a request, as its response gives it back.
enum RequestID: Sendable {
  /// None was given, or none can be trusted: the response has `null`.
  case none
  /// The value of the member `id`.
  case node(Node)
  /// JSON that was seen in a line that could not be read as a whole.
  case seen([UInt8])

  /// The id of `request`: a string, a number, or `null` that occurs once. With several ids the intended id is unknown.
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

  /// The id as JSON for a log line: a text is cut to ``longestLogged`` characters, and a longer number is left out; nil without an id.
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

/// The `traceparent` of W3C Trace Context, an optional member next to `params`. Log lines repeat it, so that they can be found from a
/// trace.
struct TraceParent {
  /// `version-traceid-parentid-flags`, 55 characters: only hexadecimal digits and dashes.
  let text: String

  /// `text`, if it has the form of the recommendation; nil for any other text, which the recommendation says to ignore.
  init?(_ text: Text) {
    let bytes = Array(text.string.utf8.prefix(Self.length + 1))
    guard bytes.count >= Self.length else { return nil }
    for (index, byte) in bytes.prefix(Self.length).enumerated() {
      guard Self.dashes.contains(index) ? byte == UInt8(ascii: "-") : Self.isDigit(byte) else { return nil }
    }
    func isAll(_ range: Range<Int>, _ digit: Unicode.Scalar) -> Bool {
      bytes[range].allSatisfy { $0 == UInt8(ascii: digit) }
    }
    if isAll(0..<2, "f") || isAll(3..<35, "0") || isAll(36..<52, "0") { return nil }
    // Version 00 ends here. A later version may continue after a dash with fields that are ignored.
    if bytes.count > Self.length, isAll(0..<2, "0") || bytes[Self.length] != UInt8(ascii: "-") { return nil }
    self.text = String(decoding: bytes.prefix(Self.length), as: UTF8.self)
  }

  private static let length = 55
  private static let dashes: Set<Int> = [2, 35, 52]

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
