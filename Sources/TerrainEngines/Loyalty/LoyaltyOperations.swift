import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The operations that fold events into accounts.
  package static var loyalty: [Operation<AccountResult>] { AccountOperation.allCases.map { loyalty($0) } }

  /// An operation of accounts: an account in, the changed one and the change out.
  package static func loyalty(_ operation: AccountOperation) -> Operation<AccountResult> {
    Operation(
      name: "loyalty.\(operation.rawValue)", summary: operation.summary,
      parameters: .object(parameters(of: operation)), result: .account(operation), checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let accounts = try session.accounts()
      for events in LoyaltyRequest.events(in: parameters) { try session.check(events.count, .events, at: events) }
      let request = try LoyaltyRequest(parameters, operation, engine: accounts.engine)
      guard session.isRecording else {
        return AccountResult(try request.result(accounts), engine: accounts.engine)
      }
      let (answer, traces) = try accounts.recorded { recording throws(DiagnosticError) in
        try request.result(recording)
      }
      notes.explanation = Explanation(.decisions(traces), accounts.engine.system)
      return AccountResult(answer, engine: accounts.engine)
    }
  }

  private static func parameters(of operation: AccountOperation) -> [Shape.Field] {
    let account = Shape.either(.text, .map(.anything))
    let locale = Shape.Field.optional("locale", .locale, "The language of messages.")
    let budgets = Shape.Field.optional(
      "budgets", .map(.anything), "What was granted of budgets so far, or the answer with it; `{}` at first.")
    switch operation {
    case .replay:
      return [
        .optional("account", account, "The account's id."),
        .required("events", .list(.accountEvent), "What happened, in any order."),
        .required("now", .instant, "The instant that the account is looked at."),
      ]
    case .status:
      return [
        .required("account", account, "The account, the answer that it came in, or its id."),
        .optional("now", .instant, "The instant to show; by default, the instant that the account has reached."),
        locale,
      ]
    case .apply:
      return [
        .required("account", account, "The account, the answer that it came in, or its id where there is none yet."),
        .optional("event", .accountEvent, "What happened. Without it, time passes to `now`."),
        .optional("now", .instant, "The instant that the account is looked at; without it, when the event happened."),
        locale, budgets,
      ]
    case .quote:
      return [
        .required("account", account, "The account, the answer that it came in, or its id where there is none yet."),
        .required("event", .accountEvent, "What happens."),
        .optional("now", .instant, "The instant that the account is looked at; without it, when the event happens."),
        locale, budgets,
      ]
    }
  }
}

extension OperationSession {
  /// Keeps accounts.
  package func accounts() throws(DiagnosticError) -> LoyaltySession {
    try kept(.accounts) { () throws(DiagnosticError) in
      // Accounts are passed as documents, which have no checkpoints.
      LoyaltySession(
        try LoyaltyEngine(system(contracts: [LoyaltyEngine.contract], kinds: [])), checkpointInterval: nil)
    }
  }
}

extension AccountOperation {
  /// The purpose in one sentence, without a full stop.
  package var summary: String {
    switch self {
    case .apply: "Apply an event to an account, or let time pass"
    case .quote: "Show what an event would do to an account"
    case .status: "Show the state of an account, now or at another instant"
    case .replay: "Fold events into an account, from nothing"
    }
  }
}

extension Shape {
  /// An event that is passed in. An outcome that an account added to it is ignored.
  fileprivate static var accountEvent: Shape {
    .object([
      .required("id", .text, "The caller's id: its name for ever."),
      .required("type", .words(AccountEvent.Kind.allCases.map { $0.rawValue }), "What it does."),
      .required("time", .instant, "When it happened."),
      .optional("account", .text, "The account that it belongs to."),
      .optional("of", .text, "The event that it is about."),
      .optional("amount", .money, "The money that it is about."),
      .optional("change", .integer, "How much to add or take, send or receive."),
      .optional("unit", .text, "Of which unit."),
      .optional("to", .text, "The account that it sends to."),
      .optional("from", .text, "The account that it receives from."),
      .optional("cause", .text, "What it receives for."),
      .optional("waits", .flag, "Of a receive: whether it counts only after a commit."),
      .optional("benefit", .text, "The benefit that is used or cancelled."),
      .optional("member", .text, "Who acts, or whose rights are set."),
      .optional("rights", .list(.text), "The rights that are set; without them, a member leaves."),
      .optional("level", .text, "The level that is set; without it, none is set any more."),
      .optional("until", .instant, "When that level is set no more."),
      .optional("actor", .text, "Who adjusts, or sets rights or a level."),
      .optional("reason", .text, "Why it is adjusted."),
      .optional("grants", .anything, "What it was granted, of one that is replayed."),
      .optional("facts", .facts(.event), "Facts that the rules declare, by name."),
      .optional("outcome", ResultType<Text>.outcome.shape, "What became of it."),
      .optional("refused", .text, "Why it was refused."),
      .optional("began", .instant, "When its lots began to count, where that was later."),
      .optional("counts", .flag, "False where it counts towards no lifetime."),
    ])
  }
}

extension SessionKey<LoyaltySession> {
  fileprivate static let accounts = SessionKey()
}
