import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService

extension FuzzTarget {
  /// Requests of every operation on the pack Terrain: the first line is the method, the rest its parameters.
  static let requests = requestTarget("requests", pack: "terrain")

  /// Requests on a pack with accounts: events, account documents, replays.
  static let accounts = requestTarget("accounts", pack: "embera")

  private static func requestTarget(_ name: String, pack: String) -> FuzzTarget {
    let responder = Mutex<Result<RequestCheck, FuzzFailure>?>(nil)
    return FuzzTarget(
      name,
      dictionary: [
        "\"now\":\"2024-02-29T23:59:60Z\"", "\"zone\":\"Pacific/Apia\"", "\"locale\":\"zh-Hans\"", "\"events\":[",
        "\"account\":",
        "\"facts\":{", "\"answers\":{", "\"log\":[", "\"date\":\"", "1e400", "0.1e-2147483647", "-1",
        "9223372036854775807", "null",
        "true", "[]",
        "{}", "\"id\":\"", "\"at\":\"", "\"points\":", "\"2024-03-10T02:30:00-05:00\"",
      ]
    ) {
      let folder = SeedFiles.root.appending(path: "ContentPacks/\(pack)/examples/requests")
      return SeedFiles.paths(under: folder, endings: [".json"]).compactMap { file in
        guard let bytes = SeedFiles.bytes(file), let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
          let compact = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        else { return nil }
        return Array("\(file.deletingPathExtension().lastPathComponent)\n".utf8) + compact
      }
    } body: { input throws(FuzzFailure) in
      // One thread fuzzes; tests may be several.
      let result = responder.withLock { made -> Result<Void, FuzzFailure> in
        if made == nil { made = RequestCheck.make(pack) }
        return (made ?? .failure(FuzzFailure("no system"))).flatMap { check in
          Result { () throws(FuzzFailure) in try check.check(input) }
        }
      }
      try result.get()
    }
  }
}

/// Sessions over one version of a pack, and what holds for what they answer.
private final class RequestCheck: @unchecked Sendable {
  private let sessions: [OperationSession]
  private let operations: [Text: AnyOperation]
  private let explain: AnyOperation?

  /// Operations that read or end what serves them.
  private static let left: Set<String> = [
    "shutdown", "pack.reload", "pack.validate", "health", "rpc.discover",
  ]

  static func make(_ pack: String) -> Result<RequestCheck, FuzzFailure> {
    let root = SeedFiles.root.path
    do throws(DiagnosticError) {
      let served = try ServedSystem(
        SystemPlace(
          pack: "\(root)/ContentPacks/\(pack)",
          locator: PackLocator(home: root, workingFolder: root, program: nil)))
      return .success(RequestCheck(served))
    } catch {
      return .failure(FuzzFailure("\(error.diagnostics.map(\.message))"))
    }
  }

  private init(_ served: ServedSystem) {
    var limits = RequestLimits()
    (limits.steps, limits.bytes, limits.days, limits.events) = (200_000, 8 << 20, 20, 200)
    (limits.values, limits.responseSize) = (2_000, 4 << 20)
    let log = ServerLog(level: .error, format: .json) { _ in }
    let state = ServiceState(served, limits: limits, log: log)
    sessions = (0..<2).map { _ in OperationSession(served, service: state) }
    operations = Dictionary(
      AnyOperation.all.filter { !Self.left.contains($0.name) }.map { (Text($0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    explain = operations["explain"]
  }

  /// Runs the request `input` in one session, twice in another, and explains it.
  func check(_ input: [UInt8]) throws(FuzzFailure) {
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    guard let operation = operations[Text(decoding: Array(input[..<end]))] else { return }
    let source = SourceText(name: "request.json", bytes: Array(input[end...]))
    var limits = DocumentLimits()
    limits.nesting = 64
    guard let parameters = JSONReader.read(source, limits: limits, duplicateKeys: .error).document?.root,
      parameters.kind == .map
    else { return }
    let first = try answer(operation, parameters, sessions[0])
    for session in [sessions[1], sessions[1]] {
      let again = try answer(operation, parameters, session)
      try require(again == first, "asked again it is \(again) instead of \(first)")
    }
    if first.hasPrefix("{"), operation.name != "explain", let explain {
      var writer = JSONWriter(.compact)
      writer.beginObject()
      writer.key("method")
      writer.string(operation.name)
      writer.key("params")
      writer.raw(Array(source.bytes[Int(parameters.range.start)..<Int(parameters.range.end)]))
      writer.endObject()
      guard let outer = JSONReader.read(SourceText(name: "explain.json", bytes: writer.bytes)).document?.root else {
        throw FuzzFailure("a request within another is not read")
      }
      let explained = try answer(explain, outer, sessions[0])
      // Not every operation can be explained; one that can is explained where it is answered.
      let isRefused = explained.contains("trace-limit") || explained.contains("requests/") || explained.hasPrefix("{")
      try require(isRefused, "it is answered, and not explained: \(explained)")
    }
  }

  /// The answer, or the codes of what is wrong.
  private func answer(
    _ operation: AnyOperation, _ parameters: Node, _ session: OperationSession
  ) throws(FuzzFailure) -> String {
    var writer = JSONWriter(.compact)
    let failure: DiagnosticError?
    do throws(DiagnosticError) {
      try operation.run(session, parameters, to: &writer)
      failure = nil
    } catch { failure = error }
    if let failure {
      try DiagnosticCheck.checkErrors(failure.diagnostics, "\(operation.name) is refused")
      return "refused: " + failure.diagnostics.map(\.code).joined(separator: " ")
    }
    let isJSON = JSONReader.read(SourceText(name: "answer.json", bytes: writer.bytes)).document != nil
    try require(isJSON, "the answer of \(operation.name) is not JSON: \(writer.string)")
    return writer.string
  }
}
