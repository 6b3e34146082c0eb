import Foundation
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// Mistakes injected anywhere: once the server is idle, it shows the set of diagnostics that `validate` reports.
@Suite struct SameAsValidateTests {
  /// `text` with one mistake: a word misspelled, left out or written twice, a line removed, a bracket opened.
  private static func mistaken(_ text: String, _ random: inout SplitMix64) -> String {
    let words = text.matches(of: /[A-Za-z_][A-Za-z_0-9.-]{2,}|[0-9]+/)
    guard !words.isEmpty else { return text + "x" }
    let word = words[Int(random.next() % UInt64(words.count))]
    var result = text
    switch random.next() % 7 {
    case 0: result.replaceSubrange(word.range, with: "")
    case 1: result.replaceSubrange(word.range, with: "\(word.output)x")
    case 2: result.replaceSubrange(word.range, with: "\(word.output.dropLast())")
    case 3: result.replaceSubrange(word.range, with: "\(words[Int(random.next() % UInt64(words.count))].output)")
    case 4: result.replaceSubrange(word.range, with: "[\(word.output)")
    case 5:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let gone = Int(random.next() % UInt64(lines.count))
      result = lines.enumerated().filter { $0.offset != gone }.map(\.element).joined(separator: "\n")
    default: result.replaceSubrange(word.range, with: "é中😀\(word.output)")
    }
    return result
  }

  @Test func injectedMistakes() throws {
    let count = TestExtent.count(24, long: 300, of: "injected mistakes, compared with `validate`")
    var random = SplitMix64(seed: 18)
    try NewSystem.with { folder in
      let files = [
        NewSystem.module, NewSystem.tests, NewSystem.pack, "ContentPacks/my-shop/messages.yaml",
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
        let wrong = Self.mistaken(right, &random)
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
