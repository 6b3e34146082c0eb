import TerrainBase
import TerrainDocuments
import TerrainEditor
import TerrainRules

/// The codes of all diagnostics, each with one sentence about the error.
///
/// The pages under `Documentation/reference/diagnostics` are the source of all further information about a code; a test compares the
/// sentences with them.
enum DiagnosticSummaries {
  /// Codes and summaries, in the order of the index of diagnostics.
  static let all: [(code: String, summary: String)] = text.split(separator: "\n").map { line in
    let code = line.prefix { $0 != " " }
    return (String(code), String(line.dropFirst(code.count + 1)))
  }

  private static let byCode = Dictionary(all.map { ($0.code, $0.summary) }, uniquingKeysWith: { first, _ in first })

  /// Returns the sentence about `code`, or nil if no diagnostic has this code.
  static func summary(of code: String) -> String? { byCode[code] }
}

/// The pages that explain diagnostics, in the documentation that is installed next to the program or published at an address.
struct DiagnosticPages: Sendable {
  /// The address of a published folder `Documentation`, without a slash at its end, or nil if `TERRAIN_DOCUMENTATION` is not set.
  private let published: String?
  /// The path of the installed folder `Documentation`, or nil if it is not installed.
  private let folder: String?

  /// The pages of this process.
  static func process() -> DiagnosticPages {
    let address = CurrentProcess.environment("TERRAIN_DOCUMENTATION").flatMap { $0.isEmpty ? nil : $0 }
    return DiagnosticPages(
      published: address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 },
      folder: Workspace.locator().documentation())
  }

  /// The path of the page of `code`, from the folder `Documentation`.
  static func path(of code: String) -> String { "reference/diagnostics/\(code).md" }

  /// Returns the address of the page of `code` for a link, or nil if it has no page here.
  @Sendable func address(_ code: String) -> String? {
    guard let base = published ?? folder.map(DocumentURI.uri), DiagnosticSummaries.summary(of: code) != nil else {
      return nil
    }
    return "\(base)/\(Self.path(of: code))"
  }

  /// Returns the entry of `code` in a SARIF report. Nothing in it depends on installed files.
  @Sendable func rule(_ code: String) -> SARIFTool.Rule? {
    DiagnosticSummaries.summary(of: code).map { summary in
      SARIFTool.Rule(summary: summary, page: published.map { "\($0)/\(Self.path(of: code))" })
    }
  }

  /// Returns the page of `code` for a terminal, or nil if it is neither installed nor in a checkout that is the working folder, or
  /// cannot be read.
  func text(of code: String) -> String? {
    let checkout = Folder.kind(of: "Documentation/reference/diagnostics.md") == .file ? "Documentation" : nil
    guard let folder = folder ?? checkout,
      let source = try? SourceText.loadFile(path: "\(folder)/\(Self.path(of: code))")
    else {
      return nil
    }
    return Self.plain(source.text(of: source.wholeRange))
  }

  /// Returns `page` without the marks of Markdown: headings and bold words as they are, links without addresses, and blocks of
  /// code indented.
  static func plain(_ page: String) -> String {
    var isCode = false
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lines.append(line.isEmpty ? "" : "  \(line)")
      } else {
        let words = line.hasPrefix("# ") ? line.dropFirst(2) : line
        lines.append(withoutAddresses(String(words).replacing("**", with: "")))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func withoutAddresses(_ markdown: String) -> String {
    var result = ""
    var rest = markdown[...]
    while let middle = rest.firstRange(of: "]("), let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<start] + rest[start..<middle.lowerBound].dropFirst()
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }
}
