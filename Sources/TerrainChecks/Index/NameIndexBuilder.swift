import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Collects names, their declarations and their uses.
struct NameIndexBuilder {
  /// The identity of a name.
  private struct Key: Hashable {
    let kind: IndexedName.Kind
    let owner: Text?
    let name: Text
  }

  /// A text that may be a name, although no type determines its kind.
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
  /// The locations already used, by name, so that each counts once.
  private var taken: Set<Occurrence> = []
  /// The errors that prevented typing of the rules.
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

  /// The number of the name; nil if nothing declares it.
  func number(_ kind: IndexedName.Kind, _ name: Text, of owner: Text? = nil) -> Int? {
    numbers[Key(kind: kind, owner: owner, name: name)]
  }

  /// The number of the only part of a record that is called `name`; nil if no part or several parts have that name.
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

  /// Notes that `text` is at `place`, and that it is of one of `kinds` if it is a name.
  mutating func mention(_ text: Text, at place: Place, kinds: Set<IndexedName.Kind>) {
    loose.append(LooseText(text: text, use: use(at: place), kinds: kinds))
  }

  private func use(at place: Place) -> IndexedName.Use {
    IndexedName.Use(part: roles[place.source.name] ?? .other, place: place)
  }

  /// The finished index: a loose text that is the name of exactly one thing becomes a use of it.
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

/// Names of rule modules.
extension NameIndexBuilder {
  /// The members of a page's parts that name a decision.
  private static let decisionKeys: [Text] = ["choose", "show"]
  /// The member of a page's parts that names a ranking.
  private static let moduleKey: Text = "rank"

  /// Adds `names`, the names of the rule set `manifest`.
  mutating func add(_ names: RuleNames, of manifest: RuleSetManifest) {
    var numbers: [Int] = []
    for name in names.names {
      let (kind, owner): (IndexedName.Kind, Text?) =
        switch name.kind {
        case .module: (.module, nil)
        case .fact: (.fact, nil)
        case .parameter: (.parameter, name.module)
        case .decision: (.decision, name.module)
        case .row: (.row, Text("\(name.module).\(name.decision ?? "")"))
        }
      let type = name.type.flatMap { $0 == .error ? nil : Text($0.description) }
      var number: Int?
      for place in name.places {
        number = declare(kind, name.name, of: owner, type: type, doc: name.doc, at: place)
      }
      numbers.append(number ?? declare(kind, name.name, of: owner, type: type, doc: name.doc, at: manifest.place))
    }
    for (name, place) in names.uses { use(numbers[name], at: place) }
  }

  /// Adds the types that the module at `root` names.
  mutating func addTypes(ofModule root: Node) {
    for section in ["facts", "parameters", "decisions"] as [Text] {
      for (_, declared) in root[section]?.members.map({ $0 }) ?? [] where declared.kind == .map {
        if let type = declared["type" as Text] { addType(type) }
      }
    }
  }

  /// Adds the types of the pack in the written type `node`: `list<mood>` names `mood`.
  mutating func addType(_ node: Node) {
    guard let text = node.text else { return }
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      guard Self.isOfName(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start...].firstIndex { !Self.isOfName($0) } ?? bytes.count
      use(typeNumber(Text(decoding: bytes[start..<end])), at: node.place(ofDecoded: start..<end))
      start = end
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The number of the enum, record type, or kind of the pack called `name`, or of the kind whose ids are called so.
  private func typeNumber(_ name: Text) -> Int? {
    if let number = number(.enumeration, name) ?? number(.type, name) ?? number(.kind, name) { return number }
    return kinds.first { Pack.Kind.idType(of: names[$0].name) == name }
  }

  /// Adds the values and ids in the conditions and results of `rules`, whose expressions are typed.
  mutating func add(_ rules: RuleSet) {
    for decision in rules.decisions {
      switch decision.typed.body {
      case .value(let result): add(result)
      case .rows(let table):
        for row in table.rows {
          for condition in row.conditions { add(condition.expression) }
          for result in [row.then, row.score] { if let result { add(result) } }
        }
        if let otherwise = table.otherwise { add(otherwise) }
      }
      if let list = decision.typed.valueNode { addPage(list, of: decision.typed.module, in: rules) }
    }
    let fixed = Set(EngineDecisions.fixedNames(in: rules))
    for name in EngineDecisions.names(in: rules) {
      guard let decision = rules.decision(name) else { continue }
      if let number = number(.decision, decision.typed.name, of: decision.typed.module) {
        markEvaluated(number, byFixedName: fixed.contains(name))
      }
    }
  }

  /// Adds the values and ids that results in the module at `root` are: `rules` has the types of its decisions.
  mutating func addResults(ofModule root: Node, _ rules: RuleSet) {
    guard let module = root["module" as Text]?.text else { return }
    for (key, declared) in root["decisions" as Text]?.members.map({ $0 }) ?? [] where declared.kind == .map {
      guard let name = key.text, let decision = rules.decision(Text("\(module).\(name)")) else { continue }
      var type = decision.type
      if decision.typed.table?.hit == .collect {
        type = type.element
      }
      for row in declared["rows" as Text]?.elements.map({ $0 }) ?? [] where row.kind == .map {
        if let then = row["then" as Text] { add(then, as: type) }
      }
      for key in ["otherwise", "value"] as [Text] { if let result = declared[key] { add(result, as: type) } }
    }
  }

  /// Adds the decisions and rankings that the parts of a page of `module` name, if `list` is a list.
  mutating func addPage(_ list: Node, of module: Text, in rules: RuleSet) {
    guard list.kind == .list else { return }
    for part in list.elements where part.kind == .map {
      for key in Self.decisionKeys {
        guard let node = part[key], let name = node.text else { continue }
        let decision = rules.decision(Text("\(module).\(name)")) ?? rules.decision(name)
        guard let decision else { continue }
        let typed = decision.typed
        use(number(.decision, typed.name, of: typed.module), at: node.place)
      }
      if let node = part[Self.moduleKey], let name = node.text {
        use(number(.module, rules.fullName(name)), at: node.place)
      }
    }
  }

  // MARK: Results and conditions

  /// Adds the values and ids in the expressions of `result`.
  private mutating func add(_ result: TypedResult) {
    switch result {
    case .constant: break
    case .expression(let typed): add(typed)
    case .list(let items, _): for item in items { add(item) }
    case .object(let fields, _): for field in fields { add(field.value) }
    }
  }

  /// The value or id that `text` is in a value of `type`; nil if it is neither.
  func number(_ text: Text, as type: CELType) -> Int? {
    guard case .enumeration(let vocabulary) = type.element.present, vocabulary.code(of: text) != nil else { return nil }
    return member(text, of: vocabulary)
  }

  /// Adds the values and ids in `node`, for which a value of `type` is expected.
  mutating func add(_ node: Node, as type: CELType) {
    switch node.kind {
    case .string:
      guard let text = node.text else { return }
      switch type {
      case .enumeration(let vocabulary):
        guard vocabulary.code(of: text) != nil else { return }
        use(member(text, of: vocabulary), at: node.place)
      case .optional(let wrapped): add(node, as: wrapped)
      case .record(let record): use(self.record(text, as: record), at: node.place)
      default:
        if !text.string.hasPrefix("=") { mention(text, at: node.place, kinds: [.record]) }
      }
    case .list: for element in node.elements { add(element, as: type.element) }
    case .map:
      for (key, value) in node.members {
        guard let name = key.text else { continue }
        if case .map(.enumeration, _) = type.present { add(key, as: type.keyType) }
        add(value, as: type.field(name))
      }
    default: break
    }
  }

  /// Adds the values and ids that literals of `typed` are.
  private mutating func add(_ typed: TypedExpression) {
    let expression = typed.expression
    for (index, node) in expression.nodes.enumerated() {
      guard case .literal(.string(let text)) = node.kind else { continue }
      let place = place(of: text, Expression.ID(truncatingIfNeeded: index), in: expression)
      if case .enumeration(let vocabulary) = typed.types[index], vocabulary.code(of: text) != nil {
        use(member(text, of: vocabulary), at: place)
      } else {
        mention(text, at: place, kinds: [.record, .value])
      }
    }
  }

  /// The location of the literal `text`: in a cell, at its element or part; else at the key that it tests.
  private func place(of text: Text, _ id: Expression.ID, in expression: Expression) -> Place {
    guard let node = expression.source.node else { return expression.place(of: id) }
    if node.kind == .list, let element = node.elements.first(where: { $0.text == text }) { return element.place }
    let range = expression.nodes[Int(id)].range
    let isWhole = range.start == 0 && range.count == expression.source.text.utf8.count
    guard node.kind == .list || isWhole && node.text != text else { return expression.place(of: id) }
    if let found = Self.place(of: text, in: node) { return found }
    // The key of a member comes before its value.
    guard node.index > 0 else { return expression.place(of: id) }
    let key = Node(document: node.document, index: node.index - 1)
    return Self.place(of: text, in: key) ?? expression.place(of: id)
  }

  /// The location of `text` in the text at `node`; nil if it does not occur.
  private static func place(of text: Text, in node: Node) -> Place? {
    guard let whole = node.text?.string, let found = whole.firstRange(of: text.string) else { return nil }
    let start = whole.utf8.distance(from: whole.startIndex, to: found.lowerBound)
    return node.place(ofDecoded: start..<start + text.utf8.count)
  }

  /// The value `text` of the enum `vocabulary`, or the record with that id if the enum has the ids of a kind.
  ///
  /// A decision whose results are listed in its rows has its own enum, which has the decision's name. An enum of the pack with the same
  /// name is a different enum.
  private func member(_ text: Text, of vocabulary: EnumerationType) -> Int? {
    if enums[vocabulary.name] == vocabulary.cases { return number(.value, text, of: vocabulary.name) }
    let kind = kinds.first { Pack.Kind.idType(of: names[$0].name) == vocabulary.name }
    return kind.flatMap { number(.record, text, of: names[$0].name) }
  }

  /// The record `id` of a kind that is read as `type`.
  private func record(_ id: Text, as type: RecordType) -> Int? {
    if let number = number(.record, id, of: type.name) { return number }
    return kinds.lazy.compactMap { number(.record, id, of: names[$0].name) }.first
  }
}

extension CELType {
  /// The type without optionals around it.
  fileprivate var present: CELType {
    if case .optional(let wrapped) = self { return wrapped.present }
    return self
  }

  /// The type of a list's elements; of anything else, the type itself.
  fileprivate var element: CELType {
    if case .list(let element) = present { return element }
    return self
  }

  /// The type of the value under `name`.
  fileprivate func field(_ name: Text) -> CELType {
    switch present {
    case .record(let record): record.index(of: name).map { record.fields[$0].type } ?? .dyn
    case .map(_, let value): value
    default: .dyn
    }
  }

  /// The type of a map's keys.
  fileprivate var keyType: CELType {
    if case .map(let key, _) = present { return key }
    return .dyn
  }
}

/// Names of packs.
extension NameIndexBuilder {
  /// The maximum depth of values in which parts of records are searched.
  private static let depthLimit = 16

  /// Declares the kinds, enums, records and record types of `pack`.
  mutating func declare(_ pack: PackContents) {
    for kind in pack.kinds {
      let doc = pack.manifest["kinds" as Text]?[kind.name]?["doc" as Text]?.text
      declare(.kind, kind.name, doc: doc, at: kind.key.place)
    }
    for vocabulary in pack.vocabularies {
      let doc = pack.manifest["enums" as Text]?[vocabulary.name]?["doc" as Text]?.text
      declare(.enumeration, vocabulary.name, doc: doc, at: vocabulary.key.place)
      enums[vocabulary.name] = vocabulary.values.map { value, _ in value }
      for (value, node) in vocabulary.values { declare(.value, value, of: vocabulary.name, at: node.place) }
    }
    for (key, value) in members(pack.manifest, "records") {
      if let name = key.text { declare(.type, name, doc: value["doc" as Text]?.text, at: key.place) }
    }
    for record in pack.kinds.flatMap(\.records) {
      declare(.record, record.id, of: record.kind, at: Self.place(of: record))
      declareParts(of: record.node, in: Text("\(record.kind).\(record.id)"), besides: record.name, 0)
    }
  }

  /// The location of a record's id; of a file that is one record without an id, its beginning.
  private static func place(of record: PackContents.Record) -> Place {
    let place = record.name.place
    guard record.name.kind != .string else { return place }
    return Place(source: place.source, range: SourceRange(start: place.range.start, end: place.range.start))
  }

  /// Declares the parts of a record that have their own ids.
  private mutating func declareParts(of node: Node, in owner: Text, besides own: Node, _ depth: Int) {
    guard depth < Self.depthLimit else { return }
    switch node.kind {
    case .list: for element in node.elements { declareParts(of: element, in: owner, besides: own, depth + 1) }
    case .map:
      var owner = owner
      if let name = node["id" as Text], let id = name.text, name.place != own.place {
        declare(.part, id, of: owner, at: name.place)
        owner = Text("\(owner).\(id)")
      }
      for (_, value) in node.members { declareParts(of: value, in: owner, besides: own, depth + 1) }
    default: break
    }
  }

  /// Adds the uses of names in `pack` and in the schemas of its kinds.
  mutating func addUses(in pack: PackContents, _ store: SourceStore) {
    for use in pack.fields.uses {
      guard let text = use.node.text else { continue }
      for vocabulary in use.roles.vocabularies { self.use(number(.value, text, of: vocabulary), at: use.node.place) }
      for kind in use.roles.references { self.use(number(.record, text, of: kind), at: use.node.place) }
    }
    for (name, vocabulary) in members(pack.manifest, "enums") {
      for (key, _) in members(vocabulary, "labels") {
        guard let value = key.text, let owner = name.text else { continue }
        use(number(.value, value, of: owner), at: key.place)
      }
    }
    for (_, shape) in members(pack.manifest, "records") {
      for node in shape["of" as Text]?.elements.map({ $0 }) ?? [] {
        if let kind = node.text { use(number(.kind, kind), at: node.place) }
      }
      for (_, field) in members(shape, "fields") {
        addType(field.kind == .map ? field["type" as Text] ?? field : field)
      }
    }
    for (_, kind) in members(pack.manifest, "kinds") {
      if let check = kind["check" as Text], let name = check.text { mention(name, at: check.place, kinds: [.module]) }
    }
    if let checks = pack.manifest["checks" as Text] { addPaths(checks) }
    for quiz in pack.kinds where quiz.name == ScoringEngine.quizKind {
      for record in quiz.records { addQuestionConditions(in: record.node, 0) }
    }
    addSchemas(of: pack, store)
  }

  /// Adds the names in the conditions of the questions in `node`.
  private mutating func addQuestionConditions(in node: Node, _ depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let condition = node[QuestionCondition.key], let text = condition.text { addQuestionCondition(condition, text) }
    for (_, value) in node.members { addQuestionConditions(in: value, depth + 1) }
    for element in node.elements { addQuestionConditions(in: element, depth + 1) }
  }

  /// Adds the kinds and enums that checks of a pack name: `page.lines.text` begins with a kind.
  private mutating func addPaths(_ node: Node) {
    switch node.kind {
    case .map:
      for (key, value) in node.members {
        addPaths(key)
        addPaths(value)
      }
    case .list: for element in node.elements { addPaths(element) }
    case .string:
      guard let text = node.text, let first = text.string.split(separator: ".").first else { return }
      let name = Text(String(first))
      guard let number = number(.kind, name) ?? number(.enumeration, name) else { return }
      use(number, at: node.place(ofDecoded: 0..<name.utf8.count))
    default: break
    }
  }

  /// Adds the enums and kinds that schemas name.
  private mutating func addSchemas(of pack: PackContents, _ store: SourceStore) {
    for vocabulary in pack.fields.schemaVocabularies {
      use(number(.enumeration, vocabulary.name), at: vocabulary.node.place)
      for node in vocabulary.list?.elements.map({ $0 }) ?? [] {
        if let value = node.text { use(number(.value, value, of: vocabulary.name), at: node.place) }
      }
    }
    var seen: Set<String> = []
    for schema in pack.kinds.compactMap(\.schemaFile) {
      for path in SchemaLibrary.files(reachedFrom: schema, store.contentFiles) where seen.insert(path).inserted {
        if let root = store.file(path).documents.first?.root { addReferences(in: root, 0) }
      }
    }
  }

  private mutating func addReferences(in node: Node, _ depth: Int) {
    guard depth < Self.depthLimit * 2 else { return }
    for (key, value) in node.members {
      if key.isText("x-refers-to") {
        for name in value.kind == .list ? value.elements.map({ $0 }) : [value] {
          if let kind = name.text { use(number(.kind, kind), at: name.place) }
        }
      } else {
        addReferences(in: value, depth + 1)
      }
    }
    for element in node.elements { addReferences(in: element, depth + 1) }
  }

  private func members(_ node: Node, _ key: Text) -> [(key: Node, value: Node)] {
    guard node.kind == .map, let map = node[key], map.kind == .map else { return [] }
    return Array(map.members)
  }
}

/// Names in tests, and in files of requests: scenarios, invariants, populations, quality, examples.
extension NameIndexBuilder {
  /// The members of requests whose members are facts.
  private static let factKeys: Set<Text> = ["facts", "person", "day", "fields", "traits"]
  /// The members of requests whose own members have the types of the facts with the same names.
  private static let typedKeys: Set<Text> = factKeys.union(["form"])
  /// Members that are conditions over a request and its result.
  private static let conditionKeys: Set<Text> = ["when", "always", "never", "holds"]
  /// Members that are prose, or the names of operations and of requests.
  private static let otherKeys: Set<Text> = ["doc", "name", "note", "for", "operation", "method", "from"]
  /// The possible kinds of a value, if no type determines the kind.
  private static let values: Set<IndexedName.Kind> = [.value, .record, .part, .kind, .module, .decision]
  /// The possible kinds of a key, if no type determines the kind.
  private static let keys: Set<IndexedName.Kind> = [.value, .record, .part]
  /// The prefix of a schema's address.
  private static let schemaKey: Text = "$schema"

  /// Adds the names in a file of tests.
  mutating func add(_ tests: RuleTestFile, _ rules: RuleSet?) {
    use(number(.module, tests.module), at: tests.place)
    for testCase in tests.cases {
      for (key, value) in testCase.given {
        guard let name = key.text else { continue }
        use(number(.fact, name), at: key.place)
        add(value, as: rules?.fact(name)?.declaration.type ?? .dyn)
      }
      for (key, value) in testCase.expect {
        guard let name = key.text else { continue }
        let decision = rules?.decision(Text("\(tests.module).\(name)")) ?? rules?.decision(name)
        use(self.decision(name, in: tests.module), at: key.place)
        add(value, as: decision?.type ?? .dyn)
        if let rules, let decision, decision.typed.valueNode?.kind == .list {
          addPage(value, of: tests.module, in: rules)
        }
      }
    }
  }

  /// The decision `name`, of `module` or with its module.
  private func decision(_ name: Text, in module: Text) -> Int? {
    if let number = number(.decision, name, of: module) { return number }
    guard let dot = name.string.lastIndex(of: ".") else { return nil }
    let owner = Text(String(name.string[..<dot]))
    return number(.decision, Text(String(name.string[name.string.index(after: dot)...])), of: owner)
  }

  /// Adds the names in a file of requests with the root `node`.
  ///
  /// - Parameter hasOwnKeys: True if the keys of the root are those of a format, and thus not names.
  mutating func add(_ node: Node, hasOwnKeys: Bool) {
    guard hasOwnKeys, node.kind == .map else { return add(node, under: nil, in: nil) }
    for (name, value) in node.members {
      guard let text = name.text, !Self.otherKeys.contains(text) || value.kind != .string else { continue }
      add(value, under: text, in: nil)
    }
  }

  /// - Parameters:
  ///   - key: The key that `node` is under.
  ///   - part: The full name of the record's part that the key is, whose own parts the keys and values of `node` may be.
  ///   - type: The type of the fact whose value `node` is, or is part of.
  private mutating func add(_ node: Node, under key: Text?, in part: Text?, as type: CELType = .dyn) {
    switch node.kind {
    case .list: for element in node.elements { add(element, under: key, in: part, as: type) }
    case .map:
      for (name, value) in node.members {
        guard let text = name.text, text != Self.schemaKey else { continue }
        if let number = number(text, as: type) {
          use(number, at: name.place)
          add(value, under: text, in: nil, as: type)
          continue
        }
        let own = addKey(text, name, under: key, in: part)
        let isTyped = key.map(Self.typedKeys.contains) ?? false
        let inner = isTyped ? ruleSet?.fact(text)?.declaration.type ?? .dyn : type
        if !Self.otherKeys.contains(text) || value.kind != .string || key.map(Self.factKeys.contains) ?? false {
          add(value, under: text, in: own, as: inner)
        }
      }
    case .string:
      guard let text = node.text else { return }
      if let number = number(text, as: type) {
        use(number, at: node.place)
      } else if key.map(Self.conditionKeys.contains) ?? false || text.string.hasPrefix("=") {
        addExpression(node, text)
      } else if let part, let number = number(.part, text, of: part) {
        use(number, at: node.place)
      } else {
        mention(text, at: node.place, kinds: Self.values)
      }
    default: break
    }
  }

  /// Adds the name that the key `text` refers to, and returns the full name of the part that it is.
  private mutating func addKey(_ text: Text, _ node: Node, under key: Text?, in part: Text?) -> Text? {
    if let key, Self.factKeys.contains(key), let fact = number(.fact, text) {
      use(fact, at: node.place)
      return nil
    }
    if key == "records", let kind = number(.kind, text) {
      use(kind, at: node.place)
      return nil
    }
    if let part, let number = number(.part, text, of: part) {
      use(number, at: node.place)
      return names[number].fullName
    }
    // A path of a request: `facts.NAME`.
    let steps = text.string.split(separator: ".")
    if steps.count > 1, let last = steps.last, Self.factKeys.contains(Text(String(steps[steps.count - 2]))),
      let fact = number(.fact, Text(String(last)))
    {
      let end = text.utf8.count
      use(fact, at: node.place(ofDecoded: end - last.utf8.count..<end))
      return nil
    }
    if let only = onlyPart(text) {
      use(only, at: node.place)
      return names[only].fullName
    }
    mention(text, at: node.place, kinds: Self.keys)
    return nil
  }

  /// Adds the facts and texts in the expression at `node`.
  private mutating func addExpression(_ node: Node, _ text: Text) {
    let start = text.utf8.prefix { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }.count
    let source = ExpressionSource(text: Text(decoding: Array(text.utf8.dropFirst(start))), node: node, offset: start)
    guard let expression = ExpressionParser.parse(source).0 else { return }
    for (index, part) in expression.nodes.enumerated() {
      let id = Expression.ID(truncatingIfNeeded: index)
      switch part.kind {
      case .literal(.string(let text)): mention(text, at: expression.place(of: id), kinds: Self.values)
      case .identifier(let name): use(number(.fact, name), at: expression.place(of: id))
      case .select(let operand, let field, _, _):
        guard case .select(_, let group, _, _) = expression.kind(of: operand), Self.factKeys.contains(group) else {
          continue
        }
        use(number(.fact, field), at: Self.place(of: field, id, in: expression))
      default: break
      }
    }
  }

  /// Adds the values and parts of records in the expression at `node`, by which a question is asked of some.
  mutating func addQuestionCondition(_ node: Node, _ text: Text) {
    guard let expression = ExpressionParser.parse(ExpressionSource(text: text, node: node)).0 else { return }
    for (index, part) in expression.nodes.enumerated() {
      let id = Expression.ID(truncatingIfNeeded: index)
      switch part.kind {
      case .literal(.string(let text)): mention(text, at: expression.place(of: id), kinds: [.value, .part])
      case .select(_, let field, _, _):
        mention(field, at: Self.place(of: field, id, in: expression), kinds: [.part])
      default: break
      }
    }
  }

  /// The location of `field` in the selection `id`; a macro around it, such as `has(…)`, ends in a bracket.
  private static func place(of field: Text, _ id: Expression.ID, in expression: Expression) -> Place {
    let text = expression.text(of: id).string
    guard let found = text.ranges(of: field.string).last else { return expression.place(of: id) }
    let start = expression.nodes[Int(id)].range.start
    let offset = UInt32(clamping: text.utf8.distance(from: text.startIndex, to: found.lowerBound))
    return expression.source.place(
      of: SourceRange(start: start + offset, end: start + offset + UInt32(clamping: field.utf8.count)))
  }
}
