import TerrainBase

/// An array that grows with `realloc`, which moves large blocks without copying them (an `Array` holds old and new
/// side by side while it grows). Whoever writes it owns it alone; ``freeze()`` makes it shareable.
package struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  package private(set) var base: UnsafeMutablePointer<Element>
  package private(set) var count = 0
  private var capacity: Int

  /// Room for `capacity` elements; untouched room costs no memory.
  package init(capacity: Int) {
    self.capacity = max(capacity, 4)
    base = Self.allocate(nil, self.capacity)
  }

  deinit { if capacity > 0 { free(base) } }

  /// Adds an element and gives its index.
  @inline(__always)
  package mutating func append(_ element: Element) -> Int {
    if count == capacity { grow(to: capacity * 2) }
    let index = count
    (base + index).initialize(to: element)
    count = index + 1
    return index
  }

  /// Adds a run of elements.
  package mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let from = elements.baseAddress else { return }
    if capacity - count < elements.count { grow(to: max(capacity * 2, count + elements.count)) }
    (base + count).initialize(from: from, count: elements.count)
    count += elements.count
  }

  /// Gives back the room that was not needed, and the rest away.
  package consuming func freeze() -> FrozenMemory<Element> {
    let base = Self.allocate(self.base, max(count, 1))
    // What is given away is not freed with this; Embedded Swift has no `discard`.
    capacity = 0
    return FrozenMemory(base: base, count: count)
  }

  @inline(never)
  private mutating func grow(to newCapacity: Int) {
    base = Self.allocate(base, newCapacity)
    capacity = newCapacity
  }

  private static func allocate(
    _ old: UnsafeMutablePointer<Element>?, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      // Limits on sizes are checked before: this is the machine's lack of memory, not a property of data.
      fatalError("out of memory")
    }
    return memory.assumingMemoryBound(to: Element.self)
  }
}

/// Elements that are only read from now on, by any thread.
package final class FrozenMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  package let base: UnsafePointer<Element>
  package let count: Int

  fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
    self.base = UnsafePointer(base)
    self.count = count
  }

  deinit { free(UnsafeMutableRawPointer(mutating: base)) }

  /// What there is.
  package var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}
