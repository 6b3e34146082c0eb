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
    // An author may undo a change.
    var readings = RecentValues<ObjectIdentifier, Reading>(rounds: 8)
    var names = RecentNumbers<Names>(rounds: 8)
    var typings = RecentValues<Question, Typing>(rounds: 8)
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// A linking begins.
  func begin() {
    state.withLock { state in
      state.readings.begin()
      state.names.begin()
      state.typings.begin()
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
    return state.withLock { $0.names.number(of: names) }
  }

  /// How the module in `document` was read, where `vocabulary` still answers as it did then; nil where it was not.
  func reading(_ document: Document, _ vocabulary: PackVocabulary) -> Reading? {
    let known = state.withLock { $0.readings.value(of: ObjectIdentifier(document)) }
    guard let known, known.vocabulary.areTrue(of: vocabulary) else { return nil }
    return known
  }

  /// Keeps how a module was read.
  func keep(_ reading: Reading) {
    state.withLock { $0.readings.keep(reading, of: ObjectIdentifier(reading.document)) }
  }

  /// How the decision of `question` was typed; nil where it was not.
  func typing(_ question: Question) -> Typing? {
    state.withLock { $0.typings.value(of: question) }
  }

  /// Keeps how a decision was typed.
  func keep(_ typing: Typing, for question: Question) {
    state.withLock { $0.typings.keep(typing, of: question) }
  }
}
