import Synchronization
import TerrainAnalysis
import TerrainDocuments
import TerrainValues

/// What is found in texts by themselves, kept as long as their document is the same.
struct TextFindings {
  /// What was found in the texts of a document, by their nodes.
  private final class Known: Sendable {
    let findings = Mutex<[Int32: [Diagnostic]]>([:])
  }

  private let memory: DocumentMemory?
  private let messages: DocumentMemory.Purpose?
  private let others: DocumentMemory.Purpose?

  /// What `memory` has of the texts of a pack with this default locale.
  init(_ memory: DocumentMemory?, defaultLocale: LanguageTag) {
    self.memory = memory
    messages = memory?.purpose("messages in \(defaultLocale.text)")
    others = memory?.purpose("texts in \(defaultLocale.text)")
  }

  /// What was found in `text`, else what `find` finds.
  func value(of text: PackText, _ find: () -> [Diagnostic]) -> [Diagnostic] {
    guard let memory, let purpose = text.isMessage ? messages : others else { return find() }
    let known = memory.value(of: text.node.document, for: purpose) { Known() }
    if let found = known.findings.withLock({ $0[text.node.index] }) { return found }
    let found = find()
    known.findings.withLock { $0[text.node.index] = found }
    return found
  }
}
