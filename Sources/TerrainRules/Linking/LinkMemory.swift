import Synchronization
import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// What earlier loads of a rule set read and typed, for one that comes after: a module of the same document is as it was while the pack's
/// types are, and a decision of the same source whose module sees the same names, types and values has the types that it had.
package final class LinkMemory: Sendable {
  /// A sequence of declared names, as a number: that of the sequence without its last name, and that name.
  private struct Names: Hashable {
    let before: Int
    let name: Text
    let type: CELType
    let slot: Slot?
    /// A parameter's value.
    let value: String?
  }

  /// A decision to type.
  struct Question: Hashable {
    private let source: ObjectIdentifier
    private let start: UInt32
    /// Its declared type, which is the pack's.
    private let type: CELType?
    private let module: Text
    /// The number of the names that its module sees.
    private let names: Int

    init(_ declaration: DecisionDeclaration, module: Text, names: Int) {
      source = ObjectIdentifier(declaration.place.source)
      start = declaration.place.range.start
      type = declaration.type
      self.module = module
      self.names = names
    }
  }

  /// A decision as it was typed.
  struct Typing: Sendable {
    let decision: TypedDecision?
    let diagnostics: [Diagnostic]
    /// Kept, so that no other source is taken for it.
    let source: SourceText
  }

  /// A module as it was read.
  struct Reading: Sendable {
    let module: Module?
    let diagnostics: [Diagnostic]
    /// What the pack answered about its types.
    let vocabulary: VocabularyAnswers
    /// Kept, so that no other document is taken for it.
    let document: Document
  }

  private struct State {
    var readings: [ObjectIdentifier: (reading: Reading, linking: Int)] = [:]
    var names: [Names: (number: Int, linking: Int)] = [:]
    var typings: [Question: (typing: Typing, linking: Int)] = [:]
    var last = 0
    var linking = 0
  }

  private let state = Mutex(State())
  /// What was of no use for this many linkings is discarded: an author may undo a change.
  private static let mostLinkings = 8

  /// A memory of nothing.
  package init() {}

  /// A linking begins.
  func begin() {
    state.withLock { state in
      state.linking += 1
      guard state.linking % Self.mostLinkings == 0 else { return }
      let oldest = state.linking - Self.mostLinkings
      state.readings = state.readings.filter { $0.value.linking >= oldest }
      state.names = state.names.filter { $0.value.linking >= oldest }
      state.typings = state.typings.filter { $0.value.linking >= oldest }
    }
  }

  /// The number of the names with the number `before` (0: none) and `name` after them; no other sequence has it.
  func number(after before: Int, _ name: Text, _ type: CELType, _ binding: Environment.Binding) -> Int {
    var (slot, value): (Slot?, String?)
    switch binding {
    case .slot(let of): slot = of
    case .constant(let constant): value = "\(constant)"
    case .unbound: break
    }
    let names = Names(before: before, name: name, type: type, slot: slot, value: value)
    return state.withLock { state in
      if let known = state.names[names]?.number {
        state.names[names] = (known, state.linking)
        return known
      }
      state.last += 1
      state.names[names] = (state.last, state.linking)
      return state.last
    }
  }

  /// How the module in `document` was read, where `vocabulary` still answers as it did then; nil where it was not.
  func reading(_ document: Document, _ vocabulary: PackVocabulary) -> Reading? {
    let known = state.withLock { state in
      state.readings[ObjectIdentifier(document)]?.linking = state.linking
      return state.readings[ObjectIdentifier(document)]?.reading
    }
    guard let known, known.vocabulary.areTrue(of: vocabulary) else { return nil }
    return known
  }

  /// Keeps how a module was read.
  func keep(_ reading: Reading) {
    state.withLock { $0.readings[ObjectIdentifier(reading.document)] = (reading, $0.linking) }
  }

  /// How the decision of `question` was typed; nil where it was not.
  func typing(_ question: Question) -> Typing? {
    state.withLock { state in
      state.typings[question]?.linking = state.linking
      return state.typings[question]?.typing
    }
  }

  /// Keeps how a decision was typed.
  func keep(_ typing: Typing, for question: Question) {
    state.withLock { $0.typings[question] = (typing, $0.linking) }
  }
}
