import TerrainBase

/// The severity of a diagnostic.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  case info
  case warning
  case error

  /// Orders information, warning, error.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A report about a file or a request: the mistake, its location, and a fix if one is known.
public struct Diagnostic: Sendable, Hashable {
  /// Another location that is relevant to the diagnostic, and the reason.
  public struct Related: Sendable, Hashable {
    /// The reason why it matters.
    public var message: String
    /// Its location.
    public var place: Place

    /// `place`, which matters because of `message` ("first written here").
    package init(message: String, place: Place) {
      self.message = message
      self.place = place
    }
  }

  /// A stable name of the form `area/problem`.
  public var code: String
  /// The severity.
  public var severity: Severity
  /// One sentence without a full stop: the mistake and what was expected.
  public var message: String
  /// The location, or nil if the diagnostic is not about a file.
  public var place: Place?
  /// Other relevant locations.
  public var related: [Related]
  /// A fix as a sentence for people ("did you mean `x`?").
  public var fix: String?
  /// The location of the text that the fix replaces, or nil if that is `place`.
  package var fixPlace: Place?
  /// The path inside the document (`answers.q4`), for readers who do not have its text.
  public var path: String?
  /// The message without values from the input, which may be private, or nil if the message contains none.
  public var plainMessage: String?
  /// The cause that it shares with other diagnostics of one mistake; nil if it shares none.
  package var cause: Cause?

  /// A diagnostic with the code `code`.
  package init(
    code: String, severity: Severity = .error, message: String, place: Place?, related: [Related] = [],
    fix: String? = nil, path: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.place = place
    self.related = related
    self.fix = fix
    self.path = path
  }

  /// The diagnostic, whose fix replaces the text at `place`.
  package func fixed(at place: Place?) -> Self {
    var diagnostic = self
    diagnostic.fixPlace = place
    return diagnostic
  }

  /// A diagnostic with the code `code` about `node`: its location in the file, and its path inside the document.
  package init(
    code: String, severity: Severity = .error, message: String, at node: Node, related: [Related] = [],
    fix: String? = nil
  ) {
    self.init(
      code: code, severity: severity, message: message, place: node.place, related: related, fix: fix, path: node.path)
  }
}

/// Diagnostics that stop an operation.
public struct DiagnosticError: Error, Sendable {
  /// The diagnostics, at least one of them an error.
  public var diagnostics: [Diagnostic]

  /// An error made of `diagnostics`.
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// An error made of one diagnostic.
  package init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }
}

extension [Diagnostic] {
  /// True if one of them is an error.
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// The diagnostics sorted by file, place, and code, without duplicates. Diagnostics without a place come first; the report of the number
  /// of omitted diagnostics comes last.
  package func sortedForReport() -> [Diagnostic] {
    var seen = Set<Diagnostic>()
    // The position breaks ties, so that a report is the same every time.
    return enumerated().sorted { a, b in
      let (first, second) = (a.element.isClosing, b.element.isClosing)
      if first != second { return second }
      let (x, y) = (a.element.sortKey, b.element.sortKey)
      return x == y ? a.offset < b.offset : x < y
    }.map { $0.element }.filter { diagnostic in
      var shown = diagnostic
      shown.cause = nil
      return seen.insert(shown).inserted
    }
  }
}

extension Diagnostic {
  fileprivate var isClosing: Bool { code == DiagnosticCollector.closingCode }

  fileprivate struct SortKey: Comparable {
    var file: String
    var start: Int
    var end: Int
    var code: String
    var path: String

    static func < (a: SortKey, b: SortKey) -> Bool {
      if a.file != b.file { return a.file.utf8.lexicographicallyPrecedes(b.file.utf8) }
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return a.end < b.end }
      if a.code != b.code { return a.code.utf8.lexicographicallyPrecedes(b.code.utf8) }
      return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
  }

  fileprivate var sortKey: SortKey {
    SortKey(
      file: place?.source.name ?? "", start: place.map { Int($0.range.start) } ?? -1,
      end: place.map { Int($0.range.end) } ?? -1, code: code, path: path ?? "")
  }
}

extension Diagnostic {
  /// The common cause of several diagnostics: a name that is misspelled in its declaration is unknown wherever it is used.
  package struct Cause: Sendable, Hashable {
    /// A text that is equal for all diagnostics of the same mistake.
    package var key: String
    /// The diagnostic of the mistake itself, if it was identified, which is reported instead of its consequences. At most one.
    package var mistake: [Diagnostic]
    /// The minimum number of diagnostics with this cause for which the mistake is reported instead.
    package var leastCount: Int
    /// The unknown value of an enum, if that is the cause.
    package var value: Text?
    /// The enum's name.
    package var enumeration: Text?

    /// A cause called `key`.
    package init(_ key: String, mistake: Diagnostic? = nil, from leastCount: Int = 2) {
      self.key = key
      self.mistake = mistake.map { [$0] } ?? []
      self.leastCount = leastCount
    }
  }

  /// The diagnostic with the cause `cause`.
  package func caused(by cause: Cause) -> Diagnostic {
    var result = self
    result.cause = cause
    return result
  }
}

extension [Diagnostic] {
  /// The maximum number of other locations that a diagnostic lists; above it, the diagnostic gives their number (`diagnostic-locations`).
  private static var mostLocations: Int { 10 }

  /// The diagnostics, reduced to one for each cause: the mistake itself if it was identified, else the first of the most severe. The
  /// locations of the others become related locations.
  package func onePerCause() -> [Diagnostic] {
    var result: [[Diagnostic]] = []
    var positions: [String: Int] = [:]
    for diagnostic in self {
      if let key = diagnostic.cause?.key, let position = positions[key] {
        result[position].append(diagnostic)
      } else {
        if let key = diagnostic.cause?.key { positions[key] = result.count }
        result.append([diagnostic])
      }
    }
    return result.flatMap { Self.merged($0) }
  }

  /// The diagnostics; `scope` distinguishes their causes from those of other packs and rule sets.
  package func withCauses(in scope: String) -> [Diagnostic] {
    map { diagnostic in
      guard let cause = diagnostic.cause else { return diagnostic }
      var result = diagnostic
      result.cause?.key = "\(scope) \(cause.key)"
      return result
    }
  }

  /// The merged diagnostic of `members`, which have the same cause.
  private static func merged(_ members: [Diagnostic]) -> [Diagnostic] {
    let severity = members.map { $0.severity }.max() ?? .error
    let mistake = members.lazy.compactMap { $0.cause }.first { members.count >= $0.leastCount && !$0.mistake.isEmpty }
    guard var result = mistake?.mistake.first ?? members.first(where: { $0.severity == severity }) else { return [] }
    if members.count == 1, mistake == nil { return members }
    result.severity = severity
    var seen = Set(result.related.map { $0.place } + [result.place].compactMap { $0 })
    let others = members.filter { $0.place.map { seen.insert($0).inserted } ?? false }
    for (number, other) in others.prefix(mostLocations).enumerated() {
      guard let place = other.place else { continue }
      var message = other.message == result.message ? "also here" : other.message
      let rest = others.count - number - 1
      if number + 1 == mostLocations, rest > 0 {
        message += "; and at \(rest.counted("more location")) (limit `diagnostic-locations` of \(mostLocations))"
      }
      result.related.append(Diagnostic.Related(message: message, place: place))
    }
    return [result]
  }
}

extension Diagnostic.Cause {
  /// A name that is used but not declared.
  package static func name(_ name: Text) -> Self { Self("name \(name)") }

  /// A value that is not a member of an enum.
  package static func value(_ value: Text, of name: Text) -> Self {
    var cause = Self("value \(name) \(value)")
    (cause.value, cause.enumeration) = (value, name)
    return cause
  }

  /// A key that maps of a certain kind do not have.
  package static func key(_ key: Text, of what: String) -> Self { Self("key \(what) \(key)") }

  /// The id of a record that does not exist.
  package static func record(_ id: Text, of kinds: [Text]) -> Self {
    // In rules the ids of a kind are the values of an enum.
    Self.value(id, of: Text(kinds.map { "\($0)_id" }.joined(separator: ",")))
  }

  /// A value that is treated as optional but is always present.
  package static func alwaysThere(_ name: String) -> Self { Self("always there \(name)") }

  /// A type that is used but not declared.
  package static func type(_ name: Text) -> Self { Self("type \(name)") }
}

extension Int {
  /// The number with a noun whose plural ends in `s`: `1 file`, `2 files`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
