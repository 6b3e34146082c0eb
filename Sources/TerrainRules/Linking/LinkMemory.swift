import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The results of earlier loads of a rule set, for reuse by later ones.
///
/// A module read from the same document stays valid while the types of the pack are the same. Its parsed decisions and their looked-up
/// names stay valid while the module sees the same names. The types of a decision stay valid while the types of the decisions that it uses
/// are the same.
package final class LinkMemory: Sendable {
  /// A name that a module declares.
  struct Declared: Hashable {
    let name: Text
    /// Nil for a decision, whose type is not known yet.
    let type: CELType?
    /// A parameter's value.
    let value: String?
  }

  /// The content that a number identifies: declared names, a text, or a sequence of numbers.
  private enum Content: Hashable {
    case declared([Declared])
    case text(Text)
    case sequence([Int])
  }

  /// The identity of a module within a rule set.
  struct ModuleQuestion: Hashable {
    /// The number of its reading.
    let reading: Int
    /// The number of its visible names.
    let names: Int
    /// The manifest, which determines the names of modules.
    let manifest: ObjectIdentifier
  }

  /// The identity of a decision to type.
  struct Question: Hashable {
    let module: ModuleQuestion
    /// Its position among the decisions of its module.
    let index: Int
  }

  /// The result of typing a decision.
  struct Typing: Sendable {
    /// A decision that was looked up, as it was then.
    struct Need: Sendable {
      let name: SeenName
      /// Nil if it could not be typed, or was not typed yet.
      let typedSlot: TypedSlot?
    }

    /// The type and the slot of a decision.
    struct TypedSlot: Sendable {
      /// The number of its typing. If the numbers are equal, so are the types.
      let typing: Int
      let type: CELType
      let slot: Slot
    }

    let decision: TypedDecision?
    let diagnostics: [Diagnostic]
    /// The decisions that were looked up for it.
    let needs: [Need]
    /// A number that identifies the typing.
    let number: Int
  }

  /// The result of reading a module.
  struct Reading: Sendable {
    let module: Module?
    let diagnostics: [Diagnostic]
    /// The pack's answers about its types.
    let vocabulary: VocabularyAnswers
    /// Kept alive, so that its address is not reused for another document.
    let document: Document
  }

  private struct State {
    // Several rounds, because an author may undo a change.
    var readings = RecentValues<ObjectIdentifier, Reading>(rounds: 8)
    var contents = RecentNumbers<Content>(rounds: 8)
    var declared = RecentValues<Int, Int>(rounds: 8)
    var modules = RecentValues<ModuleQuestion, ModuleParts>(rounds: 8)
    var typings = RecentValues<Question, Typing>(rounds: 8)
    var last = 0

    /// A new number.
    mutating func next() -> Int {
      last += 1
      return last
    }
  }

  private let state = Mutex(State())

  /// An empty memory.
  package init() {}

  /// Begins a linking.
  func begin() {
    state.withLock { state in
      state.readings.begin()
      state.contents.begin()
      state.declared.begin()
      state.modules.begin()
      state.typings.begin()
    }
  }

  // MARK: Numbers

  /// The number that identifies `text`.
  func number(of text: Text) -> Int { state.withLock { $0.contents.number(of: .text(text)) } }

  /// The number that identifies the sequence `numbers`.
  func number(of numbers: [Int]) -> Int { state.withLock { $0.contents.number(of: .sequence(numbers)) } }

  /// The number that identifies the names declared by the module with the reading `reading`; `names` returns them.
  func number(ofNamesIn reading: Int, _ names: () -> [Declared]) -> Int {
    if let known = state.withLock({ $0.declared.value(of: reading) }) { return known }
    let content = Content.declared(names())
    return state.withLock { state in
      let number = state.contents.number(of: content)
      state.declared.keep(number, of: reading)
      return number
    }
  }

  // MARK: Modules and decisions

  /// The reading of the module in `document`, if `vocabulary` still gives the same answers, or nil if it was not read.
  func reading(_ document: Document, _ vocabulary: PackVocabulary) -> Reading? {
    let known = state.withLock { $0.readings.value(of: ObjectIdentifier(document)) }
    guard let known, known.vocabulary.areTrue(of: vocabulary) else { return nil }
    return known
  }

  /// Stores the reading of a module under a new number.
  func keep(_ module: Module?, _ diagnostics: [Diagnostic], _ vocabulary: VocabularyAnswers, of document: Document)
    -> Reading
  {
    state.withLock { state in
      var module = module
      module?.reading = state.next()
      let reading = Reading(module: module, diagnostics: diagnostics, vocabulary: vocabulary, document: document)
      state.readings.keep(reading, of: ObjectIdentifier(document))
      return reading
    }
  }

  /// The decisions of a module before they were typed, or nil if they are unknown.
  func parts(of question: ModuleQuestion) -> ModuleParts? { state.withLock { $0.modules.value(of: question) } }

  /// Stores the decisions of a module.
  func keep(_ parts: ModuleParts, of question: ModuleQuestion) {
    state.withLock { $0.modules.keep(parts, of: question) }
  }

  /// The typing of the decision of `question`, or nil if it was not typed.
  func typing(_ question: Question) -> Typing? {
    state.withLock { $0.typings.value(of: question) }
  }

  /// A new number for a typing.
  func nextNumber() -> Int { state.withLock { $0.next() } }

  /// Stores the typing of a decision.
  func keep(_ typing: Typing, for question: Question) {
    state.withLock { $0.typings.keep(typing, of: question) }
  }
}

/// A fact during linking. Modules that declare the same fact share it.
struct LinkedFact: Sendable {
  var declaration: FactDeclaration
  /// The module that first declares it.
  var module: Text
  var slot: Slot
  var isUsed = false
}

/// A parameter with its value in this run.
package struct LinkedParameter: Sendable {
  package var declaration: ParameterDeclaration
  package var module: Text
  package var value: Value
  package var isUsed = false

  package var fullName: Text { Text("\(module).\(declaration.name)") }
}

/// The decisions of a module with their names looked up, before any of them is typed.
struct ModuleParts: Sendable {
  /// A decision.
  struct Part: Sendable {
    let decision: DecisionDeclaration
    /// True if a text in it was read as an expression.
    let isFixed: Bool
    /// The mentioned facts, by number.
    let facts: [Int]
    let parameters: [SeenName]
    let decisions: [SeenName]
    /// Mentions of names that cannot be looked up.
    let problems: [Diagnostic]
  }

  let parts: [Part]
  let syntaxDiagnostics: [Diagnostic]
  let markDiagnostics: [Diagnostic]
  /// The question to which they are the answer, or nil without a memory.
  let question: LinkMemory.ModuleQuestion?
  /// Kept alive, so that its source is not confused with another.
  let manifest: Place
}

extension Linker {
  /// The decisions of the module `index`.
  ///
  /// - Parameter isChanged: True if parameters have other values than in the files.
  mutating func parts(of index: Int, isChanged: Bool) -> ModuleParts {
    let question = isChanged ? nil : question(index)
    if let question, let known = memory?.parts(of: question) { return known }
    let declared = modules[index].decisions
    var marks: [Diagnostic] = []
    var parts: [ModuleParts.Part] = []
    for decision in declared {
      var expressions = UnmarkedExpressions(scope: scope(of: index), environment: environment(of: index))
      let fixed = expressions.fixed(decision)
      marks += expressions.diagnostics
      parts.append(part(of: fixed, in: index, isFixed: !expressions.diagnostics.isEmpty))
    }
    let result = ModuleParts(
      parts: parts, syntaxDiagnostics: declared.flatMap { $0.syntaxDiagnostics }, markDiagnostics: marks,
      question: question, manifest: manifest.place)
    if let question { memory?.keep(result, of: question) }
    return result
  }

  /// `decision` with the names that it mentions.
  private mutating func part(of decision: DecisionDeclaration, in index: Int, isFixed: Bool) -> ModuleParts.Part {
    let scope = scope(of: index)
    var problems: [Diagnostic] = []
    var targets: Set<NameTarget> = []
    decision.forEachExpression { expression in
      expression.forEachMention { name, id in
        if let target = scope.targets[name] {
          targets.insert(target)
        } else if let choices = scope.ambiguous[name] {
          problems.append(.ambiguousName(name, choices, expression.place(of: id)))
        } else if let (file, _) = manifest.split(name), file.module != modules[index].name,
          !modules[index].uses.contains(where: { $0.name == file.module })
        {
          problems.append(.moduleNotUsed(file.module, by: modules[index].name, expression.place(of: id)))
        }
      }
    }
    var facts: [Int] = []
    var parameters: [SeenName] = []
    var decisions: [SeenName] = []
    for target in targets {
      switch target {
      case .fact(let number): facts.append(number)
      case .parameter(let number):
        if let name = seenName(number, among: moduleNames.firstParameters, in: index) { parameters.append(name) }
      case .decision(let number):
        if let name = seenName(number, among: moduleNames.firstDecisions, in: index) { decisions.append(name) }
      }
    }
    return ModuleParts.Part(
      decision: decision, isFixed: isFixed, facts: facts, parameters: parameters, decisions: decisions,
      problems: problems)
  }

  /// Marks the names that the decision `part` of the module `index` mentions as used. Returns the decisions that it needs, sorted; none if
  /// a name cannot be looked up.
  mutating func note(_ part: ModuleParts.Part, of index: Int) -> [Int] {
    for fact in part.facts { facts[fact].isUsed = true }
    for name in part.parameters { if let number = parameter(name, in: index) { parameters[number].isUsed = true } }
    return part.problems.isEmpty ? part.decisions.compactMap { decision($0, in: index) }.ordered() : []
  }

  // MARK: Types

  /// Types the decision `part`, which has the number `number`. If a text was read as an expression, a result type that differs from the
  /// other rows is not reported, because the author may have meant the text.
  mutating func type(
    _ part: ModuleParts.Part, at number: Int, _ module: LinkMemory.ModuleQuestion?
  ) -> LinkMemory.Typing {
    let index = written[number].module
    let question = module.map {
      LinkMemory.Question(module: $0, index: number - moduleNames.firstDecisions[index])
    }
    let known = question.flatMap { memory?.typing($0) }
    let typing =
      known.flatMap { typing in typing.needs.allSatisfy { isStill($0, in: index) } ? typing : nil }
      ?? typing(of: part.decision, in: index, question)
    note(typing.diagnostics.filter { !part.isFixed || $0.code != Diagnostic.mixedResultsCode }, in: index)
    return typing
  }

  /// True if a decision has the same type and slot as when it was looked up.
  private func isStill(_ need: LinkMemory.Typing.Need, in index: Int) -> Bool {
    guard let number = decision(need.name, in: index) else { return false }
    guard let now = typedSlots[number], let then = need.typedSlot else {
      return typedSlots[number] == nil && need.typedSlot == nil
    }
    return now.slot == then.slot && (now.typing == then.typing || now.type == then.type)
  }

  private mutating func typing(
    of decision: DecisionDeclaration, in index: Int, _ question: LinkMemory.Question?
  ) -> LinkMemory.Typing {
    let lookups = question.map { _ in VariableLookups() }
    var typing = DecisionTyping(
      environment: environment(of: index, noting: lookups), module: modules[index].name)
    var typed = typing.type(decision)
    guard let memory, let question, let names = lookups?.names else {
      return .init(
        decision: typed, diagnostics: typing.diagnostics, needs: [], number: memory?.nextNumber() ?? 0)
    }
    let scope = scope(of: index)
    let needs = names.compactMap { name -> LinkMemory.Typing.Need? in
      guard case .decision(let number)? = scope.targets[name],
        let seen = seenName(number, among: moduleNames.firstDecisions, in: index)
      else { return nil }
      return .init(name: seen, typedSlot: typedSlots[number])
    }
    typed?.derived = DerivedValues()
    let result = LinkMemory.Typing(
      decision: typed, diagnostics: typing.diagnostics, needs: needs, number: memory.nextNumber())
    memory.keep(result, for: question)
    return result
  }
}

extension Expression {
  /// Calls `body` with every name that is not a loop's variable: plain names, and each prefix of dotted names (`a.b.c`, `a.b`, and `a`).
  func forEachMention(_ body: (Text, ID) -> Void) {
    // The visible loop variables as a chain: each entry points to that of the enclosing loop.
    var scopes: [(name: Text, outer: Int)] = []
    var waiting: [(id: ID, scope: Int)] = [(root, -1)]
    func isLocal(_ name: Text, _ scope: Int) -> Bool {
      var scope = scope
      while scope >= 0 {
        if scopes[scope].name == name { return true }
        scope = scopes[scope].outer
      }
      return false
    }
    func firstName(_ id: ID) -> Text? {
      var current = id
      while case .select(let operand, _, _, _) = kind(of: current) { current = operand }
      if case .identifier(let name) = kind(of: current) { return name }
      return nil
    }
    while let (id, scope) = waiting.popLast() {
      switch kind(of: id) {
      case .identifier(let name):
        if !isLocal(name, scope) { body(name.withoutLeadingDot, id) }
      case .select:
        if let name = qualifiedName(of: id), let first = firstName(id), !isLocal(first, scope) {
          body(name.withoutLeadingDot, id)
        }
        forEachChild(of: id) { waiting.append(($0, scope)) }
      case .comprehension(let loop):
        waiting.append((loop.range, scope))
        waiting.append((loop.initial, scope))
        var inner = scope
        for name in [loop.variable, loop.variable2, loop.accumulator] {
          guard let name else { continue }
          scopes.append((name, inner))
          inner = scopes.count - 1
        }
        for part in [loop.condition, loop.step, loop.result] { waiting.append((part, inner)) }
      default:
        forEachChild(of: id) { waiting.append(($0, scope)) }
      }
    }
  }
}

extension Text {
  /// The name without a leading dot, which in CEL means a lookup from the root; all names here are full names.
  fileprivate var withoutLeadingDot: Text {
    string.utf8.first == UInt8(ascii: ".") ? Text(String(string.dropFirst())) : self
  }
}
