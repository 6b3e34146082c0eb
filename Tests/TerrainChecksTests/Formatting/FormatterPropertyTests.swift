import Foundation
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

/// Whatever the file: formatted again it stays as it is, and it says what it said.
@Suite struct FormatterPropertyTests {
  private func check(_ bytes: [UInt8], _ name: String) -> Bool {
    let source = SourceText(name: name, bytes: bytes)
    guard let edits = RuleFormatter.edits(for: source).edits else { return false }
    let once = RuleFormatter.apply(edits, to: bytes)
    let again = RuleFormatter.edits(for: SourceText(name: name, bytes: once)).edits
    #expect(again == [], "\(name) formatted is formatted differently:\n\(String(decoding: once, as: UTF8.self))")
    let before = YAMLReader.readOne(source).document?.root.value.description
    #expect(
      before == YAMLReader.readOne(SourceText(name: name, bytes: once)).document?.root.value.description, "\(name)")
    return true
  }

  /// The YAML test suite has every strange way to write things. What reads as one document is formatted or refused.
  @Test(.enabled(if: Conformance.yaml.isInstalled, "set TERRAIN_CONFORMANCE")) func theYAMLTestSuite() throws {
    let folder = try #require(Conformance.yaml.folder)
    var counts = (formatted: 0, refused: [String]())
    for id in try Conformance.entries(of: folder) {
      let file = folder.appendingPathComponent(id).appendingPathComponent("in.yaml")
      guard let data = try? Data(contentsOf: file) else { continue }
      let source = SourceText(name: id, bytes: Array(data))
      guard YAMLReader.readOne(source).document != nil, !YAMLReader.readOne(source).diagnostics.hasErrors else {
        continue
      }
      if check(Array(data), id) { counts.formatted += 1 } else { counts.refused.append(id) }
    }
    print("formatter: \(counts.formatted) files of the YAML test suite formatted, refused: \(counts.refused)")
    #expect(counts.formatted > 50 && counts.refused.count * 8 < counts.formatted)
  }

  @Test func everyRuleAndPackFile() throws {
    let root = Conformance.packageRoot
    var count = 0
    for folder in ["Rules", "ContentPacks"] {
      guard
        let files = FileManager.default.enumerator(
          at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      else { continue }
      for case let file as URL in files where file.pathExtension == "yaml" {
        #expect(check(Array(try Data(contentsOf: file)), file.path), "\(file.path) is refused")
        count += 1
      }
    }
    #expect(count > 0)
  }

  /// Every shipped rule file in several random styles, with comments at any column: formatting keeps the values and the
  /// comments, and formatting again changes nothing.
  @Test(arguments: ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"])
  func shippedRulesInRandomStyles(_ ruleSet: String) throws {
    let folder = Conformance.packageRoot.appending(path: "Rules/\(ruleSet)").resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let paths = files.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".yaml") }.sorted()
    try #require(!paths.isEmpty)
    let styles = TestExtent.count(1, long: 4, of: "random styles of each file of \(ruleSet)")
    for (number, path) in paths.enumerated() {
      let original = SourceText(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      let document = try #require(YAMLReader.readOne(original).document)
      let meaning = document.root.value.description
      for seed in 0..<styles {
        let text = RandomStyle.write(document, seed: UInt64(number * 100 + seed))
        let name = "\(path), style \(seed)"
        let styled = SourceText(name: name, bytes: Array(text.utf8))
        let before = try #require(YAMLReader.readOne(styled).document, "\(text)")
        try #require(before.root.value.description == meaning, "\(text)")
        guard let edits = RuleFormatter.edits(for: styled).edits else {
          Issue.record("\(name) is refused:\n\(text)")
          continue
        }
        let once = SourceText(name: name, bytes: RuleFormatter.apply(edits, to: styled.bytes))
        let after = try #require(YAMLReader.readOne(once).document)
        #expect(after.root.value.description == meaning, "\(name)")
        #expect(Self.comments(of: after) == Self.comments(of: before), "\(name)")
        let again = RuleFormatter.edits(for: once).edits
        #expect(again == [], "\(name) is formatted differently again:\n\(String(decoding: once.bytes, as: UTF8.self))")
      }
    }
  }

  private static func comments(of document: Document) -> [String] {
    document.comments.map { document.source.text(of: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  @Test func randomFiles() {
    var generator = SplitMix64(seed: 7)
    var formatted = 0
    for number in 0..<400 {
      var text = ""
      Self.block(&text, indent: 0, depth: 3, &generator)
      if check(Array(text.utf8), "random \(number)") { formatted += 1 } else { Issue.record("refused:\n\(text)") }
    }
    #expect(formatted == 400)
  }

  /// A block map or list, indented and spaced at random, with comments here and there.
  private static func block(_ text: inout String, indent: Int, depth: Int, _ random: inout SplitMix64) {
    let isList = Bool.random(using: &random)
    for number in 0..<Int.random(in: 1...4, using: &random) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        text += String(repeating: " ", count: Int.random(in: 0...indent, using: &random)) + "# note \(number)  \n"
      }
      if Int.random(in: 0..<6, using: &random) == 0 { text += String(repeating: "\n", count: number) }
      text += String(repeating: " ", count: indent) + (isList ? "-" : "key\(number):")
      value(&text, indent: indent, depth: depth, &random)
    }
  }

  private static func value(_ text: inout String, indent: Int, depth: Int, _ random: inout SplitMix64) {
    let gap = String(repeating: " ", count: Int.random(in: 1...4, using: &random))
    let deeper = String(repeating: " ", count: indent + Int.random(in: 1...5, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0...1 where depth > 0:
      text += Bool.random(using: &random) ? " # here\n" : "\n"
      block(&text, indent: indent + Int.random(in: 1...4, using: &random), depth: depth - 1, &random)
    case 2: text += "\(gap)|\n\(deeper)one\n\(deeper)  two\n\n\(deeper)three \n"
    case 3: text += "\(gap)>-\n\(deeper)folded\n\(deeper)text\n"
    case 4: text += "\(gap)plain words\n\(deeper)go on\n"
    case 5: text += "\(gap)\"in \\\"quotes\\\"\n\(deeper)too\"   # behind\n"
    case 6: text += "\(gap){a: 1,b :   [x,'y''z' , {}]}  # behind\n"
    case 7: text += "\(gap)[ 1 ,\n\(deeper)2,\n\(deeper){ c: 3 } ]\n"
    default: text += "\(gap)value\n"
    }
  }
}
