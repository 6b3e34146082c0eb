import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// What is known about a name: where it is, what it means, what it is called.
@Suite struct NameFeatureTests {
  private func withClient(_ body: (EditorClient) throws -> Void) throws {
    try NewSystem.with { folder in
      let client = try EditorClient(folder)
      for file in [NewSystem.module, NewSystem.tests, NewSystem.pack] { try client.open(file) }
      client.settle()
      try body(client)
    }
  }

  /// `FILE:LINE` of each location in a result.
  private func lines(_ result: Node, _ client: EditorClient) -> [String] {
    result.elements.map { location in
      let path = location["uri"]?.text.flatMap { DocumentURI.path($0.string) } ?? ""
      return "\(path.dropFirst(client.folder.path.count + 1)):\((location["range"]?["start"]?["line"]?.int ?? -1) + 1)"
    }
  }

  @Test func hoverShowsTypeMeaningValueAndUses() throws {
    try withClient { client in
      let result = try client.request("textDocument/hover", "{\(try client.at(NewSystem.module, "late_from\"", 3))}")
      #expect(
        result["contents"]?["value"]?.text?.string == """
          **parameter** `my_shop.today.late_from`: `int`

          the hour from which it is evening

          ```yaml
          late_from: { value: 18, type: int, min: 0, max: 23, doc: "the hour from which it is evening" }
          ```

          Uses: 2 in rules
          """)
      let message = try client.request("textDocument/hover", "{\(try client.at(NewSystem.module, "note.again", 3))}")
      let text = try #require(message["contents"]?["value"]?.text?.string)
      #expect(text.hasPrefix("**message** `note.again`"))
      #expect(text.contains("Good to see you again."))
      let nothing = try client.request("textDocument/hover", "{\(try client.at(NewSystem.module, "rules: 1", 1))}")
      #expect(nothing.kind == .null)
    }
  }

  @Test func definitionAndReferencesAcrossFiles() throws {
    try withClient { client in
      let place = try client.at(NewSystem.module, "message: note.again", 12)
      #expect(
        lines(try client.request("textDocument/definition", "{\(place)}"), client)
          == ["ContentPacks/my-shop/messages/today.yaml:11"])
      let references = try client.request(
        "textDocument/references", #"{\#(place),"context":{"includeDeclaration":false}}"#)
      #expect(
        lines(references, client) == ["Rules/my-shop/tests/today.yaml:15", "Rules/my-shop/today.yaml:26"].sorted())
      let highlights = try client.request("textDocument/documentHighlight", "{\(place)}")
      #expect(highlights.count == 1)
    }
  }

  @Test func symbols() throws {
    try withClient { client in
      let result = try client.request(
        "textDocument/documentSymbol", #"{"textDocument":{"uri":"\#(client.uri(NewSystem.module))"}}"#)
      func names(_ node: Node) -> [String] {
        node.elements.flatMap { symbol in
          [symbol["name"]?.text?.string ?? ""] + (symbol["children"].map(names) ?? []).map { "  \($0)" }
        }
      }
      #expect(
        names(result) == [
          "rules", "module", "doc", "facts", "  hour", "  visits", "parameters", "  late_from", "decisions",
          "  greeting", "    rows", "      late", "  notes", "    rows", "      welcome", "      again", "  page",
          "    value", "      greeting", "      notes",
        ])
      let found = try client.request("workspace/symbol", #"{"query":"late"}"#)
      let all = Set(found.elements.compactMap { $0["name"]?.text?.string })
      #expect(all.isSuperset(of: ["late_from", "late"]))
    }
  }

  @Test func formattingIsThatOfTheCommand() throws {
    try withClient { client in
      let edits = try client.request(
        "textDocument/formatting", #"{"textDocument":{"uri":"\#(client.uri(NewSystem.module))"},"options":{}}"#)
      #expect(edits.kind == .list)
      #expect(edits.count == 0)
      let text = try #require(client.server.text(of: client.uri(NewSystem.module)))
      client.change(NewSystem.module, to: text.replacing("late_from: { value", with: "late_from:    { value"))
      let again = try client.request(
        "textDocument/formatting", #"{"textDocument":{"uri":"\#(client.uri(NewSystem.module))"},"options":{}}"#)
      #expect(client.applied(again, to: NewSystem.module) == text)
    }
  }

  @Test func codeActionsAreTheSuggestions() throws {
    try withClient { client in
      let text = try #require(client.server.text(of: client.uri(NewSystem.module)))
      client.change(NewSystem.module, to: text.replacing(">= late_from", with: ">= late_form"))
      for _ in 0..<2 {
        let position = try client.position(NewSystem.module, "late_form", 2)
        let actions = try client.request(
          "textDocument/codeAction",
          """
          {"textDocument":{"uri":"\(client.uri(NewSystem.module))"},"range":{"start":\(position),"end":\(position)},
          "context":{"diagnostics":[]}}
          """)
        #expect(actions.elements.compactMap { $0["title"]?.text?.string } == ["Replace `late_form` by `late_from`"])
        let edits = try #require(actions.element(at: 0)?["edit"]?["changes"]?[client.uri(NewSystem.module)])
        #expect(client.applied(edits, to: NewSystem.module) == text)
        // Before all checks are made, and after.
        client.settle()
      }
    }
  }

  /// Each replacement of `validate --fix` is a code action at its place.
  @Test func everyFixIsACodeAction() throws {
    let mistakes = TestExtent.sample(
      try AuthorMistake.files.flatMap(AuthorMistake.read).filter { $0.exactFix != nil }, oneOf: 20,
      of: "mistakes with a fix, in the editor")
    for mistake in mistakes {
      _ = try AuthorMistake.garden(with: nil) { folder in
        let client = try EditorClient(folder)
        let right = try String(contentsOf: folder.appending(path: mistake.file), encoding: .utf8)
        let wrong = try #require(mistake.made(in: right))
        try client.open(mistake.file)
        client.change(mistake.file, to: wrong)
        client.settle()
        try folder.write(wrong, to: mistake.file)
        let validate = { (store: SourceStore) in
          EditorClient.validator.validate(AuthorMistake.inputs.map { .path("\(folder.path)/\($0)") }, in: store)
        }
        let report = validate(SourceStore())
        var plan = FixPlan(report)
        _ = plan.confirm(report, validate)
        for edit in plan.edits where edit.place.source.name == "\(folder.path)/\(mistake.file)" {
          let lines = edit.place.source.text(of: SourceRange(start: 0, end: edit.place.range.start)).split(
            separator: "\n", omittingEmptySubsequences: false)
          let position = "{\"line\":\(lines.count - 1),\"character\":\(lines.last?.utf16.count ?? 0)}"
          let actions = try client.request(
            "textDocument/codeAction",
            """
            {"textDocument":{"uri":"\(client.uri(mistake.file))"},"range":{"start":\(position),"end":\(position)},
            "context":{"diagnostics":[]}}
            """)
          let texts = actions.elements.compactMap {
            $0["edit"]?["changes"]?[client.uri(mistake.file)]?.element(at: 0)?["newText"]?.text?.string
          }
          #expect(texts.contains(edit.replacement), "\(mistake.name)")
        }
      }
    }
  }

  /// A row's share is shown behind its id until its text changes.
  @Test func sharesOfRows() throws {
    try withClient { client in
      let parameters = """
        {"textDocument":{"uri":"\(client.uri(NewSystem.module))"},
        "range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}}
        """
      let hints = try client.request("textDocument/inlayHint", parameters)
      #expect(hints.elements.compactMap { $0["label"]?.text?.string } == ["25.000 %"])
      #expect(hints.elements.compactMap { $0["position"]?["line"]?.int } == [17])
      let text = try #require(client.server.text(of: client.uri(NewSystem.module)))
      client.change(NewSystem.module, to: text.replacing("value: 18", with: "value: 12"))
      #expect(try client.request("textDocument/inlayHint", parameters).count == 0)
      client.settle()
      let again = try client.request("textDocument/inlayHint", parameters)
      #expect(again.elements.compactMap { $0["label"]?.text?.string } == ["50.000 %"])
    }
  }

  @Test func testsAreRunWhereTheyAreWritten() throws {
    try withClient { client in
      let document = #"{"textDocument":{"uri":"\#(client.uri(NewSystem.tests))"}}"#
      let lenses = try client.request("textDocument/codeLens", document)
      let titles = lenses.elements.compactMap { $0["command"]?["title"]?.text?.string }
      #expect(titles == ["Run 4 tests"] + Array(repeating: "Run test", count: 4))
      func run(_ number: Int) throws -> String? {
        let command = try #require(lenses.element(at: number)?["command"])
        let arguments = command["arguments"].map { $0.document.source.text(of: $0.range) } ?? ""
        _ = try client.request(
          "workspace/executeCommand", #"{"command":"terrain.runTests","arguments":\#(arguments)}"#)
        return client.messages.last { $0["method"]?.text == "window/showMessage" }?["params"]?["message"]?.text?.string
      }
      #expect(try run(0) == "4 tests passed.")
      #expect(try run(1) == "1 test passed.")
      let text = try #require(client.server.text(of: client.uri(NewSystem.tests)))
      client.change(NewSystem.tests, to: text.replacing("hour: 17", with: "hour: 20"))
      let report = try run(0)
      #expect(report?.hasPrefix("the last hour of the day: ") ?? false)
      let other = try client.response("workspace/executeCommand", #"{"command":"other"}"#)
      #expect(other["error"]?["code"]?.int == -32602)
    }
  }

  @Test func renameChangesEveryFile() throws {
    try withClient { client in
      let place = try client.at(NewSystem.module, "note.again", 4)
      let prepared = try client.request("textDocument/prepareRename", "{\(place)}")
      #expect(prepared["placeholder"]?.text == "note.again")
      let result = try client.request("textDocument/rename", #"{\#(place),"newName":"note.back"}"#)
      let changes = try #require(result["changes"])
      #expect(
        Set(changes.members.compactMap { $0.key.text?.string })
          == Set(["ContentPacks/my-shop/messages/today.yaml", NewSystem.module, NewSystem.tests].map(client.uri)))
      for file in [NewSystem.module, NewSystem.tests] {
        let edits = try #require(changes[client.uri(file)])
        client.change(file, to: try #require(client.applied(edits, to: file)))
      }
      let messages = try String(
        contentsOf: client.folder.appending(path: "ContentPacks/my-shop/messages/today.yaml"), encoding: .utf8)
      try client.open("ContentPacks/my-shop/messages/today.yaml", messages.replacing("note.again", with: "note.back"))
      client.settle()
      #expect(client.shown == [])
    }
  }

  @Test func renameReachesExampleRequests() throws {
    try withClient { client in
      let example = "ContentPacks/my-shop/examples/requests/decide.json"
      try client.folder.write(#"{ "decision": "today.greeting", "facts": { "hour": 9 } }"#, to: example)
      client.notify("workspace/didChangeWatchedFiles", #"{"changes":[]}"#)
      let place = try client.at(NewSystem.module, "greeting:", 1)
      let result = try client.request("textDocument/rename", #"{\#(place),"newName":"hello"}"#)
      let edits = try #require(result["changes"]?[client.uri(example)])
      #expect(edits.elements.map { $0["newText"]?.text } == ["hello"])
    }
  }

  @Test(arguments: [
    ("page:", "start", "the program evaluates"), ("late_from:", "visits", "is the name of a fact already"),
    ("late_from:", "18", "cannot be the name"), ("decisions:", "x", "nothing here has a name"),
  ]) func renamesThatAreRefused(_ at: String, _ new: String, _ reason: String) throws {
    try withClient { client in
      let place = try client.at(NewSystem.module, at, 1)
      let response = try client.response("textDocument/rename", #"{\#(place),"newName":"\#(new)"}"#)
      #expect(response["error"]?["message"]?.text?.string.contains(reason) ?? false)
    }
  }
}

extension EditorClient {
  /// The text of an open file with `edits` made; nil where it is not open.
  func applied(_ edits: Node, to file: String) -> String? {
    guard let text = server.text(of: uri(file)) else { return nil }
    let source = SourceText(name: file, text: text)
    func offset(_ node: Node?) -> Int {
      guard let node, let line = node["line"]?.int, let character = node["character"]?.int,
        let range = source.range(ofLine: Int(line) + 1)
      else { return source.bytes.count }
      let line16 = Array(source.text(of: range).utf16.prefix(Int(character)))
      return Int(range.start) + String(decoding: line16, as: UTF16.self).utf8.count
    }
    var bytes = source.bytes
    let ordered = edits.elements.sorted { offset($0["range"]?["start"]) > offset($1["range"]?["start"]) }
    for edit in ordered {
      let range = offset(edit["range"]?["start"])..<offset(edit["range"]?["end"])
      bytes.replaceSubrange(range, with: Array((edit["newText"]?.text?.string ?? "").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
