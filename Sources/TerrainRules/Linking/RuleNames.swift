import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The places at which the modules of a rule set declare and mention names.
///
/// Names are found without typing, so this covers every readable module, even if the rules have other mistakes.
package struct RuleNames: Sendable {
  /// The kind of thing that a name denotes.
  package enum Subject: Sendable {
    case module, fact, parameter, decision, row
  }

  /// A name that modules declare.
  package struct Name: Sendable {
    /// The kind of the named thing.
    package let kind: Subject
    /// The module that declares it; for a fact, the first such module.
    package let module: Text
    /// The decision of a row; nil for other names.
    package let decision: Text?
    /// The name without its module.
    package let name: Text
    /// The declared type, or nil if none is declared.
    package let type: CELType?
    /// The description, for people.
    package let doc: Text?
    /// The places of its declarations; several modules may declare the same fact.
    package fileprivate(set) var places: [Place]
  }

  /// The names; their positions are their numbers.
  package fileprivate(set) var names: [Name] = []
  /// The mentions of names, by their numbers.
  package fileprivate(set) var uses: [(name: Int, place: Place)] = []

  /// Reads the names of all modules that `manifest` lists.
  ///
  /// - Parameters:
  ///   - vocabulary: The types that the pack adds.
  ///   - read: Reads a module's file into a document; returns nil if it cannot.
  package static func read(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary,
    module read: @escaping (RuleSetManifest.ModuleFile) -> Node?
  ) -> RuleNames {
    var loading = ModuleLoading(manifest: manifest, vocabulary: vocabulary) { (read($0), []) }
    for module in manifest.modules { loading.load(module) }
    var linker = Linker(manifest: manifest, modules: loading.modules, unreadable: loading.failed)
    linker.declare()
    return linker.names()
  }
}

extension Linker {
  /// The names of all modules, with the places of their mentions in expressions.
  fileprivate mutating func names() -> RuleNames {
    var result = RuleNames()
    var moduleNumbers: [Text: Int] = [:]
    for module in modules {
      moduleNumbers[module.name] = result.names.count
      result.names.append(
        .init(
          kind: .module, module: module.name, decision: nil, name: module.name, type: nil, doc: module.doc,
          places: [module.place]))
    }
    for file in manifest.modules {
      if let number = moduleNumbers[file.module] { result.uses.append((number, file.place)) }
    }
    for use in modules.flatMap({ $0.uses }) {
      if let number = moduleNumbers[use.name] { result.uses.append((number, use.place)) }
    }

    var factPlaces: [Text: [Place]] = [:]
    for fact in modules.flatMap({ $0.facts }) { factPlaces[fact.name, default: []].append(fact.place) }
    let firstFact = result.names.count
    for fact in facts {
      let declared = fact.declaration
      result.names.append(
        .init(
          kind: .fact, module: fact.module, decision: nil, name: declared.name, type: declared.seenType,
          doc: declared.doc, places: factPlaces[declared.name] ?? [declared.place]))
    }
    let firstParameter = result.names.count
    for parameter in parameters {
      let declared = parameter.declaration
      result.names.append(
        .init(
          kind: .parameter, module: parameter.module, decision: nil, name: declared.name, type: declared.type,
          doc: declared.doc, places: [declared.place]))
    }
    let firstDecision = result.names.count
    for (module, declared) in written {
      result.names.append(
        .init(
          kind: .decision, module: modules[module].name, decision: nil, name: declared.name, type: declared.type,
          doc: declared.doc, places: [declared.place]))
    }
    for (module, declared) in written {
      guard case .rows(let table) = declared.body else { continue }
      for row in table.rows {
        result.names.append(
          .init(
            kind: .row, module: modules[module].name, decision: declared.name, name: row.id, type: nil, doc: row.note,
            places: [row.place]))
      }
    }

    for (module, declared) in written {
      for (target, place) in uses(in: declared, of: module) {
        switch target {
        case .fact(let index): result.uses.append((firstFact + index, place))
        case .parameter(let index): result.uses.append((firstParameter + index, place))
        case .decision(let index): result.uses.append((firstDecision + index, place))
        }
      }
    }
    return result
  }

  /// The names that `decision` mentions, with their places. If both `a.b` and `a` are names, the longer name is used.
  private mutating func uses(in decision: DecisionDeclaration, of module: Int) -> [(target: NameTarget, place: Place)] {
    let scope = scope(of: module)
    var uses: [(target: NameTarget, place: Place)] = []
    decision.forEachExpression { expression in
      var longest: [UInt32: (target: NameTarget, place: Place)] = [:]
      expression.forEachMention { name, id in
        guard let target = scope.targets[name] else { return }
        let place = expression.place(of: id)
        if let other = longest[place.range.start], other.place.range.end >= place.range.end { return }
        longest[place.range.start] = (target, place)
      }
      uses += longest.values.ordered { $0.place.range.start < $1.place.range.start }
    }
    return uses
  }
}
