import TerrainDocuments
import TerrainRules
import TerrainBase

/// Every name of a pack and its rules, with the locations of its declarations and uses.
///
/// Made from what is loaded: nothing is parsed for it that a loader does not parse. It is as complete as files can be read;
/// ``problems`` has what kept it from being whole.
package struct NameIndex: Sendable {
  /// The pack's folder; nil of rules that no pack uses.
  package let pack: String?
  /// The rule set's folder; nil of a pack without rules.
  package let rules: String?
  /// The rules, typed; nil where there are none, or something in them is wrong.
  package internal(set) var ruleSet: RuleSet?
  /// The names, in the order in which they are declared: rules first.
  package let names: [IndexedName]
  /// What the names of the rule set's modules begin with, and references to them may leave out; nil where that is nothing.
  let modulePrefix: String?
  /// What kept rules from being typed: values and ids in them are then missing from uses.
  package let problems: [Diagnostic]
  /// Texts that are the name of several things, where nothing shows which is meant.
  private let ambiguous: [Text: [IndexedName.Use]]
  /// By everything a name may be asked for by, its positions in ``names``.
  private let spellings: [Text: [Int]]
  /// By file, the locations of declarations and uses, sorted by their starts.
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

  /// The names that `text` is: a name, or one with what it belongs to, with or without the id of the rule set.
  package func names(called text: Text) -> [IndexedName] { numbers(called: text).map { names[$0] } }

  /// The positions of these names in ``names``.
  func numbers(called text: Text) -> [Int] { spellings[text] ?? [] }

  /// Where `text` is, which is the name of several things, and nothing shows which is meant.
  package func ambiguousUses(of text: Text) -> [IndexedName.Use] { ambiguous[text] ?? [] }

  /// Everything that a name may be asked for by, in the order of ``names``, to find what an unknown one was meant to be.
  package var allSpellings: [String] {
    names.map(\.name.string) + names.filter { $0.owner != nil && $0.kind != .part }.map(\.fullName.string)
  }

  /// The name at `offset` of `file`: of several, the one with the shortest range.
  package func name(at offset: UInt32, in file: String) -> IndexedName? {
    let here = (occurrences[file] ?? []).filter { $0.range.start <= offset && offset < $0.range.end }
    return here.min { $0.range.count < $1.range.count }.map { names[$0.name] }
  }

  /// `module` as references inside the rule set may write it; nil where that is its whole name.
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
