import TerrainRules
import TerrainDocuments
import TerrainBase

// What only some events have.

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
