import Testing

@testable import TerrainChecks

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.yaml", "a.yaml", true), ("*.yaml", "b/a.yaml", false), ("*.yaml", "a.yml", false), ("*.yaml", ".yaml", true),
    ("a?c", "abc", true), ("a?c", "ac", false), ("a?c", "a生c", true), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
    ("[!a-c]x", "dx", true), ("[!a-c]x", "ax", false), ("[]a]", "]", true), ("[x", "[x", true),
    ("**/*.yaml", "a.yaml", true),
    ("**/*.yaml", "a/b/c.yaml", true), ("**", "a/b/c", true), ("**/c/**", "a/c", true), ("**/c/**", "a/c/d/e", true),
    ("**/c/**", "a/b", false), ("**/**/x", "x", true), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxcxxb", false),
    ("*", "", false),
  ])
  func matching(pattern: String, path: String, expected: Bool) throws {
    let glob = try #require(GlobPattern(pattern))
    #expect(glob.base == ".")
    #expect(glob.matches(path[...]) == expected)
  }

  @Test(arguments: [("a/b/*.yaml", "a/b"), ("/x/**", "/x"), ("/*", "/"), ("*", "."), ("a/[b]/c", "a")])
  func theFolderBeforeThePattern(pattern: String, base: String) throws {
    #expect(try #require(GlobPattern(pattern)).base == base)
  }

  @Test func aPlainPathIsNoPattern() { #expect(GlobPattern("a/b.yaml") == nil) }

  /// Patterns that take backtracking matchers exponential time.
  @Test func manyStars() throws {
    let stars = try #require(GlobPattern(String(repeating: "a*", count: 200) + "b"))
    #expect(!stars.matches(String(repeating: "a", count: 5000)[...]))
    let folders = try #require(GlobPattern(String(repeating: "**/a/", count: 100) + "b"))
    #expect(!folders.matches(String(repeating: "a/", count: 1000)[...]))
  }
}
