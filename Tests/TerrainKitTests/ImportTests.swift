import Foundation
import Testing

/// What the targets of an app import.
@Suite struct ImportTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The modules that the files of each target import.
  private static func imports() throws -> [String: Set<String>] {
    var imports: [String: Set<String>] = [:]
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let target = String(file.path.dropFirst(sources.path.count).split(separator: "/")[0])
      let text = try String(contentsOf: file, encoding: .utf8)
      // Spaces, not white space: an import ends with its line.
      for line in text.matches(of: /(?m)^ *(?:@?\w+ +)?import +(?:(?:struct|class|enum|protocol|func|var|let) +)?(\w+)/)
      {
        imports[target, default: []].insert(String(line.1))
      }
    }
    return imports
  }

  @Test func onlyTerrainKitImportsFoundation() throws {
    let foundation = try Self.imports().filter { _, modules in modules.contains { $0.hasPrefix("Foundation") } }
    #expect(foundation.keys.sorted() == ["TerrainKit"])
  }

  /// An app links no C library of ours, and nothing that reads YAML.
  @Test func appsLinkNoYAML() throws {
    let imports = try Self.imports()
    var (reached, open) = (Set<String>(), ["TerrainKit"])
    while let target = open.popLast() {
      if reached.insert(target).inserted { open += imports[target] ?? [] }
    }
    #expect(reached.contains("TerrainBase") && reached.contains("TerrainEngines"))
    #expect(
      reached.isDisjoint(with: ["CLibYAML", "TerrainYAML", "TerrainChecks", "TerrainService"]))
  }
}
