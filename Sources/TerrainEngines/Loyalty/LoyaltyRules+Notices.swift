import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

// What people are notified of.

extension LoyaltyRules {
  /// The messages that the change of `account` to `state` at `now` is worth; `refusal` is the reason why its event was refused.
  func notices(
    before account: Account, _ state: AccountState, refusal: Text, now: Timestamp
  ) throws(DiagnosticError) -> [AccountChange.Notice] {
    guard let decision = engine.decisions.notices, let shape = MessageChoiceShape(decision.type) else { return [] }
    let (before, after) = (account.state.units[0], state.units[0])
    let inputs = engine.inputs.notices
    try begin(inputs, state, at: now)
    try give(.levelBefore, for: inputs, level: account.level, levelsBefore)
    try give(.pointsEarned, for: inputs, int: max(0, after.earned - before.earned))
    try give(.pointsSpent, for: inputs, int: max(0, after.spent - before.spent))
    try give(.pointsExpired, for: inputs, int: max(0, after.expired - before.expired))
    try give(.pointsBack, for: inputs, int: max(0, after.takenBack - before.takenBack))
    try give(.pointsReceived, for: inputs, int: max(0, after.received - before.received))
    try give(.pointsSent, for: inputs, int: max(0, after.sent - before.sent))
    try give(.owing, for: inputs, .bool(after.active < 0))
    try give(.refusal, for: inputs, .string(refusal))
    let choices = try shape.choices(try rules.decided(decision), of: decision, engine.context.messages)
    if choices.isEmpty { return [] }
    let origins = rules.origins(of: decision)
    return choices.map { choice in
      AccountChange.Notice(
        choice: choice, origin: origins.indices.contains(choice.element) ? origins[choice.element] : nil)
    }
  }

  /// The messages of `change`, in the language of `locale`.
  func notifications(of change: AccountChange, locale: LanguageTag?) -> [RenderedMessage] {
    if change.notices.isEmpty { return [] }
    let renderer = session.renderer(in: locale)
    return change.notices.map { renderer.rendered($0.choice, origin: $0.origin) }
  }
}
