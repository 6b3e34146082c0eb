import TerrainBase
import TerrainDocuments
import TerrainYAML

/// The edits that give a name of a pack or its rules another spelling, in every file that has it.
package struct RenamePlan: Sendable {
  /// A replaced word.
  package struct Edit: Sendable, Hashable {
    /// The word that is replaced.
    package let place: Place
    /// The word that takes its place.
    package let replacement: String
  }

  /// The name, as it was.
  package let name: IndexedName
  /// The edits, in the order of files and places; none overlaps another.
  package let edits: [Edit]
  /// The files as they would be, by their paths.
  package let files: [(path: String, bytes: [UInt8])]
  /// The other locations of the old name, at which its meaning is unknown: they are left unchanged.
  package let untouched: [IndexedName.Use]

  /// The plan that makes `name`, which is one of `indexes`, be called `new`.
  ///
  /// - Throws: why it cannot be called that.
  package init(_ name: IndexedName, to new: Text, in indexes: [NameIndex]) throws(DiagnosticError) {
    try Self.check(name, to: new, in: indexes)
    // Each of several packs that share rules has the name.
    let declared = Set(name.declarations)
    let same = indexes.flatMap(\.names).filter {
      $0.kind == name.kind && $0.name == name.name && !declared.isDisjoint(with: $0.declarations)
    }
    var edits: Set<Edit> = []
    let short = name.kind == .module ? Self.shortNames(of: name.name, and: new, in: indexes) : nil
    for place in Set(same.flatMap { $0.declarations + $0.uses.map(\.place) }) {
      guard let edit = Self.edit(place, name, to: new) ?? short.flatMap({ Self.edit(place, $0) }) else {
        throw DiagnosticError(.notWritten(name, at: place))
      }
      edits.insert(edit)
    }
    if name.kind == .module { edits.formUnion(Self.prefixes(name, to: new, short, in: indexes)) }
    self.name = name
    self.edits = Self.withoutOverlaps(edits)
    files = try Self.files(self.edits, name)
    let places = Set(edits.map(\.place))
    untouched = indexes.flatMap { $0.ambiguousUses(of: name.name) }.filter { !places.contains($0.place) }
  }

  /// The name in `indexes` that `text` means: a name, a name with its owner, or a name with its kind (`fact:hour`).
  ///
  /// - Throws: an error if it is no name, or several.
  package static func name(_ text: Text, in indexes: [NameIndex]) throws(DiagnosticError) -> IndexedName {
    let parts = text.string.split(separator: ":", maxSplits: 1).map(String.init)
    let kind = parts.count == 2 ? IndexedName.Kind(rawValue: parts[0]) : nil
    let wanted = kind == nil ? text : Text(parts[1])
    var matches: [IndexedName] = []
    for match in indexes.flatMap({ $0.names(called: wanted) }) where kind == nil || match.kind == kind {
      let isKnown = matches.contains {
        $0.kind == match.kind && !Set($0.declarations).isDisjoint(with: match.declarations)
      }
      if !isKnown { matches.append(match) }
    }
    guard let match = matches.first else {
      throw DiagnosticError(
        .unknownName(
          wanted, among: indexes.flatMap(\.allSpellings), folders: indexes.compactMap { $0.pack ?? $0.rules }))
    }
    if matches.count > 1 { throw DiagnosticError(.severalNames(wanted, matches)) }
    return match
  }

  // MARK: Checks

  private static func check(_ name: IndexedName, to new: Text, in indexes: [NameIndex]) throws(DiagnosticError) {
    if name.isFixed { throw DiagnosticError(.fixedName(name)) }
    let own = indexes.filter { index in
      index.names(called: name.name).contains { !Set($0.declarations).isDisjoint(with: name.declarations) }
    }
    // If rules are not typed, the values and ids in them are unknown.
    if let problem = own.lazy.flatMap(\.problems).first(where: { $0.severity == .error }) {
      throw DiagnosticError(.rulesHaveMistakes(problem))
    }
    guard isName(new, like: name.kind) else { throw DiagnosticError(.notAName(new, for: name)) }
    let rivals = own.lazy.flatMap(\.names).filter { other in
      guard other.name == new else { return false }
      let isVariable = variables.contains(name.kind) && variables.contains(other.kind)
      return isVariable ? true : other.kind == name.kind && other.owner == name.owner
    }
    if let rival = rivals.first { throw DiagnosticError(.nameTaken(new, by: rival)) }
  }

  /// Kinds of names that share the scope of expressions.
  private static let variables: Set<IndexedName.Kind> = [.fact, .parameter, .decision]
  /// The words that YAML does not read as texts.
  private static let otherValues: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

  private static func isName(_ text: Text, like kind: IndexedName.Kind) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, isLetter(first), !otherValues.contains(text.string.lowercased()) else {
      return false
    }
    switch kind {
    case .fact, .parameter, .decision, .type, .kind, .enumeration:
      return bytes.allSatisfy { isLetter($0) || isDigit($0) || kind == .enumeration && $0 == UInt8(ascii: "-") }
    case .module:
      return text.string.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
        $0.utf8.first.map(isLetter) ?? false && $0.utf8.allSatisfy { isLetter($0) || isDigit($0) }
      }
    case .row, .record, .part, .value:
      return bytes.allSatisfy { isLetter($0) || isDigit($0) || [UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0) }
        && bytes.last != UInt8(ascii: ".")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  // MARK: Edits

  /// The replacement of `name` in the text at `place`, which may have more than the name: its module, quotes, a condition's sign.
  private static func edit(_ place: Place, _ name: IndexedName, to new: Text) -> Edit? {
    if let range = word(name.name, in: place) { return Edit(place: range, replacement: new.string) }
    // The type of a kind's ids.
    guard name.kind == .kind, let range = word(Text("\(name.name)_id"), in: place) else { return nil }
    return Edit(place: range, replacement: "\(new)_id")
  }

  /// The replacement of a module's short name in the text at `place`.
  private static func edit(_ place: Place, _ short: ShortNames) -> Edit? {
    word(short.old, in: place).map { Edit(place: $0, replacement: short.new.string) }
  }

  /// A module's name as references inside its rule set write it, and its new one.
  private typealias ShortNames = (old: Text, new: Text)

  /// The short names of a module that is called `old` and will be called `new`; nil if it has none.
  private static func shortNames(of old: Text, and new: Text, in indexes: [NameIndex]) -> ShortNames? {
    for index in indexes {
      if let short = index.shortName(ofModule: old) { return (short, index.shortName(ofModule: new) ?? new) }
    }
    return nil
  }

  /// The location of `name` itself within `place`, which is one of its declarations or uses; nil if it is not one word.
  package static func word(of name: IndexedName, in place: Place) -> Place? { word(name.name, in: place) }

  /// The last occurrence of `word` in the text at `place` that is not part of a longer word.
  private static func word(_ word: Text, in place: Place) -> Place? {
    let bytes = place.source.bytes
    let range = place.source.clamped(place.range)
    let letters = Array(word.utf8)
    guard !letters.isEmpty, range.count >= letters.count else { return nil }
    for start in (range.lowerBound...(range.upperBound - letters.count)).reversed()
    where bytes[start..<start + letters.count].elementsEqual(letters) {
      let end = start + letters.count
      let isWhole =
        (start == range.lowerBound || !isLetter(bytes[start - 1]) && !isDigit(bytes[start - 1]))
        && (end == range.upperBound || !isLetter(bytes[end]) && !isDigit(bytes[end]))
      guard isWhole else { continue }
      let found = SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: end))
      return Place(source: place.source, range: found)
    }
    return nil
  }

  /// The edits of full names that begin with the name of a module, whole or short.
  private static func prefixes(
    _ module: IndexedName, to new: Text, _ short: ShortNames?, in indexes: [NameIndex]
  ) -> [Edit] {
    let spellings: [ShortNames] = [(module.name, new)] + (short.map { [$0] } ?? [])
    return indexes.flatMap(\.names).filter { $0.owner == module.name }.flatMap(\.uses).compactMap { use in
      let source = use.place.source
      let range = source.clamped(use.place.range)
      let bytes = source.bytes[range]
      for (old, new) in spellings {
        let prefix = Array("\(old).".utf8)
        let found = bytes.indices.first { start in
          guard bytes[start...].starts(with: prefix) else { return false }
          guard start > bytes.startIndex else { return true }
          let before = bytes[start - 1]
          return !isLetter(before) && !isDigit(before) && before != UInt8(ascii: ".")
        }
        guard let start = found else { continue }
        let range = SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: start + prefix.count - 1))
        return Edit(place: Place(source: source, range: range), replacement: new.string)
      }
      return nil
    }
  }

  private static func withoutOverlaps(_ edits: Set<Edit>) -> [Edit] {
    let sorted = edits.ordered {
      ($0.place.source.name, $0.place.range.start, $0.place.range.end)
        < ($1.place.source.name, $1.place.range.start, $1.place.range.end)
    }
    var kept: [Edit] = []
    for edit in sorted {
      if let last = kept.last?.place, last.source.name == edit.place.source.name,
        last.range.end > edit.place.range.start
      {
        continue
      }
      kept.append(edit)
    }
    return kept
  }

  /// The changed files, each of which must keep its structure.
  private static func files(
    _ edits: [Edit], _ name: IndexedName
  ) throws(DiagnosticError) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    let byFile = Dictionary(grouping: edits) { $0.place.source.name }
    for path in byFile.keys.ordered() {
      guard let edits = byFile[path], let source = edits.first?.place.source else { continue }
      var changed = SourceEdits(source)
      for edit in edits { changed.replace(source.clamped(edit.place.range), with: edit.replacement) }
      let bytes = changed.bytes
      let counts = [source, SourceText(name: path, bytes: bytes)].map {
        SourceReader.read($0).documents.map(\.root.nodeCount)
      }
      guard counts[0] == counts[1] else { throw DiagnosticError(.notWritten(name, at: edits[0].place)) }
      files.append((path, bytes))
    }
    return files
  }
}

extension RenamePlan.Edit {
  /// `FILE:LINE:COLUMN: \`old\` → \`new\``.
  package var line: String {
    let position = place.source.position(at: Int(place.range.start))
    let old = place.source.text(of: place.range)
    return "\(place.source.name):\(position.line):\(position.column): `\(old)` → `\(replacement)`"
  }
}

extension RenamePlan {
  /// The files of `base` as they would be.
  package func store(over base: SourceStore) -> SourceStore {
    let store = base.edited()
    for (path, bytes) in files {
      store.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: bytes) }
    }
    return store
  }

  /// Validates the renamed files with `validate`. The present diagnostics, `before`, are computed only if the renamed files have any.
  ///
  /// - Throws: an error if the diagnostics would change.
  package func confirm(
    over base: SourceStore, before: () -> [Diagnostic], _ validate: (SourceStore) -> [Diagnostic]
  ) throws(DiagnosticError) {
    let after = validate(store(over: base))
    guard !after.isEmpty else { return }
    var known: [String: Int] = [:]
    for diagnostic in before() { known[diagnostic.code, default: 0] += 1 }
    let new = after.filter { diagnostic in
      known[diagnostic.code, default: 0] -= 1
      return known[diagnostic.code, default: 0] < 0
    }
    if !new.isEmpty { throw DiagnosticError(.newProblems(name, new)) }
  }
}

extension Diagnostic {
  /// The maximum number of related locations.
  private static let mostRelated = 5

  static func severalNames(_ text: Text, _ names: [IndexedName]) -> Diagnostic {
    let spellings = names.map { name in
      let isEnough = name.owner != nil && name.kind != .part && names.count { $0.fullName == name.fullName } == 1
      return isEnough && name.fullName != text ? name.fullName : Text("\(name.kind.rawValue):\(name.fullName)")
    }
    return Diagnostic(
      code: "rename/several-names", message: "`\(text)` is the name of several things", place: nil,
      related: names.compactMap { name in
        name.declarations.first.map { .init(message: "the \(name.kind.rawValue) is declared here", place: $0) }
      }, fix: "write one of \(spellings.map { "`\($0)`" }.joined(separator: ", "))")
  }

  static func fixedName(_ name: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/fixed-name", message: "the program evaluates the decision `\(name.fullName)` by its name",
      place: name.declarations.first, fix: "keep the name")
  }

  static func rulesHaveMistakes(_ problem: Diagnostic) -> Diagnostic {
    Diagnostic(
      code: "rename/rules-have-mistakes",
      message: "the rules have mistakes, so that not all uses of names are known: \(problem.message)",
      place: problem.place, fix: "fix what `terrain validate` reports first")
  }

  static func notAName(_ new: Text, for name: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/bad-name", message: "`\(new)` cannot be the name of a \(name.kind.rawValue)", place: nil,
      fix: "begin with a letter, and use letters, digits and `_`, in ids also `-` and `.`")
  }

  static func nameTaken(_ new: Text, by other: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/name-taken", message: "`\(new)` is the name of a \(other.kind.rawValue) already",
      place: other.declarations.first, fix: "choose another name")
  }

  static func notWritten(_ name: IndexedName, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "rename/not-written", message: "`\(name.name)` is meant here, and is not written as one word", place: place,
      fix: "write the name out here first")
  }

  static func newProblems(_ name: IndexedName, _ problems: [Diagnostic]) -> Diagnostic {
    Diagnostic(
      code: "rename/new-problems",
      message: "after renaming `\(name.name)` there would be new diagnostics: \(problems.first?.message ?? "")",
      place: problems.first?.place,
      related: problems.dropFirst().prefix(mostRelated).compactMap { problem in
        problem.place.map { .init(message: problem.message, place: $0) }
      }, fix: "rename by hand what is in these locations, or keep the name")
  }
}
