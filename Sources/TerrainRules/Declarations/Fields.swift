import TerrainBase
import TerrainDocuments

/// The members of a map with a fixed set of keys. An unknown key is reported with the nearest allowed key.
package struct Fields {
  /// The map.
  package let node: Node
  /// The name of the map in messages: "a row", "a fact".
  let what: String
  /// Allowed keys that unknown keys seem to be meant for: they are misspelled, not missing.
  private var meant: Set<String> = []

  /// The members of `node`. Returns nil and reports a diagnostic if it is not a map.
  ///
  /// An expression under one of the keys `expressions` that YAML has cut in pieces because it is not quoted is reported as that, and the
  /// pieces are not reported.
  package init?(
    _ node: Node, _ what: String, allowed: [String], expressions: [String] = [], into diagnostics: inout [Diagnostic]
  ) {
    self.node = node
    self.what = what
    guard node.kind == .map else {
      diagnostics.append(.wrongShape(what, expected: "a map", actual: node))
      return nil
    }
    if !expressions.isEmpty {
      let broken = UnquotedExpression.find(in: node) { key, text in
        text.utf8.first == UInt8(ascii: "=") || expressions.contains(key.string)
      }
      if let broken {
        diagnostics.append(.unquotedExpression(broken.text, broken.place))
        return nil
      }
    }
    for (key, _) in node.members {
      guard let name = key.text else {
        diagnostics.append(.wrongShape("a key of \(what)", expected: "a word", actual: key))
        continue
      }
      if !allowed.contains(where: { Text($0) == name }) {
        diagnostics.append(.unknownKey(name, of: what, allowed: allowed, key.place))
        if let nearest = Suggestion.nearest(to: name.string, among: allowed) { meant.insert(nearest) }
      }
    }
  }

  /// True if an unknown key seems to be a misspelling of `key`.
  func seemsMeant(_ key: String) -> Bool { meant.contains(key) }

  /// The value of `key`, or nil if it is missing.
  package subscript(key: String) -> Node? { node[key] }

  /// The value of `key`; reports a diagnostic if it is missing.
  package func required(_ key: String, into diagnostics: inout [Diagnostic]) -> Node? {
    guard let value = node[key] else {
      if !meant.contains(key) { diagnostics.append(.missingKey(key, of: what, node.place)) }
      return nil
    }
    return value
  }

  /// The text of `key`; reports a diagnostic if the value is not a text.
  package func text(_ key: String, into diagnostics: inout [Diagnostic]) -> Text? {
    guard let value = node[key] else { return nil }
    guard let text = value.text else {
      diagnostics.append(.wrongShape("`\(key)`", expected: "text", actual: value))
      return nil
    }
    return text
  }

  /// The truth value of `key`, or `false` if it is missing; reports a diagnostic if it is another value.
  func flag(_ key: String, into diagnostics: inout [Diagnostic]) -> Bool {
    guard let value = node[key] else { return false }
    guard let flag = value.bool else {
      var diagnostic = Diagnostic.wrongShape("`\(key)`", expected: "`true` or `false`", actual: value)
      // Words that YAML 1.1 read as truth values.
      diagnostic.fix = ["yes": true, "on": true, "no": false, "off": false][value.text?.string.lowercased() ?? ""]
        .map { "write `\($0)`" }
      diagnostics.append(diagnostic)
      return false
    }
    return flag
  }

  /// The count of `key`; reports a diagnostic if it is another value.
  func count(_ key: String, atLeast least: Int64, into diagnostics: inout [Diagnostic]) -> Int? {
    guard let value = node[key] else { return nil }
    guard let number = value.int, number >= least, let count = Int(exactly: number) else {
      diagnostics.append(.wrongShape("`\(key)`", expected: "a whole number from \(least)", actual: value))
      return nil
    }
    return count
  }

  /// The members of the map under `key`, with names that can be used in expressions.
  func named(_ key: String, into diagnostics: inout [Diagnostic]) -> [(name: Mention, value: Node)] {
    guard let map = node[key] else { return [] }
    guard map.kind == .map else {
      if map.kind != .null { diagnostics.append(.wrongShape("`\(key)`", expected: "a map", actual: map)) }
      return []
    }
    var members: [(name: Mention, value: Node)] = []
    for (key, value) in map.members {
      guard let name = key.text else {
        diagnostics.append(.wrongShape("a name", expected: "a word", actual: key))
        continue
      }
      if let flaw = NameProblem(name) {
        diagnostics.append(.badName(name, flaw, key.place))
        continue
      }
      members.append((Mention(name: name, place: key.place), value))
    }
    return members
  }
}

/// The reason why a text cannot be the name of a fact, parameter, or decision.
enum NameProblem {
  /// The name must consist of letters, digits, and `_`, beginning with a letter.
  case form
  /// A word of the expression language.
  case reserved
  /// The name `it`, by which a cell refers to its input.
  case it

  private static let reservedWords: Set<String> = [
    "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
    "namespace", "null", "package", "return", "true", "var", "void", "while",
  ]

  /// The problem of `name`, or nil if it is valid.
  init?(_ name: Text) {
    var first = true
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !first: break
      default:
        self = .form
        return
      }
      first = false
    }
    if first {
      self = .form
    } else if name == "it" {
      self = .it
    } else if Self.reservedWords.contains(name.string) {
      self = .reserved
    } else {
      return nil
    }
  }

  /// The problem of the dotted module name `name`, or nil if it is valid.
  static func ofModule(_ name: Text) -> NameProblem? {
    let parts = name.string.split(separator: ".", omittingEmptySubsequences: false)
    for part in parts {
      if let flaw = NameProblem(Text(String(part))) { return flaw }
    }
    return nil
  }
}

extension Diagnostic {
  package static func wrongShape(_ what: String, expected: String, actual: Node) -> Diagnostic {
    Diagnostic(code: "rules/wrong-shape", message: "\(what) must be \(expected), not \(actual.described)", at: actual)
  }

  static func unknownKey(_ key: Text, of what: String, allowed: [String], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/unknown-key", message: "\(what) has no `\(key)`", place: place,
      fix: Suggestion.fix(key, among: allowed) ?? "what it may have: \(allowed.quoted(near: key.string))")
  }

  static func missingKey(_ key: String, of what: String, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/missing-key", message: "\(what) needs `\(key)`", place: place)
  }

  static func badName(_ name: Text, _ flaw: NameProblem, _ place: Place) -> Diagnostic {
    let (message, fix) =
      switch flaw {
      case .form:
        ("`\(name)` cannot be a name", "use letters, digits and `_`, and begin with a letter")
      case .reserved: ("`\(name)` is a keyword of the expression language and cannot be a name", "choose another name")
      case .it: ("`it` is what a cell calls its input, and cannot be a name", "choose another name")
      }
    return Diagnostic(code: "rules/bad-name", message: message, place: place, fix: fix)
  }
}
