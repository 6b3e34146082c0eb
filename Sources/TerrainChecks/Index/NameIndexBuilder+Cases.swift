import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Names in tests, and in files of requests: scenarios, invariants, populations, quality, examples.
extension NameIndexBuilder {
  /// The members of requests whose members are facts.
  private static let factKeys: Set<Text> = ["facts", "person", "day", "fields", "traits"]
  /// The members of requests whose members have the types of facts of the same name.
  private static let typedKeys: Set<Text> = factKeys.union(["form"])
  /// Members that are conditions over a request and its result.
  private static let conditionKeys: Set<Text> = ["when", "always", "never", "holds"]
  /// Members that are prose, or the names of operations and of requests.
  private static let otherKeys: Set<Text> = ["doc", "name", "note", "for", "operation", "method", "from"]
  /// What a value may be a name of, where no type shows it.
  private static let values: Set<IndexedName.Kind> = [.value, .record, .part, .kind, .module, .decision]
  /// What a key may be a name of, where no type shows it.
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
        if let rules, let decision, rules.linkedDecisions[rules.number(of: decision)].typed.valueNode?.kind == .list {
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
  /// - Parameter hasOwnKeys: Whether the keys of the root are those of a format, which are no names.
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

  /// Adds what the key `text` names, and returns the full name of the part that it is.
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

  /// Where `field` is written in the selection `id`; a macro around it, such as `has(…)`, ends in a bracket.
  private static func place(of field: Text, _ id: Expression.ID, in expression: Expression) -> Place {
    let text = expression.text(of: id).string
    guard let found = text.ranges(of: field.string).last else { return expression.place(of: id) }
    let start = expression.nodes[Int(id)].range.start
    let offset = UInt32(clamping: text.utf8.distance(from: text.startIndex, to: found.lowerBound))
    return expression.source.place(
      of: SourceRange(start: start + offset, end: start + offset + UInt32(clamping: field.utf8.count)))
  }
}
