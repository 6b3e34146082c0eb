import Synchronization

/// Values made of files, by path: each is as it was while none of the files changed that were read for it.
package final class FileValues<Value: Sendable>: Sendable {
  private let values = Mutex<[String: (value: Value, reads: FileReads)]>([:])

  /// No values.
  package init() {}

  /// The value of the file at `path`: the earlier one where nothing changed, else that of `make`, which reads what it needs from the store that it
  /// is given. nil is not kept.
  package func value(_ path: String, _ store: SourceStore, _ make: (SourceStore) -> Value?) -> Value? {
    if let known = values.withLock({ $0[path] }), known.reads.areTrue(in: store) { return known.value }
    let reads = FileReads()
    guard let value = make(store.noting(reads)) else { return nil }
    values.withLock { $0[path] = (value, reads) }
    return value
  }
}
