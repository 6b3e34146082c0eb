import Synchronization
import TerrainDocuments
import TerrainBase

/// What somebody asked a store of files for, and the answers: while they stay the same, so does what was made of them.
package final class FileReads: Sendable {
  /// Files under a folder, by the ends of their names.
  struct Listing: Hashable {
    let folder: String
    let endings: [String]
  }

  private struct Answers {
    var sources: [String: SourceText?] = [:]
    var kinds: [String: FileKind?] = [:]
    var lists: [Listing: [String]] = [:]
  }

  private let answers = Mutex(Answers())

  /// Nothing was asked for yet.
  package init() {}

  func note(_ file: SourceStore.File) { answers.withLock { $0.sources[file.path] = .some(file.source) } }

  func note(_ kind: FileKind?, at path: String) { answers.withLock { $0.kinds[path] = .some(kind) } }

  func note(_ files: [String], of listing: Listing) { answers.withLock { $0.lists[listing] = files } }

  /// Whether `store` gives the answers that were given.
  package func areTrue(in store: SourceStore) -> Bool {
    let answers = answers.withLock { $0 }
    return answers.sources.allSatisfy { path, source in store.file(path).source === source }
      && answers.lists.allSatisfy { listing, files in (try? store.list(listing.folder, listing.endings)) == files }
      && answers.kinds.allSatisfy { path, kind in store.kind(path) == kind }
  }

  /// Whether the file called `name` was read.
  package func contains(_ name: String) -> Bool { answers.withLock { $0.sources[name] != nil } }
}

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
