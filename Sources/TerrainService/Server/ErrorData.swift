import TerrainDocuments
import TerrainValues

/// Writes what is wrong with a request without repeating what stands in it: whoever reads errors and logs must not learn what
/// somebody answered.
///
/// Messages say names of fields and what could stand there. Where one quotes something that is a value of the request, a dot
/// stands for it; of a line that is no JSON only the place is said.
struct ErrorData {
  private let source: SourceText
  private let document: Document?
  private let values: Set<Text>

  /// For complaints about the request that `source` is; `document` where it is JSON.
  init(_ source: SourceText, _ document: Document?) {
    self.source = source
    self.document = document
    var values: Set<Text> = []
    if let root = document?.root { Self.collect(root, into: &values) }
    self.values = values
  }

  /// Writes `diagnostics` as a list of objects.
  func write(_ diagnostics: [Diagnostic], to writer: inout JSONWriter) {
    writer.array { writer in
      for diagnostic in diagnostics.sortedForReport() { write(diagnostic, to: &writer) }
    }
  }

  private func write(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
    let isAboutRequest = diagnostic.place?.source === source
    let isAboutJSON = Self.isSyntax(diagnostic) && isAboutRequest
    writer.object { writer in
      writer.member("code", diagnostic.code)
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member(
        "message", isAboutJSON ? "this is not JSON here" : discreet(diagnostic.plainMessage ?? diagnostic.message))
      if let place = diagnostic.place {
        if isAboutRequest {
          if isAboutJSON || diagnostic.code == Self.tooDeep {
            writer.member("column", Int(place.range.start) + 1)
          } else {
            writer.member("path", Self.path(diagnostic.path ?? path(of: place)))
          }
        } else {
          writer.fileAndLine(of: place)
        }
      }
      if let fix = diagnostic.fix, !isAboutJSON { writer.member("fix", discreet(fix)) }
    }
  }

  /// The same complaint in one line for logs: its code, and where.
  func summary(_ diagnostic: Diagnostic) -> String {
    guard diagnostic.place?.source === source, !Self.isSyntax(diagnostic), diagnostic.code != Self.tooDeep else {
      return diagnostic.code
    }
    let path = Self.path(diagnostic.path ?? "")
    return path.isEmpty ? diagnostic.code : "\(diagnostic.code) at \(path)"
  }

  private static let tooDeep = "json/nested-too-deep"

  /// Whether it is about text that is not JSON, of which only the place is written. A key that is there twice and a line that
  /// is nested too deep are JSON, and their messages have nothing of the text in them.
  private static func isSyntax(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code.hasPrefix("json/") && ![tooDeep, "json/duplicate-key"].contains(diagnostic.code)
  }

  /// A path inside the message is one inside its parameters; in a batch, which of its requests is meant is said by the id.
  private static func path(_ path: String) -> String {
    guard path.hasPrefix("["), let end = path.firstIndex(of: "]") else { return path }
    let rest = path[path.index(after: end)...]
    return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
  }

  /// The path of the innermost value around `place`.
  private func path(of place: Place) -> String {
    guard var node = document?.root else { return "" }
    while let child = children(of: node).first(where: {
      $0.range.start <= place.range.start && place.range.start < $0.range.end
    }) {
      node = child
    }
    return node.path
  }

  private func children(of node: Node) -> [Node] {
    node.kind == .list ? Array(node.elements) : node.members.map(\.value)
  }

  /// `text` with a dot where it quotes a value of the request.
  private func discreet(_ text: String) -> String {
    guard !values.isEmpty else { return text }
    var pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: pieces.count, by: 2) where values.contains(Text(pieces[index])) {
      pieces[index] = "…"
    }
    return pieces.joined(separator: "`")
  }

  /// Every scalar below `node`, as it would be quoted. Readers have bounded how deep documents are.
  private static func collect(_ node: Node, into values: inout Set<Text>) {
    switch node.kind {
    case .list: for element in node.elements { collect(element, into: &values) }
    case .map: for (_, value) in node.members { collect(value, into: &values) }
    case .string: if let text = node.text { values.insert(text) }
    case .number, .bool, .null: values.insert(Text(node.document.source.text(of: node.range)))
    }
  }
}
