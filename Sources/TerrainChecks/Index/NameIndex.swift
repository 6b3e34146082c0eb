import TerrainBase
import TerrainDocuments
import TerrainRules

/// Every name of a pack and its rules, with the locations of its declarations and uses.
///
/// Made from loaded files: it requires no further parsing. It is as complete as files are readable; ``problems`` has the errors that made
/// it incomplete.
package struct NameIndex: Sendable {
  /// The pack's folder; nil for rules that no pack uses.
  package let pack: String?
  /// The rule set's folder; nil for a pack without rules.
  package let rules: String?
  /// The typed rules; nil without rules, or if they have errors.
  package internal(set) var ruleSet: RuleSet?
  /// The names, in the order in which they are declared: rules first.
  package let names: [IndexedName]
  /// The prefix of the names of the rule set's modules, which references may leave out; nil without a prefix.
  let modulePrefix: String?
  /// The errors that prevented typing of the rules: uses of values and ids in them are then missing.
  package let problems: [Diagnostic]
  /// Texts that are the name of several things, for which the intended thing is unknown.
  private let ambiguous: [Text: [IndexedName.Use]]
  /// The positions in ``names`` for each spelling of a name.
  private let spellings: [Text: [Int]]
  /// The locations of declarations and uses by file, sorted by their starts.
  private let occurrences: [String: [(range: SourceRange, name: Int)]]

  init(
    pack: String?, rules: String?, names: [IndexedName], problems: [Diagnostic],
    ambiguous: [Text: [IndexedName.Use]], modulePrefix: String?
  ) {
    self.pack = pack
    self.rules = rules
    self.names = names
    self.modulePrefix = modulePrefix
    self.problems = problems
    self.ambiguous = ambiguous
    spellings = Self.spellings(names, modulePrefix: modulePrefix)
    var occurrences: [String: [(range: SourceRange, name: Int)]] = [:]
    for (number, name) in names.enumerated() {
      for place in name.declarations + name.uses.map(\.place) {
        occurrences[place.source.name, default: []].append((place.range, number))
      }
    }
    for file in occurrences.keys {
      occurrences[file]?.sort { ($0.range.start, $0.range.end, $0.name) < ($1.range.start, $1.range.end, $1.name) }
    }
    self.occurrences = occurrences
  }

  /// The names with the spelling `text`: with or without their owner, and with or without the id of the rule set.
  package func names(called text: Text) -> [IndexedName] { numbers(called: text).map { names[$0] } }

  /// The positions of the names with the spelling `text` in ``names``.
  func numbers(called text: Text) -> [Int] { spellings[text] ?? [] }

  /// The uses of `text`, a name of several things, for which the intended thing is unknown.
  package func ambiguousUses(of text: Text) -> [IndexedName.Use] { ambiguous[text] ?? [] }

  /// All spellings of names, in the order of ``names``, for suggestions.
  package var allSpellings: [String] {
    names.map(\.name.string) + names.filter { $0.owner != nil && $0.kind != .part }.map(\.fullName.string)
  }

  /// The name at `offset` of `file`: of several, the name with the shortest range.
  package func name(at offset: UInt32, in file: String) -> IndexedName? {
    let here = (occurrences[file] ?? []).filter { $0.range.start <= offset && offset < $0.range.end }
    return here.min { $0.range.count < $1.range.count }.map { names[$0.name] }
  }

  /// `module` as references inside the rule set may write it; nil if that is its whole name.
  func shortName(ofModule module: Text) -> Text? {
    guard let modulePrefix, module.string.hasPrefix(modulePrefix) else { return nil }
    return Text(String(module.string.dropFirst(modulePrefix.count)))
  }

  private static func spellings(_ names: [IndexedName], modulePrefix: String?) -> [Text: [Int]] {
    var spellings: [Text: [Int]] = [:]
    func add(_ number: Int, _ spelling: Text) {
      if spellings[spelling]?.last != number { spellings[spelling, default: []].append(number) }
    }
    for (number, name) in names.enumerated() {
      add(number, name.name)
      add(number, name.fullName)
      guard let modulePrefix, [.module, .parameter, .decision, .row].contains(name.kind) else { continue }
      let full = name.fullName.string
      if full.hasPrefix(modulePrefix) { add(number, Text(String(full.dropFirst(modulePrefix.count)))) }
    }
    return spellings
  }
}

/// A name that a pack or its rules declare, with all its known locations.
package struct IndexedName: Sendable {
  /// The kinds of named things.
  package enum Kind: String, Sendable {
    /// A module of the rules.
    case module
    /// A fact that modules declare.
    case fact
    /// A parameter of a module.
    case parameter
    /// A decision of a module.
    case decision
    /// A row of a decision.
    case row
    /// A kind of record of the pack.
    case kind
    /// A record of the pack, by its id.
    case record
    /// A part of a record with an id, such as a question.
    case part
    /// An enum of the pack.
    case enumeration = "enum"
    /// A value of an enum.
    case value
    /// A record type that the pack declares for results of rules.
    case type
  }

  /// A use of a name.
  package struct Use: Sendable, Hashable {
    /// The part of the content that has the file of the use: `rules`, `tests`, `pack`, …
    package let part: FilePart
    /// The location of the use.
    package let place: Place
  }

  /// The kind of the named thing.
  package let kind: Kind
  /// The name, as it is declared.
  package let name: Text
  /// The owner: the module of a decision or parameter, the full name of a row's decision, the enum of a value, the kind of a record, or the
  /// record or part that contains a part. nil for names that belong to the whole.
  package let owner: Text?
  /// The type of its value, as rules write it; nil if it has none or none is declared.
  package let type: Text?
  /// Its meaning, for people.
  package let doc: Text?
  /// The locations of its declarations, in the order of files.
  package internal(set) var declarations: [Place]
  /// The locations of its uses, in the order of files.
  package internal(set) var uses: [Use] = []
  /// True of a decision that the program evaluates.
  package internal(set) var isEvaluatedByProgram = false
  /// True for a decision that the program evaluates by a fixed name; the decisions of pages are named by the pages.
  package internal(set) var isFixed = false

  /// The name with its owner: `module.decision`, `enum.value`, `kind.record`.
  package var fullName: Text { owner.map { Text("\($0).\(name)") } ?? name }
}

/// The purpose of a file of a pack or a rule set.
package enum FilePart: String, Sendable, CaseIterable {
  case rules, tests, scenarios, invariants, pack, populations, quality, examples, schemas, other

  /// The part that the document with the root `node` is.
  package init(_ node: Node) {
    switch FileRole(node) {
    case .ruleModule, .ruleSetManifest: self = .rules
    case .ruleTests: self = .tests
    case .scenarios: self = .scenarios
    case .invariants: self = .invariants
    case .packManifest, .content: self = .pack
    case .population: self = .populations
    case .quality: self = .quality
    case .answers, .request: self = .examples
    case .schema: self = .schemas
    case .builtPack, nil: self = .other
    }
  }
}
