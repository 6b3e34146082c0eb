import Foundation
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainSchemas
import TerrainValues
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainAuthoring

/// Documentation/reference/diagnostics.md against the program: every code is in it, no other is, and its examples are true.
@Suite struct DiagnosticListTests {
  /// What the page says of one code.
  private struct Entry {
    var code: String
    var meaning = ""
    var wrong: String?
    var right: String?
    var schema: String?
    /// False where an example is told in words.
    var isLiteral = true

    var area: String { String(code.prefix { $0 != "/" }) }
  }

  private static let page = Conformance.packageRoot.appending(path: "Documentation/reference/diagnostics.md")

  private func entries() throws -> [Entry] {
    var entries: [Entry] = []
    for line in try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("### ") {
        entries.append(Entry(code: String(line.dropFirst(4))))
      } else if line.hasPrefix("#") {
        continue
      } else if let index = entries.indices.last {
        if line.hasPrefix("- Wrong: ") {
          let example = Self.example(line.dropFirst(9))
          entries[index].wrong = example.text
          if !example.isCode { entries[index].isLiteral = false }
        } else if line.hasPrefix("- Right: ") {
          let example = Self.example(line.dropFirst(9))
          entries[index].right = example.text
          if !example.isCode { entries[index].isLiteral = false }
        } else if line.hasPrefix("- Schema: ") {
          entries[index].schema = Self.example(line.dropFirst(10)).text
        } else if entries[index].wrong == nil {
          entries[index].meaning += line
        }
      }
    }
    return entries
  }

  /// An example: the text in backticks where there is nothing else, with line ends and tabs put in.
  private static func example(_ line: Substring) -> (text: String, isCode: Bool) {
    let ticks = line.prefix { $0 == "`" }.count
    let fence = String(repeating: "`", count: ticks)
    var text = line.dropFirst(ticks)
    guard ticks > 0, text.hasSuffix(fence), !text.dropLast(ticks).contains(fence) else { return (String(line), false) }
    text = text.dropLast(ticks)
    if ticks > 1, text.hasPrefix(" "), text.hasSuffix(" ") { text = text.dropFirst().dropLast() }
    return (String(text.replacing("⏎", with: "\n").replacing("⇥", with: "\t")), true)
  }

  // MARK: The list

  /// Every code that the sources can yield.
  private func codes() throws -> Set<String> {
    let literal = /"([a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*)"/
    let prefix = /"([a-z]+)\/" \+ code/
    let first = /\(\s*(?:code: )?"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"\s*,/
    let evaluation = /Code\("([a-z]+(?:-[a-z]+)*)"\)/
    // Addresses of JSON Schema's vocabularies, methods of the Language Server Protocol and types of media look like codes.
    let others: Set<String> = ["meta", "workspace", "application", "audio", "image", "video"]
    var codes: Set<String> = []
    // An area's prefix may be in another file of the target than its codes: there, what the page lists counts.
    let listed = Set(try entries().map(\.code))
    var areas: [String: Set<String>] = [:]
    var names: [String: Set<String>] = [:]
    let sources = Conformance.packageRoot.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    // Its codes are no longer raised.
    let renamed = "RenamedCode.swift"
    for case let file as URL in files where file.pathExtension == "swift" && file.lastPathComponent != renamed {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: literal) where !others.contains(String(match.1.prefix { $0 != "/" })) {
        codes.insert(String(match.1))
      }
      for match in text.matches(of: evaluation) { codes.insert("evaluation/\(match.1)") }
      for area in Set(text.matches(of: prefix).map(\.1)) {
        for match in text.matches(of: first) { codes.insert("\(area)/\(match.1)") }
      }
      let target = file.path.dropFirst(sources.path.count + 1).prefix { $0 != "/" }
      for match in text.matches(of: prefix) { areas[String(target), default: []].insert(String(match.1)) }
      for match in text.matches(of: first) { names[String(target), default: []].insert(String(match.1)) }
    }
    for (target, areas) in areas {
      for area in areas { codes.formUnion((names[target] ?? []).map { "\(area)/\($0)" }.filter(listed.contains)) }
    }
    return codes
  }

  @Test func everyCodeIsExplained() throws {
    let listed = try entries().map(\.code)
    let known = try codes()
    #expect(known.count > 300)
    #expect(Set(listed).count == listed.count, "a code is explained twice")
    #expect(known.subtracting(listed).sorted() == [], "codes without an explanation in diagnostics.md")
    #expect(Set(listed).subtracting(known).sorted() == [], "explanations of codes that there are not")
  }

  /// Codes that no test provokes, and why.
  private static let unprovoked: [String: String] = [
    "evaluation/cycle": "a guard of the machine's own memory: whatever plans a program has refused circles before",
    "score/not-an-id": "the contract of the engine refuses outcomes that are not text before anything is scored",
    "account/event-limit": "an account of four million events takes longer than tests should",
    "system/not-kept": "loaders ask for no file that they have not been told of",
    "system/changing": "somebody has to write between two looks at the same files, three times in a row",
    "impact/no-git": "git has to be missing",
    "batch/no-thread": "the system has to have run out of threads",
  ]

  /// A check without a test is found here: its code is in no test, fixture or transcript. (The page's own examples are
  /// tried below, but say nothing about places.)
  @Test func everyCodeIsInATest() throws {
    let tests = Conformance.packageRoot.appending(path: "Tests")
    let this = URL(fileURLWithPath: #filePath).lastPathComponent
    var named: Set<String> = []
    let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: [.isRegularFileKey]))
    for case let file as URL in files where file.lastPathComponent != this {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for match in text.matches(of: /[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*/) { named.insert(String(match.0)) }
    }
    let missing = try entries().map(\.code).filter { !named.contains($0) }
    #expect(missing.sorted() == Self.unprovoked.keys.sorted(), "codes that no test names")
  }

  @Test func everyExplanationHasBothExamples() throws {
    for entry in try entries() {
      #expect(!entry.meaning.isEmpty && entry.meaning.hasSuffix("."), "\(entry.code)")
      #expect(entry.wrong?.isEmpty == false || entry.code == "expressions/empty", "\(entry.code)")
      #expect(entry.right?.isEmpty == false, "\(entry.code)")
      #expect(entry.wrong != entry.right, "\(entry.code)")
    }
  }

  // MARK: The examples

  /// The diagnostics about an example; nil in areas whose examples are not whole.
  private func diagnostics(_ text: String, _ entry: Entry) throws -> [Diagnostic]? {
    switch entry.area {
    case "json": return JSONReader.read(SourceText(name: "a.json", text: text)).diagnostics
    case "xml":
      do throws(DiagnosticError) { _ = try XMLReader.read(SourceText(name: "a.xml", text: text)) } catch {
        return error.diagnostics
      }
      return []
    case "yaml": return YAMLReader.readOne(SourceText(name: "a.yaml", text: text)).diagnostics
    case "expressions": return expression(text)
    case "schema":
      guard let schema = entry.schema else { return nil }
      let root = try #require(JSONReader.read(SourceText(name: "s.json", text: schema)).document?.root)
      let document = try #require(YAMLReader.readOne(SourceText(name: "a.yaml", text: text)).document)
      return try #require(Schema.compile(root).schema).validate(document)
    case "text":
      let source = SourceText(name: "a.yaml", text: text)
      return TextHygiene.findings(source, YAMLReader.read(source).documents)
    case "rules" where !entry.code.hasPrefix("rules/test") && !entry.code.hasPrefix("rules/contract"):
      return module(text)
    default: return nil
    }
  }

  private func expression(_ text: String) -> [Diagnostic] {
    let words = { (name: String, cases: [Text]) in CELType.enumeration(EnumerationType(name: Text(name), cases: cases))
    }
    let facts: [(Text, CELType)] = [
      ("points", .int), ("rate", .double), ("name", .string), ("active", .bool), ("tags", .list(.string)),
      ("tier", words("tier", ["bronze", "silver", "gold"])), ("size", words("size", ["small", "large"])),
      ("mood", .optional(.int)),
      (
        "item",
        .record(
          RecordType(name: "item", fields: [.init(name: "title", type: .string), .init(name: "price", type: .double)]))
      ),
    ]
    var slots = SlotTable()
    var environment = Environment()
    for (name, type) in facts { environment.declare(name, type, .slot(slots.addFact(name, type))) }
    let (parsed, found) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
    guard let parsed else { return found }
    return found + TypeChecker.check(parsed, environment).diagnostics
  }

  private func module(_ text: String) -> [Diagnostic] {
    let manifest = "rules: 1\nid: test\nversion: 1.0.0\nmodules:\n  m: m.yaml\n"
    let header = text.hasPrefix("rules:") ? "module: m\n" : "rules: 1\nmodule: m\n"
    guard let root = YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: manifest)).document?.root,
      let read = RuleSetManifest.read(root).manifest
    else { return [] }
    let loaded = RuleSet.load(read) { _ in
      let (document, found) = YAMLReader.readOne(SourceText(name: "m.yaml", text: header + text))
      return (document?.root, found)
    }
    return loaded.diagnostics + (loaded.ruleSet.map { RuleAnalysis.diagnostics(for: $0, asked: []) } ?? [])
  }

  @Test func examplesAreTrue() throws {
    var count = 0
    for entry in try entries() where entry.isLiteral {
      guard let wrong = entry.wrong, let right = entry.right, let found = try diagnostics(wrong, entry) else {
        continue
      }
      count += 1
      let codes = found.map(\.code)
      #expect(codes.contains(entry.code), "\(entry.code): `\(wrong)` gives \(DiagnosticRenderer.text(found))")
      // One mistake is reported once; names in the examples of rules need not be used.
      let others = codes.filter { $0 != entry.code && !$0.hasPrefix("rules/unused-") }
      #expect(others.isEmpty, "\(entry.code): `\(wrong)` gives \(DiagnosticRenderer.text(found))")
      let left = try diagnostics(right, entry) ?? []
      #expect(
        !left.contains { $0.code == entry.code || $0.severity == .error },
        "\(entry.code): `\(right)` gives \(DiagnosticRenderer.text(left))")
    }
    print("\(count) examples of diagnostics.md tried")
    #expect(count > 150)
  }
}
