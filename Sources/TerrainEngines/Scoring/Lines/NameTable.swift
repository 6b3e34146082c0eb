import TerrainBase

/// A few names and their positions, found by their bytes. Memory of its own: threads share no reference counts over it.
final class NameTable {
  /// One name: where its bytes are, and how many.
  private struct Entry {
    var start: Int
    var length: Int
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let entries: UnsafeMutablePointer<Entry>
  /// For each hash the position of a name, or -1; as many again as there are names are free.
  private let slots: UnsafeMutablePointer<Int32>
  private let mask: Int
  let count: Int

  /// `names`, each once, by their order.
  init(_ names: [Text]) {
    count = names.count
    bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.utf8.count }))
    entries = .allocate(capacity: max(1, names.count))
    var size = 8
    while size < names.count * 4 { size *= 2 }
    mask = size - 1
    slots = .allocate(capacity: size)
    slots.initialize(repeating: -1, count: size)
    var offset = 0
    for (position, name) in names.enumerated() {
      let start = offset
      for byte in name.utf8 {
        (bytes + offset).initialize(to: byte)
        offset += 1
      }
      (entries + position).initialize(to: Entry(start: start, length: offset - start))
      var slot = Self.hash(bytes + start, offset - start) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(position)
    }
  }

  deinit {
    bytes.deallocate()
    entries.deallocate()
    slots.deallocate()
  }

  /// The position of the name that is the `length` bytes at `name`, or -1. `guess` is looked at first.
  @inline(__always)
  func position(_ name: UnsafePointer<UInt8>, _ length: Int, guess: Int) -> Int {
    if guess < count, isName(guess, name, length) { return guess }
    return search(name, length)
  }

  private func search(_ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var slot = Self.hash(name, length) & mask
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if isName(position, name, length) { return position }
      slot = (slot &+ 1) & mask
    }
    return -1
  }

  @inline(__always)
  private func isName(_ position: Int, _ name: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let entry = entries[position]
    guard entry.length == length else { return false }
    let (a, b) = (UnsafeRawPointer(bytes + entry.start), UnsafeRawPointer(name))
    var offset = 0
    while length &- offset >= 8 {
      if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    while offset < length {
      if a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset &+= 1
    }
    return true
  }

  /// FNV-1a: names are short.
  private static func hash(_ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<length { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }
}
