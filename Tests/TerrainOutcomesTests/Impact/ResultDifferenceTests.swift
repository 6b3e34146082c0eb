import TerrainDocuments
import Testing

@testable import TerrainOutcomes

@Suite struct ResultDifferenceTests {
  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 1.0}"#, []),
    (#"{"a": "x", "b": [1, 2]}"#, #"{"b": [1, 2], "a": "x"}"#, []),
    (#"{"type": "cool"}"#, #"{"type": "warm"}"#, ["type: cool > warm"]),
    (#"{"a": {"b": null}}"#, #"{"a": {"b": false}}"#, ["a.b: null > false"]),
    (#"{"a": 1}"#, #"{"b": true}"#, ["a: 1 >", "b: > true"]),
    (#"{"score": 3}"#, #"{"score": 5}"#, ["score: +2.0"]),
    (#"{"tags": ["x", "y"]}"#, #"{"tags": ["y", "z"]}"#, ["tags[0]: x > y", "tags[]: x >", "tags[]: > z"]),
    (#"{"tags": ["x", "y", "z"]}"#, #"{"tags": ["x", "z", "y"]}"#, ["tags (order): one > another"]),
    (
      #"{"items": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}"#,
      #"{"items": [{"id": "b", "n": 1}, {"id": "a", "n": 1}]}"#,
      ["items[0]: a > b", "items (order): one > another", "items[].n: -1.0"]
    ),
    (#"{"days": [{"n": 1}, {"n": 2}]}"#, #"{"days": [{"n": 1}]}"#, [#"days[]: {"n":2} >"#]),
    (#"{"a": [1, 1]}"#, #"{"a": [1, 3, 4]}"#, ["a[]: +2.0", "a[]: > 4"]),
    (#"{"rules": {"hash": "a"}, "a": 1}"#, #"{"rules": {"hash": "b"}, "a": 1}"#, []),
    (
      #"{"why": {"decision": "d", "row": "a", "file": "x.yaml", "line": 3}}"#,
      #"{"why": {"decision": "d", "row": "b", "file": "x.yaml", "line": 5}}"#, ["why.row: a > b"]
    ),
    (#"{"a": []}"#, #"{"a": {}}"#, ["a: [] > {}"]),
  ])
  func listsWhatDiffers(_ old: String, _ new: String, _ expected: [String]) throws {
    let found = ResultDifference.all(try tree(old), try tree(new)).map { difference in
      guard let delta = difference.delta else {
        return "\(difference.path): "
          + [difference.kind.from, ">", difference.kind.to].compactMap { $0 }.joined(separator: " ")
      }
      return "\(difference.path): \(delta > 0 ? "+" : "")\(delta)"
    }
    #expect(found == expected)
  }

  private func tree(_ json: String) throws -> Node {
    try #require(JSONReader.read(SourceText(name: "result", text: json)).document).root
  }
}
