import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// The index of names of the shipped packs, against their files: read as trees, and searched as plain text.
@Suite struct ShippedNameTests {
  static let packs = ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"]

  private static let root = Conformance.packageRoot.path

  private func index(_ pack: String) throws -> NameIndex {
    let indexes = try NameIndex.load(["\(Self.root)/ContentPacks/\(pack)"], from: SourceStore()) { _, _ in nil }
    return try #require(indexes.first)
  }

  /// The root of a file's tree, by a reader of its own.
  private func tree(_ path: String) throws -> Node {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let (documents, _) = YAMLReader.read(SourceText(name: path, bytes: bytes))
    return try #require(documents.first).root
  }

  /// The files of the modules of `pack`, with their roots.
  private func modules(_ pack: String) throws -> [Node] {
    let folder = "\(Self.root)/Rules/\(pack)"
    let manifest = try tree("\(folder)/ruleset.yaml")
    return try #require(manifest["modules" as Text]).members.map {
      try tree("\(folder)/\($0.value.text?.string ?? "")")
    }
  }

  private func members(_ node: Node, _ key: Text) -> [(key: Node, value: Node)] {
    node[key].map { Array($0.members) } ?? []
  }

  @Test(arguments: packs) func rulesAreTypedWithoutProblems(_ pack: String) throws {
    let index = try index(pack)
    #expect(index.problems.map(\.message) == [])
    #expect(index.rules?.hasSuffix("Rules/\(pack)") == true)
  }

  /// An editor asks for each open file: an index has all rules of a system, and is made once for it.
  @Test func filesOfOneSystemHaveOneIndex() throws {
    let folders = ["\(Self.root)/ContentPacks/design", "\(Self.root)/Rules/design"]
    let store = SourceStore()
    var indexes = NameIndexes(store) { _, _ in nil }
    let first = try #require(try indexes.indexes(of: [folders[0]]).first)
    let files = folders.flatMap { (try? store.list($0, [".yaml"])) ?? [] }
    #expect(files.count > 10)
    for file in files {
      let found = try indexes.indexes(of: [file])
      #expect(found.count == 1)
      #expect(found.first?.ruleSet === first.ruleSet, "\(file)")
    }
  }

  @Test(arguments: packs) func everyDeclarationOfAModuleIsFound(_ pack: String) throws {
    let index = try index(pack)
    var counts: [IndexedName.Kind: Int] = [:]
    let sections: [(Text, IndexedName.Kind)] = [("parameters", .parameter), ("decisions", .decision), ("facts", .fact)]
    for module in try modules(pack) {
      let name = try #require(module["module" as Text]?.text)
      for (section, kind) in sections {
        for (key, _) in members(module, section) {
          let own = try #require(key.text)
          let full = kind == .fact ? own : Text("\(name).\(own)")
          let found = index.names(called: full).filter { $0.kind == kind }
          #expect(found.count == 1, "\(full)")
          #expect(found.first?.declarations.contains(key.place) == true, "\(full) at \(key.place.fileAndLine)")
          counts[kind, default: 0] += 1
        }
      }
    }
    // No more than there are; a fact may be declared by several modules.
    for (kind, count) in counts {
      #expect(index.names.filter { $0.kind == kind }.flatMap(\.declarations).count == count, "\(kind)")
    }
  }

  @Test(arguments: packs) func everyRecordAndValueIsFound(_ pack: String) throws {
    let index = try index(pack)
    let folder = "\(Self.root)/ContentPacks/\(pack)"
    let manifest = try tree("\(folder)/pack.yaml")
    var count = 0
    for (kind, declared) in members(manifest, "kinds") {
      guard let path = declared["path" as Text]?.text?.string else { continue }
      for file in try files(at: "\(folder)/\(path)") {
        for item in try tree(file)["items" as Text]?.elements.map({ $0 }) ?? [] {
          let id = try #require(item["id" as Text])
          let names = index.names(called: Text("\(try #require(kind.text)).\(try #require(id.text))"))
          #expect(names.filter { $0.kind == .record }.flatMap(\.declarations) == [id.place], "\(id.place.fileAndLine)")
          count += 1
        }
      }
    }
    #expect(count > 0)
    for (name, vocabulary) in members(manifest, "enums") {
      for value in vocabulary["values" as Text]?.elements.map({ $0 }) ?? [] {
        let full = Text("\(name.text ?? "").\(value.text ?? "")")
        let found = index.names(called: full).filter { $0.kind == .value }
        #expect(found.flatMap(\.declarations) == [value.place], "\(full)")
      }
    }
  }

  private func files(at path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
    guard isFolder.boolValue else { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().filter { $0.hasSuffix(".yaml") }
      .map { "\(path)/\($0)" }
  }

  /// Of names that nothing else has, a plain search of the modules finds exactly the declarations and uses in them.
  @Test(arguments: packs) func usesAreWhatAPlainSearchFinds(_ pack: String) throws {
    let index = try index(pack)
    let texts = try modules(pack).map(\.place.source).map { Self.code(of: String(decoding: $0.bytes, as: UTF8.self)) }
    var compared = 0
    for name in index.names where name.kind == .parameter {
      // A word that is anything else too is in files for other reasons.
      guard index.names(called: name.name).count == 1, name.name.string.contains("_") else { continue }
      let found = texts.map { Self.count(of: name.name.string, in: $0) }.reduce(0, +)
      let known = name.declarations.count + name.uses.count { $0.part == .rules }
      #expect(found == known, "\(name.fullName)")
      compared += 1
    }
    print("\(pack): \(compared) parameters compared with a search")
  }

  /// A module's text without comments and texts for people.
  private static func code(of text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      var line = String(line)
      if let comment = line.firstRange(of: /(^|\s)#.*/) { line.removeSubrange(comment) }
      if let doc = line.firstRange(of: /\b(doc|note): .*/) { line.removeSubrange(doc) }
      return line
    }.joined(separator: "\n")
  }

  private static func count(of word: String, in text: String) -> Int {
    func isPart(_ byte: UInt8?) -> Bool {
      guard let byte else { return false }
      return byte == UInt8(ascii: "_") || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    var count = 0
    for range in text.ranges(of: word) {
      let before = range.lowerBound == text.startIndex ? nil : text.utf8[text.utf8.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text.utf8[range.upperBound]
      if !isPart(before), !isPart(after) { count += 1 }
    }
    return count
  }

  /// What an editor asks: which name is here.
  @Test(arguments: packs) func everyLocationHasItsName(_ pack: String) throws {
    let index = try index(pack)
    for name in index.names {
      for place in name.declarations + name.uses.map(\.place) where place.range.count > 0 {
        let found = try #require(index.name(at: place.range.start, in: place.source.name))
        #expect(found.name == name.name || place.range.count >= found.name.utf8.count, "\(place.fileAndLine)")
        // The name is written there, with or without what it belongs to.
        let text = place.source.text(of: place.range)
        #expect(
          text.contains(name.name.string) || name.kind == .kind || name.kind == .module,
          "\(name.fullName) at \(place.fileAndLine): \(text)")
      }
    }
  }
}
