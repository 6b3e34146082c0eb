import TerrainBase

/// A machine's own copy of the tables of switches: dense tables by code, hash tables with open addressing by int and by string.
struct JumpTables {
  private struct IntEntry {
    var key: Int64
    var target: Int32
    var isUsed: Bool
  }

  private struct TextEntry {
    var hash: UInt64
    var start: Int32
    var length: Int32
    var target: Int32
    var isUsed: Bool
  }

  private struct Table {
    var start: Int32
    /// For a hash table, the number of entries (a power of two) minus one; for a dense table, the number of entries.
    var mask: Int32
    var otherwise: Int32
    /// The number of bytes of the longest key of a table of texts; longer texts cannot match and are not compared.
    var longest: Int32 = 0
  }

  private let dense: UnsafeMutablePointer<Int32>
  private let denseTables: UnsafeMutablePointer<Table>
  private let ints: UnsafeMutablePointer<IntEntry>
  private let intTables: UnsafeMutablePointer<Table>
  private let texts: UnsafeMutablePointer<TextEntry>
  private let textTables: UnsafeMutablePointer<Table>
  private let bytes: UnsafeMutablePointer<UInt8>

  init(_ bytecode: Bytecode) {
    var targets: [Int32] = []
    var tables: [Table] = []
    for table in bytecode.jumpTables {
      tables.append(Table(start: Int32(targets.count), mask: Int32(table.count), otherwise: 0))
      targets += table
    }
    dense = JumpTables.copy(targets)
    denseTables = JumpTables.copy(tables)

    var intEntries: [IntEntry] = []
    var tablesOfInts: [Table] = []
    var textEntries: [TextEntry] = []
    var tablesOfTexts: [Table] = []
    var blob: [UInt8] = []
    for item in bytecode.switches {
      var size = 4
      while size < item.keys.count * 2 { size *= 2 }
      let mask = UInt64(size - 1)
      var ownInts = [IntEntry](repeating: IntEntry(key: 0, target: 0, isUsed: false), count: size)
      var ownTexts = [TextEntry](
        repeating: TextEntry(hash: 0, start: 0, length: 0, target: 0, isUsed: false), count: size)
      for (key, target) in zip(item.keys, item.targets) {
        switch key {
        case .int(let int):
          var place = JumpTables.hash(int) & mask
          while ownInts[Int(place)].isUsed, ownInts[Int(place)].key != int { place = (place + 1) & mask }
          if !ownInts[Int(place)].isUsed { ownInts[Int(place)] = IntEntry(key: int, target: target, isUsed: true) }
        case .string(let text):
          let hash = text.string.utf8.reduce(JumpTables.seed) { ($0 ^ UInt64($1)) &* JumpTables.prime }
          var place = hash & mask
          let own = Array(text.utf8)
          func isSame(_ entry: TextEntry) -> Bool {
            entry.hash == hash && blob[Int(entry.start)..<Int(entry.start + entry.length)].elementsEqual(own)
          }
          while ownTexts[Int(place)].isUsed, !isSame(ownTexts[Int(place)]) { place = (place + 1) & mask }
          if !ownTexts[Int(place)].isUsed {
            ownTexts[Int(place)] = TextEntry(
              hash: hash, start: Int32(blob.count), length: Int32(own.count), target: target, isUsed: true)
            blob += own
          }
        default: break
        }
      }
      tablesOfInts.append(Table(start: Int32(intEntries.count), mask: Int32(size - 1), otherwise: item.otherwise))
      tablesOfTexts.append(
        Table(
          start: Int32(textEntries.count), mask: Int32(size - 1), otherwise: item.otherwise,
          longest: ownTexts.map { $0.length }.max() ?? 0))
      intEntries += ownInts
      textEntries += ownTexts
    }
    ints = JumpTables.copy(intEntries)
    intTables = JumpTables.copy(tablesOfInts)
    texts = JumpTables.copy(textEntries)
    textTables = JumpTables.copy(tablesOfTexts)
    bytes = JumpTables.copy(blob)
  }

  func deallocate() {
    dense.deallocate()
    denseTables.deallocate()
    ints.deallocate()
    intTables.deallocate()
    texts.deallocate()
    textTables.deallocate()
    bytes.deallocate()
  }

  private static func copy<T>(_ items: [T]) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, items.count))
    memory.initialize(from: items, count: items.count)
    return memory
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3

  @inline(__always) private static func hash(_ int: Int64) -> UInt64 {
    let mixed = UInt64(bitPattern: int) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ (mixed >> 32)
  }

  // MARK: Looking

  /// The target of the dense table `table` for `code`.
  @inline(__always) func target(_ table: Int, _ code: Int64) -> Int {
    Int(dense[Int(denseTables[table].start) &+ Int(code)])
  }

  /// The target of the switch `table` for an int.
  @inline(__always) func target(_ table: Int, int: Int64) -> Int {
    let header = intTables[table]
    var place = Int(truncatingIfNeeded: JumpTables.hash(int)) & Int(header.mask)
    while true {
      let entry = ints[Int(header.start) &+ place]
      if !entry.isUsed { return Int(header.otherwise) }
      if entry.key == int { return Int(entry.target) }
      place = (place &+ 1) & Int(header.mask)
    }
  }

  /// The target of the switch `table` for values without a case.
  func otherwise(_ table: Int) -> Int { Int(intTables[table].otherwise) }

  /// The target of the switch `table` for a string.
  func target(_ table: Int, text: UnsafeBufferPointer<UInt8>) -> Int {
    let header = textTables[table]
    guard text.count <= Int(header.longest) else { return Int(header.otherwise) }
    var hash = JumpTables.seed
    for byte in text { hash = (hash ^ UInt64(byte)) &* JumpTables.prime }
    var place = Int(truncatingIfNeeded: hash) & Int(header.mask)
    while true {
      let entry = texts[Int(header.start) &+ place]
      if !entry.isUsed { return Int(header.otherwise) }
      if entry.hash == hash, Int(entry.length) == text.count {
        let own = UnsafeBufferPointer(start: bytes + Int(entry.start), count: text.count)
        if own.elementsEqual(text) { return Int(entry.target) }
      }
      place = (place &+ 1) & Int(header.mask)
    }
  }
}
