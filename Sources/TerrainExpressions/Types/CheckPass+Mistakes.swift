import TerrainDocuments
import TerrainValues

// Finding the words for a call that no overload takes.
extension CheckPass {
  mutating func reportUnknownFunction(_ id: Expression.ID, _ function: Text, isMember: Bool) {
    let names = environment.functionNames.map(\.string)
    // Called on a value, only the last part of a name is written.
    report(.unknownFunction(function, suggestion: Suggestion.nearest(to: function.string, among: names), at: focus(id)))
  }

  mutating func reportNoOverload(
    _ id: Expression.ID, _ group: FunctionGroup, _ operands: [Expression.ID], _ found: [CELType], isMember: Bool
  ) {
    let sameForm = group.overloads.filter { $0.isMember == isMember }
    if sameForm.isEmpty {
      return report(.wrongForm(group.name, isMember: isMember, at: focus(id)))
    }
    let sameCount = sameForm.filter { $0.parameters.count == operands.count }
    if sameCount.isEmpty {
      let counts = Set(sameForm.map { $0.parameters.count - (isMember ? 1 : 0) }).sorted()
      return report(
        .argumentCount(group.name, expected: counts, found: operands.count - (isMember ? 1 : 0), at: focus(id)))
    }
    if found.count == 2, let a = found[0].vocabulary, let b = found[1].vocabulary {
      return report(.neverEqual(a, b, at: focus(id)))
    }
    if let optional = bareOptional(sameCount, found) {
      return report(
        .bareOptional(written(operands[optional.index]), wrapped: optional.wrapped, at: place(operands[optional.index]))
      )
    }
    let mend = mend(sameCount, operands, found)
    if let sign = BinaryOperator(function: group.name)?.sign, found.count == 2 {
      report(.operatorTypes(sign, found[0], found[1], mend: mend, at: focus(id)))
    } else if group.name == "-_", let only = found.first {
      report(.operatorType("-", only, at: focus(id)))
    } else if group.name == "_[_]" || group.name == "_[?_]", found.count == 2 {
      report(.indexTypes(found[0], found[1], at: focus(id)))
    } else {
      let accepted = sameCount.map { $0.parameters.dropFirst(isMember ? 1 : 0).map(\.description) }
      report(
        .argumentTypes(
          group.name, receiver: isMember ? found.first : nil, Array(found.dropFirst(isMember ? 1 : 0)),
          accepted: accepted.map { "(\($0.joined(separator: ", ")))" }, mend: mend, at: focus(id)))
    }
  }

  /// The operand that would do if it were not optional.
  private mutating func bareOptional(_ overloads: [Overload], _ found: [CELType]) -> (index: Int, wrapped: CELType)? {
    for (index, type) in found.enumerated() {
      guard case .optional(let wrapped) = type else { continue }
      let unwrapped = found.map { if case .optional(let inner) = $0 { inner } else { $0 } }
      if overloads.contains(where: { fits(unwrapped, $0) }) { return (index, wrapped) }
    }
    return nil
  }

  /// The literal to write instead, or the conversion to add, where changing one operand is enough.
  private mutating func mend(_ overloads: [Overload], _ operands: [Expression.ID], _ found: [CELType]) -> String? {
    for index in operands.indices {
      guard case .literal(.string(let name)) = node(operands[index]).kind, let known = environment.variable(name) else {
        continue
      }
      var changed = found
      changed[index] = known.type
      if overloads.contains(where: { fits(changed, $0) }) {
        return "`\(written(operands[index]))` is a text; did you mean `\(name)`, without quotes?"
      }
    }
    for index in operands.indices {
      for type in [CELType.int, .double, .uint, .decimal, .string, .timestamp, .duration] where type != found[index] {
        guard let mend = literalMend(operands[index], type) else { continue }
        var changed = found
        changed[index] = type
        if overloads.contains(where: { fits(changed, $0) }) { return mend }
      }
    }
    for index in operands.indices.reversed() where found[index] == .int || found[index] == .uint {
      for type in [CELType.double, .int, .decimal] where type != found[index] {
        var changed = found
        changed[index] = type
        if overloads.contains(where: { fits(changed, $0) }) {
          return "convert it: `\(type)(\(written(operands[index])))`"
        }
      }
    }
    return nil
  }

  private mutating func fits(_ types: [CELType], _ overload: Overload) -> Bool {
    var trial = inference
    var variables: [(name: Text, variable: CELType)] = []
    var parameters: [CELType] = []
    for parameter in overload.parameters { parameters.append(trial.instantiate(parameter, &variables)) }
    return trial.assign(types, to: parameters)
  }
}
