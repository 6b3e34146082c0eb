import Synchronization
import TerrainDocuments
import TerrainBase

/// What was made of documents, for who makes it again: what follows from a document alone is as it was while the document is.
package final class DocumentMemory: Sendable {
  /// Represents what is made of documents, and of what else: a compiled schema has one of its own.
  package final class Purpose: Sendable {
    package init() {}
  }

  private struct Key: Hashable {
    let document: ObjectIdentifier
    let purpose: ObjectIdentifier
  }

  /// What was made. The document and the purpose are kept, so that no others are taken for them.
  private struct Entry: Sendable {
    let document: Document
    let purpose: Purpose
    let value: any Sendable
  }

  /// A value of one type, which may be optional.
  private struct Kept<T: Sendable>: Sendable { let value: T }

  private struct State {
    var entries = RecentValues<Key, Entry>(rounds: 2)
    var purposes = RecentValues<String, Purpose>(rounds: 8)
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// Somebody looks at all documents again.
  package func begin() {
    state.withLock { state in
      state.entries.begin()
      state.purposes.begin()
    }
  }

  /// What `make` makes of `document`, and of nothing else but what `purpose` represents.
  package func value<T: Sendable>(of document: Document, for purpose: Purpose, _ make: () -> T) -> T {
    let key = Key(document: ObjectIdentifier(document), purpose: ObjectIdentifier(purpose))
    if let known = state.withLock({ $0.entries.value(of: key) })?.value as? Kept<T> { return known.value }
    let value = make()
    let entry = Entry(document: document, purpose: purpose, value: Kept(value: value))
    state.withLock { $0.entries.keep(entry, of: key) }
    return value
  }

  /// The purpose called `name`: one and the same as long as somebody asks for it.
  package func purpose(_ name: String) -> Purpose {
    state.withLock { state in
      if let known = state.purposes.value(of: name) { return known }
      let purpose = Purpose()
      state.purposes.keep(purpose, of: name)
      return purpose
    }
  }
}

extension DocumentMemory? {
  /// What `make` makes of `document`, and of nothing else but what `purpose` represents; made each time where there is no memory.
  package func value<T: Sendable>(of document: Document, for purpose: DocumentMemory.Purpose, _ make: () -> T) -> T {
    guard let memory = self else { return make() }
    return memory.value(of: document, for: purpose, make)
  }
}
