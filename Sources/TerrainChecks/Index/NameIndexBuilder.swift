import TerrainDocuments
import TerrainRules
import TerrainBase

/// Collects names, their declarations and their uses.
struct NameIndexBuilder {
  /// What makes two names the same one.
  private struct Key: Hashable {
    let kind: IndexedName.Kind
    let owner: Text?
    let name: Text
  }

  /// A text that may be a name, where no type shows what it is.
  private struct LooseText {
    let text: Text
    let use: IndexedName.Use
    let kinds: Set<IndexedName.Kind>
  }

  private(set) var names: [IndexedName] = []
  private var numbers: [Key: Int] = [:]
  /// The numbers of parts of records, by their names.
  private var parts: [Text: [Int]] = [:]
  /// The numbers of kinds of records.
  private(set) var kinds: [Int] = []
  /// The values of each enum of the pack, by its name.
  var enums: [Text: [Text]] = [:]
  private var loose: [LooseText] = []
  private var roles: [String: FilePart] = [:]
  /// Locations that are taken, by name: each counts once.
  private var taken: Set<Occurrence> = []
  /// What kept rules from being typed.
  var problems: [Diagnostic] = []
  /// The rules, typed: they have the types of the facts that requests contain.
  var ruleSet: RuleSet?

  private struct Occurrence: Hashable {
    let place: Place
    let name: Int
  }

  /// The part that a file is; the first document of a file decides.
  mutating func note(_ file: String, is part: FilePart) { if roles[file] == nil { roles[file] = part } }

  /// Declares `name` at `place`, and returns its number. Another declaration of the same name adds its location.
  @discardableResult
  mutating func declare(
    _ kind: IndexedName.Kind, _ name: Text, of owner: Text? = nil, type: Text? = nil, doc: Text? = nil, at place: Place
  ) -> Int {
    let key = Key(kind: kind, owner: owner, name: name)
    let number = numbers[key] ?? names.count
    if number == names.count {
      numbers[key] = number
      if kind == .kind { kinds.append(number) }
      if kind == .part { parts[name, default: []].append(number) }
      names.append(IndexedName(kind: kind, name: name, owner: owner, type: type, doc: doc, declarations: []))
    }
    if taken.insert(Occurrence(place: place, name: number)).inserted { names[number].declarations.append(place) }
    return number
  }

  /// The number of the name; nil where nothing declares it.
  func number(_ kind: IndexedName.Kind, _ name: Text, of owner: Text? = nil) -> Int? {
    numbers[Key(kind: kind, owner: owner, name: name)]
  }

  /// The number of the only part of a record that is called `name`; nil where there is none, or several.
  func onlyPart(_ name: Text) -> Int? {
    guard let numbers = parts[name], numbers.count == 1 else { return nil }
    return numbers.first
  }

  /// Notes that `place` uses the name `number`.
  mutating func use(_ number: Int?, at place: Place) {
    guard let number, taken.insert(Occurrence(place: place, name: number)).inserted else { return }
    names[number].uses.append(use(at: place))
  }

  /// Notes that the program evaluates the decision `number`; with a fixed name, by a name that the program has.
  mutating func markEvaluated(_ number: Int, byFixedName isFixed: Bool) {
    names[number].isEvaluatedByProgram = true
    names[number].isFixed = isFixed
  }

  /// Notes that `text` is at `place`, where it is one of `kinds` if it is a name at all.
  mutating func mention(_ text: Text, at place: Place, kinds: Set<IndexedName.Kind>) {
    loose.append(LooseText(text: text, use: use(at: place), kinds: kinds))
  }

  private func use(at place: Place) -> IndexedName.Use {
    IndexedName.Use(part: roles[place.source.name] ?? .other, place: place)
  }

  /// The index, now that everything is declared: a text that is the name of one thing is a use of it.
  func finish(pack: String?, rules: String?, modulePrefix: String?) -> NameIndex {
    var whole = self
    let typed = Set(taken.map(\.place))
    let draft = NameIndex(
      pack: pack, rules: rules, names: names, problems: [], ambiguous: [:], modulePrefix: modulePrefix)
    var ambiguous: [Text: [IndexedName.Use]] = [:]
    for mention in loose where !typed.contains(mention.use.place) {
      let meant = draft.numbers(called: mention.text).filter { mention.kinds.contains(names[$0].kind) }
      if meant.count == 1 {
        whole.use(meant.first, at: mention.use.place)
      } else if meant.count > 1 {
        ambiguous[mention.text, default: []].append(mention.use)
      }
    }
    for number in whole.names.indices {
      whole.names[number].declarations.sort(by: Self.isBefore)
      whole.names[number].uses.sort { Self.isBefore($0.place, $1.place) }
    }
    return NameIndex(
      pack: pack, rules: rules, names: whole.names, problems: problems,
      ambiguous: ambiguous.mapValues { $0.ordered { Self.isBefore($0.place, $1.place) } }, modulePrefix: modulePrefix)
  }

  private static func isBefore(_ a: Place, _ b: Place) -> Bool {
    (a.source.name, a.range.start, a.range.end) < (b.source.name, b.range.start, b.range.end)
  }
}
