import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainSchemas
import TerrainService
import TestSupport
import Testing

/// The table of methods: what it says of parameters and results is what methods read and write.
@Suite struct MethodTests {
  static let methods = AnyOperation.all

  @Test func namesAreDifferent() {
    #expect(Set(Self.methods.map(\.name)).count == Self.methods.count)
    #expect(Self.methods.count >= 10)
  }

  /// What methods need no example for: they are asked without parameters.
  static func isPlain(_ method: AnyOperation) -> Bool { method.parameters.fields.isEmpty }

  @Test func everyMethodHasAnExample() throws {
    let systems = try MethodFixture.packs.map { try MethodFixture.served("ContentPacks/\($0)") }
    for method in Self.methods where !Self.isPlain(method) {
      #expect(systems.contains { $0.examples[method.name] != nil }, "no pack has an example of \(method.name)")
    }
  }

  @Test(arguments: MethodFixture.packs) func everyExampleWorksAndItsResultIsOfItsShape(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    let session = MethodFixture.session(served)
    for method in Self.methods {
      guard let example = served.examples[method.name]?.string ?? (Self.isPlain(method) ? "{}" : nil) else { continue }
      // It does all that `terrain validate` does, which has a transcript over every pack: here its shape is of interest.
      if method.name == "pack.validate", pack != "design", !TestExtent.isLong { continue }
      let answer = try MethodFixture.answer(method, example, session)
      let schema = try MethodFixture.schema(method.result)
      let found = try schema.validate(MethodFixture.document(answer))
      #expect(found.isEmpty, "\(method.name): \(found)\n\(answer)")
      // A service has a clock; nothing else does.
      if !["health", "pack.validate"].contains(method.name) {
        #expect(try MethodFixture.answer(method, example, session) == answer, "\(method.name) twice")
      }
      // A value that the shape has no place for is found in it: without this the test could not fail.
      if method.name != "rpc.discover" {
        let more = try MethodFixture.document("{\"strange\":1," + answer.dropFirst())
        #expect(!schema.accepts(more.root), "\(method.name)")
      }
    }
  }

  static let morePerMethod: [(method: String, parameters: String)] = [
    ("score", #"{"answers": {"q1_run_temp": "always_cold"}, "partial": true, "id": {"n": 1}}"#),
    ("score", #"{"answers": {"q1_run_temp": "always_cold"}, "partial": true, "explain": true}"#),
    ("quiz.next", #"{"answers": {"q1_run_temp": "always_cold"}, "back": true}"#),
    (
      "page",
      #"{"page": "today", "now": "2026-02-05T07:30", "days": 2, "facts": {"profile": "cold_deficient_low_flame", "modifier": "shen", "cold_heat": -8, "def_excess": -6, "damp_dry": 0, "qi_stagnation": 1, "shen_unsettled": 4}}"#
    ),
    ("program", #"{"now": "2026-02-05"}"#),
    (
      "explain",
      #"{"method": "suggest", "params": {"now": "2026-02-05T07:30", "facts": {"profile": "cold_deficient_low_flame", "modifier": "none", "need": "calm"}}}"#
    ),
    (
      "explain",
      #"{"method": "trend", "params": {"now": "2026-02-14", "facts": {"profile": "cold_deficient_low_flame", "modifier": "shen"}, "logs": [{"date": "2026-02-12", "quick_symptoms": [], "completed_routine_ids": ["tea"]}, {"date": "2026-02-14"}]}}"#
    ),
    (
      "explain",
      #"{"method": "streak", "params": {"now": "2026-02-14", "logs": [{"date": "2026-02-02", "completed_routine_ids": ["tea"]}, {"date": "2026-02-13", "completed_routine_ids": ["tea"]}, {"date": "2026-02-14"}]}}"#
    ),
  ]

  @Test(arguments: morePerMethod.indices) func resultsAreOfTheirShape(_ index: Int) throws {
    let (name, parameters) = Self.morePerMethod[index]
    let method = try #require(AnyOperation.named(name))
    let session = MethodFixture.session(try MethodFixture.served())
    do {
      let answer = try MethodFixture.answer(method, parameters, session)
      let found = try MethodFixture.schema(method.result).validate(MethodFixture.document(answer))
      #expect(found.isEmpty, "\(found)\n\(answer)")
    } catch let error as DiagnosticError {
      Issue.record("\(error.diagnostics)")
    }
  }

  /// Everything that recorded sessions print for programs is of the shape that its method says.
  @Test func transcriptsAreOfTheirShape() throws {
    let folder = MethodFixture.checkout.appending(path: "Tests/TerrainCommandTests/Transcripts")
    var checked: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".txt") {
      var method: AnyOperation?
      var document = ""
      for line in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("$ terrain") {
          var words = line.split(separator: " ").dropFirst(2)
          // `terrain check` is about rules.
          if words.first == "check" { words = [] }
          if words.first == "run" { words = words.dropFirst() }
          let name = words.contains("--next") ? "quiz.next" : words.first.map(String.init) ?? ""
          method = AnyOperation.named(name)
        } else if line.hasPrefix("| "), let method {
          // Long lines are broken at their members: `{` alone begins a document, `}` alone ends it.
          guard !document.isEmpty || line.hasPrefix("| {") else { continue }
          document += line.dropFirst(2)
          if document == "{" || (document.hasPrefix("{ ") && line != "| }") { continue }
          let found = try MethodFixture.schema(method.result).validate(MethodFixture.document(document))
          #expect(found.isEmpty, "\(file): \(found)")
          checked.insert(method.name)
          document = ""
        }
      }
    }
    #expect(checked.count >= 6, "\(checked.sorted())")
  }

  /// Whoever reads the parameters refuses what the shape does not have, and takes what it has.
  @Test func readersReadWhatShapesSay() throws {
    let served = try MethodFixture.served()
    let session = MethodFixture.session(served)
    for method in Self.methods {
      let schema = try MethodFixture.schema(method.parameters)
      guard let source = served.examples[method.name] else { continue }
      let example = try MethodFixture.document(source.string)
      func refused(_ text: String) throws -> [Diagnostic]? {
        #expect(!schema.accepts(try MethodFixture.document(text).root), "\(method.name) \(text)")
        do {
          _ = try MethodFixture.answer(method, text, session)
          return nil
        } catch let error as DiagnosticError {
          return error.diagnostics
        }
      }
      // A field that nobody knows is named, and the nearest right one with it.
      let strange = try refused("{\"strange\":1" + Self.rest(example.root, without: nil))
      let unknown = try #require(strange, "\(method.name)")
      #expect(unknown.contains { $0.path == "strange" }, "\(method.name): \(unknown)")
      for field in method.parameters.fields {
        let others = Self.rest(example.root, without: field.name)
        if field.isRequired {
          let text = others == "}" ? "{}" : "{" + others.dropFirst()
          #expect(try refused(text) != nil, "\(method.name) without \(field.name)")
        }
        guard !field.takesAnything else { continue }
        let wrong = try refused("{\"\(field.name)\":[[true]]" + others)
        #expect(wrong?.contains { ($0.path ?? "").hasPrefix(field.name) } == true, "\(method.name).\(field.name)")
      }
    }
  }

  /// The members of `map` after a comma, and the brace.
  private static func rest(_ map: Node, without name: String?) -> String {
    var text = ""
    for (key, value) in map.members where key.text?.string != name && key.text?.string != "$schema" {
      let bytes = value.document.source.text(of: value.range)
      text += ",\"\(key.text?.string ?? "")\":\(bytes)"
    }
    return text + "}"
  }
}

extension Shape.Field {
  fileprivate var takesAnything: Bool {
    if case .anything = shape.form { true } else { false }
  }
}

extension SourceText {
  fileprivate var string: String { text(of: wholeRange) }
}
