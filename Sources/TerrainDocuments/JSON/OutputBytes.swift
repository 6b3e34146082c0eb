/// A buffer that one thread fills repeatedly in the same memory, without reference counts and copy on write. The buffer owns its memory
/// exclusively, so it may be sent to another thread.
package struct OutputBytes: ~Copyable, @unchecked Sendable {
  private var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  package private(set) var count = 0
  private var capacity: Int

  /// An empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 4096) {
    self.capacity = max(64, capacity)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// The written bytes; valid until the next change.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Discards all bytes after the first `count`, and keeps the memory.
  package mutating func cut(to count: Int) { self.count = min(self.count, max(0, count)) }

  /// Discards all bytes. Memory beyond `most` bytes, which an unusual content may have needed, is freed.
  package mutating func clear(keeping most: Int) {
    count = 0
    guard capacity > most else { return }
    base.deallocate()
    capacity = max(64, most)
    base = .allocate(capacity: capacity)
  }

  /// Reserves memory for `length` more bytes.
  package mutating func reserve(_ length: Int) {
    if capacity - count < length { grow(by: length) }
  }

  /// Adds a byte.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    (base + count).initialize(to: byte)
    count &+= 1
  }

  /// Adds `length` bytes from `start`.
  @inline(__always)
  package mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    if capacity - count < length { grow(by: length) }
    (base + count).update(from: start, count: length)
    count &+= length
  }

  /// Adds bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    append(start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Adds bytes.
  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  /// Adds the bytes of a text.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let newCapacity = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = newCapacity
  }
}
