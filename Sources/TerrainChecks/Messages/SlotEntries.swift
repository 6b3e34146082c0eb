import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainBase

/// One message that a slot may be given, and when.
struct SlotEntry {
  /// The result that names it.
  let position: ResultPosition
  /// Wherever it can be given.
  let may: TableView.Formula
  /// Where it surely is.
  let must: TableView.Formula
  /// Its position among the messages.
  let message: Int
  let layer: Int
  let priority: Int64
}

/// Reads what decisions give to slots without running them.
struct SlotEntryReader {
  let rules: RuleSet
  let messages: Messages
  let firing: RowFiring
  let mentions: MessageMentions
  /// Decisions inside decisions are followed this far.
  private static let mostSteps = 8

  /// What `decision` may give to a slot, in the order of its list; nil where that is known only when it runs.
  func entries(of decision: Int, shape: MessageChoiceShape, steps: Int = 0) -> [SlotEntry]? {
    guard steps < Self.mostSteps else { return nil }
    var all: [SlotEntry] = []
    func add(_ result: TypedResult, _ part: ResultPosition.Part) -> Bool {
      let position = ResultPosition(decision: decision, part: part)
      guard let entries = entries(in: result, at: position, shape, steps) else { return false }
      all += entries
      return true
    }
    switch rules.linkedDecisions[decision].typed.body {
    case .value(let value): if !add(value, .rest) { return nil }
    case .rows(let table):
      for (index, row) in table.rows.enumerated() {
        guard let then = row.then, add(then, .row(index)) else { return nil }
      }
      if let otherwise = table.otherwise, !add(otherwise, .rest) { return nil }
    }
    return all
  }

  /// Documents and expressions bound the recursion into results, ``mostSteps`` the one into decisions.
  private func entries(
    in result: TypedResult, at position: ResultPosition, _ shape: MessageChoiceShape, _ steps: Int
  ) -> [SlotEntry]? {
    switch result {
    case .constant(let value, _): return constants(value, at: position, shape)
    case .list(let results, _):
      var all: [SlotEntry] = []
      for result in results {
        guard let some = entries(in: result, at: position, shape, steps) else { return nil }
        all += some
      }
      return all
    case .object(let fields, _):
      var map = ValueMap()
      for field in fields {
        if case .constant(let value, _) = field.value {
          map.insert(.string(field.name), value)
        } else if [MessageChoiceShape.message, MessageChoiceShape.layer, MessageChoiceShape.priority].contains(
          field.name)
        {
          return nil
        }
      }
      return constants(.map(map), at: position, shape)
    case .expression(let typed): return entries(typed, typed.expression.root, at: position, shape, steps)
    }
  }

  /// What an expression takes over from other decisions: their names, and lists put together.
  private func entries(
    _ typed: TypedExpression, _ node: Expression.ID, at position: ResultPosition, _ shape: MessageChoiceShape,
    _ steps: Int
  ) -> [SlotEntry]? {
    if case .variable(let variable) = typed.references[Int(node)] {
      guard case .slot(let slot) = variable.binding, let decision = mentions.decision(in: slot),
        let inner = entries(of: decision, shape: shape, steps: steps + 1)
      else { return nil }
      let (may, must) = (firing.may(position), firing.must(position))
      return inner.map {
        SlotEntry(
          position: $0.position, may: .all([may, $0.may]), must: .all([must, $0.must]), message: $0.message,
          layer: $0.layer, priority: $0.priority)
      }
    }
    guard case .call("_+_", nil, let operands) = typed.expression.kind(of: node), operands.count == 2,
      let left = entries(typed, operands[0], at: position, shape, steps),
      let right = entries(typed, operands[1], at: position, shape, steps)
    else { return nil }
    return left + right
  }

  private func constants(_ value: Value, at position: ResultPosition, _ shape: MessageChoiceShape) -> [SlotEntry]? {
    var value = value
    if case .optional(let wrapped) = value {
      guard let wrapped else { return [] }
      value = wrapped
    }
    switch value {
    case .list(let values):
      var all: [SlotEntry] = []
      for value in values {
        guard let some = constants(value, at: position, shape) else { return nil }
        all += some
      }
      return all
    case .string(let id):
      return messages.position(of: id).map { [entry($0, shape.layerNames.count, 0, at: position)] }
    case .map(let map):
      guard case .string(let id)? = map[string: MessageChoiceShape.message]?.whole,
        let message = messages.position(of: id)
      else { return nil }
      var layer = shape.layerNames.count
      if case .string(let name)? = map[string: MessageChoiceShape.layer]?.whole {
        layer = shape.layerNames.firstIndex(of: name) ?? layer
      }
      var priority: Int64 = 0
      if case .int(let number)? = map[string: MessageChoiceShape.priority]?.whole { priority = number }
      return [entry(message, layer, priority, at: position)]
    default: return nil
    }
  }

  private func entry(_ message: Int, _ layer: Int, _ priority: Int64, at position: ResultPosition) -> SlotEntry {
    SlotEntry(
      position: position, may: firing.may(position), must: firing.must(position), message: message, layer: layer,
      priority: priority)
  }
}

extension Value {
  /// The value, or what is inside an optional.
  fileprivate var whole: Value? {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }
}
