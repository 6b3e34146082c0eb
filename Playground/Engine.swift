// The engine's side of the page: requests come as bytes, and results go back as bytes.
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// One page has one engine, one thread, and one buffer for what it is given.
nonisolated(unsafe) private var given: UnsafeMutableRawBufferPointer?
nonisolated(unsafe) private var result: [UInt8] = []
nonisolated(unsafe) private var built: BuiltPack?
nonisolated(unsafe) private var session: OperationSession?

private let operations = AnyOperation.embedded + [AnyOperation(Operations.explain(AnyOperation.embedded))]

/// Where `count` bytes for the next call belong.
@_expose(wasm, "room") @_cdecl("room")
public func room(_ count: Int32) -> UnsafeMutableRawPointer? {
  given?.deallocate()
  given = .allocate(byteCount: max(1, Int(count)), alignment: 16)
  return given?.baseAddress
}

/// The first byte of the last result.
@_expose(wasm, "result_bytes") @_cdecl("result_bytes")
public func resultBytes() -> UnsafeMutableRawPointer? { result.withUnsafeMutableBytes { $0.baseAddress } }

/// How many bytes the last result has.
@_expose(wasm, "result_count") @_cdecl("result_count")
public func resultCount() -> Int32 { Int32(result.count) }

/// Makes a file of the given bytes: of the first `name` its path, of the rest its content. Zones are read from such files.
@_expose(wasm, "register") @_cdecl("register")
public func register(_ name: Int32, _ count: Int32) {
  let bytes = taken(count)
  BareFiles.register(String(decoding: bytes.prefix(Int(name)), as: UTF8.self), Array(bytes.dropFirst(Int(name))))
}

/// Makes the built pack of the given bytes the one that requests are about; 0 where it is one.
@_expose(wasm, "load") @_cdecl("load")
public func load(_ count: Int32) -> Int32 {
  attempt { () throws(DiagnosticError) in
    built = try BuiltPack(SourceText.checked(name: "pack", bytes: taken(count)))
    session = try session(settings: [])
  }
}

/// Gives parameters of the rules other values: a JSON list of `module.name=value`.
@_expose(wasm, "settings") @_cdecl("settings")
public func settings(_ count: Int32) -> Int32 {
  attempt { () throws(DiagnosticError) in
    let document = try document(count)
    session = try session(settings: document.root.elements.compactMap { $0.text?.string })
  }
}

/// Answers the given request: `{"method": …, "params": …}`.
@_expose(wasm, "call") @_cdecl("call")
public func call(_ count: Int32) -> Int32 {
  var request: Document?
  return attempt(about: { request }) { () throws(DiagnosticError) in
    let given = try document(count)
    request = given
    let method = given.root["method"]?.text?.string ?? ""
    guard let session, let operation = operations.first(where: { $0.name == method }) else {
      throw DiagnosticError([.unknownMethod(method)])
    }
    var writer = JSONWriter(.compact)
    if let parameters = given.root["params"] {
      try operation.run(session, parameters, to: &writer)
    } else {
      try operation.run(session, try read(Array("{}".utf8)).root, to: &writer)
    }
    result = writer.bytes
  }
}

/// The exact shares of every outcome of the quiz with the current settings, where each question's options are equally likely:
/// `{OUTCOME: {ID: millionths}}`; an empty object for a pack without a quiz.
@_expose(wasm, "shares") @_cdecl("shares")
public func shares() -> Int32 {
  attempt { () throws(DiagnosticError) in
    var writer = JSONWriter(.compact)
    guard let session, try !session.loader.pack([ScoringEngine.quizKind]).records(of: ScoringEngine.quizKind).isEmpty else {
      result = Array("{}".utf8)
      return
    }
    let engine = try session.scoring().engine
    let weights = engine.quiz.questions.map { [UInt64]?(Array(repeating: 1, count: $0.options.count)) }
    guard let shares = try WeightedShares(engine, weights: weights) else {
      result = Array("{}".utf8)
      return
    }
    writer.object { writer in
      for (outcome, byID) in zip(engine.outcomes, shares.outcomes) {
        writer.object(outcome.name.string) { writer in
          for (id, weight) in byID.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            writer.key(id.string)
            writer.int(Int64(weight * 1_000_000 / shares.total))
          }
        }
      }
    }
    result = writer.bytes
  }
}

private func session(settings: [String]) throws(DiagnosticError) -> OperationSession? {
  guard let built else { return nil }
  var overrides: [ParameterOverride] = []
  for setting in settings { overrides.append(try ParameterOverride(setting)) }
  return OperationSession(SystemLoader(overrides: overrides) { built }, limits: RequestLimits())
}

private func taken(_ count: Int32) -> [UInt8] {
  guard let bytes = given else { return [] }
  given = nil
  defer { bytes.deallocate() }
  return Array(bytes.prefix(Int(count)))
}

private func document(_ count: Int32) throws(DiagnosticError) -> Document { try read(taken(count)) }

private func read(_ bytes: [UInt8]) throws(DiagnosticError) -> Document {
  let (document, diagnostics) = JSONReader.read(SourceText(name: "request", bytes: bytes), duplicateKeys: .error)
  guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
  return document
}

/// 0 where `body` succeeds; 1 where it throws, with the diagnostics as the result, as the service writes those about `request`.
private func attempt(
  about request: () -> Document? = { nil }, _ body: () throws(DiagnosticError) -> Void
) -> Int32 {
  do throws(DiagnosticError) {
    try body()
    return 0
  } catch {
    let document = request()
    let data = ErrorData(document?.source ?? SourceText(name: "request", bytes: []), document)
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.key("diagnostics")
      data.write(error.diagnostics, to: &writer)
    }
    result = writer.bytes
    return 1
  }
}

extension Diagnostic {
  fileprivate static func unknownMethod(_ name: String) -> Diagnostic {
    Diagnostic(code: "request/unknown-method", message: "there is no method `\(name)`", place: nil)
  }
}
