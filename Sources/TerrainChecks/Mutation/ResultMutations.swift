import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// The results that differ from one in a value, or in an expression.
enum ResultMutations {
  /// One of them.
  struct Change {
    let result: TypedResult
    let kind: Mutant.Kind
    let place: Place
    let was: String
    let became: String
  }

  /// All changes of `result`, which is of type `type`, in the order they are written.
  ///
  /// - Parameter others: the results of other rows in the same place.
  static func all(of result: TypedResult, type: CELType, others: [TypedResult]) -> [Change] {
    switch result {
    case .constant(let value, let place):
      let values = others.compactMap { other -> Value? in
        if case .constant(let value, _) = other { return value }
        return nil
      }
      guard let other = ValueMutation.other(than: value, of: type, among: values) else { return [] }
      if case .list(let elements) = value, let last = elements.last {
        return [
          Change(
            result: .constant(other, place), kind: .result, place: place, was: last.asShortlyWritten, became: "nothing")
        ]
      }
      return [
        Change(
          result: .constant(other, place), kind: .result, place: place, was: value.asShortlyWritten,
          became: other.asShortlyWritten)
      ]
    case .expression(let typed):
      return ExpressionMutations.all(of: typed, .result).map {
        Change(result: .expression($0.expression), kind: $0.kind, place: $0.place, was: $0.was, became: $0.became)
      }
    case .list(let items, let place):
      return items.enumerated().flatMap { index, item in
        all(of: item, type: type.mutatedElement, others: []).map { change in
          var items = items
          items[index] = change.result
          return change.inside(.list(items, place))
        }
      }
    case .object(let fields, let place):
      return fields.enumerated().flatMap { index, field in
        let same = others.compactMap { other -> TypedResult? in
          guard case .object(let theirs, _) = other else { return nil }
          return theirs.first { $0.name == field.name }?.value
        }
        return all(of: field.value, type: type.mutatedField(field.name), others: same).map { change in
          var fields = fields
          fields[index].value = change.result
          return change.inside(.object(fields, place))
        }
      }
    }
  }
}

extension ResultMutations.Change {
  /// The change as one of the whole that contains it.
  fileprivate func inside(_ whole: TypedResult) -> Self {
    Self(result: whole, kind: kind, place: place, was: was, became: became)
  }
}

extension Value {
  /// ``asBrieflyWritten``, on a line.
  var asShortlyWritten: String {
    let text = asBrieflyWritten
    return text.utf8.count > 60 ? "\(text.prefix(57))…" : text
  }
}
