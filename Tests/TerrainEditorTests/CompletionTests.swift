import Foundation
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// What can be written where, in texts that are not finished.
@Suite struct CompletionTests {
  /// The labels at the `|` of a text that takes the place of `old` in a file.
  private func labels(_ file: String, _ old: String, _ new: String) throws -> [String] {
    var labels: [String] = []
    try NewSystem.with { folder in
      // The schemas are beside the pack, as a new system has them.
      let client = try EditorClient(folder)
      try client.open(file)
      client.settle()
      let text = try #require(client.server.text(of: client.uri(file)))
      let marked = text.replacing(old, with: new)
      #expect(marked != text)
      let position = try client.position(marked, upTo: "|")
      client.change(file, to: marked.replacing("|", with: ""))
      let result = try client.request(
        "textDocument/completion", #"{"textDocument":{"uri":"\#(client.uri(file))"},"position":\#(position)}"#)
      labels = result["items"]?.elements.compactMap { $0["label"]?.text?.string } ?? []
    }
    return labels
  }

  @Test(arguments: [
    // Keys of schemas.
    ("hit: first", "hit: first\n    |", ["type", "otherwise"], ["visits"]),
    ("type: choice\n", "type: choice\n    hit: |\n", ["first", "collect", "unique"], ["visits"]),
    // Facts and decisions as conditions, values of what they are.
    ("{ hour: \">= late_from\" }", "{ | }", ["hour", "visits", "notes"], ["note.again"]),
    ("{ hour: \">= late_from\" }", "{ hour: | }", ["\">= \"", "-"], ["hour"]),
    ("{ hour: \">= late_from\" }", "{ ho", ["hour"], []),
    // Results by their types: fields, ids, enum values.
    ("{ message: greeting.day, layer: time }", "{ | }", ["message", "layer"], ["greeting.day"]),
    ("{ message: greeting.day, layer: time }", "{ message: gr|", ["greeting.day", "note.again"], ["base"]),
    ("message: note.again,   layer: base", "message: note.again, layer: |", ["time", "base"], ["note.again"]),
    // Expressions.
    ("\"= late_from\"", "\"= la|\"", ["late_from", "visits", "size"], ["note.again"]),
    // Types.
    ("visits: { type: int", "visits: { type: |", ["int", "layer", "message_id"], ["visits"]),
  ]) func inAModule(_ old: String, _ new: String, _ expected: [String], _ others: [String]) throws {
    let new = new.contains("|") ? new : new + "|"
    let labels = Set(try labels(NewSystem.module, old, new))
    #expect(labels.isSuperset(of: expected), "\(labels.sorted())")
    #expect(labels.isDisjoint(with: others))
  }

  @Test(arguments: [
    ("given:  { hour: 17 }", "given: { | }", ["hour", "visits"]),
    ("expect: { greeting: {", "expect: { |greeting: {", ["greeting", "notes", "page"]),
    ("message: greeting.day, layer: time", "message: |", ["greeting.day"]),
    ("tests: my_shop.today", "tests: |", ["my_shop.today"]),
  ]) func inTests(_ old: String, _ new: String, _ expected: [String]) throws {
    let labels = try labels(NewSystem.tests, old, new)
    #expect(Set(labels).isSuperset(of: expected), "\(labels)")
  }

  @Test func inAPack() throws {
    let labels = try labels(NewSystem.pack, "title: { en-US: \"My Shop\" }", "|")
    #expect(Set(labels).isSuperset(of: ["title", "enums", "kinds"]), "\(labels)")
  }

  @Test func inAScenario() throws {
    let labels = try labels("Rules/my-shop/scenarios/today.yaml", "facts: { visits: 4 }", "facts: { | }")
    #expect(labels.contains("visits"), "\(labels)")
  }
}

extension EditorClient {
  /// The position of the first `mark` in `text`.
  func position(_ text: String, upTo mark: String) throws -> String {
    let found = try #require(text.firstRange(of: mark))
    let lines = text[..<found.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    return #"{"line":\#(lines.count - 1),"character":\#(lines.last?.utf16.count ?? 0)}"#
  }
}
