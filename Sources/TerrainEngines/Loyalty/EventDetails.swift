import TerrainContent
import TerrainDocuments
import TerrainRules
import TerrainValues

/// What only some events have. A class, so that the others are no larger for it.
package final class EventDetails: Sendable {
  /// The benefit that is used or cancelled.
  package let benefit: BenefitID?
  /// Who acts; of a `member`, whose rights are set.
  package let member: Text?
  /// The rights that a `member` has from now on; nil: it is a member no more.
  package let rights: [Text]?
  /// The other account of a `send` or `receive`.
  package let peer: Text?
  /// What a `receive` is for.
  package let cause: Text?

  init(
    benefit: BenefitID? = nil, member: Text? = nil, rights: [Text]? = nil, peer: Text? = nil, cause: Text? = nil
  ) {
    self.benefit = benefit
    self.member = member
    self.rights = rights
    self.peer = peer
    self.cause = cause
  }

  /// The most rights that a member may have.
  static let mostRights = 100
}

/// The event that issued a benefit, and its number among those of the event, from 1.
package struct BenefitID: Sendable, Hashable, CustomStringConvertible {
  package let event: Text
  let number: Int

  init(event: Text, number: Int) {
    self.event = event
    self.number = number
  }

  /// The id that `text` is: an event's id, `#` and a number; nil where it is none.
  init?(_ text: Text) {
    guard let mark = text.string.lastIndex(of: "#"), mark > text.string.startIndex,
      let number = Int(text.string[text.string.index(after: mark)...]),
      1...AccountLimits.mostBenefits ~= number
    else { return nil }
    self.init(event: Text(String(text.string[..<mark])), number: number)
    if self.text != text { return nil }
  }

  /// The id as documents have it.
  package var text: Text { Text("\(event.string)#\(number)") }

  package var description: String { text.string }
}

extension AccountEvent {
  /// The event that has to be folded before it; nil where none has.
  package var about: Text? { of ?? details?.benefit?.event }

  /// Who acts; of a `member`, who sets the rights.
  var acting: Text? { kind == .member ? signature?.actor : details?.member }
}

extension AccountEventReader {
  /// The details of an event, whose other fields `fields` has read.
  func details(_ fields: inout FieldReader) -> EventDetails? {
    let benefit = fields.text("benefit", required: false)
    let member = fields.text("member", required: false)
    let rights = fields.optional("rights").map { _ in fields.texts("rights") }
    let to = fields.text("to", required: false)
    let from = fields.text("from", required: false)
    let cause = fields.text("cause", required: false)
    let id = benefit.flatMap { BenefitID($0.text) }
    if let benefit, id == nil { diagnostics.report(.wrongBenefitID(at: benefit.node)) }
    if let rights, rights.count > EventDetails.mostRights { diagnostics.report(.tooManyRights(at: rights[0].node)) }
    guard benefit != nil || member != nil || rights != nil || to != nil || from != nil || cause != nil else {
      return nil
    }
    return EventDetails(
      benefit: id, member: member?.text, rights: rights?.map { $0.text }, peer: (to ?? from)?.text, cause: cause?.text)
  }

  /// Reports details that an event of `kind` has and cannot have, or needs and has not.
  func checkDetails(_ kind: AccountEvent.Kind, _ node: Node) {
    func field(_ name: Text, of kinds: [AccountEvent.Kind], isNeeded: Bool = true) {
      let field = node[name].flatMap { $0.kind == .null ? nil : $0 }
      if let field, !kinds.contains(kind) { diagnostics.report(.hasNo(name, kind, at: field)) }
      if field == nil, isNeeded, kinds.contains(kind) { diagnostics.report(.needs(name, kind, at: node)) }
    }
    field("to", of: [.send])
    field("from", of: [.receive])
    field("cause", of: [.receive], isNeeded: false)
    field("rights", of: [.member], isNeeded: false)
    field("benefit", of: kind == .cancel ? [.cancel] : [.use], isNeeded: kind == .use)
    if kind == .member { field("member", of: [.member]) }
    let benefit = node["benefit"].flatMap { $0.kind == .null ? nil : $0 }
    if kind == .cancel, benefit != nil, let of = node["of"], of.kind != .null {
      diagnostics.report(.cancelsTwo(at: of))
    }
  }
}

extension Diagnostic {
  static func wrongBenefitID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/benefit", message: "this is not the id of a benefit", at: node,
      fix: "give the `id` that it has among `benefits` of the account, such as `order-17#1`")
  }

  static func tooManyRights(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/member", message: "a member may have at most \(EventDetails.mostRights) rights (`mostRights`)",
      at: node)
  }

  static func needs(_ field: Text, _ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-field", message: "a `\(kind.rawValue)` needs `\(field)`", at: node,
      fix: "add `\(field): …`")
  }

  static func cancelsTwo(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-field", message: "a `cancel` has either `of` or `benefit`", at: node,
      fix: "cancel them with two events")
  }
}
