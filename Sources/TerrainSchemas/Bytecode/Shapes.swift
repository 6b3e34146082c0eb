/// All keywords of a schema about the members of a map, checked in one pass over them.
struct MapShape: BitwiseCopyable {
  /// Slots of the property table: `slotMask` + 1 of them from `slots`.
  var slots: UInt32 = 0
  var slotMask: UInt32 = 0
  /// Patterns with checks: `patternProperties`.
  var patterns: UInt32 = 0
  var patternCount: UInt32 = 0
  /// What members must pass that neither property nor pattern covers.
  var additional = Check.pass
  /// What keys must pass.
  var names = Check.pass
  /// A bit for each required key; the property table knows which.
  var required: UInt64 = 0
  /// Required keys beyond the 64th: a run of the key lists.
  var moreRequired: UInt32 = 0
  var moreRequiredCount: UInt32 = 0
  /// Pairs of keys where the first requires the second: a run of the key lists, two entries each.
  var dependents: UInt32 = 0
  var dependentCount: UInt32 = 0
  var minimumCount: UInt32 = 0
  var maximumCount = UInt32.max
  /// True when unknown keys are an error.
  var forbidsAdditional = false
  /// True when `additionalProperties` is there, whatever its value: all members count as evaluated.
  var hasAdditional = false
  /// True when what is evaluated must be noted.
  var marks = false
  /// True when members must be gone through.
  var needsMembers = false
}

/// One key of a property table.
struct PropertySlot: BitwiseCopyable {
  /// The key's hash, or ``empty``.
  var hash: UInt32
  /// Its bytes in the bytecode's names.
  var name: ByteRun
  var check: Check
  /// Its bit of ``MapShape/required``.
  var requiredBit: UInt64
  /// False for a key that is only required.
  var isDeclared: Bool

  static let emptyHash = UInt32.max
  static let empty = PropertySlot(
    hash: emptyHash, name: ByteRun(offset: 0, count: 0), check: .pass, requiredBit: 0, isDeclared: false)
}

/// Bytes of the bytecode's names.
struct ByteRun: BitwiseCopyable {
  var offset: UInt32
  var count: UInt32
}

/// A key outside of property tables: required beyond the 64th, or one that others depend on.
struct KeyEntry: BitwiseCopyable {
  var hash: UInt32
  var name: ByteRun
  /// The block for the map that has the key, for `dependentSchemas`.
  var block: UInt32
}

/// A pattern of `patternProperties` and what it asks.
struct PatternEntry: BitwiseCopyable {
  var pattern: UInt32
  var check: Check
}

/// All keywords of a schema about the elements of a list.
struct ListShape: BitwiseCopyable {
  /// Checks for the first elements.
  var prefix: UInt32 = 0
  var prefixCount: UInt32 = 0
  /// What the others must pass.
  var items = Check.pass
  var minimumCount: UInt32 = 0
  var maximumCount = UInt32.max
  /// What some must pass.
  var contains = Check.pass
  var minimumContained: UInt32 = 1
  var maximumContained = UInt32.max
  var hasContains = false
  var isUnique = false
  /// True when there may be no elements after the first ones.
  var forbidsMore = false
  /// True when `items` is there: all elements count as evaluated.
  var hasItems = false
  var marks = false
  /// True when elements that pass `contains` count as evaluated: since 2020-12.
  var marksContained = false
}

/// The values of `enum` or `const`.
struct Enumeration: BitwiseCopyable {
  /// Slots of the table of strings: `slotMask` + 1 of them from `slots`.
  var slots: UInt32
  var slotMask: UInt32
  /// Values that are no strings: a run of the bytecode's constants.
  var others: UInt32
  var otherCount: UInt32
}

/// A string of an enumeration's table.
struct StringSlot: BitwiseCopyable {
  var hash: UInt32
  var name: ByteRun

  static let empty = StringSlot(hash: PropertySlot.emptyHash, name: ByteRun(offset: 0, count: 0))
}

/// A number of a schema.
struct NumberLimit: BitwiseCopyable {
  /// Its value where it is whole and fits.
  var whole: Int64
  var isWhole: Bool
  /// As it is written, in the bytecode's names: numbers of any length.
  var text: ByteRun
}

/// Where `$dynamicRef` may lead.
struct DynamicReference: Sendable {
  /// The block for a resource of the dynamic scope, by the resource's number.
  var targets: [UInt32: UInt32]
  /// Where it leads when no resource of the scope has the anchor.
  var fallback: UInt32
}
