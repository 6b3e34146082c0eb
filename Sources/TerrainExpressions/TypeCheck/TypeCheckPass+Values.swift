import TerrainBase
import TerrainDocuments

extension TypeCheckPass {
  // MARK: Selections

  mutating func select(
    _ id: Expression.ID, _ operand: Expression.ID, _ field: Text, testOnly: Bool, optional: Bool
  ) -> CELType {
    guard mode == .checking else { return .dyn }
    let whole = resolvedType(operand)
    var inner = whole
    if case .optional(let wrapped) = whole { inner = wrapped }
    let selected = fieldType(of: inner, field, id, isTest: testOnly || optional)
    if testOnly { return selected == .error ? .error : .bool }
    if selected == .error { return .error }
    if case .optional = selected, optional || inner != whole { return selected }
    return optional || inner != whole ? .optional(selected) : selected
  }

  /// The text of the operand of the selection `id`.
  private func operandText(_ id: Expression.ID) -> String? {
    if case .select(let operand, _, _, _) = node(id).kind { written(operand) } else { nil }
  }

  private mutating func fieldType(of type: CELType, _ field: Text, _ id: Expression.ID, isTest: Bool) -> CELType {
    switch type {
    case .map(let key, let value):
      if inference.assign(.string, to: key) { return value }
      report(.noFields(type, field: field, at: focus(id)))
      return .error
    case .record(let record):
      if let index = record.index(of: field) { return record.fields[index].type }
      let names = record.fields.map { $0.name.string }
      report(
        .unknownField(
          field, of: record.name, suggestion: Suggestion.nearest(to: field.string, among: names), at: focus(id)))
      return .error
    case .dyn: return .dyn
    case .error: return .error
    case .variable:
      // The value has no type yet: the selection makes it a map from strings.
      let value = inference.makeVariable()
      _ = inference.assign(type, to: .map(key: .string, value: value))
      return value
    default:
      report(.noFields(type, field: field, of: operandText(id), at: focus(id)).fixed(at: place(id)))
      return .error
    }
  }

  func focus(_ id: Expression.ID) -> Place { expression.source.place(of: expression.focus(of: id)) }

  // MARK: Lists and maps

  mutating func list(_ elements: [Expression.ID], _ optionals: [Int]) -> CELType {
    guard mode == .checking else { return .dyn }
    let optionals = Set(optionals)
    var joined: CELType?
    for (index, element) in elements.enumerated() {
      let type = optionals.contains(index) ? unwrapped(element) : resolvedType(element)
      joined = join(joined, type)
    }
    return .list(joined ?? inference.makeVariable())
  }

  mutating func map(_ entries: [Expression.MapEntry]) -> CELType {
    guard mode == .checking else { return .dyn }
    var key: CELType?
    var value: CELType?
    for entry in entries {
      let type = resolvedType(entry.key)
      switch type {
      case .bool, .int, .uint, .string, .enumeration, .dyn, .variable: key = join(key, type)
      case .error: key = .error
      default:
        report(.mapKey(type, at: place(entry.key)))
        key = .dyn
      }
      value = join(value, entry.optional ? unwrapped(entry.value) : resolvedType(entry.value))
    }
    return .map(key: key ?? inference.makeVariable(), value: value ?? inference.makeVariable())
  }

  /// Elements of different types make a list of `dyn`, as in CEL; elements of unresolved type make a list of unresolved type.
  private mutating func join(_ joined: CELType?, _ type: CELType) -> CELType {
    guard let joined else { return type }
    return type == .error ? joined : inference.join(joined, type) ?? .dyn
  }

  /// The type inside of a value written with `?`, which must be optional.
  private mutating func unwrapped(_ id: Expression.ID) -> CELType {
    switch resolvedType(id) {
    case .optional(let wrapped): return wrapped
    case .dyn: return .dyn
    case .error: return .error
    case let type:
      report(.notOptional(type, at: place(id)))
      return .error
    }
  }

  // MARK: Expected types

  /// Checks that the node's type fits `expected`. If an enum is expected, a literal must be one of its values.
  mutating func expect(_ expected: CELType, of id: Expression.ID) {
    guard mode == .checking else { return }
    let actual = resolvedType(id)
    if actual == .error { return }
    if let vocabulary = expected.vocabulary {
      coerce(id, to: vocabulary)
      return
    }
    if case .optional(let wrapped) = actual, !isOptional(expected), inference.assign(wrapped, to: expected) {
      report(.bareOptional(written(id), wrapped: wrapped, at: place(id)))
    } else if !actual.isUnknown, !inference.assign(actual, to: expected) {
      report(.wrongType(actual: actual, expected: expected, fix: literalFix(id, expected), at: place(id)))
    }
  }

  private func isOptional(_ type: CELType) -> Bool {
    if case .optional = type { return true }
    return false
  }

  /// Assigns literals (and lists and choices of literals) to the vocabulary that is expected.
  mutating func coerce(_ id: Expression.ID, to vocabulary: EnumerationType) {
    var pending = [id]
    while let next = pending.popLast() {
      switch expression.nodes[Int(next)].kind {
      case .literal(.string(let text)):
        if vocabulary.code(of: text) == nil {
          let near = Suggestion.nearest(to: text.string, among: vocabulary.cases.map { $0.string })
          report(.notAMember(text, of: vocabulary, suggestion: near, at: place(next)))
        }
        types[Int(next)] = .enumeration(vocabulary)
      case .list(let elements, let optionals) where optionals.isEmpty:
        pending += elements
        types[Int(next)] = .list(.enumeration(vocabulary))
      case .call("_?_:_", nil, let arguments) where arguments.count == 3:
        pending += arguments[1...]
        types[Int(next)] = isList(type(next)) ? .list(.enumeration(vocabulary)) : .enumeration(vocabulary)
      case .call("orValue", let target?, let arguments)
      where resolvedType(target) == .optional(.enumeration(vocabulary)):
        pending += arguments
        types[Int(next)] = .enumeration(vocabulary)
      default:
        switch resolvedType(next) {
        case .enumeration(let other) where isWithin(other, vocabulary): break
        case .list(.enumeration(let other)) where isWithin(other, vocabulary): break
        case .dyn, .error, .list(.dyn), .variable, .list(.variable): break
        case let actual where actual.isUnknown: break
        case let actual:
          report(.wrongType(actual: actual, expected: .enumeration(vocabulary), fix: nil, at: place(next)))
        }
      }
    }
  }

  /// True if every value of `part` is a value of `whole`. Usually both are the same vocabulary, which may have as many values as a pack has
  /// records.
  private func isWithin(_ part: EnumerationType, _ whole: EnumerationType) -> Bool {
    part === whole || part.cases.allSatisfy { whole.code(of: $0) != nil }
  }

  private func isList(_ type: CELType) -> Bool {
    if case .list = type { return true }
    return false
  }

  /// The text of a node as the author wrote it.
  func written(_ id: Expression.ID) -> String {
    let range = node(id).range
    let bytes = expression.source.text.utf8
    guard range.start <= range.end, Int(range.end) <= bytes.count else { return "it" }
    let start = bytes.index(bytes.startIndex, offsetBy: Int(range.start))
    let end = bytes.index(bytes.startIndex, offsetBy: Int(range.end))
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The form of the literal `id` with which it has type `type`: `2.0` for `2`.
  func literalFix(_ id: Expression.ID, _ type: CELType) -> String? {
    var target = id
    var sign = ""
    if case .call("-_", nil, let arguments) = node(id).kind, let inner = arguments.first {
      (target, sign) = (inner, "-")
    }
    guard case .literal(let value) = node(target).kind else { return nil }
    let written = written(id)
    switch (value, type) {
    case (.int(let number), .double): return "write `\(sign)\(number).0` instead of `\(written)`"
    case (.int(let number), .uint) where number >= 0 && sign.isEmpty:
      return "write `\(number)u` instead of `\(written)`"
    case (.int(let number), .decimal): return "write `decimal(\"\(sign)\(number)\")` instead of `\(written)`"
    case (.double, .decimal): return "write `decimal(\"\(written)\")` instead of `\(written)`"
    case (.double(let number), .int):
      guard let whole = Int64(exactly: number) else { return nil }
      return "write `\(sign)\(whole)` instead of `\(written)`"
    case (.uint(let number), .int): return "write `\(number)` instead of `\(written)`"
    case (.int, .string), (.double, .string), (.bool, .string): return "write `\"\(written)\"` instead of `\(written)`"
    case (.string(let text), .int): return Int64(text.string).map { "write `\($0)` instead of `\(written)`" }
    case (.string(let text), .timestamp): return "write `timestamp(\"\(text)\")` instead of `\(written)`"
    case (.string(let text), .duration): return "write `duration(\"\(text)\")` instead of `\(written)`"
    default: return nil
    }
  }
}

extension CELType {
  /// The vocabulary, for a member or a list of members.
  var vocabulary: EnumerationType? {
    switch self {
    case .enumeration(let type), .list(.enumeration(let type)): type
    default: nil
    }
  }
}

extension Diagnostic {
  static func unknownField(_ field: Text, of record: Text, suggestion: String?, at place: Place) -> Diagnostic {
    expression("expressions/unknown-field", "`\(record)` has no field `\(field)`", place, fix: didYouMean(suggestion))
  }

  static func noFields(_ type: CELType, field: Text, of operand: String? = nil, at place: Place) -> Diagnostic {
    var fix: String?
    if let operand, ["length", "size", "count", "len"].contains(field.string) {
      switch type {
      case .list, .string, .map, .bytes: fix = "write `size(\(operand))`"
      default: break
      }
    }
    return expression(
      "expressions/no-fields", "`\(field)` cannot be taken from `\(type)`, which has no fields", place, fix: fix)
  }

  static func notOptional(_ type: CELType, at place: Place) -> Diagnostic {
    expression(
      "expressions/not-optional", "`?` takes a value that may be absent; this is `\(type)`", place,
      fix: "remove the `?`")
  }

  static func wrongType(actual: CELType, expected: CELType, fix: String?, at place: Place) -> Diagnostic {
    var fix = fix
    if fix == nil, expected == .bool, [.int, .uint, .double, .decimal].contains(actual) {
      fix = "compare the number, for example `… > 0`"
    }
    return expression("expressions/wrong-type", "`\(expected)` is wanted here; this is `\(actual)`", place, fix: fix)
  }

  static func notAMember(_ text: Text, of type: EnumerationType, suggestion: String?, at place: Place) -> Diagnostic {
    let listed = type.cases.prefix(8).quoted
    let rest = type.cases.count > 8 ? ", …" : ""
    return expression(
      "expressions/not-a-member", "`\(text)` is none of `\(type.name)`: \(listed)\(rest)", place,
      fix: didYouMean(suggestion)
    ).caused(by: .value(text, of: type.name))
  }

  static func mapKey(_ type: CELType, at place: Place) -> Diagnostic {
    expression("expressions/map-key", "the key of a map is a `string`, `int`, `uint` or `bool`, not `\(type)`", place)
  }
}
