/// How a comparison is written into an instruction's flags.
enum CompareFlags {
  static let sense: UInt8 = 8
  static let constant: UInt8 = 16

  static func make(_ comparison: Comparison, sense: Bool) -> UInt8 { comparison.rawValue | (sense ? self.sense : 0) }

  /// Doubles and uints are compared in their own ways, everything else as ints.
  static func kind(_ kind: ScalarKind) -> UInt8 {
    switch kind {
    case .double: 32
    case .uint: 64
    default: 0
    }
  }

  static func comparison(_ flags: UInt8) -> Comparison { Comparison(rawValue: flags & 7) ?? .equal }
}

/// What ``Opcode/select`` and ``Opcode/index`` do beside looking.
enum SelectFlags {
  static let test: UInt8 = 1
  static let optional: UInt8 = 2
}

/// What ``Opcode/recordMarker`` records.
enum MarkerKind {
  static let marker: UInt8 = 0
  static let began: UInt8 = 1
  static let ended: UInt8 = 2
}

/// How ``Opcode/accumulateValue`` joins values.
package enum Accumulation: UInt8, Sendable { case sum, min, max }
