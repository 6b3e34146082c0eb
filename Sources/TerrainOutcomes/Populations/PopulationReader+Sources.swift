import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// Sources of values.
extension PopulationReader {
  private static let forms = ["weights", "each", "between", "around", "pick", "list", "object", "cases", "value"]
  private static let sourceKeys =
    forms + ["when", "absent", "stays", "out_of", "at_most", "spread", "size", "decimals", "as", "doc"]

  /// The source at `node`, whose values are those of `fact` where there is one.
  mutating func source(_ node: Node, fact: FactDeclaration?) -> ValueSource? {
    source(node, type: fact?.type, bounds: fact)
  }

  private mutating func source(_ node: Node, type: CELType?, bounds: FactDeclaration? = nil) -> ValueSource? {
    guard node.kind == .map else {
      if let text = node.text, text.string.hasPrefix("=") {
        let written = Text(text.string.dropFirst().trimmedOfSpaces)
        return expression(written, at: node).map { ValueSource(kind: .expression($0), place: node.place) }
      }
      return literal(node, type).map { ValueSource(kind: .constant($0), place: node.place) }
    }
    guard
      let fields = Fields(node, "a source of values", allowed: Self.sourceKeys, expressions: ["when"], into: &diagnostics)
    else { return nil }
    let present = Self.forms.filter { fields[$0] != nil && !($0 == "between" && fields["around"] != nil) }
    guard present.count == 1, let form = present.first, let written = fields[form] else {
      diagnostics.append(.populationForm(node, among: Self.forms))
      return nil
    }
    let condition = fields["when"].flatMap { self.condition($0) }
    let number = numberForm(fields["as"], type)
    guard let kind = kind(form, written, fields, type, bounds) else { return nil }
    var source = ValueSource(kind: kind, condition: condition, form: number, place: node.place)
    if let absent = fields["absent"] { source.absent = UInt64(whole(absent, in: 0...100) ?? 0) }
    if let stays = fields["stays"] { source.stays = UInt64(whole(stays, in: 0...99) ?? 0) }
    return source
  }

  /// What a number becomes that is drawn for a value of `type`, as `node` declares it.
  private mutating func numberForm(_ node: Node?, _ type: CELType?) -> ValueSource.NumberForm {
    guard let node else { return type == .double ? .double : .standard }
    switch node.text {
    case "clock"?: return .clock
    case "text"?: return .text
    default:
      diagnostics.append(.populationAs(node))
      return .standard
    }
  }

  private mutating func kind(
    _ form: String, _ node: Node, _ fields: Fields, _ type: CELType?, _ bounds: FactDeclaration?
  ) -> ValueSource.Kind? {
    switch form {
    case "weights":
      let elements = weighed(node, type)
      guard let choice = WeightedChoice(elements) else {
        diagnostics.append(.populationWeights(node.place))
        return nil
      }
      return .weights(choice)
    case "each":
      var element = type
      if case .list(let inner)? = type { element = inner }
      let outOf = fields["out_of"].flatMap { whole($0, in: 1...1_000_000) } ?? 100
      let most = fields["at_most"].flatMap { whole($0, in: 1...1000) } ?? 1000
      return .each(
        weighed(node, element).map { (value: $0.value, chance: $0.weight) }, outOf: UInt64(outOf), atMost: Int(most))
    case "between":
      let decimals = decimals(fields)
      return range(node, decimals, bounds).map { .between($0, decimals: decimals) }
    case "around":
      let decimals = decimals(fields)
      guard let limits = fields.required("between", into: &diagnostics),
        let range = range(limits, decimals, bounds), let center = source(node, type: nil),
        let spread = fields.required("spread", into: &diagnostics).flatMap({ units($0, decimals) }), spread >= 0
      else { return nil }
      return .around(center, spread: spread, range, decimals: decimals)
    case "pick":
      guard let kind = node.text, !system.pack.records(of: kind).isEmpty else {
        diagnostics.append(.populationKind(node, among: system.pack.kinds.map(\.name)))
        return nil
      }
      return .pick(system.pack.records(of: kind).map { .string($0.id) })
    case "list":
      var element: CELType?
      if case .list(let inner)? = type { element = inner }
      guard let inner = source(node, type: element),
        let size = fields.required("size", into: &diagnostics).flatMap({ source($0, type: .int) })
      else { return nil }
      return .list(inner, size: size)
    case "object":
      return .object(
        node.members.compactMap { key, value in
          guard let name = key.text, let source = source(value, type: nil) else { return nil }
          return (name, source)
        })
    case "cases": return .cases(node.elements.compactMap { source($0, type: type, bounds: bounds) })
    default: return literal(node, type).map { .constant($0) }
    }
  }

  /// The values that are keys of `node`, with their whole weights.
  private mutating func weighed(_ node: Node, _ type: CELType?) -> [(value: Value, weight: UInt64)] {
    guard node.kind == .map else {
      diagnostics.append(.wrongShape("weights", expected: "a map from values to whole numbers", actual: node))
      return []
    }
    return node.members.compactMap { key, weight in
      guard let value = keyValue(key, type), let weight = self.weight(weight) else { return nil }
      return (value, weight)
    }
  }

  /// The value that is the key `node`: keys are texts, of which some mean truths and whole numbers.
  private mutating func keyValue(_ node: Node, _ type: CELType?) -> Value? {
    if let text = node.text {
      switch (type, text.string) {
      case (nil, "true"), (.bool?, "true"): return .bool(true)
      case (nil, "false"), (.bool?, "false"): return .bool(false)
      case (nil, let digits), (.int?, let digits): if let number = Int64(digits) { return .int(number) }
      case (.double?, let digits): if let number = Int64(digits) { return .double(Double(number)) }
      default: break
      }
    }
    return literal(node, type)
  }

  /// The value at `node`, which has to be one of `type`. Records are named by their ids.
  private mutating func literal(_ node: Node, _ type: CELType?) -> Value? {
    guard let type else { return node.value }
    var reader = LiteralReader(missingListsAreEmpty: true, records: .held(by: system.pack))
    let value = reader.read(node, as: type)
    diagnostics += reader.diagnostics
    guard let value else { return nil }
    return type.holdsRecord ? node.value : value
  }

  private mutating func decimals(_ fields: Fields) -> Int {
    Int(fields["decimals"].flatMap { whole($0, in: 0...6) } ?? 0)
  }

  /// The range at `node`, in units of 10^-`decimals`, which has to lie in the range of the fact `bounds`.
  private mutating func range(_ node: Node, _ decimals: Int, _ bounds: FactDeclaration?) -> ClosedRange<Int64>? {
    guard node.kind == .list, node.count == 2, let first = node.element(at: 0), let last = node.element(at: 1),
      let low = units(first, decimals), let high = units(last, decimals), low <= high,
      high.subtractingReportingOverflow(low).partialValue < 1 << 60
    else {
      diagnostics.append(.populationRange(node))
      return nil
    }
    if let bounds {
      for end in [first, last] {
        var reader = LiteralReader(into: nil)
        guard let value = reader.read(end, as: bounds.type) else { continue }
        if !FactBounds(minimum: bounds.minimum, maximum: bounds.maximum).contains(value) {
          diagnostics.append(.populationBeyond(end, bounds))
        }
      }
    }
    return low...high
  }

  /// The number at `node` in units of 10^-`decimals`.
  private mutating func units(_ node: Node, _ decimals: Int) -> Int64? {
    guard let number = node.decimal,
      let scaled = try? number.multiplied(by: ExactDecimal(coefficient: 1, exponent: Int32(decimals))),
      let units = Int64(scaled.description)
    else {
      diagnostics.append(.populationUnits(node, decimals))
      return nil
    }
    return units
  }

  /// The type that expressions see where `source` has a value.
  func type(of source: ValueSource, fact: FactDeclaration?) -> CELType {
    if let fact {
      switch fact.type {
      // Expressions compare ids and values of enums as texts.
      case .record, .enumeration: return .string
      case .list(.record), .list(.enumeration): return .list(.string)
      default: return fact.type.holdsRecord ? .dyn : fact.type
      }
    }
    switch source.form {
    case .clock, .text: return .string
    case .double: return .double
    case .standard: break
    }
    switch source.kind {
    case .constant(let value): return value.sourceType
    case .expression(let expression):
      if case .optional(let inner) = expression.type { return inner }
      return expression.type
    case .weights(let choice): return Self.common(choice.elements.map(\.value.sourceType))
    case .each(let chances, _, _): return .list(Self.common(chances.map(\.value.sourceType)))
    case .between(_, let decimals), .around(_, _, _, let decimals): return decimals == 0 ? .int : .double
    case .pick: return .string
    case .list(let inner, _): return .list(type(of: inner, fact: nil))
    case .object: return .dyn
    case .cases(let sources): return Self.common(sources.map { type(of: $0, fact: nil) })
    }
  }

  private static func common(_ types: [CELType]) -> CELType {
    guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .dyn }
    return first
  }
}

extension Value {
  /// The type of a value that is written in a population.
  fileprivate var sourceType: CELType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list(.dyn)
    default: .dyn
    }
  }
}

extension CELType {
  /// Whether its values are records, or are made of them.
  var holdsRecord: Bool {
    switch self {
    case .record: true
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.holdsRecord
    default: false
    }
  }
}

extension Substring {
  fileprivate var trimmedOfSpaces: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
