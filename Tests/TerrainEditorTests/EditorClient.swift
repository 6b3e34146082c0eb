import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEditor
import TerrainOutcomes
import TerrainRules
import TestSupport
import Testing

/// A client that speaks to a server object by messages, and remembers what it is shown.
final class EditorClient {
  let server: LanguageServer
  let folder: URL
  private var nextID = 1
  private var texts: [String: String] = [:]
  private var versions: [String: Int] = [:]
  /// The diagnostics of each file, as they were published last: messages as JSON.
  private(set) var published: [String: [Node]] = [:]
  /// All that came, in order.
  private(set) var messages: [Node] = []

  /// The validator of tests: what people get is checked too.
  static var validator: Validator {
    var validator = Validator()
    validator.checkResults()
    return validator
  }

  /// Of whom rows decide where each hour of the day has as many people as any other.
  private static func shares(_ modules: Set<String>, _ rules: String, _ files: ContentFiles) -> [RowShares.Row] {
    let indexes = try? NameIndex.load([rules], from: SourceStore(files), ruleSet: { _, _ in nil })
    guard let ruleSet = indexes?.first?.ruleSet else { return [] }
    return ruleSet.decisions.filter { modules.contains($0.place.source.name) }.flatMap { decision in
      let shares = RowShares(decision, of: ruleSet) { facts in
        guard facts == ["hour"] else { return nil }
        return WeightedFacts(facts: facts, total: 24, combinations: (0..<24).map { ([.int($0)], 1) })
      }
      return shares?.rows ?? []
    }
  }

  /// A client that works in `folder`; `capabilities` is JSON.
  init(_ folder: URL, capabilities: String = "{}", initializes: Bool = true) throws {
    self.folder = folder
    server = LanguageServer(
      .init(
        version: "1.0.0", enter: { WorkspaceFolder($0, isWorkingFolder: false) }, validator: { _ in Self.validator },
        shares: { modules, _, rules, files, _ in Self.shares(modules, rules, files) },
        explanation: { code in "https://example.org/\(code).md" }))
    guard initializes else { return }
    _ = try request(
      "initialize",
      #"{"processId":null,"rootUri":"\#(DocumentURI.uri(folder.path))","capabilities":\#(capabilities)}"#)
    notify("initialized", "{}")
  }

  /// Sends a message as it is.
  func send(_ text: String) {
    server.receive(.message(Array(text.utf8)))
    collect()
  }

  func notify(_ method: String, _ parameters: String) {
    send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  /// The whole response to a request.
  func response(_ method: String, _ parameters: String) throws -> Node {
    let id = nextID
    nextID += 1
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#)
    return try #require(messages.last { $0["id"]?.int == Int64(id) })
  }

  /// The result of a request.
  func request(_ method: String, _ parameters: String) throws -> Node {
    let response = try response(method, parameters)
    return try #require(response["result"], Comment(rawValue: response["error"]?["message"]?.text?.string ?? ""))
  }

  /// Lets the server do all that it has to do.
  func settle() {
    server.settle()
    collect()
    while let job = server.nextJob() {
      server.finish(job, job.run())
      collect()
    }
  }

  private func collect() {
    for message in server.takeMessages() {
      guard let root = JSONReader.read(SourceText(name: "message", bytes: message)).document?.root else {
        Issue.record("a message is not JSON")
        continue
      }
      messages.append(root)
      if root["method"]?.isText("textDocument/publishDiagnostics") ?? false, let parameters = root["params"],
        let uri = parameters["uri"]?.text?.string, let path = DocumentURI.path(uri)
      {
        published[path] = parameters["diagnostics"]?.elements.map { $0 } ?? []
      }
    }
  }

  // MARK: Documents

  func uri(_ file: String) -> String { DocumentURI.uri("\(folder.path)/\(file)") }

  /// Opens a file with the text that it has on the disk, or with another.
  func open(_ file: String, _ text: String? = nil) throws {
    let text = try text ?? String(contentsOf: folder.appending(path: file), encoding: .utf8)
    texts[file] = text
    versions[file] = 1
    notify(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri(file))","languageId":"yaml","version":1,"text":\#(Self.json(text))}}"#)
  }

  /// Replaces the whole text of an open file.
  func change(_ file: String, to text: String) {
    texts[file] = text
    let version = (versions[file] ?? 0) + 1
    versions[file] = version
    notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(uri(file))","version":\#(version)},"contentChanges":[{"text":\#(Self.json(text))}]}"#
    )
  }

  /// Where the first `text` of an open file begins, `offset` bytes of UTF-16 later.
  func position(_ file: String, _ text: String, _ offset: Int = 0) throws -> String {
    let whole = try #require(texts[file])
    let found = try #require(whole.firstRange(of: text), "`\(text)` is not in \(file)")
    let before = whole[..<found.lowerBound]
    let line = before.count { $0.isNewline }
    let start = before.lastIndex { $0.isNewline }.map { before.index(after: $0) } ?? before.startIndex
    return #"{"line":\#(line),"character":\#(before[start...].utf16.count + offset)}"#
  }

  /// The parameters of a request about the first `text` of an open file.
  func at(_ file: String, _ text: String, _ offset: Int = 0) throws -> String {
    #""textDocument":{"uri":"\#(uri(file))"},"position":\#(try position(file, text, offset))"#
  }

  /// What is published, as `FILE:LINE:COLUMN: code: message`, sorted.
  var shown: [String] {
    published.flatMap { path, diagnostics in
      diagnostics.map { diagnostic in
        let start = diagnostic["range"]?["start"]
        let end = diagnostic["range"]?["end"]
        return """
          \(path):\(start?["line"]?.int ?? -1):\(start?["character"]?.int ?? -1)-\(end?["line"]?.int ?? -1)\
          :\(end?["character"]?.int ?? -1): \(diagnostic["code"]?.text?.string ?? ""): \
          \(diagnostic["message"]?.text?.string ?? "")
          """
      }
    }.sorted()
  }

  static func json(_ text: String) -> String {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return writer.string
  }
}

/// A small system as `terrain init` makes it.
enum NewSystem {
  static let pack = "ContentPacks/my-shop/pack.yaml"
  static let module = "Rules/my-shop/today.yaml"
  static let tests = "Rules/my-shop/tests/today.yaml"

  static func with(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let schemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
      let root = Conformance.packageRoot.path
      let scaffold = try Scaffold.system(
        of: ["page"], from: ("\(root)/ContentPacks/starter", "\(root)/Rules/starter"), in: folder.path, name: "my-shop",
        version: "1.0.0", schemas: schemas)
      for file in scaffold.created {
        let url = URL(fileURLWithPath: file.path)
        try url.deletingLastPathComponent().write(file.bytes, to: url.lastPathComponent)
      }
      try body(folder)
    }
  }

  /// What `terrain validate` reports of the files on the disk, in the form of ``EditorClient/shown``.
  static func validated(_ folder: URL) -> [String] {
    let inputs = ["ContentPacks", "Rules"].map { Validator.Input.path("\(folder.path)/\($0)") }
    var validator = EditorClient.validator
    // A validator with a memory reports what follows from other mistakes, as an editor does. This memory is empty.
    validator.memory = ValidationMemory()
    return validator.validate(inputs).diagnostics.map { diagnostic in
      let range = diagnostic.place.map { place in
        [place.range.start, max(place.range.start, place.range.end)].map { offset -> String in
          let (line, _) = place.source.bytePosition(at: Int(offset))
          guard let whole = place.source.range(ofLine: line) else { return "\(line - 1):0" }
          let before = place.source.text(of: SourceRange(start: whole.start, end: max(whole.start, offset)))
          return "\(line - 1):\(before.utf16.count)"
        }.joined(separator: "-")
      }
      let fix = diagnostic.fix.map { "\n\($0)" } ?? ""
      return
        "\(diagnostic.place?.source.name ?? folder.path):\(range ?? "0:0-0:0"): \(diagnostic.code): \(diagnostic.message)\(fix)"
    }.sorted()
  }
}
