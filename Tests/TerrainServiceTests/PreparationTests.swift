import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Work that grows with a pack and its rules is done once for a version and a thread, and never for a request.
@Suite struct PreparationTests {
  private static let explained = ["score", "page", "suggest", "trend", "streak", "decide"]

  /// Every example of every pack, explained too where it can be.
  @Test(arguments: MethodFixture.packs) func requestsPrepareNothing(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    let session = MethodFixture.session(served)
    var counted = 0
    for method in AnyOperation.all {
      guard let source = served.examples[method.name] else { continue }
      var asked = [(method, source.text(of: source.wholeRange))]
      if Self.explained.contains(method.name), let explain = AnyOperation.named("explain") {
        asked.append((explain, "{\"method\":\"\(method.name)\",\"params\":\(asked[0].1)}"))
      }
      for (method, parameters) in asked {
        let first = try MethodFixture.answer(method, parameters, session)
        let prepared = session.preparations
        for _ in 0..<2 { #expect(try MethodFixture.answer(method, parameters, session) == first, "\(method.name)") }
        #expect(session.preparations == prepared, "\(method.name)")
        counted += prepared
      }
    }
    // Without this it could not fail where nothing is counted.
    if !served.examples.isEmpty { #expect(counted > 0) }
  }

  /// Documents about a version are made once, of that version, whatever is on the disk meanwhile.
  @Test func documentsAboutAVersionAreItsOwn() throws {
    try ReloadTests.withCopy { copy in
      let state = ServiceState(try copy.served(), log: .init(level: .error, format: .json) { _ in })
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      let discovered = try ReloadTests.answer("rpc.discover", state)
      try FileManager.default.removeItem(at: copy.folder.appending(path: "ContentPacks"))
      #expect(try ReloadTests.answer("rpc.discover", state) == discovered)
    }
  }
}
