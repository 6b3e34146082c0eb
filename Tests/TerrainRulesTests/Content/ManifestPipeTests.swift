import TerrainBase
import TerrainDocuments
import TerrainRules
import Testing

/// A folder whose manifest is a pipe or a device is reported, and nothing waits for it.
@Suite struct ManifestPipeTests {
  private static let files = ContentFiles(
    kind: { _ in .other }, list: { (_, _) throws(DiagnosticError) in [] },
    source: { (path) throws(DiagnosticError) in
      Issue.record("\(path) was read")
      return SourceText(name: path, bytes: [])
    }, documents: { _ in ([], []) })

  private func codes(_ body: () throws(DiagnosticError) -> Void) -> [String] {
    do throws(DiagnosticError) { try body() } catch { return error.diagnostics.map { $0.code } }
    return []
  }

  @Test func rulesAreNotWaitedFor() {
    let loader = RuleSetLoader(files: Self.files)
    #expect(
      codes { () throws(DiagnosticError) in _ = try loader.load(at: "Rules/r", extent: .everything) } == [
        "file/not-found"
      ])
  }

  @Test func packsAreNotWaitedFor() {
    #expect(
      codes { () throws(DiagnosticError) in _ = try PackLoader(path: "ContentPacks/p", files: Self.files) }
        == ["file/not-found"])
  }
}
