import TerrainDocuments
import TerrainBase

// Keywords about a value by itself.
extension SchemaCompiler {
  mutating func compileValueAssertions(_ schema: Node, _ dialect: Dialect) {
    if let type = schema["type"] { compileType(type) }
    if dialect.draft >= .draft06, let value = schema["const"] { compileEnumeration([value], isConstant: true) }
    if let values = schema["enum"], values.kind == .list {
      compileEnumeration(Array(values.elements), isConstant: false)
    }
    if dialect.draft == .draft04 {
      // There the exclusive keywords only modify the others.
      compileLimit(
        schema["minimum"], schema["exclusiveMinimum"]?.bool == true ? .exclusiveMinimum : .minimum)
      compileLimit(
        schema["maximum"], schema["exclusiveMaximum"]?.bool == true ? .exclusiveMaximum : .maximum)
    } else {
      compileLimit(schema["minimum"], .minimum)
      compileLimit(schema["maximum"], .maximum)
      compileLimit(schema["exclusiveMinimum"], .exclusiveMinimum)
      compileLimit(schema["exclusiveMaximum"], .exclusiveMaximum)
    }
    compileLimit(schema["multipleOf"], .multipleOf)
    let shortest = Self.count(schema["minLength"])
    let longest = Self.count(schema["maxLength"])
    if shortest != nil || longest != nil { emit(.length, shortest ?? 0, longest ?? .max) }
    if let node = schema["pattern"], let number = pattern(node, dialect) { emit(.pattern, number) }
  }

  mutating func compileFormat(_ schema: Node, _ dialect: Dialect) {
    guard let name = schema["format"]?.text, let format = Format(name: name.string) else { return }
    guard formats == .always || dialect.vocabularies.contains(.formatAssertion) else { return }
    emit(.format, UInt32(format.rawValue))
  }

  private mutating func compileType(_ node: Node) {
    let names = node.kind == .list ? node.elements.compactMap(\.text) : [node.text].compactMap { $0 }
    let masks = names.compactMap { TypeMask(name: $0.string) }
    guard !masks.isEmpty, masks.count == names.count else { return }
    emit(.type, masks.reduce(0) { $0 | $1.bits })
  }

  private mutating func compileEnumeration(_ values: [Node], isConstant: Bool) {
    let strings = values.compactMap(\.text)
    let others = values.filter { $0.kind != .string }
    var slots = [StringSlot](repeating: .empty, count: Self.tableSize(strings.count))
    for string in strings {
      let hash = Self.hash(string)
      Self.insert(
        StringSlot(hash: hash, name: parts.add(name: string.utf8)), hash: hash, into: &slots, isEmpty: \.hash)
    }
    let enumeration = Enumeration(
      slots: UInt32(truncatingIfNeeded: parts.stringSlots.count), slotMask: UInt32(truncatingIfNeeded: slots.count - 1),
      others: UInt32(truncatingIfNeeded: parts.constants.count), otherCount: UInt32(truncatingIfNeeded: others.count))
    parts.stringSlots += slots
    parts.constants += others
    emit(.oneOfValues, SchemaParts.add(enumeration, to: &parts.enumerations), 0, isConstant ? 1 : 0)
  }

  private mutating func compileLimit(_ node: Node?, _ operation: Instruction.Operation) {
    guard let node, let raw = node.rawNumber else { return }
    // A number of YAML's other notations is written anew in tens.
    let isPlain = raw.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    let text: Text
    if isPlain {
      text = raw
    } else if let whole = node.int {
      text = Text(String(whole))
    } else {
      return
    }
    let whole = node.int ?? node.decimal.flatMap { Int64(exactly: $0) }
    if operation == .multipleOf, let decimal = node.decimal, decimal.signum <= 0 { return }
    let limit = NumberLimit(whole: whole ?? 0, isWhole: whole != nil, text: parts.add(name: text.utf8))
    emit(operation, SchemaParts.add(limit, to: &parts.numbers))
  }

  // MARK: -

  /// A count a schema gives (`2.0` is one too); those too large for any document are the largest.
  static func count(_ node: Node?) -> UInt32? {
    guard let node, node.kind == .number else { return nil }
    if let int = node.int { return int < 0 ? nil : UInt32(clamping: int) }
    guard let decimal = node.decimal, decimal.isWhole, decimal.signum >= 0 else { return nil }
    return Int64(exactly: decimal).map { UInt32(clamping: $0) } ?? .max
  }

  static func hash(_ text: Text) -> UInt32 {
    var string = text.string
    return string.withUTF8 { KeyHash.hash($0, seed: KeyHash.seed) }
  }

  /// Slots for `count` entries: a power of two, half of them free.
  static func tableSize(_ count: Int) -> Int {
    var size = 1
    while size < count * 2 { size *= 2 }
    return size
  }

  /// Puts `slot` into the first free place from where its hash points to.
  static func insert<Slot>(_ slot: Slot, hash: UInt32, into slots: inout [Slot], isEmpty key: KeyPath<Slot, UInt32>) {
    var at = Int(hash) & (slots.count - 1)
    while slots[at][keyPath: key] != PropertySlot.emptyHash { at = (at + 1) & (slots.count - 1) }
    slots[at] = slot
  }
}
