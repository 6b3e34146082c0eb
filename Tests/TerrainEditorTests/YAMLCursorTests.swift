import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainEditor

/// Paths to a cursor in texts that no parser accepts.
@Suite struct YAMLCursorTests {
  private func path(_ marked: String) throws -> String {
    let found = try #require(marked.firstRange(of: "|"))
    let offset = marked[..<found.lowerBound].utf8.count
    let cursor = YAMLCursor(SourceText(name: "x", text: marked.replacing("|", with: "")), offset)
    let steps = cursor.path.map { step in
      switch step {
      case .key(let name): name
      case .element: "*"
      }
    }
    return steps.joined(separator: "/") + (cursor.role == .value ? ":" : "") + (cursor.isInExpression ? "=" : "")
  }

  @Test(arguments: [
    ("|", ""), ("a|", ""), ("a: |", "a:"), ("a:\n  |", "a"), ("a:\n  b: 1\n  |", "a"), ("a:\n  b: 1\n|", ""),
    ("a:\n  b:\n    c: 1\n  |", "a"), ("a:\n  - |", "a/*"), ("a:\n  - b: |", "a/*/b:"),
    ("a:\n  - b: 1\n    |", "a/*"), ("a:\n- b: 1\n  c: |", "a/*/c:"), ("a: { |", "a"), ("a: { b: |", "a/b:"),
    ("a: { b: 1, |", "a"), ("a: { b: { c: 1 }, d: |", "a/d:"), ("a: [ |", "a/*:"), ("a: [ x, |", "a/*:"),
    ("a: [ { b: |", "a/*/b:"), ("a:\n  - { b: 1, c: { d: |, e: 2 } }", "a/*/c/d:"), ("a: \"= x + |\"", "a:="),
    ("a: { b: \">= |\" }", "a/b:="), ("a: { b:\n  1, c: |", "a/c:"), ("x: 1\na:\n\n  # note\n  b: |", "a/b:"),
    ("a:\n  b: { c: 1 }\n  d: |", "a/d:"), ("\"a b\": { 'c': |", "a b/c:"),
  ]) func pathsToACursor(_ text: String, _ expected: String) throws {
    try #expect(path(text) == expected, "\(text)")
  }

  @Test func anyTextIsRead() {
    var random = SplitMix64(seed: 1)
    let alphabet = Array("ab:{}[],\"'- \n\r#=é".utf8)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      let source = SourceText(name: "x", bytes: bytes)
      for offset in [0, 20, 40, 60] {
        let cursor = YAMLCursor(source, offset)
        #expect(cursor.word.upperBound <= 40)
      }
    }
  }
}
