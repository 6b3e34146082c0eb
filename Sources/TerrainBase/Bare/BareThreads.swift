// Locks of a system with one thread; see BareFiles.swift.
#if canImport(CBare)
  /// A value that one thread at a time uses.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private final class Box {
      var value: Value

      init(_ value: Value) { self.value = value }
    }

    private let box: Box

    package init(_ value: Value) { box = Box(value) }

    package borrowing func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
      try body(&box.value)
    }
  }

  /// A lock with a condition.
  package final class Monitor: Sendable {
    package init() {}

    package func lock() {}
    package func unlock() {}

    package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try body() }
  }
#else
  @_exported import struct Synchronization.Mutex
#endif
