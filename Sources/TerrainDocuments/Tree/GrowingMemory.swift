#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An array that grows with `realloc`, which moves large blocks without copying them (an `Array` holds old and new
/// side by side while it grows). Written by one reader, then only read.
package final class GrowingMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  package private(set) var base: UnsafeMutablePointer<Element>
  package private(set) var count = 0
  private var capacity: Int

  /// Room for `capacity` elements; untouched room costs no memory.
  package init(capacity: Int) {
    self.capacity = max(capacity, 4)
    base = Self.allocate(nil, self.capacity)
  }

  deinit { free(base) }

  /// Adds an element and gives its index.
  @inline(__always)
  package func append(_ element: Element) -> Int {
    if count == capacity { grow(to: capacity * 2) }
    let index = count
    (base + index).initialize(to: element)
    count = index + 1
    return index
  }

  /// Adds a run of elements.
  package func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let from = elements.baseAddress else { return }
    if capacity - count < elements.count { grow(to: max(capacity * 2, count + elements.count)) }
    (base + count).initialize(from: from, count: elements.count)
    count += elements.count
  }

  /// Gives back the room that was not needed.
  package func shrinkToFit() {
    if capacity > count { grow(to: max(count, 1)) }
  }

  /// What there is.
  package var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(never)
  private func grow(to newCapacity: Int) {
    base = Self.allocate(base, newCapacity)
    capacity = newCapacity
  }

  private static func allocate(
    _ old: UnsafeMutablePointer<Element>?, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      // No memory is no fault of any data's; the limits on sizes are checked before.
      abort()
    }
    return memory.assumingMemoryBound(to: Element.self)
  }
}
