import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

@Suite struct PackBuilderTests {
  private func build(_ checkout: Checkout) throws -> PackBuilder.Built {
    try PackBuilder(pack: checkout.pack, rules: checkout.rules).build()
  }

  private func load(_ built: PackBuilder.Built) throws -> LoadedSystem {
    let file = try BuiltPack(SourceText(name: "terrain.json", bytes: built.bytes))
    return try LoadedSystem.load(file, contracts: [], kinds: nil)
  }

  private func load(_ checkout: Checkout) throws -> LoadedSystem {
    try LoadedSystem.load(
      packAt: checkout.pack, rulesAt: checkout.rules, documents: SourceReader.read, contracts: [], kinds: nil)
  }

  @Test func aBuiltPackIsThePack() throws {
    try Checkout.with { checkout in
      let built = try build(checkout)
      let system = try load(built)
      let folder = try load(checkout)
      #expect(system.pack.hash == folder.pack.hash)
      #expect(system.pack.hash == built.packHash)
      #expect(system.rules.hash == folder.rules.hash)
      #expect(system.pack.kinds.map(\.name) == folder.pack.kinds.map(\.name))
      for kind in folder.pack.kinds {
        let expected = folder.pack.records(of: kind.name)
        let found = system.pack.records(of: kind.name)
        #expect(found.map(\.id) == expected.map(\.id))
        for (a, b) in zip(found, expected) {
          #expect(
            a.node.value(fractions: .decimal).isEqual(to: b.node.value(fractions: .decimal)), "\(kind.name) \(b.id)")
        }
      }
      #expect(system.rules.ruleSet.decisions.map(\.name) == folder.rules.ruleSet.decisions.map(\.name))
    }
  }

  /// Files that records name, of any bytes, are in the built pack; what is beside them is not.
  @Test func aBuiltPackHasItsPictures() throws {
    try Checkout.with { checkout in
      let files = try BuiltPack(SourceText(name: "terrain.json", bytes: build(checkout).bytes)).files
      let folder = try load(build(checkout)).pack.path
      let named = try PackContents.load(checkout.pack).fields.uses.filter(\.roles.isFile).compactMap(
        \.node.text?.string)
      #expect(!named.isEmpty)
      for path in Set(named) {
        let expected = ContentFiles.mediaOnDisk("\(checkout.pack)/\(path)")
        #expect(expected != nil && files.media(path, ofPackIn: folder) == expected, "\(path)")
      }
      #expect(files.media("media/none.svg", ofPackIn: folder) == nil)
      #expect(files.media("../terrain/\(named[0])", ofPackIn: folder) == nil)
    }
  }

  @Test func aFileThatIsTooLargeIsNotBuiltIn() throws {
    try Checkout.with { checkout in
      let used = try PackContents.load(checkout.pack).fields.uses.filter(\.roles.isFile)
      let path = try #require(used.compactMap(\.node.text?.string).first)
      let file = try FileHandle(forWritingTo: URL(filePath: "\(checkout.pack)/\(path)"))
      try file.truncate(atOffset: UInt64(ContentFiles.largestMedia) + 1)
      try file.close()
      let error = #expect(throws: DiagnosticError.self) {
        try build(checkout)
      }
      #expect(error?.diagnostics.filter { $0.severity == .error }.map(\.code) == ["pack/media-too-large"])
    }
  }

  /// Decisions, facts and everything else the rules name stand where the author wrote them.
  @Test func placesAreThoseOfTheRules() throws {
    try Checkout.with { checkout in
      let built = try load(build(checkout)).rules.ruleSet
      let written = try load(checkout).rules.ruleSet
      func position(_ place: Place) -> [Int] {
        let (line, column) = place.source.position(at: Int(place.range.start))
        return [line, column, place.source.bytePosition(at: Int(place.range.start)).column]
      }
      #expect(built.decisions.map { position($0.place) } == written.decisions.map { position($0.place) })
      #expect(
        built.facts.map { position($0.declaration.place) } == written.facts.map { position($0.declaration.place) })
      for decision in built.decisions {
        #expect(decision.place.source.name.hasPrefix("Rules/terrain/"))
      }
    }
  }

  @Test func theSameFilesGiveTheSameBytes() throws {
    let first = try Checkout.with { try build($0) }
    try Checkout.with { checkout in
      let again = try build(checkout)
      let isSame = again.bytes == first.bytes
      #expect(isSame)
      #expect(again.contentHash == first.contentHash)
      _ = try checkout.make([.init("", in: "ContentPacks/terrain/modifiers.yaml", "Restless", "Unrest")])
      let other = try build(checkout)
      #expect(other.contentHash != first.contentHash)
      #expect(other.packHash != first.packHash)
      #expect(other.rulesHash == first.rulesHash)
    }
  }

  @Test func aPackWithMistakesIsNotBuilt() throws {
    try Checkout.with { checkout in
      _ = try checkout.make([
        .init("", in: "ContentPacks/terrain/routines/lite.yaml", "[ginger, honey]", "[gingr, honey, ginger]")
      ])
      let error = #expect(throws: DiagnosticError.self) {
        try build(checkout)
      }
      #expect(error?.diagnostics.filter { $0.severity == .error }.map(\.code) == ["pack/unknown-reference"])
    }
  }

  @Test func whatWasChangedByHandIsRefused() throws {
    let bytes = try Checkout.with { try build($0).bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    func code(_ text: String) -> String? {
      do throws(DiagnosticError) {
        _ = try BuiltPack(SourceText(name: "built.json", text: text))
        return nil
      } catch {
        return error.diagnostics.first?.code
      }
    }
    #expect(code(text) == nil)
    #expect(code(text.replacing("Restless", with: "Careless")) == "pack/built-changed")
    #expect(code("{}") == "pack/not-built")
    #expect(code(#"{"terrain_pack": 2, "files": []}"#) == "pack/not-built")
    #expect(code("[")?.hasPrefix("json/") == true)
  }

  /// A pack as `build` lays it out is read line by line, any other as JSON: with the same files and origins.
  @Test func filesAreTheSameHoweverTheHeadIsLaidOut() throws {
    let text = String(decoding: try Checkout.with { try build($0).bytes }, as: UTF8.self)
    let other = text.replacing("{\"terrain_pack\":1,", with: "{\n  \"terrain_pack\": 1,")
    #expect(other != text)
    let built = try BuiltPack(SourceText(name: "built.json", text: text))
    let laidOut = try BuiltPack(SourceText(name: "built.json", text: other))
    for folder in [built.packFolder, built.rulesFolder] {
      let paths = try built.files.list(folder, PackLoader.endings)
      #expect(!paths.isEmpty)
      #expect(try laidOut.files.list(folder, PackLoader.endings) == paths)
      for path in paths {
        let (one, same) = (try built.files.source(path), try laidOut.files.source(path))
        #expect(one.bytes == same.bytes, "\(path)")
        #expect(one.origin?.points == same.origin?.points, "\(path)")
      }
    }
  }

  @Test func aBuiltPackIsValidated() throws {
    try Checkout.with { checkout in
      let text = String(decoding: try build(checkout).bytes, as: UTF8.self)
      func codes(_ text: String) throws -> [String] {
        Validator().validate([.path(try checkout.folder.write(text, to: "built.json"))]).diagnostics.map(\.code)
      }
      #expect(try codes(text) == [])
      #expect(try codes(text.replacing("Restless", with: "Careless")) == ["pack/built-changed"])
    }
  }

  // MARK: Values and places

  /// Values as YAML writes them, and the JSON of it.
  @Test(arguments: [
    ("0x1F", "31"), ("0o17", "15"), ("+5", "5"), ("007", "7"), ("1.50", "1.50"), (".5", "0.5"), ("1e3", "1e3"),
    ("-0", "-0"),
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("~", "null"), ("yes", #""yes""#),
    ("true", "true"), ("'a \"b\" \\\n'", #""a \"b\" \\ ""#), ("[a, {b: c}]", #"["a",{"b":"c"}]"#),
    ("{1: 2}", #"{"1":2}"#),
    ("\"生\\n\\e\"", #""生\n\u001b""#), ("&a [x]", #"["x"]"#),
  ])
  func valuesAsJSON(yaml: String, json: String) throws {
    let (documents, _) = YAMLReader.read(SourceText(name: "a.yaml", text: yaml))
    let root = try #require(documents.first?.root)
    #expect(String(decoding: NodeJSON(root, notesOrigin: false).bytes, as: UTF8.self) == json)
    #expect(NodeJSON(root, notesOrigin: true).bytes == NodeJSON(root, notesOrigin: false).bytes)
  }

  @Test(arguments: [".inf", "-.inf", ".nan"])
  func whatJSONCannotSay(yaml: String) throws {
    let (documents, _) = YAMLReader.read(SourceText(name: "a.yaml", text: "a: \(yaml)"))
    let json = NodeJSON(try #require(documents.first?.root), notesOrigin: false)
    #expect(json.diagnostics.map(\.code) == ["pack/not-json"])
  }

  /// Every byte of every text is shown where it stands in the YAML, through quotes, escapes, folds and blocks.
  @Test func everyPartOfATextHasItsPlace() throws {
    let yaml = """
      plain: one two
      quoted: "生姜 \\"x\\" \\\\ \\n end"
      single: 'it''s 生 so'
      folded: >-
        first line
        second 生 "line"

        third
      literal: |
        a
          b "c"
        d
      multi: one
        two
      "key \\"q\\"": [x, "y"]
      """
    let (documents, _) = YAMLReader.read(SourceText(name: "a.yaml", text: yaml))
    let root = try #require(documents.first?.root)
    let json = NodeJSON(root, notesOrigin: true)
    // Through the packed form and back.
    let written = "[\(SourceOrigin(json.points).packed.map(String.init).joined(separator: ","))]"
    let origin = SourceOrigin { SourceOrigin.points(packed: Array(written.utf8)) }
    #expect(origin.points == json.points)
    let source = SourceText(name: "a.yaml", bytes: json.bytes, origin: origin)
    let copy = try #require(JSONReader.read(source).document?.root)
    for (key, value) in root.members {
      let other = try #require(copy[key.text ?? ""])
      guard let text = value.text else { continue }
      for index in 0..<text.utf8.count where Array(text.utf8)[index] & 0xC0 != 0x80 {
        let expected = value.place(ofDecoded: index..<index)
        let found = other.place(ofDecoded: index..<index)
        let (line, column) = expected.source.position(at: Int(expected.range.start))
        let position = found.source.position(at: Int(found.range.start))
        #expect(position == (line, column), "\(key.text ?? "") at \(index)")
        #expect(
          found.source.bytePosition(at: Int(found.range.start))
            == expected.source.bytePosition(at: Int(expected.range.start)))
      }
    }
  }
}
