import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A message that a row chose.
package struct MessageChoice: Sendable {
  /// Its position among the messages.
  package var message: Int
  /// The row's layer, from 0, the highest; the lowest if it has none.
  package var layer: Int
  package var layerName: Text?
  /// Lower comes first.
  package var priority: Int64
  /// Other fields of the row: values for the message's placeholders.
  package var fields: ValueMap?
  package var shape: MessageChoiceShape?
  /// Its position in the result of the decision.
  package var element: Int

  package init(
    message: Int, layer: Int, layerName: Text? = nil, priority: Int64, fields: ValueMap? = nil,
    shape: MessageChoiceShape? = nil, element: Int
  ) {
    self.message = message
    self.layer = layer
    self.layerName = layerName
    self.priority = priority
    self.fields = fields
    self.shape = shape
    self.element = element
  }
}

/// The type of a decision that yields messages: ids, or records that name a message.
package struct MessageChoiceShape: Sendable {
  package static let message: Text = "message"
  package static let layer: Text = "layer"
  package static let priority: Text = "priority"

  private let layers: EnumerationType?
  private let record: RecordType?

  /// The shape of `type`: a message id or a record with a field `message`, either of which may be optional or in a list; nil for any other
  /// type.
  init?(_ type: CELType) {
    switch type.element {
    case .string, .enumeration:
      record = nil
      layers = nil
    case .record(let type):
      guard type.index(of: Self.message) != nil else { return nil }
      record = type
      layers = type.index(of: Self.layer).flatMap { type.fields[$0].type.enumeration }
    default: return nil
    }
  }

  /// The layers, the highest first.
  package var layerNames: [Text] { layers?.cases ?? [] }

  /// The vocabulary of the field `name`.
  func vocabulary(of name: Text) -> Text? {
    record.flatMap { record in record.index(of: name).flatMap { record.fields[$0].type.enumeration?.name } }
  }

  /// The ids of messages that can be chosen, if the type lists them.
  static func messages(of type: CELType) -> [Text]? {
    switch type.element {
    case .enumeration(let words): words.cases
    case .record(let type): type.index(of: message).flatMap { messages(of: type.fields[$0].type) }
    default: nil
    }
  }

  /// The choices in `value`, which has this shape.
  ///
  /// - Throws: an error if a message does not exist.
  func choices(_ value: Value, of decision: Decision, _ messages: Messages) throws(DiagnosticError) -> [MessageChoice] {
    switch value {
    case .null, .optional(nil): return []
    case .optional(let value?): return try choices(value, of: decision, messages)
    case .list(let values):
      var choices: [MessageChoice] = []
      choices.reserveCapacity(values.count)
      for element in values.indices {
        switch values[element] {
        case .null, .optional(nil): continue
        case .optional(let value?):
          if let value = value.present { choices.append(try choice(value, element, of: decision, messages)) }
        default: choices.append(try choice(values[element], element, of: decision, messages))
        }
      }
      return choices
    default: return [try choice(value, 0, of: decision, messages)]
    }
  }

  private func choice(
    _ value: Value, _ element: Int, of decision: Decision, _ messages: Messages
  ) throws(DiagnosticError) -> MessageChoice {
    let lowest = layers?.cases.count ?? 0
    guard case .map(let map) = value else {
      var id: Text?
      if case .string(let text) = value { id = text }
      return MessageChoice(
        message: try position(id, of: decision, messages), layer: lowest, priority: 0, shape: self, element: element)
    }
    let message = try position(map.text(Self.message), of: decision, messages)
    let layer = map.text(Self.layer)
    var priority: Int64 = 0
    if case .int(let number)? = map[string: Self.priority]?.present { priority = number }
    return MessageChoice(
      message: message, layer: layer.flatMap { layers?.code(of: $0) } ?? lowest, layerName: layer, priority: priority,
      fields: map, shape: self, element: element)
  }

  private func position(
    _ id: Text?, of decision: Decision, _ messages: Messages
  ) throws(DiagnosticError) -> Int {
    guard let id, let message = messages.position(of: id) else {
      throw DiagnosticError(.noSuchMessage(id, of: decision))
    }
    return message
  }
}

extension ValueMap {
  /// The text under `key`, also in an optional; nil for any other value.
  fileprivate func text(_ key: Text) -> Text? {
    switch self[string: key] {
    case .string(let text)?: text
    case .optional(let value?)?: if case .string(let text)? = value.present { text } else { nil }
    default: nil
    }
  }
}

extension CELType {
  /// The type inside lists and optionals. Types nest a few levels deep at most.
  fileprivate var element: CELType {
    switch self {
    case .list(let inner), .optional(let inner): inner.element
    default: self
    }
  }

  /// The vocabulary, also inside an optional.
  var enumeration: EnumerationType? {
    switch self {
    case .enumeration(let words): words
    case .optional(let inner): inner.enumeration
    default: nil
    }
  }
}

extension Diagnostic {
  static func noSuchMessage(_ id: Text?, of decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-message",
      message: id.map { "`\(decision.name)` chooses the message `\($0)`, which the pack does not have" }
        ?? "`\(decision.name)` yields something that names no message",
      place: decision.place, fix: "write `type: list<choice>` on it, and every id is checked at its location")
  }

  static func noSuchMessage(_ id: Text, in what: String, at place: Place, among ids: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-message", message: "\(what) names the message `\(id)`, which the pack does not have",
      place: place, fix: Suggestion.fix(id, among: ids))
  }

  static func notChoices(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "insight/no-choices",
      message: "`\(decision.name)` has to yield messages, and is of type `\(decision.type)`", place: decision.place,
      fix: "write `type: list<choice>` on it, or `type: message_id`")
  }
}
