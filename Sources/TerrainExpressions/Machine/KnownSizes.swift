import TerrainBase

/// The sizes of the contents of a machine's constants, by the addresses of their elements: rules put the same constants into many lists,
/// and each time the content is counted. Sizes are computed on first use. Constants live as long as the machine, so their addresses are
/// unique.
struct KnownSizes {
  private struct Entry {
    /// The address of a constant's elements, or 0 for a free entry.
    var address: UInt = 0
    /// The size of the content, or -1 if it was not computed yet.
    var size = -1
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: UInt

  /// The sizes of the lists and maps among `constants`, which must live as long as this value.
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

  /// The size of everything inside `value`, itself inside another value, if it is a constant; nil otherwise.
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

  /// The position of `address`, or of a free entry for it. A free entry always exists.
  @inline(__always)
  private func position(of address: UInt) -> Int {
    var position = UInt(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while entries[Int(position)].address != address, entries[Int(position)].address != 0 {
      position = (position &+ 1) & mask
    }
    return Int(position)
  }

  /// The address of the elements of a nonempty list or map.
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
