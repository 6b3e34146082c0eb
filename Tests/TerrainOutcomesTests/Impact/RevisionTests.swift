import Foundation
import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainOutcomes

@Suite struct RevisionTests {
  @Test(arguments: ["ustar", "pax"]) func archivesAreRead(_ format: String) throws {
    try withTemporaryDirectory { folder in
      let long = String(repeating: "deep/", count: 50) + "file.yaml"
      let texts = ["a.yaml": "", "b/c.yaml": String(repeating: "x", count: 512), long: "long: name\n"]
      let names = format == "ustar" ? ["a.yaml", "b/c.yaml"] : texts.keys.sorted()
      for name in names { try folder.write(texts[name] ?? "", to: name) }
      let tar = try ChildProcess.run("tar", ["--format=\(format)", "-c", "-C", folder.path, "-f", "-"] + names)
      #expect(tar.status == 0)
      let files = TarArchive(tar.output).files
      #expect(files.keys.sorted() == names.sorted())
      for name in names { #expect(files[name].map { String(decoding: $0, as: UTF8.self) } == texts[name]) }
      // An archive that is cut off has fewer files, and nothing worse.
      for count in stride(from: 0, to: tar.output.count, by: 101) {
        #expect(TarArchive(Array(tar.output.prefix(count))).files.count <= names.count)
      }
    }
  }

  @Test func revisionsAreReadAsTheyWere() throws {
    try withTemporaryDirectory { folder in
      try folder.write("old: 1\n", to: "ContentPacks/tea/pack.yaml")
      try folder.write("rules: 1\n", to: "Rules/tea/ruleset.yaml")
      try git(folder, "init", "-q")
      try git(folder, "add", ".")
      try git(folder, "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "One")
      try folder.write("new: 2\n", to: "ContentPacks/tea/pack.yaml")
      let files = try Revision.files("HEAD", home: folder.path)
      #expect(files.kind("HEAD:ContentPacks/tea") == .folder)
      #expect(files.kind("HEAD:ContentPacks/tea/pack.yaml") == .file)
      #expect(files.kind("HEAD:ContentPacks/coffee") == nil)
      #expect(files.kind("HEAD:ContentPacks/coffee/../tea/pack.yaml") == .file)
      #expect(try files.source("HEAD:ContentPacks/tea/../../Rules/tea/ruleset.yaml").bytes.count == 9)
      #expect(try files.list("HEAD:Rules/tea", [".yaml"]) == ["HEAD:Rules/tea/ruleset.yaml"])
      #expect(String(decoding: try files.source("HEAD:ContentPacks/tea/pack.yaml").bytes, as: UTF8.self) == "old: 1\n")
      let error = #expect(throws: DiagnosticError.self) { try Revision.files("nowhere", home: folder.path) }
      #expect(error?.diagnostics.map(\.code) == ["impact/no-revision"])
    }
  }

  private func git(_ folder: URL, _ arguments: String...) throws {
    let process = try ChildProcess.run("git", ["-C", folder.path] + arguments)
    #expect(process.status == 0, "\(process.errors)")
  }

  @Test func programsThatAreNotThereAreErrors() {
    #expect(throws: SystemError.self) { try ChildProcess.run("no-such-program-of-terrain", []) }
  }

  @Test func bothOutputsAreReadWhole() throws {
    // What the program ignores, the programs that it runs do not: `yes` would complain of the pipe.
    Signals.ignoreBrokenPipes()
    let process = try ChildProcess.run("sh", ["-c", "yes | head -c 300000; yes e | head -c 300000 >&2; exit 7"])
    #expect(process.output.count == 300_000)
    #expect(process.errors.utf8.count == 300_000)
    #expect(process.status == 7)
  }
}
