import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Reads the modules that something asks for, and those they use, and no others.
struct ModuleLoading {
  /// What reads a module's file.
  typealias Reader = (RuleSetManifest.ModuleFile) -> (node: Node?, diagnostics: [Diagnostic])

  let manifest: RuleSetManifest
  let vocabulary: PackVocabulary
  let read: Reader
  private(set) var diagnostics: [Diagnostic] = []
  /// The modules, each after those it uses.
  private(set) var modules: [Module] = []
  /// Each module's number among ``modules``.
  private(set) var indices: [Text: Int] = [:]

  /// Modules that cannot be read: what they declare is not known.
  var failed: Set<Text> { Set(states.filter { $0.value == .failed }.keys) }

  private enum State { case reading, read, failed }
  private var states: [Text: State] = [:]

  init(manifest: RuleSetManifest, vocabulary: PackVocabulary, read: @escaping Reader) {
    self.manifest = manifest
    self.vocabulary = vocabulary
    self.read = read
  }

  /// Reads `module` and what it uses, unless that is done already.
  mutating func load(_ module: RuleSetManifest.ModuleFile) {
    // A stack of modules being read, each with the uses still to be followed: nesting costs memory, not stack.
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
      guard let file = manifest.modules.first(where: { $0.module == use.name }) else {
        diagnostics.append(.unknownModule(use.name, known: manifest.modules.map(\.module), use.place))
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
    let (node, found) = read(file)
    diagnostics += found
    guard let node else {
      states[file.module] = .failed
      return nil
    }
    var reader = ModuleReader(vocabulary: vocabulary)
    let module = reader.read(node)
    // What YAML saw cut in pieces is not complained of twice.
    let cuts = Set(found.filter { $0.code.utf8.starts(with: "yaml/cut-".utf8) }.compactMap(\.place?.range.start))
    diagnostics += reader.diagnostics.filter { complaint in
      guard complaint.code == Diagnostic.unquotedExpressionCode, let place = complaint.place else { return true }
      return !cuts.contains(place.range.start)
    }
    guard let module else {
      states[file.module] = .failed
      return nil
    }
    guard module.name == file.module else {
      diagnostics.append(.moduleMismatch(module, file))
      states[file.module] = .failed
      return nil
    }
    states[file.module] = .reading
    return module
  }
}
