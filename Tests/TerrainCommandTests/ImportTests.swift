import Foundation
import Testing

/// What targets import. (`swift build --explicit-target-dependency-import-check error` of Swift 6.3 accepts undeclared imports of
/// targets that a dependency depends on.)
@Suite struct ImportTests {
  /// A target as `Package.swift` declares it.
  private struct Target {
    let name: String
    let dependencies: Set<String>
    let files: [URL]

    func imports() throws -> Set<String> {
      var names: Set<String> = []
      for file in files {
        for match in try String(contentsOf: file, encoding: .utf8).matches(
          of: /(?m)^\s*(?:@\w+ )?import (?:func )?(?<module>\w+)/)
        {
          names.insert(String(match.module))
        }
      }
      return names
    }
  }

  private static func targets() throws -> [Target] {
    let root = TranscriptTests.checkout
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    return try manifest.matches(
      of: /\.(?<kind>target|executableTarget|testTarget)\(\s*name: "(?<name>\w+)"(?<rest>[^()]*)\)/
    ).map { match in
      let folder = match.rest.firstMatch(of: /path: "(?<path>[^"]+)"/).map { String($0.path) }
      let path = folder ?? "\(match.kind == "testTarget" ? "Tests" : "Sources")/\(match.name)"
      let list = match.rest.firstMatch(of: /dependencies: \[(?<list>[^\]]*)\]/)?.list ?? ""
      let files = try #require(
        FileManager.default.enumerator(at: root.appending(path: path), includingPropertiesForKeys: nil))
      return Target(
        name: String(match.name), dependencies: Set(list.matches(of: /"(\w+)"/).map { String($0.1) }),
        files: files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" })
    }
  }

  @Test func targetsDeclareWhatTheyImport() throws {
    let targets = try Self.targets()
    #expect(targets.count > 25)
    let names = Set(targets.map(\.name)).union(["CLibYAML"])
    for target in targets {
      #expect(!target.files.isEmpty, "\(target.name)")
      let undeclared = try target.imports().intersection(names).subtracting(target.dependencies)
      #expect(undeclared == [], "\(target.name) imports these without declaring them")
    }
  }

  @Test func oneTargetImportsTheCLibrary() throws {
    for target in try Self.targets() where target.name.hasPrefix("Terrain") && !target.name.hasSuffix("Tests") {
      let libraries = try target.imports().intersection(["Glibc", "Musl", "Darwin"])
      #expect(libraries.isEmpty == (target.name != "TerrainBase"), "\(target.name)")
    }
  }
}
