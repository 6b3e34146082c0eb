import TerrainExpressions
import TerrainValues

// The names that each module sees.
extension Linker {
  mutating func makeScopes() {
    let moduleIndices = Dictionary(keepingFirst: modules.enumerated().map { ($1.name, $0) })
    var names: [[(name: Text, target: NameTarget)]] = modules.map { module in
      module.facts.compactMap { fact in factIndices[fact.name].map { (fact.name, .fact($0)) } }
        + module.parameters.compactMap { parameter in
          parameterIndices[Text("\(module.name).\(parameter.name)")].map { (parameter.name, .parameter($0)) }
        }
    }
    for (index, decision) in written.enumerated() {
      names[decision.module].append((decision.declaration.name, .decision(index)))
    }
    aliases = written.map { _ in [] }
    for module in modules {
      var scope = Scope()
      for (name, target) in names[scopes.count] { scope.addOwn(name, module: module.name, target) }
      for use in module.uses {
        guard let used = moduleIndices[use.name], use.name != module.name else { continue }
        for (name, target) in names[used] { scope.addUsed(name, module: use.name, target) }
      }
      for (name, target) in scope.targets {
        if case .decision(let decision) = target { aliases[decision].append((scopes.count, name)) }
      }
      scopes.append(scope)
    }
    // In one order, so that environments of equal names have equal numbers.
    for index in aliases.indices { aliases[index].sort { ($0.module, $0.name) < ($1.module, $1.name) } }
  }

  mutating func makeEnvironments() {
    for scope in scopes {
      var environment = Environment(functions: .standard)
      // Sorted, so that suggestions are the same every time.
      for name in scope.targets.keys.sorted() {
        switch scope.targets[name] {
        case .fact(let index): environment.declare(name, facts[index].declaration.seenType, .slot(facts[index].slot))
        case .parameter(let index):
          let (type, value) = (parameters[index].declaration.type, parameters[index].value)
          environment.declare(name, type, type == .error ? .unbound : .constant(value))
        case .decision, nil:
          // Declared when it is typed; until then what mentions it is not diagnosed.
          environment.declare(name, .error, .unbound)
        }
      }
      environments.append(environment)
      environmentNumbers.append(number(of: environment, scope))
    }
  }

  /// The number of the names in `environment`, and of those that are ambiguous.
  private func number(of environment: Environment, _ scope: Scope) -> Int {
    guard let memory else { return 0 }
    var number = 0
    for name in environment.variableNames {
      guard let variable = environment.variables[name] else { continue }
      number = memory.number(after: number, name, variable.type, variable.binding)
    }
    for name in scope.ambiguous.keys.sorted() { number = memory.number(after: number, name, .dyn, .unbound) }
    return number
  }
}
