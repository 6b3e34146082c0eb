import Foundation
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// What is shown is what `terrain validate` reports of the same texts.
@Suite struct DiagnosticsTests {
  @Test func aSystemWithoutProblemsShowsNone() throws {
    try NewSystem.with { folder in
      let client = try EditorClient(folder)
      try client.open(NewSystem.module)
      client.settle()
      #expect(client.shown == [])
      #expect(client.published.keys.contains("\(folder.path)/\(NewSystem.module)"))
    }
  }

  /// A mistake in an unsaved file is shown in all files that it concerns, and is gone when the text is right again.
  @Test(arguments: [
    (NewSystem.module, "late_from", "late_form"), (NewSystem.module, "message: note.again", "message: note.agian"),
    (NewSystem.tests, "expect: { notes", "expect: { noets"), (NewSystem.pack, "supported_locales:", "suported:"),
    (NewSystem.module, "decisions:", "decisions: ["), (NewSystem.tests, "visits: 0", "visits: 5"),
    (NewSystem.module, "\n", "\r\n"),
  ]) func unsavedMistakes(_ file: String, _ right: String, _ wrong: String) throws {
    try NewSystem.with { folder in
      let client = try EditorClient(folder)
      try client.open(file)
      client.settle()
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let changed = text.replacing(right, with: wrong)
      #expect(changed != text)
      client.change(file, to: changed)
      client.settle()
      try folder.write(changed, to: file)
      #expect(client.shown == NewSystem.validated(folder))
      client.change(file, to: text)
      client.settle()
      #expect(client.shown == [])
      // Closing it without having saved lets the disk count.
      client.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(client.uri(file))"}}"#)
      client.settle()
      #expect(client.shown == NewSystem.validated(folder))
    }
  }

  /// An editor can open the page that explains a code.
  @Test func codesLinkTheirPages() throws {
    try NewSystem.with { folder in
      let client = try EditorClient(folder)
      try client.open(NewSystem.module, "rules: [")
      client.settle()
      let diagnostic = try #require(client.published["\(folder.path)/\(NewSystem.module)"]?.first)
      let code = try #require(diagnostic["code"]?.text?.string)
      #expect(diagnostic["codeDescription"]?["href"]?.text?.string == "https://example.org/\(code).md")
    }
  }

  /// Others change files: the next validation sees them, and a file that was never opened is shown.
  @Test func filesOfOthers() throws {
    try NewSystem.with { folder in
      let client = try EditorClient(
        folder, capabilities: #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#)
      #expect(client.messages.last?["method"]?.text == "client/registerCapability")
      client.settle()
      let text = try String(contentsOf: folder.appending(path: NewSystem.module), encoding: .utf8)
      try folder.write(text.replacing(">= late_from", with: ">= late_form"), to: NewSystem.module)
      try folder.write("kind: what\n", to: "ContentPacks/my-shop/more/new.yaml")
      client.notify("workspace/didChangeWatchedFiles", #"{"changes":[]}"#)
      client.settle()
      #expect(!client.shown.isEmpty)
      #expect(client.shown == NewSystem.validated(folder))
    }
  }

  /// Changes by ranges, in both encodings, with characters of one to four bytes.
  @Test(arguments: ["utf-8", "utf-16"]) func incrementalChanges(_ encoding: String) throws {
    var random = SplitMix64(seed: 3)
    let letters = ["a", "é", "中", "😀", "\n", "\r\n", ":", " "]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }
    try NewSystem.with { folder in
      let client = try EditorClient(
        folder, capabilities: #"{"general":{"positionEncodings":["\#(encoding)"]}}"#)
      let file = "ContentPacks/my-shop/notes.yaml"
      var bytes = Array(text(30).utf8)
      try client.open(file, String(decoding: bytes, as: UTF8.self))
      for version in 2..<60 {
        let source = SourceText(name: "x", bytes: bytes)
        func boundary() -> Int {
          var offset = Int(random.next() % UInt64(bytes.count + 1))
          while offset > 0, offset < bytes.count,
            bytes[offset] & 0xC0 == 0x80 || bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D
          { offset -= 1 }
          return offset
        }
        let ends = [boundary(), boundary()].sorted()
        let positions = ends.map { offset in
          let (line, column) = source.bytePosition(at: offset)
          let start = offset - column + 1
          let before = String(decoding: bytes[start..<offset], as: UTF8.self)
          return "{\"line\":\(line - 1),\"character\":\(encoding == "utf-8" ? column - 1 : before.utf16.count)}"
        }
        let new = text(Int(random.next() % 5))
        client.notify(
          "textDocument/didChange",
          """
          {"textDocument":{"uri":"\(client.uri(file))","version":\(version)},"contentChanges":[{"range":
          {"start":\(positions[0]),"end":\(positions[1])},"text":\(EditorClient.json(new))}]}
          """)
        bytes.replaceSubrange(ends[0]..<ends[1], with: Array(new.utf8))
        #expect(client.server.text(of: client.uri(file)) == String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Only the newest text counts: a job of an older one ends without a result, and what it began is not shown.
  @Test func onlyTheNewestTextCounts() throws {
    try NewSystem.with { folder in
      let client = try EditorClient(folder, capabilities: #"{"window":{"workDoneProgress":true}}"#)
      try client.open(NewSystem.module)
      client.server.settle()
      let old = try #require(client.server.nextJob())
      #expect(client.server.nextJob() == nil)
      client.change(NewSystem.module, to: "rules: 1\n")
      #expect(old.isCancelled)
      #expect(old.run() == nil)
      client.server.finish(old, nil)
      client.settle()
      try folder.write("rules: 1\n", to: NewSystem.module)
      #expect(client.shown == NewSystem.validated(folder))
      let kinds = client.messages.compactMap { $0["params"]?["value"]?["kind"]?.text?.string }
      #expect(kinds == ["begin", "end", "begin", "end"])
    }
  }
}
