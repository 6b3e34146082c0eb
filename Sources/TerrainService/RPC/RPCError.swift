import TerrainDocuments
import TerrainEngines

/// An error of JSON-RPC 2.0: a code, a sentence, and our diagnostics.
package struct RPCError: Error, Sendable {
  /// The codes that are given out. Those of the standard, and those of this service from -32001 on.
  package enum Code: Int, Sendable, CaseIterable {
    /// The line is not JSON.
    case parse = -32700
    /// It is JSON, and no request.
    case invalidRequest = -32600
    /// There is no such method.
    case methodNotFound = -32601
    /// The parameters are not right.
    case invalidParameters = -32602
    /// Something that is nobody's fault outside.
    case `internal` = -32603
    /// The rules ran into something with these parameters.
    case rulesFailed = -32001
    /// A limit was passed.
    case limit = -32002
    /// The pack or its rules cannot do what is asked for, or were refused.
    case system = -32003
    /// The request was not answered in the time that it allows.
    case deadline = -32004
    /// The request was cancelled. (The number that the Language Server Protocol has for it.)
    case cancelled = -32800

    /// What it means: the message of every error with it.
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

  /// What kind of error it is.
  package let code: Code
  /// What is wrong, each with its path in the request or its place in a file.
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

  /// What methods throw, for the request that `source` is.
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

  /// Whether every method that was found can end with it.
  var isOfMethods: Bool {
    switch self {
    case .parse, .invalidRequest, .methodNotFound: false
    case .invalidParameters, .internal, .rulesFailed, .limit, .system, .deadline, .cancelled: true
    }
  }
}
