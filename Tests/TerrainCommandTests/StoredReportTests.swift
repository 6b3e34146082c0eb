import Foundation
import TestSupport
import Testing

/// Reports that `terrain validate` stores: what is printed again is what would be found.
@Suite struct StoredReportTests {
  /// A small system and a folder for reports, in a temporary folder.
  private struct World {
    let folder: URL
    let cache: URL
    /// When files were changed, one after another, long ago: a file that has just been changed is checked again.
    private var time = Date(timeIntervalSince1970: 1_700_000_000)

    init(_ folder: URL) throws {
      self.folder = folder.appending(path: "shop")
      cache = folder.appending(path: "cache/terrain")
      let home = TranscriptTests.checkout.path
      let made = try runCommand(["init", "shop"], environment: ["TERRAIN_HOME": home], directory: folder)
      try #require(made.exitCode == 0, "\(made.standardError)")
      try settle()
    }

    private func everything() throws -> [URL] {
      let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      return all.compactMap { $0 as? URL }
    }

    func files() throws -> [URL] {
      try everything().filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
    }

    /// Files and folders were all changed long ago.
    func settle() throws {
      for file in try everything() { try settle(file) }
    }

    func settle(_ file: URL) throws { try set(time, file) }

    private func set(_ time: Date, _ file: URL) throws {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }

    mutating func write(_ text: String, to file: URL) throws {
      try text.write(to: file, atomically: false, encoding: .utf8)
      time += 1
      try set(time, file)
    }

    func validate(_ more: [String] = []) throws -> String {
      let result = try runCommand(
        ["validate", "ContentPacks", "Rules", "--strict"] + more,
        environment: ["TERRAIN_HOME": nil, "XDG_CACHE_HOME": cache.deletingLastPathComponent().path], directory: folder)
      return "\(result.exitCode)\n\(result.standardOutput)\(result.standardError)"
    }

    func entries() throws -> [URL] {
      (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)) ?? []
    }
  }

  private func withWorld(_ body: (inout World) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      var world = try World(folder)
      try body(&world)
    }
  }

  /// Whatever was changed in files, what is printed is what a validation without stored reports finds; and again, stored.
  @Test func storedIsFresh() throws {
    try withWorld { world in
      var random = SplitMix64(seed: 38)
      var stored = 0
      for step in 0..<TestExtent.count(10, long: 1000, of: "edits of a small system") {
        let file = try #require(world.files().randomElement(using: &random))
        let text = try String(contentsOf: file, encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let line = lines.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: lines.remove(at: line)
        case 1: lines[line] = String(lines[line].dropLast())
        case 2: lines[line] = lines[line].replacing(/[0-9]/) { _ in "\(Int.random(in: 0...9, using: &random))" }
        case 3: lines.append("# \(step)")
        default: lines[line] += "x"
        }
        try world.write(lines.joined(separator: "\n"), to: file)
        let fresh = try world.validate(["--no-cache"])
        #expect(try world.validate() == fresh, "\(file.lastPathComponent):\(line + 1)")
        #expect(try world.validate() == fresh, "\(file.lastPathComponent):\(line + 1), again")
        stored = max(stored, try world.entries().count)
        // One mistake at a time.
        try world.write(text, to: file)
      }
      #expect(stored == 1)
    }
  }

  @Test func reportsAreFoundAgain() throws {
    try withWorld { world in
      let fresh = try world.validate(["--no-cache"])
      #expect(fresh.hasPrefix("0\n"))
      #expect(try world.entries().isEmpty)
      #expect(try world.validate() == fresh)
      let entry = try #require(world.entries().first)
      let mode = try FileManager.default.attributesOfItem(atPath: world.cache.path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      // The stored report is what is printed: another summary in it is seen, if its checksum is right.
      let bytes = try Data(contentsOf: entry)
      for cut in [0, 1, 64, bytes.count / 2, bytes.count - 1] {
        try bytes.prefix(cut).write(to: entry)
        #expect(try world.validate() == fresh, "\(cut) bytes")
      }
      for position in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 20)) {
        var changed = bytes
        changed[position] ^= 1
        try changed.write(to: entry)
        #expect(try world.validate() == fresh, "the byte \(position)")
      }
      try Data("other".utf8).write(to: entry)
      #expect(try world.validate(["--fresh"]) == fresh)
      #expect(try Data(contentsOf: entry) == bytes)
      // Another path is another report.
      _ = try world.validate(["ContentPacks/shop/pack.yaml"])
      #expect(try world.entries().count == 2)
    }
  }

  /// What is in a file that belongs to no pack may be about somebody, and files that have just been changed may change again.
  @Test func notEveryReportIsStored() throws {
    try withWorld { world in
      let answers = world.folder.appending(path: "ContentPacks/answers.yaml")
      try world.write("answers: { q1: always }\n", to: answers)
      _ = try world.validate()
      #expect(try world.entries().isEmpty)
      try FileManager.default.removeItem(at: answers)
      try world.settle()
      let manifest = try #require(world.files().first { $0.lastPathComponent == "pack.yaml" })
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: manifest.path)
      _ = try world.validate()
      #expect(try world.entries().isEmpty)
      try world.settle(manifest)
      for option in [["--fix", "--dry-run"], ["--no-cache"]] { _ = try world.validate(option) }
      #expect(try world.entries().isEmpty)
      _ = try world.validate()
      #expect(try world.entries().count == 1)
    }
  }
}
