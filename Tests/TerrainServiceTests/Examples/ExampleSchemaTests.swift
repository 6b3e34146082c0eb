import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainSchemas
import TerrainService
import Testing

/// A pack's published schemas (`terrain schema METHOD --pack PACK`) accept its own requests, and the responses to them.
@Suite struct ExampleSchemaTests {
  /// The parts of a schema test: the pack's declarations, and a session over it.
  struct Served {
    let session: OperationSession
    let declarations: Declarations

    init(_ pack: String) throws {
      session = MethodFixture.session(try MethodFixture.served("ContentPacks/\(pack)"))
      declarations = Declarations(try session.everything())
    }

    func schema(_ method: AnyOperation, _ side: OperationSchemas.Side) -> String {
      String(decoding: OperationSchemas.schema(of: method, side, declarations: declarations), as: UTF8.self)
    }
  }

  static func validate(_ one: SchemaJudge.Case) throws -> [String] {
    let (schema, found) = Schema.compile(try MethodFixture.document(one.schema).root)
    #expect(found.isEmpty, "\(one.name): \(found)")
    // A reference to a schema of another folder is the file's own business.
    return try #require(schema).validate(try MethodFixture.document(one.instance)).map {
      "\($0.path ?? ""): \($0.message)"
    }
  }

  /// Methods about a whole pack or service, whose responses other tests hold against their schemas.
  static let others = ["pack.validate", "pack.reload", "rpc.discover", "shutdown"]

  @Test func examplesAreRead() {
    #expect(Set(ExampleRequest.all.map(\.pack)) == Set(MethodFixture.packs))
    #expect(ExampleRequest.all.count > 50, "\(ExampleRequest.all.map(\.testDescription))")
  }

  @Test func requestsAndResponsesFollowTheirSchemas() throws {
    var cases: [SchemaJudge.Case] = []
    for pack in MethodFixture.packs {
      let served = try Served(pack)
      for example in ExampleRequest.all where example.pack == pack {
        let response = try MethodFixture.answer(example.method, example.parameters, served.session)
        for (side, text) in [(OperationSchemas.Side.request, example.parameters), (.response, response)] {
          cases.append(
            .init(name: "\(example.file) \(side)", schema: served.schema(example.method, side), instance: text))
        }
      }
      // Methods that take nothing need no example.
      for method in AnyOperation.all where MethodTests.isPlain(method) && !Self.others.contains(method.name) {
        let response = try MethodFixture.answer(method, "{}", served.session)
        for (side, text) in [(OperationSchemas.Side.request, #"{"$schema": "x.json"}"#), (.response, response)] {
          cases.append(
            .init(name: "\(pack) \(method.name) \(side)", schema: served.schema(method, side), instance: text))
        }
      }
    }
    #expect(cases.count > 110)
    for one in cases { #expect(try Self.validate(one) == [], "\(one.name)") }
    if let complaints = try SchemaJudge.complaints(about: cases) { #expect(complaints == []) }
  }

  /// The judge and our own validator refuse what is wrong: without this the property could not fail.
  @Test func wrongRequestsAreRefused() throws {
    let served = try Served("embera")
    let decide = try #require(AnyOperation.named("decide"))
    let wrong = [
      #"{"decision": "checkout.summary", "facts": {"lines": [{"product": "house-ember"}]}}"#,
      #"{"decision": "checkout.summary", "facts": {"lines": [{"product": "house-ember", "quantity": 1.5}]}}"#,
      #"{"decision": "checkout.summary", "facts": {"lines": [{"product": "a", "quantity": 1, "colour": "red"}]}}"#,
    ].map { SchemaJudge.Case(name: "wrong", schema: served.schema(decide, .request), instance: $0) }
    for one in wrong {
      #expect(try Self.validate(one) != [], "\(one.instance)")
      if let complaints = try SchemaJudge.complaints(about: [one]) { #expect(complaints != [], "\(one.instance)") }
    }
  }

  // MARK: Whole numbers

  /// `4.0` is a whole number, in schemas and for readers: the same request with every whole number written as a fraction has
  /// the same response.
  @Test(arguments: MethodFixture.packs) func wholeNumbersMayBeWrittenAsFractions(_ pack: String) throws {
    let served = try Served(pack)
    for example in ExampleRequest.all where example.pack == pack {
      let root = try MethodFixture.document(example.parameters).root
      var plain = JSONWriter(.compact)
      Self.write(root, fractions: nil, to: &plain)
      var fractions = JSONWriter(.compact)
      Self.write(root, fractions: ".0", to: &fractions)
      if plain.string == fractions.string { continue }
      let schema = served.schema(example.method, .request)
      #expect(try Self.validate(.init(name: example.file, schema: schema, instance: fractions.string)) == [])
      #expect(
        try MethodFixture.answer(example.method, fractions.string, served.session)
          == MethodFixture.answer(example.method, plain.string, served.session), "\(example.file)")
    }
  }

  /// The document with `fractions` after every whole number.
  private static func write(_ node: Node, fractions: String?, to writer: inout JSONWriter) {
    switch node.kind {
    case .map:
      writer.beginObject()
      for (key, value) in node.members where key.text != "$schema" {
        writer.key(key.text ?? "")
        write(value, fractions: fractions, to: &writer)
      }
      writer.endObject()
    case .list:
      writer.beginArray()
      for element in node.elements { write(element, fractions: fractions, to: &writer) }
      writer.endArray()
    case .number:
      let raw = node.rawNumber?.string ?? "0"
      writer.raw(Array((node.isInteger ? raw + (fractions ?? "") : raw).utf8))
    case .string: writer.string(node.text ?? "")
    case .bool: writer.bool(node.bool ?? false)
    case .null: writer.null()
    }
  }

  // MARK: Fields

  /// A method's reader takes the fields that its schema has, and no others.
  @Test(arguments: MethodFixture.packs) func readersTakeTheFieldsThatSchemasHave(_ pack: String) throws {
    let served = try Served(pack)
    let names = Set(AnyOperation.all.flatMap { $0.parameters.fields.map(\.name) }).sorted()
    for example in ExampleRequest.all where example.pack == pack && example.file.contains("/requests/") {
      let root = try MethodFixture.document(example.parameters).root
      let own = Set(example.method.parameters.fields.map(\.name))
      // Logs are taken where the rules of the pack declare what is in them.
      for name in names where root[Text(name)] == nil && name != "logs" {
        // A list of lists is right nowhere: only whether the name is known is looked at.
        let more = "{\"\(name)\":[[]]," + example.parameters.drop { $0 != "{" }.dropFirst()
        var unknown = false
        do throws(DiagnosticError) {
          var writer = JSONWriter(.compact)
          try example.method.run(served.session, MethodFixture.parsed(more).root, to: &writer)
        } catch {
          unknown = error.diagnostics.contains { $0.code == "content/unknown-field" && $0.path == name }
        }
        #expect(unknown == !own.contains(name), "\(example.method.name): \(name)")
      }
    }
  }
}
