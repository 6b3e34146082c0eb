import Foundation
import Testing

/// Every relative link of every Markdown page leads to a file of this checkout, and every anchor to a heading of its page.
@Suite struct LinkTests {
  private static let checkout = TranscriptTests.checkout
  private static let pages: [URL] = {
    let files = FileManager.default.enumerator(
      at: checkout, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }()

  @Test func linksLeadSomewhere() throws {
    var headings: [String: Set<String>] = [:]
    var count = 0
    for page in Self.pages {
      for (number, line) in try Self.prose(of: page) {
        for link in line.matches(of: /\]\(([^)\s]+)\)/).map(\.1) where !link.contains(/^[a-z]+:/) {
          count += 1
          let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          let target =
            parts[0].isEmpty
            ? page : page.deletingLastPathComponent().appending(path: String(parts[0])).standardizedFileURL
          let location = "\(page.path.dropFirst(Self.checkout.path.count + 1)):\(number): \(link)"
          guard FileManager.default.fileExists(atPath: target.path) else {
            Issue.record("\(location): no such file")
            continue
          }
          guard parts.count == 2, target.pathExtension == "md" else { continue }
          let anchors = try headings[target.path] ?? Self.anchors(of: target)
          headings[target.path] = anchors
          #expect(anchors.contains(String(parts[1])), "\(location): no such heading")
        }
      }
    }
    #expect(count > 50, "the pages were not understood")
  }

  /// Every page under `Documentation` is reachable from its index, and the index from the README.
  @Test func everyPageIsIndexed() throws {
    let folder = Self.checkout.appending(path: "Documentation")
    var reached: Set<String> = []
    var next = [Self.checkout.appending(path: "README.md")]
    while let page = next.popLast() {
      guard reached.insert(page.path).inserted else { continue }
      for (_, line) in try Self.prose(of: page) {
        for link in line.matches(of: /\]\(([^)\s#]+\.md)[^)\s]*\)/).map(\.1) where !link.contains(/^[a-z]+:/) {
          next.append(page.deletingLastPathComponent().appending(path: String(link)).standardizedFileURL)
        }
      }
    }
    let pages = Self.pages.filter { $0.path.hasPrefix(folder.path) && !$0.path.contains("/decisions/") }
    #expect(pages.count > 10)
    for page in pages { #expect(reached.contains(page.path), "no link leads to \(page.lastPathComponent)") }
  }

  /// The index links every page under `Documentation` once, that of the decisions every decision, that of diagnostics every
  /// diagnostic.
  @Test func everyPageIsIndexedOnce() throws {
    let folder = Self.checkout.appending(path: "Documentation")
    let below = [
      "decisions/README.md": "decisions/", "reference/diagnostics.md": "reference/diagnostics/",
    ]
    for (index, part) in below.merging(["README.md": ""], uniquingKeysWith: { first, _ in first }) {
      let index = folder.appending(path: index)
      var counts: [String: Int] = [:]
      for (_, line) in try Self.prose(of: index) {
        for link in line.matches(of: /\]\(([^)\s#]+\.md)[^)\s]*\)/).map(\.1) where !link.contains(/^[a-z]+:/) {
          let target = index.deletingLastPathComponent().appending(path: String(link)).standardizedFileURL
          counts[target.path, default: 0] += 1
        }
      }
      let pages = Self.pages.filter { page in
        guard page.path.hasPrefix("\(folder.path)/\(part)"), page.path != index.path else { return false }
        let path = page.path.dropFirst(folder.path.count + 1)
        // What an index below has is not in the one above, but for that index itself.
        return !part.isEmpty || below[String(path)] != nil || !below.values.contains { path.hasPrefix($0) }
      }
      #expect(pages.count > 10)
      for page in pages { #expect(counts[page.path] == 1, "\(page.path) in \(index.path)") }
    }
  }

  /// The numbered lines of `page` that are prose: without blocks of code and without code between backticks.
  private static func prose(of page: URL) throws -> [(Int, String)] {
    var isCode = false
    var lines: [(Int, String)] = []
    for (index, line) in try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        lines.append((index + 1, String(line.replacing(/`[^`]*`/, with: "``"))))
      }
    }
    return lines
  }

  /// The anchors that GitHub makes of the headings of `page`.
  private static func anchors(of page: URL) throws -> Set<String> {
    var isCode = false
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.wholeMatch(of: /#+ (.*)/)?.1 else { continue }
      let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }.lowercased()
      let anchor = String(
        text.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    return anchors
  }
}
