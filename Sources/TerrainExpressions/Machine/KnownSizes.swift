import TerrainBase

/// The sizes of what is inside a machine's constants, by where their elements are: rules put the same constants into list after
/// list, and what is inside is counted each time. Each is computed when it is first needed; the constants live as long as the
/// machine, so that nothing else is where they are.
struct KnownSizes {
  private struct Entry {
    /// The address of a constant's elements; 0 where free.
    var address: UInt = 0
    /// What is inside; -1 where that was not computed.
    var size = -1
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: UInt

  /// The sizes of the lists and maps among `constants`, which live as long as this.
  init(_ constants: some Sequence<Value>) {
    let addresses = constants.compactMap(Self.address)
    var capacity = 2
    while capacity < addresses.count * 2 { capacity *= 2 }
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    mask = UInt(capacity - 1)
    for address in addresses { entries[position(of: address)].address = address }
  }

  func deallocate() { entries.deallocate() }

  /// The bytes of all that is inside `value`, itself inside another one, where it is one of the constants; nil of anything else.
  @inline(__always)
  func size(inside value: Value) -> Int? {
    guard let address = Self.address(value) else { return nil }
    let entry = entries + position(of: address)
    guard entry.pointee.address == address else { return nil }
    if entry.pointee.size < 0 {
      guard let size = value.nestedSize(within: .max, depth: 1) else { return nil }
      entry.pointee.size = size
    }
    return entry.pointee.size
  }

  /// Where `address` is, or would go. There is always a free place.
  @inline(__always)
  private func position(of address: UInt) -> Int {
    var position = UInt(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while entries[Int(position)].address != address, entries[Int(position)].address != 0 {
      position = (position &+ 1) & mask
    }
    return Int(position)
  }

  /// Where the elements of a list or map are that has any.
  @inline(__always)
  private static func address(_ value: Value) -> UInt? {
    switch value {
    case .list(let elements) where !elements.isEmpty:
      elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    case .map(let map) where !map.isEmpty:
      map.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    default: nil
    }
  }
}
