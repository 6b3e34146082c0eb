import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// Names of rule modules.
extension NameIndexBuilder {
  /// The members of a page's parts that name a decision.
  private static let decisionKeys: [Text] = ["choose", "show"]
  /// The member of a page's parts that names a ranking.
  private static let moduleKey: Text = "rank"

  /// Adds what `names` has of the rule set `manifest`.
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

  /// What the type `name` is of the pack: an enum, a record type, a kind, or the kind whose ids it has.
  private func typeNumber(_ name: Text) -> Int? {
    if let number = number(.enumeration, name) ?? number(.type, name) ?? number(.kind, name) { return number }
    return kinds.first { Pack.Kind.idType(of: names[$0].name) == name }
  }

  /// Adds the values and ids in the conditions and results of `rules`, whose expressions are typed.
  mutating func add(_ rules: RuleSet) {
    for linked in rules.linkedDecisions {
      switch linked.typed.body {
      case .value(let result): add(result)
      case .rows(let table):
        for row in table.rows {
          for condition in row.conditions { add(condition.expression) }
          for result in [row.then, row.score] { if let result { add(result) } }
        }
        if let otherwise = table.otherwise { add(otherwise) }
      }
      if let list = linked.typed.valueNode { addPage(list, of: linked.typed.module, in: rules) }
    }
    let fixed = Set(EngineDecisions.fixedNames(in: rules))
    for name in EngineDecisions.names(in: rules) {
      guard let decision = rules.decision(name) else { continue }
      let linked = rules.linkedDecisions[rules.number(of: decision)].typed
      if let number = number(.decision, linked.name, of: linked.module) {
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
      if case .rows(let table) = rules.linkedDecisions[rules.number(of: decision)].typed.body, table.hit == .collect {
        type = type.element
      }
      for row in declared["rows" as Text]?.elements.map({ $0 }) ?? [] where row.kind == .map {
        if let then = row["then" as Text] { add(then, as: type) }
      }
      for key in ["otherwise", "value"] as [Text] { if let result = declared[key] { add(result, as: type) } }
    }
  }

  /// The decisions and rankings that the parts of a page of `module` name, where `list` is one.
  mutating func addPage(_ list: Node, of module: Text, in rules: RuleSet) {
    guard list.kind == .list else { return }
    for part in list.elements where part.kind == .map {
      for key in Self.decisionKeys {
        guard let node = part[key], let name = node.text else { continue }
        let decision = rules.decision(Text("\(module).\(name)")) ?? rules.decision(name)
        guard let decision else { continue }
        let typed = rules.linkedDecisions[rules.number(of: decision)].typed
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

  /// The value or id that `text` is in a value of `type`; nil where it is neither.
  func number(_ text: Text, as type: CELType) -> Int? {
    guard case .enumeration(let vocabulary) = type.element.present, vocabulary.code(of: text) != nil else { return nil }
    return member(text, of: vocabulary)
  }

  /// Adds the values and ids in `node`, which is written where a value of `type` is expected.
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

  /// Where the literal `text` is written: of a cell somewhere in the cell, one of its elements, or in the key that it tests.
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

  /// Where `text` is in the text at `node`; nil where it is not.
  private static func place(of text: Text, in node: Node) -> Place? {
    guard let whole = node.text?.string, let found = whole.firstRange(of: text.string) else { return nil }
    let start = whole.utf8.distance(from: whole.startIndex, to: found.lowerBound)
    return node.place(ofDecoded: start..<start + text.utf8.count)
  }

  /// The value `text` of the enum `vocabulary`, or the record whose id it is where the enum has the ids of a kind.
  ///
  /// A decision whose results are listed in its rows has an enum of its own, which has the decision's name. An enum of the pack may be called so too,
  /// and is another one.
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
  /// The type of a value that is there.
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
