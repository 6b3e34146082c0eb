import Foundation
import Testing

/// The page that walks through the sources names what is there.
@Suite struct WalkThroughTests {
  private static let sources = TranscriptTests.checkout.appending(path: "Sources")

  /// The files and folders under `Sources`, by their paths.
  private static func paths() throws -> [String] {
    let all = try #require(FileManager.default.enumerator(atPath: sources.path))
    return all.compactMap { $0 as? String }
  }

  @Test func everyFileFolderAndTypeExists() throws {
    let page = try String(
      contentsOf: TranscriptTests.checkout.appending(path: "Documentation/explanation/walk-through.md"), encoding: .utf8
    )
    let paths = try Self.paths()
    let swift = try paths.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8)
    }
    var counts = (files: 0, folders: 0, types: 0)
    for span in page.matches(of: /`([^`]+)`/).map({ String($0.1) }) {
      if span.wholeMatch(of: /[\w\/+]+\.swift/) != nil {
        counts.files += 1
        #expect(paths.contains { "/\($0)".hasSuffix("/\(span)") }, "no file `\(span)`")
      } else if span.wholeMatch(of: /\w+(\/\w+)*\/?/) != nil, span.contains("/") {
        counts.folders += 1
        let folder = span.hasSuffix("/") ? String(span.dropLast()) : span
        #expect(paths.contains { "/\($0)".hasSuffix("/\(folder)") }, "no folder `\(span)`")
      } else if let type = span.wholeMatch(of: /([A-Z]\w+)(\.\w+)?/)?.1 {
        counts.types += 1
        let declaration = try Regex("(struct|class|enum|protocol|extension) \(type)\\b")
        #expect(
          paths.contains(String(type)) || swift.contains { $0.contains(declaration) }, "no target or type `\(type)`")
      }
    }
    #expect(counts.files > 5 && counts.folders > 3 && counts.types > 10, "\(counts)")
    // "Written up in under a page".
    #expect(page.split(separator: "\n").count < 60)
  }
}
