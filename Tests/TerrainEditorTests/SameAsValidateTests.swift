import Foundation
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// Mistakes injected anywhere: once the server is idle, it shows the set of diagnostics that `validate` reports.
@Suite struct SameAsValidateTests {
  @Test func injectedMistakes() throws {
    let count = TestExtent.count(24, long: 300, of: "injected mistakes, compared with `validate`")
    var random = SplitMix64(seed: 18)
    try NewSystem.with { folder in
      let files = [
        NewSystem.module, NewSystem.tests, NewSystem.pack, "ContentPacks/my-shop/messages/today.yaml",
        "Rules/my-shop/ruleset.yaml", "Rules/my-shop/scenarios/today.yaml",
      ]
      var texts: [String: String] = [:]
      let client = try EditorClient(folder)
      for file in files {
        texts[file] = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        try client.open(file)
      }
      client.settle()
      for number in 0..<count {
        let file = files[number % files.count]
        let right = try #require(texts[file])
        let wrong = InjectedMistake.into(right, &random)
        client.change(file, to: wrong)
        client.settle()
        try folder.write(wrong, to: file)
        #expect(client.shown == NewSystem.validated(folder), "\(file) \(number)")
        try folder.write(right, to: file)
        client.change(file, to: right)
      }
      client.settle()
      #expect(client.shown == [])
    }
  }
}
