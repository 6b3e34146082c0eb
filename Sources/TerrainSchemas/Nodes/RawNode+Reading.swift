import TerrainDocuments

// What is asked of every node. `RawNode` answers all of it too, but what is `package` is not inlined over a module's border
// (Swift 6.3), and a call for a mask would cost as much as the rest of a check. A test holds the two together.

/// ``RawNode/Tag``'s numbers.
enum NodeTag {
  static let null: UInt32 = 0
  static let bool: UInt32 = 1
  static let number: UInt32 = 2
  static let string: UInt32 = 3
  static let list: UInt32 = 4
  static let map: UInt32 = 5
  static let alias: UInt32 = 6
}

/// ``RawNode/Form``'s numbers.
enum NodeForm {
  static let quoted: UInt32 = 1
  static let decoded: UInt32 = 2
  static let integer: UInt32 = 0
  static let fraction: UInt32 = 1
  static let hexadecimal: UInt32 = 2
  static let octal: UInt32 = 3
  static let special: UInt32 = 4
}

extension RawNode {
  /// ``RawNode/tag``
  @inline(__always) var kindTag: UInt32 { meta & 7 }
  /// ``RawNode/form``
  @inline(__always) var writtenForm: UInt32 { meta >> 3 & 31 }
  /// ``RawNode/extra``
  @inline(__always) var hashOrCount: UInt32 { meta >> 8 }
  /// ``RawNode/isContainer``
  @inline(__always) var holdsNodes: Bool { kindTag == NodeTag.list || kindTag == NodeTag.map }
  /// ``RawNode/countIsLarge``
  @inline(__always) static var largeCount: UInt32 { 0xFF_FFFF }
}
