import TerrainBase
import TerrainExpressions

/// A parameter or a decision, as a module refers to it.
struct SeenName: Hashable, Sendable {
  /// The position of the declaring module among the modules that this module uses, or nil for this module itself.
  let use: Int?
  /// Its position among the parameters or decisions of that module.
  let index: Int
}

/// The names that each module sees, computed on demand: if the memory of an earlier linking has the results, they are not needed.
struct ModuleNames {
  /// The modules' positions by their names.
  private(set) var indices: [Text: Int] = [:]
  /// The number of the first parameter and of the first decision of each module.
  private(set) var firstParameters: [Int] = []
  private(set) var firstDecisions: [Int] = []
  fileprivate(set) var scopes: [Scope?] = []
  fileprivate(set) var environments: [Environment?] = []
  /// For each decision, the modules with an environment and the decision's names in them.
  var aliases: [[(module: Int, name: Text)]] = []

  /// Adds the next module.
  mutating func add(_ module: Module, firstParameter: Int, firstDecision: Int) {
    if indices[module.name] == nil { indices[module.name] = firstParameters.count }
    firstParameters.append(firstParameter)
    firstDecisions.append(firstDecision)
    scopes.append(nil)
    environments.append(nil)
  }

  /// Sets the type of a decision in all modules that see it.
  mutating func declare(_ decision: Int, _ type: CELType, _ slot: Slot) {
    for (module, name) in aliases[decision] { environments[module]?.declare(name, type, .slot(slot)) }
  }
}

extension Linker {
  /// The position of the module that declares `name`, as the module `index` sees it.
  func module(of name: SeenName, in index: Int) -> Int? {
    guard let use = name.use else { return index }
    return moduleNames.indices[modules[index].uses[use].name]
  }

  /// The number of the parameter `name`, as the module `index` sees it.
  func parameter(_ name: SeenName, in index: Int) -> Int? {
    module(of: name, in: index).map { moduleNames.firstParameters[$0] + name.index }
  }

  /// The number of the decision `name`, as the module `index` sees it.
  func decision(_ name: SeenName, in index: Int) -> Int? {
    module(of: name, in: index).map { moduleNames.firstDecisions[$0] + name.index }
  }

  /// The parameter or decision `number` as the module `index` sees it. `first` contains the number at which each module begins.
  func seenName(_ number: Int, among first: [Int], in index: Int) -> SeenName? {
    func isOwn(_ module: Int) -> Bool {
      first[module] <= number && (module + 1 == first.count || number < first[module + 1])
    }
    if isOwn(index) { return SeenName(use: nil, index: number - first[index]) }
    for (position, use) in modules[index].uses.enumerated() {
      guard let module = moduleNames.indices[use.name], isOwn(module) else { continue }
      return SeenName(use: position, index: number - first[module])
    }
    return nil
  }

  /// The meaning of names in the module `index`.
  mutating func scope(of index: Int) -> Scope {
    if let scope = moduleNames.scopes[index] { return scope }
    let module = modules[index]
    var scope = Scope()
    forEachName(of: index) { scope.addOwn($0, module: module.name, $1) }
    for use in module.uses {
      guard let used = moduleNames.indices[use.name], use.name != module.name else { continue }
      forEachName(of: used) { scope.addUsed($0, module: use.name, $1) }
    }
    moduleNames.scopes[index] = scope
    return scope
  }

  private func forEachName(of index: Int, _ body: (Text, NameTarget) -> Void) {
    let module = modules[index]
    for fact in module.facts { if let number = factIndices[fact.name] { body(fact.name, .fact(number)) } }
    for (position, parameter) in module.parameters.enumerated() {
      body(parameter.name, .parameter(moduleNames.firstParameters[index] + position))
    }
    for (position, decision) in module.decisions.enumerated() {
      body(decision.name, .decision(moduleNames.firstDecisions[index] + position))
    }
  }

  /// The environment of the module `index`, with the types of decisions that are known. Lookups in it are recorded in `lookups`.
  mutating func environment(of index: Int, noting lookups: VariableLookups? = nil) -> Environment {
    var environment = moduleNames.environments[index] ?? makeEnvironment(of: index)
    environment.lookups = lookups
    return environment
  }

  private mutating func makeEnvironment(of index: Int) -> Environment {
    let scope = scope(of: index)
    var environment = Environment(functions: .standard)
    // Sorted, so that suggestions are deterministic.
    for (name, target) in scope.targets.ordered(by: { $0.key < $1.key }) {
      switch target {
      case .fact(let index): environment.declare(name, facts[index].declaration.seenType, .slot(facts[index].slot))
      case .parameter(let index):
        let (type, value) = (parameters[index].declaration.type, parameters[index].value)
        environment.declare(name, type, type == .error ? .unbound : .constant(value))
      case .decision(let decision):
        moduleNames.aliases[decision].append((index, name))
        if let typed = typedSlots[decision] {
          environment.declare(name, typed.type, .slot(typed.slot))
        } else {
          // The decision gets its type later; until then its uses are not diagnosed.
          environment.declare(name, .error, .unbound)
        }
      }
    }
    moduleNames.environments[index] = environment
    return environment
  }

  // MARK: Numbers

  /// The key for the memory of the module `index`, or nil without a memory.
  func question(_ index: Int) -> LinkMemory.ModuleQuestion? {
    guard let memory, modules[index].reading != 0 else { return nil }
    var seen = [declaredNumber(index, memory)]
    for use in modules[index].uses {
      guard let used = moduleNames.indices[use.name], used != index else {
        seen.append(0)
        continue
      }
      guard modules[used].reading != 0 else { return nil }
      seen.append(declaredNumber(used, memory))
    }
    return .init(
      reading: modules[index].reading, names: memory.number(of: seen), manifest: ObjectIdentifier(manifest.place.source)
    )
  }

  /// The number of the declarations of the module `index`, as other modules see them.
  private func declaredNumber(_ index: Int, _ memory: LinkMemory) -> Int {
    var numbers = [contentNumber(index, memory), memory.number(of: modules[index].name)]
    for fact in modules[index].facts {
      guard let number = factIndices[fact.name] else { continue }
      numbers.append(Int(facts[number].slot.index))
      let owner = factOwners[number]
      // The first declaration is used.
      if owner.module != index { numbers += [contentNumber(owner.module, memory), owner.index] }
    }
    return memory.number(of: numbers)
  }

  private func contentNumber(_ index: Int, _ memory: LinkMemory) -> Int {
    let module = modules[index]
    return memory.number(ofNamesIn: module.reading) {
      module.facts.map { .init(name: $0.name, type: $0.seenType, value: nil) }
        + module.parameters.map { .init(name: $0.name, type: $0.type, value: "\($0.value)") }
        + module.decisions.map { .init(name: $0.name, type: nil, value: nil) }
    }
  }
}
