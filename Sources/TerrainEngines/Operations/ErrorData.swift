import TerrainBase
import TerrainDocuments

/// Writes the errors of a request without quoting its values, because readers of errors and logs must not learn a person's answers.
///
/// Readers create the diagnostics of a request without its values (``DiagnosticCollector``): they contain paths, which contain keys, and
/// the allowed values. For a line that is not JSON only the column is written.
package struct ErrorData {
  /// The most bytes of a message, a path or a fix: a key may be as long as a line.
  private static let longestText = 1000

  private let source: SourceText
  private let document: Document?

  /// For diagnostics about the request in `source`; `document` is nil if it is not JSON.
  package init(_ source: SourceText, _ document: Document?) {
    self.source = source
    self.document = document
  }

  /// Writes `diagnostics` as a list of objects.
  package func write(_ diagnostics: [Diagnostic], to writer: inout JSONWriter) {
    // Collectors have limited the diagnostics of readers; diagnostics from elsewhere are limited here.
    let collector = DiagnosticCollector(.request)
    collector.report(contentsOf: diagnostics.filter { $0.code != DiagnosticCollector.closingCode })
    let closing = diagnostics.filter { $0.code == DiagnosticCollector.closingCode }
    var paths = PlacePaths(root: document?.root)
    writer.array { writer in
      for diagnostic in collector.diagnostics.sortedForReport() + closing { write(diagnostic, &paths, to: &writer) }
    }
  }

  private func write(_ diagnostic: Diagnostic, _ paths: inout PlacePaths, to writer: inout JSONWriter) {
    let isAboutRequest = diagnostic.place?.source === source
    let isAboutJSON = Self.isSyntax(diagnostic) && isAboutRequest
    writer.object { writer in
      writer.member("code", diagnostic.code)
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member(
        "message", isAboutJSON ? "this is not JSON here" : Self.cut(diagnostic.plainMessage ?? diagnostic.message))
      if let place = diagnostic.place {
        if isAboutRequest {
          if isAboutJSON || diagnostic.code == Self.tooDeep {
            writer.member("column", Int(place.range.start) + 1)
          } else {
            writer.member("path", Self.cut(Self.path(diagnostic.path ?? paths.path(of: place))))
          }
        } else {
          writer.fileAndLine(of: place)
        }
      }
      if let fix = diagnostic.fix, !isAboutJSON { writer.member("fix", Self.cut(fix)) }
    }
  }

  /// `text`, cut at the maximum length. Never inside of a character.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: longestText)
    while end > text.startIndex, String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    return "\(text[..<end])…"
  }

  /// The most diagnostics of a request whose summaries are logged.
  private static let mostSummaries = 10

  /// The first of `diagnostics` in one line each for logs: the code, and the path in the request.
  package func summaries(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.prefix(Self.mostSummaries).map(summary)
      + (diagnostics.count > Self.mostSummaries ? ["\(diagnostics.count - Self.mostSummaries) more"] : [])
  }

  /// A diagnostic in one line for logs: its code, and its path in the request.
  package func summary(_ diagnostic: Diagnostic) -> String {
    guard diagnostic.place?.source === source, !Self.isSyntax(diagnostic), diagnostic.code != Self.tooDeep else {
      return diagnostic.code
    }
    let path = Self.path(diagnostic.path ?? "")
    return path.isEmpty ? diagnostic.code : "\(diagnostic.code) at \(Self.cut(path))"
  }

  private static let tooDeep = "json/nested-too-deep"

  /// Returns true if it is about text that is not JSON, for which only the location is written. A duplicate key and a line with too deep
  /// nesting are JSON, and their messages do not quote the text.
  private static func isSyntax(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code.hasPrefix("json/") && ![tooDeep, "json/duplicate-key"].contains(diagnostic.code)
  }

  /// A path inside the message is a path inside its parameters; in a batch, the id names the request.
  private static func path(_ path: String) -> String {
    guard path.hasPrefix("["), let end = path.firstIndex(of: "]") else { return path }
    let rest = path[path.index(after: end)...]
    return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
  }
}

/// The paths of places in one document. Locations in document order are found in one walk, so that a hundred locations at the end of a long
/// map take no longer than one.
private struct PlacePaths {
  let root: Node?
  private var last: UInt32 = 0
  /// For each map or list, the member at which the search for the next location begins.
  private var members: [Int32: Node.Members] = [:]
  private var elements: [Int32: Node.Elements] = [:]

  init(root: Node?) { self.root = root }

  /// The path of the innermost value around `place`.
  mutating func path(of place: Place) -> String {
    guard var node = root else { return "" }
    let offset = place.range.start
    if offset < last {
      members = [:]
      elements = [:]
    }
    last = offset
    while let child = node.kind == .map ? member(of: node, around: offset) : element(of: node, around: offset) {
      node = child
    }
    return node.path
  }

  private mutating func member(of node: Node, around offset: UInt32) -> Node? {
    Self.child(in: &members[node.index, default: node.members], around: offset) { $0.value }
  }

  private mutating func element(of node: Node, around offset: UInt32) -> Node? {
    Self.child(in: &elements[node.index, default: node.elements], around: offset) { $0 }
  }

  /// The child that contains `offset`; `reached` advances to it, or to the last child before `offset`.
  private static func child<Children: IteratorProtocol>(
    in reached: inout Children, around offset: UInt32, _ node: (Children.Element) -> Node
  ) -> Node? {
    var ahead = reached
    while let child = ahead.next().map(node), child.range.start <= offset {
      if offset < child.range.end { return child }
      reached = ahead
    }
    return nil
  }
}
