import TerrainDocuments
import TerrainPlatform

/// The members of two objects at once, as long as both have the same keys in the same order. The objects are what a ``JSONWriter``
/// writes compactly: there are no spaces, and a key is always the same bytes.
struct PairedMembers {
  /// Two members with the same key.
  struct Pair {
    /// The key with its quotation marks.
    let key: UnsafeRawBufferPointer
    let first: UnsafeRawBufferPointer
    let second: UnsafeRawBufferPointer

    /// The key as text.
    var name: String {
      let text = key.dropFirst().dropLast()
      guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
      return JSONReader.read(SourceText(name: "key", bytes: Array(key))).document?.root.text?.string ?? ""
    }
  }

  private let first: UnsafeRawBufferPointer
  private let second: UnsafeRawBufferPointer
  // Behind the bracket that opens the object, or behind a value.
  private var (atFirst, atSecond) = (1, 1)
  /// Whether the keys were the same so far; at the end, whether there are equally many.
  private(set) var isAligned = true

  /// The members of the objects `first` and `second`; nil where one of them is no object.
  init?(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) {
    let bracket = UInt8(ascii: "{")
    guard first.first == bracket, second.first == bracket else { return nil }
    (self.first, self.second) = (first, second)
  }

  /// What follows in both.
  var rest: (first: UnsafeRawBufferPointer, second: UnsafeRawBufferPointer) {
    (first.part(atFirst..<first.count), second.part(atSecond..<second.count))
  }

  /// The next two members; nil at the end, and where the keys differ.
  mutating func next() -> Pair? {
    guard atFirst < first.count, atSecond < second.count else { return misaligned() }
    let end = UInt8(ascii: "}")
    if first[atFirst] == end || second[atSecond] == end {
      return first[atFirst] == second[atSecond] ? nil : misaligned()
    }
    let comma = UInt8(ascii: ",")
    if first[atFirst] == comma { atFirst += 1 }
    if second[atSecond] == comma { atSecond += 1 }
    let key = first.part(atFirst..<first.endOfText(from: atFirst))
    guard atSecond + key.count <= second.count, key.isEqual(to: second.part(atSecond..<atSecond + key.count)) else {
      return misaligned()
    }
    // The colon follows the key.
    let values = (atFirst + key.count + 1, atSecond + key.count + 1)
    (atFirst, atSecond) = (first.endOfValue(from: values.0), second.endOfValue(from: values.1))
    guard values.0 <= atFirst, values.1 <= atSecond else { return misaligned() }
    return Pair(key: key, first: first.part(values.0..<atFirst), second: second.part(values.1..<atSecond))
  }

  private mutating func misaligned() -> Pair? {
    isAligned = false
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes in `range`.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

  /// Whether `other` has the same bytes.
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let a = baseAddress, let b = other.baseAddress else { return true }
    return memcmp(a, b, count) == 0
  }

  /// Where the JSON text ends whose quotation mark is at `start`.
  func endOfText(from start: Int) -> Int {
    var at = start + 1
    while at < count {
      switch self[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"): at += 2
      default: at += 1
      }
    }
    return count
  }

  /// Where the value of compact JSON ends that begins at `start`.
  func endOfValue(from start: Int) -> Int {
    guard start < count else { return count }
    var (at, depth) = (start, 0)
    while at < count {
      switch self[at] {
      case UInt8(ascii: "\""):
        at = endOfText(from: at)
        if depth == 0 { return at }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of what a number or a word is in, or that of an object or array itself.
        if depth <= 1 { return depth == 0 ? at : at + 1 }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return at }
      default: break
      }
      at += 1
    }
    return count
  }
}
