import TerrainRules
import TerrainDocuments
import TerrainBase

// Benefits and members of accounts of earlier responses.

extension AccountReader {
  mutating func benefit(_ node: Node) {
    var fields = FieldReader(node, what: "a benefit", into: diagnostics)
    let id = fields.text("id")
    let name = fields.text("benefit")?.text
    let stage = fields.text("stage").flatMap { Benefit.Stage(rawValue: $0.text.string) }
    let since = fields.required("since").flatMap { instant($0) }
    let expires = fields.optional("expires").flatMap { instant($0) }
    let uses = fields.optional("uses").flatMap { amount($0, least: 1) }
    let used = fields.optional("used").flatMap { amount($0, least: 0) } ?? 0
    let ended = fields.optional("ended").flatMap { instant($0) }
    let rule = fields.optional("rule")
    fields.finish()
    guard let id, let name, let since else { return }
    guard let stage, let place = BenefitID(id.text), var record = records[place.event] else {
      return diagnostics.report(.wrongAccountField("this benefit", at: node))
    }
    var benefit = Benefit(
      id: place, name: name, since: since, expires: expires, uses: uses, reason: rule.flatMap { reason($0) })
    benefit.used = used
    benefit.stage = stage
    benefit.ended = ended
    state.benefits.insert(benefit)
    // They are listed as they expire or ended, and named by their numbers.
    while record.benefits.count < place.number { record.benefits.append("") }
    record.benefits[place.number - 1] = name
    records[place.event] = record
  }

  mutating func member(_ node: Node) {
    var fields = FieldReader(node, what: "a member", into: diagnostics)
    let id = fields.text("id")?.text
    let since = fields.required("since").flatMap { instant($0) }
    let rights = fields.texts("rights")
    fields.finish()
    guard let id, let since else { return }
    guard rights.count <= EventDetails.mostRights, !state.members.contains(where: { $0.id == id }) else {
      return diagnostics.report(.wrongAccountField("this member", at: node))
    }
    state.setRights(rights.map { $0.text }, of: id, at: since)
  }
}
