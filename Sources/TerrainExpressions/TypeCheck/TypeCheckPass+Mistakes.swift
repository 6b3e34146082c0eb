import TerrainDocuments
import TerrainValues

// Finding the words for a call that no overload takes.
extension TypeCheckPass {
  /// `namespace`: what stands before the function's name and begins the names of others, as `math` does.
  mutating func reportUnknownFunction(_ id: Expression.ID, _ function: Text, isMember: Bool, namespace: Text?) {
    let name = namespace.map { "\($0).\(function)" } ?? function.string
    report(
      .unknownFunction(
        Text(name), suggestion: meantFunction(name, isMember: isMember && namespace == nil), at: focus(id)))
  }

  /// The function or macro that was probably meant by `name`, which is none.
  private func meantFunction(_ name: String, isMember: Bool) -> String? {
    // Called on a value, only the last part of a name is written.
    let names = environment.functionNames.map(\.string) + Macro.names(isMember: isMember)
    let word = name.filter { $0 != "." }
    if let meant = ForeignNames.meant(by: word), names.contains(meant) { return meant }
    return Suggestion.nearest(to: name, among: names)
  }

  /// Whether a call of an unknown function on a value was meant to be a macro, which names a variable of its own: nothing
  /// can be said of what uses it.
  func isMistypedMacro(_ function: Text, _ arguments: [Expression.ID]) -> Bool {
    guard mode == .checking, arguments.count >= 2, case .identifier = node(arguments[0]).kind, isUnknown(function),
      let meant = meantFunction(function.string, isMember: true)
    else { return false }
    return Macro.names(isMember: true).contains(meant)
  }

  private func isUnknown(_ function: Text) -> Bool {
    environment.candidates(for: function).allSatisfy { environment.group($0) == nil }
  }

  /// The namespace of functions that `target` names, where it names nothing else.
  func namespace(_ target: Expression.ID) -> Text? {
    guard case .identifier(let name) = node(target).kind, !locals.contains(where: { $0.name == name }),
      environment.candidates(for: name).allSatisfy({ environment.variable($0) == nil }),
      CELType(named: name) == nil
    else { return nil }
    let prefix = "\(name)."
    return environment.functionNames.contains { $0.string.hasPrefix(prefix) } ? name : nil
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
