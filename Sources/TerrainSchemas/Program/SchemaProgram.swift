import TerrainDocuments
import TerrainPatterns

/// A schema as flat arrays that never change: one for each kind of part, which name each other by number.
final class SchemaProgram: @unchecked Sendable {
  let instructions: FrozenMemory<Instruction>
  let blocks: FrozenMemory<Block>
  let blockLists: FrozenMemory<UInt32>
  let checks: FrozenMemory<Check>
  let mapShapes: FrozenMemory<MapShape>
  let propertySlots: FrozenMemory<PropertySlot>
  let patternEntries: FrozenMemory<PatternEntry>
  let keys: FrozenMemory<KeyEntry>
  let listShapes: FrozenMemory<ListShape>
  let enumerations: FrozenMemory<Enumeration>
  let stringSlots: FrozenMemory<StringSlot>
  let numbers: FrozenMemory<NumberLimit>
  let names: FrozenMemory<UInt8>
  let patterns: PatternTable
  let dynamicReferences: [DynamicReference]
  /// Values that are no strings, of `enum` and `const`.
  let constants: [Node]
  /// The schema each block was made from.
  let origins: [Node]
  /// The block that checks a whole document.
  let root: UInt32

  init(_ parts: consuming ProgramParts, root: UInt32) {
    instructions = SchemaProgram.frozen(parts.instructions)
    blocks = SchemaProgram.frozen(parts.blocks)
    blockLists = SchemaProgram.frozen(parts.blockLists)
    checks = SchemaProgram.frozen(parts.checks)
    mapShapes = SchemaProgram.frozen(parts.mapShapes)
    propertySlots = SchemaProgram.frozen(parts.propertySlots)
    patternEntries = SchemaProgram.frozen(parts.patternEntries)
    keys = SchemaProgram.frozen(parts.keys)
    listShapes = SchemaProgram.frozen(parts.listShapes)
    enumerations = SchemaProgram.frozen(parts.enumerations)
    stringSlots = SchemaProgram.frozen(parts.stringSlots)
    numbers = SchemaProgram.frozen(parts.numbers)
    names = SchemaProgram.frozen(parts.names)
    patterns = PatternTable(parts.patterns)
    dynamicReferences = parts.dynamicReferences
    constants = parts.constants
    origins = parts.origins
    self.root = root
  }

  /// The block an instruction belongs to.
  func block(ofInstruction index: UInt32) -> UInt32? {
    // Blocks are in the order of their instructions; empty ones begin where the next one does.
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks.base[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low < blocks.count ? UInt32(truncatingIfNeeded: low) : nil
  }

  /// The schema an instruction was made from.
  func origin(ofInstruction index: UInt32) -> Node? {
    block(ofInstruction: index).map { origins[Int($0)] }
  }

  /// The text of `run` in the program's names.
  func text(_ run: ByteRun) -> String {
    String(decoding: UnsafeBufferPointer(start: names.base + Int(run.offset), count: Int(run.count)), as: UTF8.self)
  }

  private static func frozen<Element: BitwiseCopyable>(_ elements: [Element]) -> FrozenMemory<Element> {
    var memory = GrowingMemory<Element>(capacity: elements.count)
    elements.withUnsafeBufferPointer { memory.append($0) }
    return memory.freeze()
  }
}

/// Patterns in memory of their own: an array of them would be retained and released at each look, by every thread.
final class PatternTable: @unchecked Sendable {
  let base: UnsafeMutablePointer<Pattern>
  private let count: Int

  init(_ patterns: [Pattern]) {
    base = .allocate(capacity: max(patterns.count, 1))
    count = patterns.count
    for (index, pattern) in patterns.enumerated() { (base + index).initialize(to: pattern) }
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}

/// The parts of a program while it is made.
struct ProgramParts {
  var instructions: [Instruction] = []
  var blocks: [Block] = []
  var blockLists: [UInt32] = []
  var checks: [Check] = []
  var mapShapes: [MapShape] = []
  var propertySlots: [PropertySlot] = []
  var patternEntries: [PatternEntry] = []
  var keys: [KeyEntry] = []
  var listShapes: [ListShape] = []
  var enumerations: [Enumeration] = []
  var stringSlots: [StringSlot] = []
  var numbers: [NumberLimit] = []
  var names: [UInt8] = []
  var patterns: [Pattern] = []
  var dynamicReferences: [DynamicReference] = []
  var constants: [Node] = []
  var origins: [Node] = []

  /// Puts bytes among the names.
  mutating func add(name: some Sequence<UInt8>) -> ByteRun {
    let offset = names.count
    names += name
    return ByteRun(
      offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: names.count - offset))
  }

  /// Adds an element to one of the arrays and gives its number.
  static func add<Element>(_ element: Element, to array: inout [Element]) -> UInt32 {
    array.append(element)
    return UInt32(truncatingIfNeeded: array.count - 1)
  }
}
