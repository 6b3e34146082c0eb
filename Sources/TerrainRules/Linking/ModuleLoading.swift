import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Reads only the requested modules and the modules that they use.
struct ModuleLoading {
  /// Reads a module's file.
  typealias Reader = (RuleSetManifest.ModuleFile) -> (node: Node?, diagnostics: [Diagnostic])

  let manifest: RuleSetManifest
  let vocabulary: PackVocabulary
  let read: Reader
  /// The results of earlier loads, or nil if everything is to be read.
  private let memory: LinkMemory?
  private(set) var diagnostics: [Diagnostic] = []
  /// The modules, each after those that it uses.
  private(set) var modules: [Module] = []
  /// The position of each module in ``modules``.
  private(set) var indices: [Text: Int] = [:]

  /// Modules that cannot be read, so that their declarations are missing.
  var failed: Set<Text> { Set(states.filter { $0.value == .failed }.keys) }

  private enum State { case reading, read, failed }
  private var states: [Text: State] = [:]
  private let files: [Text: RuleSetManifest.ModuleFile]

  init(
    manifest: RuleSetManifest, vocabulary: PackVocabulary, memory: LinkMemory? = nil, read: @escaping Reader
  ) {
    files = Dictionary(keepingFirst: manifest.modules.map { ($0.module, $0) })
    self.memory = memory
    self.manifest = manifest
    self.vocabulary = vocabulary
    self.read = read
  }

  /// Reads `module` and the modules that it uses, unless they are read already.
  mutating func load(_ module: RuleSetManifest.ModuleFile) {
    // A stack of the modules that are being read, each with its remaining uses. Nesting costs memory, not stack.
    var open: [(module: Module, next: Int)] = []
    if let first = begin(module) { open.append((first, 0)) }
    while let (module, next) = open.last {
      guard next < module.uses.count else {
        open.removeLast()
        states[module.name] = .read
        indices[module.name] = modules.count
        modules.append(module)
        continue
      }
      open[open.count - 1].next += 1
      let use = module.uses[next]
      guard let file = files[use.name] else {
        diagnostics.append(.unknownModule(use.name, declared: manifest.modules.map { $0.module }, use.place))
        states[use.name] = .failed
        continue
      }
      switch states[use.name] {
      case .reading:
        let start = open.firstIndex { $0.module.name == use.name } ?? 0
        let cycle = open[start...].map { $0.module.uses[$0.next - 1] }
        diagnostics.append(.moduleCycle(cycle))
      case .read, .failed: continue
      case nil:
        if let inner = begin(file) { open.append((inner, 0)) }
      }
    }
  }

  private mutating func begin(_ file: RuleSetManifest.ModuleFile) -> Module? {
    guard states[file.module] == nil else { return nil }
    let (node, problems) = read(file)
    diagnostics += problems
    guard let node else {
      states[file.module] = .failed
      return nil
    }
    let reading = reading(of: node)
    // Expressions that the YAML reader has reported as cut are not reported twice.
    let cuts = Set(problems.filter { $0.code.utf8.starts(with: "yaml/cut-".utf8) }.compactMap { $0.place?.range.start })
    diagnostics += reading.diagnostics.filter { diagnostic in
      guard diagnostic.code == Diagnostic.unquotedExpressionCode, let place = diagnostic.place else { return true }
      return !cuts.contains(place.range.start)
    }
    guard var module = reading.module else {
      states[file.module] = .failed
      return nil
    }
    if module.name != file.module {
      diagnostics.append(.moduleMismatch(module, file))
      // Avoids further reports about modules that use it.
      module.name = file.module
    }
    states[file.module] = .reading
    return module
  }

  /// The module in `node`, which is the root of a document.
  private func reading(of node: Node) -> LinkMemory.Reading {
    if let known = memory?.reading(node.document, vocabulary) { return known }
    let answers = VocabularyAnswers()
    var reader = ModuleReader(vocabulary: memory == nil ? vocabulary : answers.noting(vocabulary))
    let module = reader.read(node)
    return memory?.keep(module, reader.diagnostics, answers, of: node.document)
      ?? LinkMemory.Reading(
        module: module, diagnostics: reader.diagnostics, vocabulary: answers, document: node.document)
  }
}

extension Diagnostic {
  package static let unknownModuleCode = "rules/unknown-module"

  static func unknownModule(_ name: Text, declared: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: unknownModuleCode, message: "the rule set has no module `\(name)`", place: place,
      fix: Suggestion.fix(name, among: declared) ?? "add it under `modules` in ruleset.yaml")
  }

  static func moduleMismatch(_ module: Module, _ file: RuleSetManifest.ModuleFile) -> Diagnostic {
    Diagnostic(
      code: "rules/module-mismatch",
      message: "this file declares the module `\(module.name)`, but the rule set lists it as `\(file.module)`",
      place: module.place,
      related: [Related(message: "listed here", place: file.place)])
  }

  static let moduleCycleCode = "rules/module-cycle"

  /// - Parameter cycle: Each module's mention of the next module.
  static func moduleCycle(_ cycle: [Mention]) -> Diagnostic {
    let names = cycle.map { "`\($0.name)`" }
    return Diagnostic(
      code: moduleCycleCode,
      message: "modules use each other in a circle: \((names.suffix(1) + names).joined(separator: " → "))",
      place: cycle.last?.place,
      related: cycle.dropLast().map { Related(message: "uses `\($0.name)`", place: $0.place) },
      fix: "move what both need into a module of its own")
  }
}
