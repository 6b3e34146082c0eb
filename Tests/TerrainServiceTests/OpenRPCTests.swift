import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainSchemas
import TerrainService
import Testing

/// What `rpc.discover` tells: an OpenRPC document, whose schemas and examples are true.
@Suite struct OpenRPCTests {
  /// The objects of the OpenRPC specification 1.3 that such a document has, closed, as their tables of fields say.
  static let specification = """
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "type": "object", "required": ["openrpc", "info", "methods"], "additionalProperties": false,
      "properties": {
        "openrpc": { "const": "1.3.2" },
        "info": {
          "type": "object", "required": ["title", "version"], "additionalProperties": false,
          "properties": {
            "title": { "type": "string" }, "description": { "type": "string" }, "version": { "type": "string" }
          }
        },
        "methods": { "type": "array", "items": { "$ref": "#/definitions/method" } },
        "components": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "schemas": { "$ref": "#/definitions/schemas" },
            "errors": {
              "type": "object", "propertyNames": { "pattern": "^[a-zA-Z0-9._-]+$" },
              "additionalProperties": { "$ref": "#/definitions/error" }
            }
          }
        }
      },
      "definitions": {
        "schema": { "$ref": "http://json-schema.org/draft-07/schema#" },
        "schemas": {
          "type": "object", "propertyNames": { "pattern": "^[a-zA-Z0-9._-]+$" },
          "additionalProperties": { "$ref": "#/definitions/schema" }
        },
        "reference": {
          "type": "object", "required": ["$ref"], "additionalProperties": false,
          "properties": { "$ref": { "type": "string", "format": "uri-reference" } }
        },
        "error": {
          "type": "object", "required": ["code", "message"], "additionalProperties": false,
          "properties": { "code": { "type": "integer" }, "message": { "type": "string" }, "data": {} }
        },
        "descriptor": {
          "type": "object", "required": ["name", "schema"], "additionalProperties": false,
          "properties": {
            "name": { "type": "string", "minLength": 1 }, "summary": { "type": "string" },
            "description": { "type": "string" }, "required": { "type": "boolean" },
            "schema": { "$ref": "#/definitions/schema" }, "deprecated": { "type": "boolean" }
          }
        },
        "example": {
          "type": "object", "required": ["name", "value"], "additionalProperties": false,
          "properties": {
            "name": { "type": "string", "minLength": 1 }, "summary": { "type": "string" },
            "description": { "type": "string" }, "value": {}
          }
        },
        "pairing": {
          "type": "object", "required": ["name", "params"], "additionalProperties": false,
          "properties": {
            "name": { "type": "string", "minLength": 1 }, "description": { "type": "string" },
            "params": { "type": "array", "items": { "$ref": "#/definitions/example" } },
            "result": { "$ref": "#/definitions/example" }
          }
        },
        "method": {
          "type": "object", "required": ["name", "params", "result"], "additionalProperties": false,
          "properties": {
            "name": { "type": "string", "minLength": 1 }, "summary": { "type": "string" },
            "description": { "type": "string" },
            "paramStructure": { "enum": ["by-name", "by-position", "either"] },
            "params": { "type": "array", "items": { "$ref": "#/definitions/descriptor" } },
            "result": { "$ref": "#/definitions/descriptor" },
            "errors": {
              "type": "array",
              "items": { "oneOf": [{ "$ref": "#/definitions/reference" }, { "$ref": "#/definitions/error" }] }
            },
            "examples": { "type": "array", "items": { "$ref": "#/definitions/pairing" } }
          }
        }
      }
    }
    """

  static func discovered() throws -> Document {
    let method = try #require(AnyOperation.named("rpc.discover"))
    return try MethodFixture.document(
      MethodFixture.answer(method, "{}", MethodFixture.session(try MethodFixture.served())))
  }

  @Test func isAnOpenRPCDocument() throws {
    let (schema, diagnostics) = Schema.compile(try MethodFixture.document(Self.specification).root)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let document = try Self.discovered()
    #expect(try #require(schema).validate(document).map(\.message) == [])
  }

  private static func methods(of pack: String) throws -> [String] {
    let session = MethodFixture.session(try MethodFixture.served("ContentPacks/\(pack)"))
    let method = try #require(AnyOperation.named("rpc.discover"))
    let document = try MethodFixture.document(MethodFixture.answer(method, "{}", session))
    return document.root["methods"]?.elements.compactMap { $0["name"]?.text?.string } ?? []
  }

  /// Clients are told about methods that they can call, in the order of the table.
  @Test func supportedMethodsAreListed() throws {
    let expected: [(pack: String, has: [String], lacks: [String])] = [
      ("terrain", ["score", "program", "merge"], ["loyalty.status", "timeline"]),
      ("embera", ["loyalty.status", "timeline", "score"], ["program", "merge", "trend"]),
      ("design", ["decide", "records"], ["score", "suggest", "loyalty.status", "timeline"]),
    ]
    let all = AnyOperation.all.map(\.name)
    for (pack, has, lacks) in expected {
      let names = try Self.methods(of: pack)
      #expect(names == all.filter(names.contains))
      #expect(Set(["version", "health", "rpc.discover", "shutdown"] + has).isSubset(of: names), "\(pack): \(names)")
      #expect(Set(lacks).isDisjoint(with: names), "\(pack): \(names)")
    }
  }

  /// A method that is not listed is refused with a sentence that says so, before what the rules lack.
  @Test func unsupportedMethodsAreRefused() throws {
    let state = ServiceState(
      try MethodFixture.served("ContentPacks/design"), log: ServerLog(level: .error, format: .json) { _ in })
    let request = ServiceTests.request(1, "loyalty.status", #"{"account":{"account":"a"}}"#)
    let line = try #require(ServiceFixture.answers(to: Array((request + "\n").utf8), state).first)
    let error = try MethodFixture.document(line).root["error"]
    #expect(error?["code"]?.int == -32003)
    let first = error?["data"]?["diagnostics"]?.element(at: 0)
    #expect(first?["code"]?.text == "rpc/not-supported")
    #expect(first?["message"]?.text == "the pack `design` cannot answer `loyalty.status`")
  }

  /// The first request of a client.
  @Test func handshake() throws {
    let served = try MethodFixture.served("ContentPacks/embera")
    let method = try #require(AnyOperation.named("version"))
    let answer = try MethodFixture.document(MethodFixture.answer(method, "{}", MethodFixture.session(served))).root
    #expect(answer["program"]?.text?.string == ProgramVersion.text)
    #expect(answer["protocol"]?.int == Int64(ProgramVersion.ofProtocol))
    #expect(answer["pack"]?["id"]?.text == "embera" && answer["rules"]?["hash"]?.text?.string == served.rules.hash)
  }

  /// Whichever method somebody looks for, some pack shows a request and its result.
  @Test func everyMethodHasAnExample() throws {
    var named: Set<String> = []
    for pack in MethodFixture.packs {
      let session = MethodFixture.session(try MethodFixture.served("ContentPacks/\(pack)"))
      let method = try #require(AnyOperation.named("rpc.discover"))
      let document = try MethodFixture.document(MethodFixture.answer(method, "{}", session))
      for method in document.root["methods"]?.elements.map({ $0 }) ?? [] {
        if method["examples"]?.element(at: 0)?["result"]?["value"] != nil {
          named.insert(method["name"]?.text?.string ?? "")
        }
      }
    }
    #expect(named == Set(AnyOperation.all.map(\.name)))
  }

  @Test func theVersionIsTheProgramsOwn() throws {
    #expect(try Self.discovered().root["info"]?["version"]?.text?.string == ProgramVersion.text)
    let health = try #require(AnyOperation.named("health"))
    let session = MethodFixture.session(try MethodFixture.served())
    let answer = try MethodFixture.document(MethodFixture.answer(health, "{}", session))
    #expect(answer.root["version"]?.text?.string == ProgramVersion.text)
  }

  /// The schemas as clients would use them: parameters and result of each example, held against what the document says.
  @Test func examplesAreOfTheirSchemas() throws {
    let document = try Self.discovered()
    let text = document.source.text(of: try #require(document.root["components"]).range)
    var count = 0
    for method in document.root["methods"]?.elements.map({ $0 }) ?? [] {
      guard let example = method["examples"]?.element(at: 0), let result = method["result"]?["schema"] else { continue }
      func check(_ value: Node, _ schema: Node) throws {
        let whole = """
          {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": \(text),
           "allOf": [\(schema.document.source.text(of: schema.range))]}
          """
        let (compiled, diagnostics) = Schema.compile(try MethodFixture.document(whole).root)
        #expect(!diagnostics.hasErrors, "\(diagnostics)")
        #expect(try #require(compiled).validate(value).map(\.message) == [], "\(method["name"]?.text ?? "")")
      }
      try check(try #require(example["result"]?["value"]), result)
      for parameter in example["params"]?.elements.map({ $0 }) ?? [] {
        let described = method["params"]?.elements.first { $0["name"]?.text == parameter["name"]?.text }
        try check(try #require(parameter["value"]), try #require(described?["schema"]))
      }
      count += 1
    }
    #expect(count >= 14)
  }
}
