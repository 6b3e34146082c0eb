import TerrainDocuments
import TerrainBase

// The order of a closed vocabulary's members. Types let them pass as texts, which have another order.
extension TypeCheckPass {
  /// What is compared with, stepped through or ordered as members of a vocabulary must be of one that is ordered.
  mutating func checkOrder(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    switch function.string {
    case "_<_", "_<=_", "_>_", "_>=_": checkComparison(id, function, operands)
    case "next", "previous", "position": checkMember(id, function, operands)
    case "min", "max", "sort", "@sortByAssociatedKeys":
      guard let type = operands.last.map({ resolvedType($0) }), case .list(.enumeration(let vocabulary)) = type,
        vocabulary.isOrdered
      else { return }
      report(.sortedAsTexts(function == "@sortByAssociatedKeys" ? "sortBy" : function, vocabulary, at: focus(id)))
    default: break
    }
  }

  private mutating func checkComparison(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    let vocabularies = operands.compactMap { resolvedType($0).comparedVocabulary }
    guard let vocabulary = vocabularies.first(where: { $0.isOrdered }) ?? vocabularies.first else {
      return checkImpliedOrder(id, operands)
    }
    guard vocabulary.isOrdered else {
      return report(.noOrder(BinaryOperator(function: function)?.sign ?? function.string, vocabulary, at: focus(id)))
    }
    for operand in operands {
      guard let other = resolvedType(operand).comparedVocabulary, other.isOrdered else {
        coerce(operand, to: vocabulary)
        continue
      }
      if other != vocabulary {
        report(
          .wrongType(
            actual: .enumeration(other), expected: .enumeration(vocabulary), fix: nil, at: place(operand)))
      }
    }
  }

  /// Nothing shows what is compared but a literal: where it is a value of an ordered enum, that enum's order is meant.
  private mutating func checkImpliedOrder(_ id: Expression.ID, _ operands: [Expression.ID]) {
    for operand in operands {
      guard case .literal(.string(let text)) = node(operand).kind else { continue }
      let orders = environment.impliedOrders.filter { $0.code(of: text) != nil }
      if orders.count > 1 { return report(.severalOrders(text, orders, at: focus(id))) }
      if let order = orders.first { return types[Int(operand)] = .enumeration(order) }
    }
  }

  private mutating func checkMember(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    guard let operand = operands.first else { return }
    switch resolvedType(operand) {
    case .enumeration(let vocabulary):
      if !vocabulary.isOrdered { report(.noOrder(function.string, vocabulary, at: focus(id))) }
    case .error: break
    case let type: report(.noMember(function, type, at: focus(id)))
    }
  }
}

extension Diagnostic {
  static func noOrder(_ sign: String, _ vocabulary: EnumerationType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(sign)` needs an order, and the values of `\(vocabulary.name)` have none", place,
      fix: "where `\(vocabulary.name)` is declared, list its values, the least first, and add `ordered: true`")
  }

  static func severalOrders(_ text: Text, _ orders: [EnumerationType], at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order",
      "`\(text)` is a value of several ordered enums, and the type of what it is compared with is unknown: "
        + orders.map { "`\($0.name)`" }.joined(separator: ", "), place,
      fix: "list the values that are meant: `x in ['a', 'b']`")
  }

  static func noMember(_ function: Text, _ type: CELType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(function)` is called on a value of an ordered enum, and this is `\(type)`", place)
  }

  static func sortedAsTexts(_ function: Text, _ vocabulary: EnumerationType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(function)` takes the values of `\(vocabulary.name)` as texts, not in their order",
      place, fix: "compare two values with `<` or `>`")
  }
}
