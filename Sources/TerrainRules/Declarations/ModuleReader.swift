import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Reads a module's document. Every diagnostic is collected; what is wrong is left out of the result.
struct ModuleReader {
  let vocabulary: PackVocabulary
  var diagnostics: [Diagnostic] = []

  /// The version of the rule language that is read.
  static let languageVersion: Int64 = 1

  init(vocabulary: PackVocabulary) { self.vocabulary = vocabulary }

  /// The module in `node`; nil when it is not even a map with a name.
  mutating func read(_ node: Node) -> Module? {
    let allowed = ["rules", "module", "doc", "uses", "facts", "parameters", "decisions"]
    guard let fields = Fields(node, "a module", allowed: allowed, into: &diagnostics) else { return nil }
    version(fields)
    guard let nameNode = fields.required("module", into: &diagnostics) else { return nil }
    guard let name = nameNode.text else {
      diagnostics.append(.wrongShape("`module`", expected: "a name", actual: nameNode))
      return nil
    }
    if let flaw = NameProblem.ofModule(name) {
      diagnostics.append(.badName(name, flaw, nameNode.place))
      return nil
    }
    var module = Module(
      name: name, place: nameNode.place, doc: fields.text("doc", into: &diagnostics), uses: uses(fields["uses"]),
      facts: [], parameters: [], decisions: [])
    for (name, value) in fields.named("facts", into: &diagnostics) {
      if let first = module.facts.firstIndex(where: { $0.name == name.name }) {
        module.facts[first].type = .error
        module.namesAreKnown = false
      } else {
        module.facts.append(fact(name, value))
      }
    }
    for (name, value) in fields.named("parameters", into: &diagnostics) {
      if let first = module.parameters.firstIndex(where: { $0.name == name.name }) {
        module.parameters[first].type = .error
        module.namesAreKnown = false
      } else {
        module.parameters.append(parameter(name, value))
      }
    }
    for (name, value) in fields.named("decisions", into: &diagnostics) {
      if let first = module.decisions.firstIndex(where: { $0.name == name.name }) {
        // Which of the two is meant is unknown, so nothing is concluded from either.
        (module.decisions[first].type, module.decisions[first].isSound) = (.error, false)
        module.namesAreKnown = false
      } else {
        module.decisions.append(decision(name, value))
      }
    }
    reportNamesDeclaredTwice(in: &module)
    return module
  }

  /// `rules: 1`, in a module and in a manifest.
  mutating func version(_ fields: Fields) {
    guard let node = fields.required("rules", into: &diagnostics) else { return }
    if node.int != Self.languageVersion { diagnostics.append(.languageVersion(node)) }
  }

  private mutating func uses(_ node: Node?) -> [Mention] {
    guard let node, node.kind != .null else { return [] }
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`uses`", expected: "a list of modules", actual: node))
      return []
    }
    var uses: [Mention] = []
    for element in node.elements {
      guard let name = element.text else {
        diagnostics.append(.wrongShape("`uses`", expected: "the name of a module", actual: element))
        continue
      }
      if let first = uses.first(where: { $0.name == name }) {
        diagnostics.append(.declaredTwice(name, "module", first: first.place, element.place))
      } else {
        uses.append(Mention(name: name, place: element.place))
      }
    }
    return uses
  }

  /// A fact, a parameter and a decision of one module cannot have one name.
  private mutating func reportNamesDeclaredTwice(in module: inout Module) {
    var places: [Text: Place] = [:]
    for fact in module.facts { places[fact.name] = fact.place }
    module.parameters.removeAll { parameter in
      guard let first = places[parameter.name] else {
        places[parameter.name] = parameter.place
        return false
      }
      diagnostics.append(.declaredTwice(parameter.name, "name", first: first, parameter.place))
      return true
    }
    module.decisions.removeAll { decision in
      guard let first = places[decision.name] else { return false }
      diagnostics.append(.declaredTwice(decision.name, "name", first: first, decision.place))
      return true
    }
  }
}

// MARK: - Types

extension ModuleReader {
  /// The type `node` names. Where it names none (and a diagnostic reports that), or one that the pack cannot resolve,
  /// it is ``CELType/error``: what is declared with it is declared, and its uses are not diagnosed.
  mutating func type(_ node: Node) -> CELType {
    guard let text = node.text else {
      diagnostics.append(.wrongShape("`type`", expected: "a type", actual: node))
      return .error
    }
    do {
      let type = try CELType.parse(text, named: vocabulary.type)
      return type.isUnknown ? .error : type
    } catch {
      diagnostics.append(.typeSyntax(error, node, allowed: CELType.names + vocabulary.names()))
      return .error
    }
  }
}

extension Diagnostic {
  static func languageVersion(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/language-version",
      message: "Terrain reads version \(ModuleReader.languageVersion) of the rule language", place: node.place,
      fix: "write `rules: \(ModuleReader.languageVersion)`")
  }

  static func declaredTwice(_ name: Text, _ what: String, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/declared-twice", message: "the \(what) `\(name)` is here already", place: place,
      related: [Related(message: "first here", place: first)])
  }

  static func typeSyntax(_ error: TypeSyntaxError, _ node: Node, allowed: [Text]) -> Diagnostic {
    let place = node.place(ofDecoded: error.range)
    var fix: String?
    let message: String
    switch error.reason {
    case .unknownName(let name):
      message = "there is no type `\(name)`"
      fix =
        CELType.usualName(name).map { "did you mean `\($0)`?" } ?? Suggestion.fix(name, among: allowed)
        ?? "the types are CEL's, and the pack's enums, collections and kinds"
    case .argumentCount(let name, let expected, let actual):
      message = "`\(name)` takes \(expected) \(expected == 1 ? "type" : "types") between `<` and `>`, not \(actual)"
    case .expected(let what): message = "expected \(what)"
    case .tooDeep: message = "more than \(CELType.maximumNesting) types inside one another (limit `type-nesting`)"
    case .mapKey(let type): message = "a map's keys cannot be `\(type)`"
    }
    let diagnostic = Diagnostic(code: "rules/bad-type", message: message, place: place, fix: fix)
    guard case .unknownName(let name) = error.reason else { return diagnostic }
    return diagnostic.caused(by: .type(name))
  }
}
