import Foundation
import TerrainRules
import Testing

@Suite struct PackLocatorTests {
  /// A folder tree that is removed when the test ends.
  final class Tree {
    let root = FileManager.default.temporaryDirectory.appending(path: "locator-\(UUID().uuidString)").path
    init(_ files: [String]) throws {
      for file in files {
        let path = URL(filePath: "\(root)/\(file)")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: path)
      }
    }
    deinit { try? FileManager.default.removeItem(atPath: root) }
  }

  @Test func looksInHomeThenAboveThenBesideTheProgram() throws {
    let tree = try Tree([
      "home/ContentPacks/terrain/pack.yaml", "work/ContentPacks/terrain/pack.yaml",
      "work/ContentPacks/other/pack.yaml", "work/a/b/x", "checkout/ContentPacks/third/pack.yaml",
      "checkout/ContentPacks/terrain/pack.yaml", "installed/share/terrain/ContentPacks/terrain/pack.yaml",
      "installed/share/terrain/ContentPacks/fourth/pack.yaml", "checkout/.build/linux/release/terrain",
      "installed/bin/terrain",
    ])
    let root = tree.root
    let inWork = PackLocator(home: nil, workingFolder: "\(root)/work/a/b", program: nil)
    #expect(inWork.pack(nil) == "\(root)/work/ContentPacks/terrain")
    #expect(inWork.pack("other") == "\(root)/work/ContentPacks/other")
    #expect(inWork.pack("fifth") == nil)
    let withHome = PackLocator(home: "\(root)/home", workingFolder: "\(root)/work/a/b", program: nil)
    #expect(withHome.pack(nil) == "\(root)/home/ContentPacks/terrain")
    #expect(withHome.pack("other") == "\(root)/work/ContentPacks/other")
    #expect(withHome.packNames == ["terrain", "other"])
    let built = PackLocator(home: nil, workingFolder: "/", program: "\(root)/checkout/.build/linux/release/terrain")
    #expect(built.pack("third") == nil)
    #expect(built.pack(nil) == "\(root)/checkout/ContentPacks/terrain")
    let installed = PackLocator(home: nil, workingFolder: "/", program: "\(root)/installed/bin/terrain")
    #expect(installed.pack("fourth") == nil)
    #expect(installed.pack(nil) == "\(root)/installed/share/terrain/ContentPacks/terrain")
  }

  @Test func takesAPathForAPath() throws {
    let tree = try Tree(["any/where/pack.yaml", "built.terrainpack"])
    let locator = PackLocator(home: nil, workingFolder: "/", program: nil)
    #expect(locator.pack("\(tree.root)/any/where") == "\(tree.root)/any/where")
    #expect(locator.pack("\(tree.root)/any/where/") == "\(tree.root)/any/where")
    #expect(locator.pack("\(tree.root)/any") == nil)
    #expect(locator.pack("\(tree.root)/built.terrainpack") == "\(tree.root)/built.terrainpack")
  }

  @Test func findsSchemasBesideThePackFirst() throws {
    let schemas = "ContentPacks/Schemas/common.schema.json"
    let tree = try Tree([
      "one/\(schemas)", "one/ContentPacks/p/pack.yaml", "two/ContentPacks/q/pack.yaml", "home/\(schemas)",
    ])
    let locator = PackLocator(home: "\(tree.root)/home", workingFolder: "/", program: nil)
    #expect(locator.schemas() == "\(tree.root)/home/ContentPacks/Schemas")
    #expect(locator.schemas(forPackAt: "\(tree.root)/one/ContentPacks/p") == "\(tree.root)/one/ContentPacks/Schemas")
    #expect(locator.schemas(forPackAt: "\(tree.root)/two/ContentPacks/q") == "\(tree.root)/home/ContentPacks/Schemas")
    let alone = PackLocator(home: nil, workingFolder: "/", program: nil)
    #expect(alone.schemas(forPackAt: "\(tree.root)/one/ContentPacks/p") == "\(tree.root)/one/ContentPacks/Schemas")
    #expect(alone.schemas() == nil)
  }

  @Test func findsRulesBesideThePackFirst() throws {
    let tree = try Tree([
      "one/ContentPacks/p/pack.yaml", "one/Rules/p/ruleset.yaml", "home/Rules/p/ruleset.yaml",
      "home/Rules/q/ruleset.yaml",
    ])
    let locator = PackLocator(home: "\(tree.root)/home", workingFolder: "/", program: nil)
    let pack = "\(tree.root)/one/ContentPacks/p"
    #expect(locator.ruleSet("p", forPackAt: pack) == "\(tree.root)/one/Rules/p")
    #expect(locator.ruleSet("q", forPackAt: pack) == "\(tree.root)/home/Rules/q")
    #expect(locator.ruleSet("r", forPackAt: pack) == nil)
  }
}
