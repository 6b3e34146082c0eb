import TerrainDocuments

/// Diagnostics that an author suppresses in the file: `# terrain:ignore CODE reason`, at the end of the line or on a separate line above
/// it.
struct Suppressions {
  private struct Suppression: Sendable {
    let code: String
    let hasReason: Bool
    /// The line whose diagnostics it ignores.
    let line: Int
    let place: Place
    var isUsed = false
    /// The code of a diagnostic on its line that resembles its own code.
    var meant: String?
  }

  private var byFile: [String: [Suppression]] = [:]

  private static let inDocument = DocumentMemory.Purpose()

  /// Adds the suppressions in a file's documents; `memory` has those that were read before.
  mutating func add(_ documents: [Document], _ memory: DocumentMemory? = nil) {
    for document in documents where !document.comments.isEmpty {
      let found = memory.value(of: document, for: Self.inDocument) { Self.read(document) }
      if !found.isEmpty { byFile[document.source.name, default: []] += found }
    }
  }

  private static func read(_ document: Document) -> [Suppression] {
    let source = document.source
    var found: [Suppression] = []
    // Of several consecutive comment lines, each is about the first line that is not a comment.
    var ownLines: [Int: Bool] = [:]
    for comment in document.comments {
      ownLines[source.position(at: Int(comment.start)).line] = isAlone(comment, source)
    }
    for comment in document.comments {
      let text = source.text(of: comment)
      guard let marker = text.firstRange(of: "terrain:ignore") else { continue }
      let words = text[marker.upperBound...].split(whereSeparator: { $0 == " " || $0 == "\t" })
      var line = source.position(at: Int(comment.start)).line
      while ownLines[line] == true { line += 1 }
      let code = words.first.map(String.init) ?? ""
      found.append(
        Suppression(
          code: code, hasReason: words.count > 1, line: line,
          place: Place(source: source, range: comment)))
    }
    return found
  }

  /// Returns true if `finding` is answered.
  func answers(_ finding: Diagnostic) -> Bool { index(of: finding) != nil }

  /// Returns true if `finding` is answered; notes that it was.
  mutating func covers(_ finding: Diagnostic) -> Bool {
    guard let place = finding.place else { return false }
    guard let index = index(of: finding) else {
      noteMeant(finding, place)
      return false
    }
    byFile[place.source.name]?[index].isUsed = true
    return true
  }

  /// Returns true if a diagnostic with `code` at `place` is ignored.
  func answers(_ code: String, at place: Place) -> Bool { index(of: code, at: place) != nil }

  /// The position of the suppression of the file that matches `finding`.
  private func index(of finding: Diagnostic) -> Int? {
    finding.place.flatMap { index(of: finding.code, at: $0) }
  }

  private func index(of code: String, at place: Place) -> Int? {
    guard let list = byFile[place.source.name] else { return nil }
    let line = place.line
    return list.firstIndex { $0.code == code && $0.line == line }
  }

  /// Notes the code of a diagnostic at a suppression on its line that has nearly that code.
  private mutating func noteMeant(_ finding: Diagnostic, _ place: Place) {
    let near = byFile[place.source.name]?.firstIndex {
      $0.line == place.line && !$0.isUsed && Suggestion.nearest(to: $0.code, among: [finding.code]) != nil
    }
    if let near { byFile[place.source.name]?[near].meant = finding.code }
  }

  /// Diagnostics of suppressions that give no reason or ignore nothing.
  ///
  /// - Parameters:
  ///   - remaining: The other reported diagnostics. An error in any file may be the reason why a suppressed check was not made. Schema
  ///     checks, however, are about one file, and continue after each other's errors.
  ///   - allChecked: True if all checks were requested.
  func diagnostics(beside remaining: [Diagnostic], allChecked: Bool = true) -> [Diagnostic] {
    let errors = remaining.filter { $0.severity == .error }
    let unread = Set(errors.filter { !$0.code.isOfSchema }.compactMap { $0.place?.source.name })
    return byFile.values.flatMap { $0 }.flatMap { suppression -> [Diagnostic] in
      if !suppression.isUsed {
        let isUncertain =
          suppression.code.isOfSchema ? unread.contains(suppression.place.source.name) : !errors.isEmpty || !allChecked
        if isUncertain, suppression.meant == nil, !suppression.code.isEmpty { return [] }
        return [.unusedSuppression(suppression.code, meant: suppression.meant, at: suppression.place)]
      }
      return suppression.hasReason ? [] : [.suppressionWithoutReason(at: suppression.place)]
    }
  }

  private static func isAlone(_ comment: SourceRange, _ source: SourceText) -> Bool {
    var index = Int(comment.start) - 1
    while index >= 0, source.bytes.indices.contains(index) {
      switch source.bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index -= 1
      default: return false
      }
    }
    return true
  }
}

extension String {
  fileprivate var isOfSchema: Bool { hasPrefix("schema/") }
}

extension Diagnostic {
  /// `meant`: a similar code of a diagnostic on the same line.
  fileprivate static func unusedSuppression(_ code: String, meant: String?, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "suppression/unused", severity: .warning,
      message: code.isEmpty
        ? "`terrain:ignore` needs the code of what it ignores, and a reason" : "there is no `\(code)` here to ignore",
      place: place,
      fix: meant.map { "did you mean `\($0)`?" }
        ?? (code.isEmpty ? nil : "remove the comment, or move it to the line it is about"))
  }

  fileprivate static func suppressionWithoutReason(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "suppression/no-reason", severity: .warning, message: "this ignores a diagnostic without a reason",
      place: place,
      fix: "write the reason after the code")
  }
}
