import TerrainRules
import TerrainExpressions
import TerrainBase

/// Whose facts a request gives: each reader takes some of a rule set's facts, and finds the others itself.
package enum FactScope: Sendable {
  /// Beside a moment and for no candidate: the clock gives its own facts.
  case day
  /// About a timeline, which gives its state and move.
  case timeline
  /// Of an account's event, where the account gives its own facts.
  case event
  /// All facts: a decision is asked with whatever it needs.
  case decision

  fileprivate func takes(_ fact: Fact) -> Bool {
    let isOfClock = Moment.factNames.contains(fact.name)
    return switch self {
    case .day: !fact.declaration.isPerCandidate && !isOfClock
    case .timeline: !fact.declaration.isPerCandidate && !isOfClock && !TimelineEngine.givesFact(fact.name)
    case .event: !isOfClock && !LoyaltyEngine.gives(fact)
    case .decision: true
    }
  }
}

/// The facts of a rule set as shapes, as their readers take them.
struct FactShapes: Sendable {
  private let facts: [Fact]
  private let pack: Pack

  init(_ rules: RuleSet, pack: Pack) {
    facts = rules.facts
    self.pack = pack
  }

  /// A map of the facts that `scope` takes.
  func shape(_ scope: FactScope) -> Shape {
    .object(
      facts.filter(scope.takes).map { fact in
        .optional(
          fact.name.string, shape(of: fact.declaration, scope), fact.declaration.doc?.string ?? "A fact of the rules.")
      })
  }

  private func shape(of fact: FactDeclaration, _ scope: FactScope) -> Shape {
    switch fact.type {
    case .int:
      var bounds: (Int64?, Int64?) = (nil, nil)
      if case .int(let least)? = fact.minimum { bounds.0 = least }
      if case .int(let most)? = fact.maximum { bounds.1 = most }
      return Shape(.integer(least: bounds.0, most: bounds.1))
    case .record(let type):
      switch source(of: type) {
      case .pack where scope != .decision: return .id(of: .kinds(pack.reading(type.name)?.kinds ?? []))
      // Of a record that is passed in, fields that its type does not have are ignored.
      case .caller where scope != .decision: return .either(.text, .map(.anything))
      default: return record(type)
      }
    default: return shape(of: fact.type, most: fact.maximumSize)
    }
  }

  private func shape(of type: CELType, most: Int? = nil) -> Shape {
    switch type {
    case .null: Shape(.null)
    case .bool: .flag
    case .int: .integer
    case .uint: .count
    case .double: .number
    // An exact number may be text, so that no reader of JSON rounds it on the way.
    case .decimal: .either(.number, .text, .money)
    case .timestamp: .instant
    case .string, .duration: .text
    case .enumeration(let type): Shape(.enumeration(type))
    case .list(let element): .list(shape(of: element), most: most)
    case .map(_, let value): .map(shape(of: value))
    case .optional(let wrapped): .orNull(shape(of: wrapped, most: most))
    case .record(let type): record(type)
    default: .anything
    }
  }

  // MARK: Records

  /// Where records of a type come from.
  private enum Source {
    /// The pack: they are named by their ids.
    case pack
    /// The caller: the pack holds none.
    case caller
    /// Nowhere: the type is only a shape.
    case none
  }

  private func source(of type: RecordType) -> Source {
    guard let reading = pack.reading(type.name), !reading.kinds.isEmpty else { return .none }
    return reading.isHandedIn ? .caller : .pack
  }

  /// A record: its fields, or the id of one of the pack's.
  private func record(_ type: RecordType) -> Shape {
    let whole = Shape.named("record.\(type.name)") { .object(fieldShapes(of: type)) }
    return source(of: type) == .pack ? .either(.text, whole) : whole
  }

  /// Lists may be left out, as in records of a pack. Recursion is bounded by the nesting of the type.
  private func fieldShapes(of type: RecordType) -> [Shape.Field] {
    type.fields.map { field in
      let doc = "The field `\(field.name)`: `\(field.type)`."
      switch field.type {
      case .optional, .list, .error: return .optional(field.name.string, shape(of: field.type), doc)
      default: return .required(field.name.string, shape(of: field.type), doc)
      }
    }
  }
}
