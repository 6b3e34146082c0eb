import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The completions at a position.
struct Completion {
  /// The completions, without duplicates.
  private(set) var items: [Item] = []
  /// The bytes that they replace.
  let range: Range<Int>

  private let cursor: YAMLCursor
  private let indexes: [NameIndex]
  private let root: Node?
  private let guide: SchemaGuide?
  private let isBeforeColon: Bool

  /// Members of requests whose members are facts.
  private static let factKeys: Set<String> = ["facts", "person", "day", "fields", "traits", "given"]
  /// Members of a row or a decision that are results of the decision.
  private static let results: Set<String> = ["then", "otherwise", "value"]

  /// The completions before the byte `offset` of `source`.
  ///
  /// - Parameters:
  ///   - root: the document, as it was when it was last readable; nil if it never was.
  ///   - guide: the schemas' knowledge of the document.
  init(_ source: SourceText, _ offset: Int, root: Node?, guide: SchemaGuide?, indexes: [NameIndex]) {
    cursor = YAMLCursor(source, offset)
    range = cursor.word
    (self.indexes, self.root, self.guide) = (indexes, root, guide)
    isBeforeColon = offset < source.bytes.count && source.bytes[offset] == UInt8(ascii: ":")
    if isInExpression {
      addExpression()
    } else {
      addNames()
      addSchema()
    }
    var seen: Set<Item> = []
    items = items.filter { seen.insert($0).inserted }
  }

  /// Members that are conditions over a request and its result.
  private static let conditions: Set<String> = ["when", "always", "never", "holds"]

  /// True if the cursor is in an expression: after its sign, or at a place for a condition.
  private var isInExpression: Bool {
    guard cursor.isInExpression else { return false }
    let isCondition = path.contains { if case .key(let key) = $0 { Self.conditions.contains(key) } else { false } }
    return isCondition || cursor.before.hasPrefix("=")
  }

  private var path: [YAMLCursor.Step] { cursor.path }
  private var isKey: Bool { cursor.role == .keyOrValue }

  /// The key at a position of the path; nil if an element is, or nothing.
  private func key(_ position: Int) -> String? {
    guard path.indices.contains(position), case .key(let name) = path[position] else { return nil }
    return name
  }

  // MARK: Schemas

  private func steps(_ path: some Sequence<YAMLCursor.Step>) -> [SchemaGuide.Step] {
    path.map { step in
      switch step {
      case .key(let name): .key(Text(name))
      case .element: .element
      }
    }
  }

  private mutating func addSchema() {
    guard let guide else { return }
    if isKey {
      for key in guide.keys(at: steps(path)) {
        items.append(
          Item(
            label: key.name.string, kind: .property, detail: key.isRequired ? "required" : nil, doc: key.doc?.string,
            insertion: isBeforeColon ? nil : "\(key.name): "))
      }
    }
    for asKeys in [false, true] where asKeys == false || isKey {
      let values = guide.values(at: steps(path), asKeys: asKeys)
      items += values.listed.map { Item(label: $0.string, kind: .enumeration) }
      for index in indexes {
        for name in index.names {
          let isMeant =
            name.kind == .record && name.owner.map(values.kinds.contains) ?? false
            || name.kind == .value && name.owner.map(values.enums.contains) ?? false
          if isMeant { items.append(Item(name, .value)) }
        }
      }
    }
  }

  // MARK: Names

  private mutating func addNames() {
    guard let root else { return }
    switch FilePart(root) {
    case .rules: addRuleNames(root)
    case .tests: addTestNames(root)
    default: addFacts()
    }
  }

  private mutating func addRuleNames(_ root: Node) {
    if key(0) == "uses" { add([.module], .module) }
    if path.count == 3, key(2) == "type", !isKey { addTypes() }
    guard key(0) == "decisions", let name = key(1), let module = root["module" as Text]?.text else { return }
    if let when = path.lastIndex(of: .key("when")) {
      if path.count == when + 1, isKey { return addVisible(root, [.fact, .decision, .parameter]) }
      guard let tested = key(when + 1) else { return }
      let type = type(of: Text(tested), in: module)
      addValues(of: type, at: path.dropFirst(when + 2))
      addCells(of: type)
    } else if let result = path.firstIndex(where: {
      if case .key(let key) = $0 { Self.results.contains(key) } else { false }
    }
    ), let type = decision(Text(name), in: module)?.type {
      addValues(of: key(2) == "rows" ? type.presentElement : type, at: path.dropFirst(result + 1))
    }
  }

  private mutating func addTestNames(_ root: Node) {
    if key(0) == "tests" { add([.module], .module) }
    guard let module = root["tests" as Text]?.text else { return }
    guard let section = path.firstIndex(where: { $0 == .key("given") || $0 == .key("expect") }) else { return }
    guard let name = key(section + 1) else {
      if path.count == section + 1, isKey {
        add(
          path[section] == .key("given") ? [.fact] : [.decision], .variable,
          of: path[section] == .key("given") ? nil : module)
      }
      return
    }
    let type = path[section] == .key("given") ? fact(Text(name)) : decision(Text(name), in: module)?.type
    if let type { addValues(of: type, at: path.dropFirst(section + 2)) }
  }

  /// Facts, in requests of scenarios, invariants, populations and examples.
  private mutating func addFacts() {
    guard
      let section = path.lastIndex(where: { if case .key(let key) = $0 { Self.factKeys.contains(key) } else { false } })
    else { return }
    if path.count == section + 1, isKey {
      add([.fact], .variable)
    } else if let name = key(section + 1), let type = fact(Text(name)) {
      addValues(of: type, at: path.dropFirst(section + 2))
    }
  }

  private mutating func add(_ kinds: Set<IndexedName.Kind>, _ kind: Item.Kind, of owner: Text? = nil) {
    for index in indexes {
      items += index.names.filter { kinds.contains($0.kind) && (owner == nil || $0.owner == owner) }.map {
        Item($0, kind)
      }
    }
  }

  /// Adds the names that the module at `root` sees: facts, and the declarations of the module itself and of the modules that it uses.
  private mutating func addVisible(_ root: Node, _ kinds: Set<IndexedName.Kind>) {
    var modules = Set(root["uses" as Text]?.elements.compactMap(\.text) ?? [])
    if let own = root["module" as Text]?.text { modules.insert(own) }
    for index in indexes {
      for name in index.names where kinds.contains(name.kind) {
        if let owner = name.owner, !modules.contains(owner) { continue }
        items.append(Item(name, name.kind == .parameter ? .constant : name.kind == .fact ? .variable : .function))
      }
    }
  }

  private mutating func addTypes() {
    items += ["bool", "int", "decimal", "double", "string", "timestamp", "duration", "list<", "map<string, "].map {
      Item(label: $0, kind: .keyword)
    }
    add([.enumeration, .type, .kind], .enumeration)
    for index in indexes {
      items += index.names.filter { $0.kind == .kind }.map { Item(label: "\($0.name)_id", kind: .reference) }
    }
  }

  // MARK: Types

  private func decision(_ name: Text, in module: Text) -> Decision? {
    for rules in indexes.lazy.compactMap(\.ruleSet) {
      if let decision = rules.decision(Text("\(module).\(name)")) ?? rules.decision(name) { return decision }
    }
    return nil
  }

  private func fact(_ name: Text) -> CELType? {
    indexes.lazy.compactMap { $0.ruleSet?.fact(name)?.declaration.type }.first
  }

  /// The type of the operand of a condition: a fact, or a decision of `module` or of a module that it uses.
  private func type(of name: Text, in module: Text) -> CELType {
    if let type = fact(name) ?? decision(name, in: module)?.type { return type }
    let modules = root?["uses" as Text]?.elements.compactMap(\.text) ?? []
    return modules.lazy.compactMap { decision(name, in: $0)?.type }.first ?? .dyn
  }

  /// Adds values of the part at `path` in a value of `type`: enum values and ids, or the fields of a record.
  private mutating func addValues(of type: CELType, at path: ArraySlice<YAMLCursor.Step>) {
    var type = type.presentType
    for step in path {
      switch (step, type) {
      case (.element, .list(let element)): type = element.presentType
      case (.element, _): break
      case (.key(let name), .record(let record)):
        guard let index = record.index(of: Text(name)) else { return }
        type = record.fields[index].type.presentType
      case (.key, .map(_, let value)): type = value.presentType
      default: return
      }
    }
    if case .list(let element) = type { type = element.presentType }
    switch type {
    case .enumeration(let values):
      items += values.cases.map { value in
        Item(label: value.string, kind: .value, detail: values.name.string, doc: doc(of: value))
      }
    case .bool: items += ["true", "false"].map { Item(label: $0, kind: .value) }
    case .record(let record):
      items += record.fields.map {
        Item(
          label: $0.name.string, kind: .field, detail: $0.type.description,
          insertion: isBeforeColon ? nil : "\($0.name): ")
      }
    default: break
    }
  }

  /// The documentation of a value or record.
  private func doc(of value: Text) -> String? {
    indexes.lazy.flatMap { $0.names(called: value) }.first { $0.doc != nil }?.doc?.string
  }

  /// Adds the forms of cells that test a value of `type`.
  private mutating func addCells(of type: CELType) {
    var forms = [
      ("-", "any value"), ("\"!= \"", "any other value"), ("\"= \"", "an expression, with the value as `it`"),
    ]
    switch type.presentType {
    case .int, .uint, .double, .decimal, .timestamp, .duration:
      forms += [("\">= \"", "at least"), ("\"<= \"", "at most"), ("\"> \"", "more than"), ("\"< \"", "less than")]
      forms.append(("\"[0..10]\"", "a range; a round bracket leaves its end out"))
    case .enumeration: forms.append(("[ ]", "one of several"))
    default: break
    }
    if case .optional = type { forms.append(("none", "no value")) }
    items += forms.map { Item(label: $0.0, kind: .keyword, detail: $0.1) }
  }

  // MARK: Expressions

  private mutating func addExpression() {
    if let root, FilePart(root) == .rules { addVisible(root, [.fact, .decision, .parameter]) } else { addFactNames() }
    for function in FunctionLibrary.standard {
      guard let overload = function.overloads.first else { continue }
      let parameters = (overload.isMember ? overload.parameters.dropFirst() : overload.parameters[...]).map(
        \.description)
      items.append(
        Item(
          label: function.name.string, kind: .function,
          detail: "\(overload.isMember ? "\(overload.parameters.first?.description ?? "")." : "")\(function.name)"
            + "(\(parameters.joined(separator: ", "))): \(overload.result)"))
    }
    let macros = ["has", "all", "exists", "exists_one", "filter", "map", "true", "false", "null", "it"]
    items += macros.map { Item(label: $0, kind: .keyword) }
  }

  private mutating func addFactNames() { add([.fact], .variable) }
}

extension CELType {
  /// The type without optionals around it.
  fileprivate var presentType: CELType {
    if case .optional(let wrapped) = self { return wrapped.presentType }
    return self
  }

  /// The type of one of a list's elements; of anything else, the type itself.
  fileprivate var presentElement: CELType {
    if case .list(let element) = presentType { return element }
    return self
  }
}

extension Completion {
  /// A completion.
  struct Item: Hashable {
    /// The protocol's numbers of kinds.
    enum Kind: Int {
      case function = 3
      case field = 5
      case variable = 6
      case module = 9
      case property = 10
      case value = 12
      case enumeration = 13
      case keyword = 14
      case reference = 18
      case constant = 21
    }

    let label: String
    let kind: Kind
    var detail: String?
    var doc: String?
    /// The inserted text, if it differs from the label.
    var insertion: String?

    static func == (a: Item, b: Item) -> Bool { a.label == b.label }
    func hash(into hasher: inout Hasher) { hasher.combine(label) }
  }
}

extension Completion.Item {
  init(_ name: IndexedName, _ kind: Kind) {
    self.init(
      label: name.name.string, kind: kind, detail: name.type?.string ?? name.owner?.string, doc: name.doc?.string)
  }
}
