import Synchronization
import TerrainDocuments
import TerrainValues

/// What is found in texts by themselves, kept for the next validation as long as their document is the same.
struct TextFindings {
  /// What was found in the texts of a document, by their nodes.
  private final class Known: Sendable {
    let findings = Mutex<[Int32: [Diagnostic]]>([:])
  }

  private let memory: ValidationMemory?
  private let messages: SchemaCache.Identity?
  private let others: SchemaCache.Identity?

  /// What `memory` has of the texts of a pack with this default locale.
  init(_ memory: ValidationMemory?, defaultLocale: LanguageTag) {
    self.memory = memory
    messages = memory?.identity("messages in \(defaultLocale.text)")
    others = memory?.identity("texts in \(defaultLocale.text)")
  }

  /// What was found in `text`, else what `find` finds.
  func value(of text: PackText, _ find: () -> [Diagnostic]) -> [Diagnostic] {
    guard let memory, let purpose = text.isMessage ? messages : others else { return find() }
    let known = memory.value(of: text.node.document, by: purpose) { Known() }
    if let found = known.findings.withLock({ $0[text.node.index] }) { return found }
    let found = find()
    known.findings.withLock { $0[text.node.index] = found }
    return found
  }
}
