import TerrainDocuments
import TerrainExpressions
import TerrainValues

// MARK: - Modules

extension Diagnostic {
  package static let unknownModuleCode = "rules/unknown-module"

  static func unknownModule(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: unknownModuleCode, message: "the rule set has no module `\(name)`", place: place,
      fix: Suggestion.fix(name, among: known) ?? "add it under `modules` in ruleset.yaml")
  }

  static func moduleMismatch(_ module: Module, _ file: RuleSetManifest.ModuleFile) -> Diagnostic {
    Diagnostic(
      code: "rules/module-mismatch",
      message: "this file says it is `\(module.name)`, but the rule set says it is `\(file.module)`",
      place: module.place,
      related: [Related(message: "the rule set says so here", place: file.place)])
  }

  static let moduleCycleCode = "rules/module-cycle"

  /// `cycle`: each module's mention of the next.
  static func moduleCycle(_ cycle: [Mention]) -> Diagnostic {
    let names = cycle.map { "`\($0.name)`" }
    return Diagnostic(
      code: moduleCycleCode,
      message: "modules use each other in a circle: \((names.suffix(1) + names).joined(separator: " → "))",
      place: cycle.last?.place,
      related: cycle.dropLast().map { Related(message: "uses `\($0.name)`", place: $0.place) },
      fix: "move what both need into a module of its own")
  }

  static func moduleNotUsed(_ name: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used", message: "`\(module)` does not use `\(name)`", place: place,
      fix: "add `\(name)` under `uses`")
  }

  static func nameOfModuleNotUsed(_ name: Text, _ owner: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used",
      message: "there is no `\(name)` here; the module `\(owner)` has it, which `\(module)` does not use", place: place,
      fix: "add `\(owner)` under `uses`")
  }
}

// MARK: - Names

extension Diagnostic {
  static func factConflict(_ first: FactDeclaration, _ second: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: "rules/fact-conflict", message: "the fact `\(second.name)` is declared differently in another module",
      place: second.place, related: [Related(message: "also declared here", place: first.place)],
      fix: "declare it the same way in both, or in one module that the other uses")
  }

  static func ambiguousName(_ name: Text, _ choices: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/ambiguous-name", message: "several used modules have a `\(name)`", place: place,
      fix: "write \(choices.map { "`\($0)`" }.joined(separator: " or "))")
  }

  /// `cycle`: each decision needs the next, the last needs the first.
  static func decisionCycle(_ cycle: [Mention]) -> Diagnostic {
    let names = cycle.map { "`\($0.name)`" }
    return Diagnostic(
      code: "rules/decision-cycle",
      message: "a decision needs its own result: \((names + names.prefix(1)).joined(separator: " → "))",
      place: cycle.first?.place,
      related: cycle.dropFirst().map { Related(message: "`\($0.name)` is in the circle", place: $0.place) })
  }

  static func unknownWord(
    _ name: Text, _ type: CELType, _ environment: Environment, _ place: Place
  ) -> Diagnostic {
    var known = environment.variableNames.filter { !$0.utf8.contains(UInt8(ascii: ".")) }.map(\.string)
    var message = "there is no `\(name)` here"
    var fix: String?
    if case .enumeration(let vocabulary) = type {
      message = "`\(name)` is neither a value of `\(vocabulary.name)` nor a name"
      known += vocabulary.cases.map(\.string)
      fix = vocabulary.listed
    } else if type == .string {
      fix = "to compare with the text itself, put it in quotes: `'\(name)'`"
    }
    return Diagnostic(
      code: "rules/unknown-name", message: message, place: place, fix: Suggestion.fix(name, among: known) ?? fix
    ).caused(by: .name(name))
  }
}

// MARK: - Overrides

extension Diagnostic {
  static func overrideSyntax(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/set-syntax", message: "this does not set a parameter", place: place,
      fix: "write `--set module.name=value`")
  }

  static func overrideUnknownModule(
    _ override: ParameterOverride, known: [Text], parameters: [Text]
  ) -> Diagnostic {
    let name = override.name.string
    guard let dot = name.lastIndex(of: ".") else {
      return Diagnostic(
        code: "rules/set-unknown", message: "`\(name)` does not name a module and its parameter",
        place: override.namePlace,
        fix: Suggestion.fix(override.name, among: parameters)
          ?? "write `--set MODULE.NAME=VALUE`"
          + (parameters.isEmpty ? "" : "; parameters are \(parameters.quoted(near: name))"))
    }
    let module = String(name[..<dot])
    return Diagnostic(
      code: "rules/set-unknown", message: "there is no module `\(module)`", place: override.namePlace,
      fix: Suggestion.fix(Text(module), among: known) ?? "the modules are \(known.quoted(near: module))")
  }

  static func overrideUnknownParameter(
    _ override: ParameterOverride, _ name: Text, module: Text, known: [Text]
  ) -> Diagnostic {
    var fix = Suggestion.fix(name, among: known)
    if fix == nil, !known.isEmpty { fix = "its parameters are \(known.quoted(near: name.string))" }
    return Diagnostic(
      code: "rules/set-unknown", message: "the module `\(module)` has no parameter `\(name)`",
      place: override.namePlace, fix: fix)
  }

  static func overrideType(_ override: ParameterOverride, _ parameter: ParameterDeclaration) -> Diagnostic {
    var fix: String?
    if case .enumeration(let vocabulary) = parameter.type {
      fix = Suggestion.fix(override.text, among: vocabulary.cases) ?? vocabulary.listed
    }
    return Diagnostic(
      code: "rules/set-type",
      message: "`\(parameter.name)` must be \(parameter.type.described), not `\(override.text)`",
      place: override.valuePlace, related: [Related(message: "declared here", place: parameter.place)], fix: fix)
  }
}
