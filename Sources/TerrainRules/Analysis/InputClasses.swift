import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The possible values of an input, divided into classes that no test distinguishes.
struct InputClasses {
  /// The classes: numbers, instants, and durations ascending, enum cases as declared, `false` before `true`, absence last.
  private(set) var classes: [TableView.ValueClass]
  /// True for numbers, instants, and durations, whose classes are ordered.
  private let isOrdered: Bool

  /// The classes between `minimum` and `maximum` into which `predicates` divide the values of an input of type `type`. For an optional
  /// input, the classes of its present values.
  init(
    _ type: CELType, minimum: Value? = nil, maximum: Value? = nil, mayBeAbsent: Bool,
    predicates: [InputTest.Predicate]
  ) {
    isOrdered = type.isOrdered
    switch type {
    case .bool: classes = [TableView.ValueClass(only: .bool(false)), TableView.ValueClass(only: .bool(true))]
    case .enumeration(let vocabulary): classes = vocabulary.cases.map { TableView.ValueClass(only: .string($0)) }
    case .int: classes = IntCuts.classes(minimum, maximum, predicates)
    case .uint, .double, .decimal, .timestamp, .duration:
      classes = OrderedCuts(type).classes(minimum, maximum, predicates)
    default: classes = Self.singled(type, predicates)
    }
    if mayBeAbsent { classes.append(TableView.ValueClass(witness: nil)) }
  }

  /// The classes for which `predicate` holds, as sorted ranges that neither overlap nor touch.
  func matching(_ predicate: InputTest.Predicate) -> [ClosedRange<Int>] {
    if isOrdered, let matches = search(predicate) { return matches }
    return joined(
      classes.indices.filter { index in
        if let witness = classes[index].witness { predicate.holds(for: witness) } else { predicate.isAbsence }
      })
  }

  /// The same for ordered values by binary search, because a table may have thousands of classes.
  private func search(_ predicate: InputTest.Predicate) -> [ClosedRange<Int>]? {
    let count = classes.last?.isAbsent == true ? classes.count - 1 : classes.count
    /// The first class from which on `holds` is true for all classes.
    func firstIndex(where holds: (Value) -> Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if let witness = classes[middle].witness, holds(witness) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    switch predicate {
    case .compares(.less, _), .compares(.lessOrEqual, _):
      let end = firstIndex { !predicate.holds(for: $0) }
      return end > 0 ? [0...(end - 1)] : []
    case .compares(.greater, _), .compares(.greaterOrEqual, _):
      let start = firstIndex { predicate.holds(for: $0) }
      return start < count ? [start...(count - 1)] : []
    case .equals(let value): return joined(equal(to: [value], firstIndex))
    case .isOneOf(let values): return joined(equal(to: values, firstIndex))
    case .isAbsent, .isTrue, .compares(.notEqual, _): return nil
    }
  }

  /// The classes of the single values among `values`.
  private func equal(to values: [Value], _ firstIndex: ((Value) -> Bool) -> Int) -> [Int] {
    var matches: Set<Int> = []
    for value in values {
      let index = firstIndex { InputTest.Predicate.compares(.greaterOrEqual, value).holds(for: $0) }
      if classes.indices.contains(index), let witness = classes[index].witness, witness.isEqual(to: value) {
        matches.insert(index)
      }
    }
    return matches.ordered()
  }

  /// The indices with neighbors joined to ranges.
  private func joined(_ indices: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for index in indices {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges
  }

  /// The class that contains `value`, or nil if no class contains it. An optional value counts as its content or as absence.
  func index(of value: Value) -> Int? { classes.index(of: value) }

  /// A class for each constant in a comparison, and a class for all other values.
  private static func singled(_ type: CELType, _ predicates: [InputTest.Predicate]) -> [TableView.ValueClass] {
    var values: [Value] = []
    for value in predicates.flatMap({ $0.constants }) where !values.contains(where: { $0.isEqual(to: value) }) {
      values.append(value)
    }
    let other = Other.value(of: type, besides: values)
    return values.map { TableView.ValueClass(only: $0) } + [TableView.ValueClass(witness: other)]
  }
}

/// Makes a value that differs from all given values.
private enum Other {
  static func value(of type: CELType, besides values: [Value]) -> Value {
    guard type.erased == .string else { return .null }
    var text = "other"
    while values.contains(where: { $0.isEqual(to: .string(Text(text))) }) { text = "an" + text }
    return .string(Text(text))
  }
}

extension TableView.Column {
  /// The class that contains `value`, or nil if no class contains it. An optional value counts as its content or as absence.
  package func index(of value: Value) -> Int? { classes.index(of: value) }
}

extension [TableView.ValueClass] {
  fileprivate func index(of value: Value) -> Int? {
    var value = value
    if case .optional(let wrapped) = value {
      guard let wrapped else { return firstIndex { $0.isAbsent } }
      value = wrapped
    }
    for (index, valueClass) in enumerated() where valueClass.contains(value) { return index }
    // For values without an order, the last class other than absence contains all other values.
    return lastIndex { $0.lower == nil && $0.upper == nil && !$0.isAbsent }
  }
}

extension TableView.ValueClass {
  /// The class of the single value `value`.
  fileprivate init(only value: Value) {
    let bound = TableView.Bound(value: value, isClosed: true)
    self.init(witness: value, lower: bound, upper: bound)
  }
}

extension TableView.ValueClass {
  /// True if `value` is between the class's bounds.
  fileprivate func contains(_ value: Value) -> Bool {
    guard let witness, lower != nil || upper != nil || witness.isOrdered else { return false }
    return TableView.Bound.contain(value, lower, upper)
  }
}

extension InputTest.Predicate {
  fileprivate var isAbsence: Bool {
    if case .isAbsent = self { return true }
    return false
  }

  /// The values with which it compares.
  fileprivate var constants: [Value] {
    switch self {
    case .isAbsent, .isTrue: []
    case .compares(_, let value), .equals(let value): [value]
    case .isOneOf(let values): values
    }
  }

  /// Calls `body` for each constant at which the predicate divides the values, with the sides of the constant, before or after, on which it
  /// does.
  fileprivate func cuts(_ body: (_ value: Value, _ before: Bool, _ after: Bool) -> Void) {
    switch self {
    case .isAbsent, .isTrue: break
    case .compares(.less, let value), .compares(.greaterOrEqual, let value): body(value, true, false)
    case .compares(.lessOrEqual, let value), .compares(.greater, let value): body(value, false, true)
    case .compares(.notEqual, let value), .equals(let value): body(value, true, true)
    case .isOneOf(let values): for value in values { body(value, true, true) }
    }
  }
}

/// Classes of whole numbers, each a range of ints.
private enum IntCuts {
  static func classes(
    _ minimum: Value?, _ maximum: Value?, _ predicates: [InputTest.Predicate]
  ) -> [TableView.ValueClass] {
    let least = minimum.flatMap(int) ?? Int64.min
    let greatest = maximum.flatMap(int) ?? Int64.max
    // The first int of each class except the first class.
    var starts: Set<Int64> = []
    for predicate in predicates {
      predicate.cuts { value, before, after in
        guard case .int(let constant) = value else { return }
        if before, constant > least, constant <= greatest { starts.insert(constant) }
        if after, constant >= least, constant < greatest { starts.insert(constant + 1) }
      }
    }
    var classes: [TableView.ValueClass] = []
    var first = least
    for start in starts.ordered() {
      classes.append(valueClass(first, start - 1))
      first = start
    }
    classes.append(valueClass(first, greatest))
    return classes
  }

  private static func int(_ value: Value) -> Int64? {
    if case .int(let number) = value { return number }
    return nil
  }

  private static func valueClass(_ first: Int64, _ last: Int64) -> TableView.ValueClass {
    let witness = first > 0 ? first : last < 0 ? last : 0
    return TableView.ValueClass(
      witness: .int(witness), lower: TableView.Bound(value: .int(first), isClosed: true),
      upper: TableView.Bound(value: .int(last), isClosed: true))
  }
}

extension Value {
  /// True for numbers, instants, and durations, the types with `min`, `max`, and `<`.
  package var isOrdered: Bool {
    switch self {
    case .timestamp, .duration: true
    default: isNumber
    }
  }
}

/// Classes of dense numbers, instants, and durations: each is a single value or an interval between two.
private struct OrderedCuts {
  private struct Cut {
    var value: Value
    /// True if the value itself belongs to the class before the cut.
    var isAfter: Bool
  }

  let type: CELType

  init(_ type: CELType) { self.type = type }

  func classes(
    _ minimum: Value?, _ maximum: Value?, _ predicates: [InputTest.Predicate]
  ) -> [TableView.ValueClass] {
    var cuts: [Cut] = []
    for predicate in predicates {
      predicate.cuts { value, before, after in
        guard value.isOrdered, value.isEqual(to: value) else { return }
        if before { cuts.append(Cut(value: value, isAfter: false)) }
        if after { cuts.append(Cut(value: value, isAfter: true)) }
      }
    }
    cuts.sort { Self.isBefore($0, $1) }
    let least = minimum ?? (type == .uint ? .uint(0) : nil)
    var classes: [TableView.ValueClass] = []
    var lower = least.map { TableView.Bound(value: $0, isClosed: true) }
    var previous: Cut?
    for cut in cuts {
      if let previous, !Self.isBefore(previous, cut) { continue }
      previous = cut
      let upper = TableView.Bound(value: cut.value, isClosed: cut.isAfter)
      // A cut outside the domain has no effect.
      guard let made = valueClass(lower, upper), !isBeyond(upper, maximum) else { continue }
      classes.append(made)
      lower = TableView.Bound(value: cut.value, isClosed: !cut.isAfter)
    }
    if let last = valueClass(lower, maximum.map { TableView.Bound(value: $0, isClosed: true) }) { classes.append(last) }
    return classes
  }

  private static func isBefore(_ a: Cut, _ b: Cut) -> Bool {
    switch a.value.compare(to: b.value) {
    case .less: true
    case .equal: !a.isAfter && b.isAfter
    default: false
    }
  }

  private func isBeyond(_ upper: TableView.Bound, _ maximum: Value?) -> Bool {
    guard let maximum else { return false }
    switch upper.value.compare(to: maximum) {
    case .greater: return true
    case .equal: return upper.isClosed
    default: return false
    }
  }

  /// The class between two bounds, with the value nearest to zero, or nil if no value lies between them.
  private func valueClass(_ lower: TableView.Bound?, _ upper: TableView.Bound?) -> TableView.ValueClass? {
    if let lower, let upper {
      switch lower.value.compare(to: upper.value) {
      case .greater, nil: return nil
      case .equal: guard lower.isClosed, upper.isClosed else { return nil }
      case .less: break
      }
    }
    guard let witness = OrderedWitness(type).between(lower, upper) else { return nil }
    return TableView.ValueClass(witness: witness, lower: lower, upper: upper)
  }
}

/// Finds a value between two bounds: zero if it lies between them, else the short number nearest to zero. For instants, which have no zero,
/// a value at or next to a bound.
struct OrderedWitness {
  let type: CELType

  init(_ type: CELType) { self.type = type }

  /// A value of the type between the bounds, or nil if none exists.
  func between(_ lower: TableView.Bound?, _ upper: TableView.Bound?) -> Value? {
    candidates(lower?.value, upper?.value).first { TableView.Bound.contain($0, lower, upper) }
  }

  private func candidates(_ lower: Value?, _ upper: Value?) -> [Value] {
    switch type {
    case .uint:
      var candidates: [Value] = [.uint(0)]
      if case .uint(let bound)? = lower { candidates += [.uint(bound), .uint(bound &+ 1)] }
      return candidates
    case .double: return doubles(number(lower), number(upper)).map { .double($0) }
    case .timestamp, .duration: return times(lower, upper)
    default: return decimals(decimal(lower), decimal(upper)).map { .decimal($0) }
    }
  }

  /// The bounds, and the values one second and one nanosecond from them. If any value lies between two bounds, one of these does.
  private func times(_ lower: Value?, _ upper: Value?) -> [Value] {
    let steps = [(1, 0), (0, 1)].compactMap { try? ExactDuration(seconds: $0, nanoseconds: $1) }
    let zero: Value = type == .duration ? .duration(.zero) : .timestamp(.epoch)
    let own = [lower, upper].compactMap { $0 }
    let beside = steps.flatMap { step in [lower?.moved(by: step), upper?.moved(by: -step)].compactMap { $0 } }
    return type == .duration ? [zero] + own + beside : own + beside + [zero]
  }

  private func number(_ value: Value?) -> Double? {
    if case .double(let number)? = value { return number }
    return nil
  }

  private func decimal(_ value: Value?) -> ExactDecimal? {
    if case .decimal(let number)? = value { return number }
    return nil
  }

  private func doubles(_ lower: Double?, _ upper: Double?) -> [Double] {
    var candidates: [Double] = [0]
    if let lower { candidates += [lower, lower.rounded(.down) + 1] }
    if let upper { candidates += [upper, upper.rounded(.up) - 1] }
    if let lower, let upper { candidates += [lower / 2 + upper / 2, lower.nextUp, upper.nextDown] }
    if let lower { candidates.append(lower.nextUp) }
    if let upper { candidates.append(upper.nextDown) }
    return candidates
  }

  private func decimals(_ lower: ExactDecimal?, _ upper: ExactDecimal?) -> [ExactDecimal] {
    var candidates: [ExactDecimal] = [.zero]
    let one = ExactDecimal(1 as Int64)
    if let lower { candidates += [lower, try? lower.adding(one)].compactMap { $0 } }
    if let upper { candidates += [upper, try? upper.subtracting(one)].compactMap { $0 } }
    if let lower, let upper, let half = try? ExactDecimal(coefficient: 5, exponent: -1),
      let sum = try? lower.adding(upper), let middle = try? sum.multiplied(by: half)
    {
      candidates.append(middle)
    }
    return candidates
  }
}

extension Value {
  /// An instant or a duration moved by `step`, or nil for other values and for results out of range.
  fileprivate func moved(by step: ExactDuration) -> Value? {
    switch self {
    case .timestamp(let instant): (try? instant.adding(step)).map { .timestamp($0) }
    case .duration(let duration): (try? duration.adding(step)).map { .duration($0) }
    default: nil
    }
  }
}

/// The slots of one version of a rule set, in a comparison with another version.
struct VersionSlots {
  /// The joint slots of the slots that differ from the other version.
  let slots: [Slot: Slot]
  /// The last parts of names that have another meaning in the other version.
  let changedNames: Set<Substring>
  /// The words that distinguish its expressions from those of the other version: `old rules`.
  let title: String

  /// The joint slot of `slot`.
  func slot(_ slot: Slot) -> Slot { slots[slot] ?? slot }

  /// The title that distinguishes the expression `text` from that of the other version, or nil if it means the same in both.
  func title(of text: String) -> String? {
    guard !changedNames.isEmpty else { return nil }
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.contains(where: changedNames.contains) ? title : nil
  }
}

extension EnumerationType {
  /// The position of a member, or nil if the value is not a member.
  func position(of value: Value) -> Int? {
    if case .string(let text) = value { return code(of: text) }
    return nil
  }

  /// The members for which the comparison `function` with `value` holds. Nil if `function` is not an order comparison or `value` is not a
  /// member.
  func members(_ function: String, _ value: Value) -> [Value]? {
    guard let position = position(of: value) else { return nil }
    let range: Range<Int>
    switch function {
    case "_<_": range = 0..<position
    case "_<=_": range = 0..<(position + 1)
    case "_>_": range = (position + 1)..<cases.count
    case "_>=_": range = position..<cases.count
    default: return nil
    }
    return cases[range].map { .string($0) }
  }
}
