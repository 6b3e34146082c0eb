import Foundation
import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// The response bytes of every step of every shipped scenario, as hashes in `Fixtures/scenario-responses.txt`.
///
/// A change of structure leaves the file as it is. `TERRAIN_RECORD=1 bin/test --filter RecordedScenarioTests` writes it after a
/// change of behavior.
@Suite struct RecordedScenarioTests {
  @Test func responsesAreAsRecorded() throws {
    let root = Conformance.packageRoot
    let rules = root.appending(path: "Rules")
    var hashes = RecordedHashes()
    for pack in try FileManager.default.contentsOfDirectory(atPath: rules.path).sorted() {
      let folder = rules.appending(path: "\(pack)/scenarios")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
      for name in names where name.hasSuffix(".yaml") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let (file, _) = ScenarioFile.read(try ShippedSystem.tree(text))
        let session = try ShippedSystem.session(pack, namesVersions: false)
        var steps = 0
        var scenario = ""
        session.observer = { operation, outcome in
          steps += 1
          // Hashes of packs and rules change with every word of them.
          let text = Self.text(of: outcome).replacing("\(root.path)/", with: "").replacing(/[0-9a-f]{32}/, with: "…")
          hashes.add("\(pack)/\(name) \(scenario) · \(steps) \(operation.name)", text.utf8)
        }
        var runner = ScenarioRunner(session)
        runner.run(try #require(file)) {
          scenario = $0.string
          steps = 0
          return true
        }
        session.observer = nil
      }
    }
    try hashes.check(against: Self.file)
  }

  /// A result as it is written; of a refusal and of warnings, their codes.
  private static func text(of outcome: Outcome) -> String {
    switch outcome {
    case .result(let node, let warnings):
      node.place.source.text(of: node.range) + warnings.map(\.code).joined(separator: " ")
    case .refused(let diagnostics): diagnostics.map { "\($0.code) \($0.message)" }.joined(separator: "\n")
    }
  }

  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/scenario-responses.txt")
}
