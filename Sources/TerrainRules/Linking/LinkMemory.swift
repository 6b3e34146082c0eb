import Synchronization
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// What earlier loads of a rule set read and typed, for one that comes after.
///
/// A module of the same document is as it was while the pack's types are. Its decisions are parsed, and their names looked up, as they were while
/// the module sees the same names. A decision has the types that it had while the decisions that were looked up for it have theirs.
package final class LinkMemory: Sendable {
  /// A name that a module declares.
  struct Declared: Hashable {
    let name: Text
    /// nil of a decision, whose type is not known yet.
    let type: CELType?
    /// A parameter's value.
    let value: String?
  }

  /// What a number stands for: declared names, a text, or a sequence of numbers.
  private enum Content: Hashable {
    case declared([Declared])
    case text(Text)
    case sequence([Int])
  }

  /// A module among others.
  struct ModuleQuestion: Hashable {
    /// The number of what was read of it.
    let reading: Int
    /// The number of the names that it sees.
    let names: Int
    /// Which names are those of modules.
    let manifest: ObjectIdentifier
  }

  /// A decision to type.
  struct Question: Hashable {
    let module: ModuleQuestion
    /// Its position among the decisions of its module.
    let index: Int
  }

  /// A decision as it was typed.
  struct Typing: Sendable {
    /// A decision that was looked up: what it was.
    struct Need: Sendable {
      let name: SeenName
      /// nil where it could not be typed, or not yet.
      let typedSlot: TypedSlot?
    }

    /// The type and the slot of a decision.
    struct TypedSlot: Sendable {
      /// The number of its typing; equal ones need no look at the type.
      let typing: Int
      let type: CELType
      let slot: Slot
    }

    let decision: TypedDecision?
    let diagnostics: [Diagnostic]
    /// The decisions that were looked up for it.
    let needs: [Need]
    /// A number that no other typing has.
    let number: Int
    /// What follows from it; nil where nothing is kept.
    let derived: DerivedValues?
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
    var contents = RecentNumbers<Content>(rounds: 8)
    var declared = RecentValues<Int, Int>(rounds: 8)
    var modules = RecentValues<ModuleQuestion, ModuleParts>(rounds: 8)
    var typings = RecentValues<Question, Typing>(rounds: 8)
    var last = 0

    /// A number that nothing else has.
    mutating func next() -> Int {
      last += 1
      return last
    }
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// A linking begins.
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

  /// The number of `text`; nothing else has it.
  func number(of text: Text) -> Int { state.withLock { $0.contents.number(of: .text(text)) } }

  /// The number of the sequence `numbers`; nothing else has it.
  func number(of numbers: [Int]) -> Int { state.withLock { $0.contents.number(of: .sequence(numbers)) } }

  /// The number of the names that a module declares, of which the number `reading` was read: `names`; no others have it.
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

  /// How the module in `document` was read, where `vocabulary` still answers as it did then; nil where it was not.
  func reading(_ document: Document, _ vocabulary: PackVocabulary) -> Reading? {
    let known = state.withLock { $0.readings.value(of: ObjectIdentifier(document)) }
    guard let known, known.vocabulary.areTrue(of: vocabulary) else { return nil }
    return known
  }

  /// Keeps how a module was read: `reading` with a number that no other has.
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

  /// The decisions of a module before they were typed; nil where they are not known.
  func parts(of question: ModuleQuestion) -> ModuleParts? { state.withLock { $0.modules.value(of: question) } }

  /// Keeps the decisions of a module.
  func keep(_ parts: ModuleParts, of question: ModuleQuestion) {
    state.withLock { $0.modules.keep(parts, of: question) }
  }

  /// How the decision of `question` was typed; nil where it was not.
  func typing(_ question: Question) -> Typing? {
    state.withLock { $0.typings.value(of: question) }
  }

  /// A number that no typing has.
  func nextNumber() -> Int { state.withLock { $0.next() } }

  /// Keeps how a decision was typed.
  func keep(_ typing: Typing, for question: Question) {
    state.withLock { $0.typings.keep(typing, of: question) }
  }
}
