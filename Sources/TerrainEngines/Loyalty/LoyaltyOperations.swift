import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The operations of accounts, one for each thing that can be done with one.
  package static var loyalty: [Operation<AccountResult>] { AccountOperation.allCases.map { loyalty($0) } }

  /// An operation of accounts: accounts in, changed ones and what changed out.
  ///
  /// - Parameter isDryRun: whether the result is what the operation would do, as a quote.
  package static func loyalty(_ operation: AccountOperation, isDryRun: Bool = false) -> Operation<AccountResult> {
    Operation(
      name: "loyalty.\(operation.rawValue)", summary: operation.summary,
      parameters: .object(parameters(of: operation)), result: .account(isDryRun ? .quote : operation),
      checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let accounts = try session.accounts()
      for events in LoyaltyRequest.events(in: parameters) { try session.check(events.count, .events, at: events) }
      let request = try LoyaltyRequest(parameters, operation, engine: accounts.engine, isDryRun: isDryRun)
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
    let account = Shape.either(.text, .anything)
    let now = Shape.Field.optional(
      "now", .instant, "The instant that the account is looked at; without it, when the event happened.")
    let locale = Shape.Field.optional("locale", .locale, "The language of messages.")
    switch operation {
    case .replay:
      return [
        .optional("account", account, "The account's id."),
        .required("events", .list(.accountEvent(nil, typed: true)), "What happened, in any order."),
        .required("now", .instant, "The instant that the account is looked at."),
      ]
    case .status:
      return [
        .required("account", account, "The account, the answer that it came in, or its id."),
        .optional("at", .instant, "The instant to show; by default, the instant that the account has reached."), locale,
      ]
    case .expire:
      return [
        .required("account", account, "The account, the answer that it came in, or its id."),
        .required("now", .instant, "The instant that it goes on to."), locale,
      ]
    case .quote, .earn, .reserve, .commit, .cancel, .refund, .adjust, .use, .send, .receive, .member:
      let budgets = Shape.Field.optional(
        "budgets", .anything, "What was granted of budgets so far, or the answer with it; `{}` at first.")
      return [
        .required("account", account, "The account, the answer that it came in, or its id where there is none yet."),
        .required(
          "event", .accountEvent(operation == .quote ? nil : operation, typed: operation == .quote), "What happened."),
        now, locale, budgets,
      ]
    }
  }
}

extension OperationSession {
  /// Keeps accounts.
  package func accounts() throws(DiagnosticError) -> LoyaltySession {
    try kept(.accounts) { () throws(DiagnosticError) in
      // Accounts come and go as documents, which have no checkpoints.
      LoyaltySession(
        try LoyaltyEngine(system(contracts: [LoyaltyEngine.contract], kinds: [])), checkpointInterval: nil)
    }
  }
}

extension AccountOperation {
  /// What it is for, in one sentence without a full stop.
  package var summary: String {
    switch self {
    case .quote: "Show what an event would do to an account"
    case .earn: "Let an account earn what an event is worth"
    case .reserve: "Set aside what something costs"
    case .commit: "Spend what was set aside, or let what waits count"
    case .cancel: "Give back what was set aside, or take back what waits"
    case .refund: "Take back what an event earned, or a part of it"
    case .adjust: "Add to an account, or take from it"
    case .use: "Use a benefit that an account has"
    case .send: "Send an amount to another account"
    case .receive: "Receive an amount from another account"
    case .member: "Set the rights of somebody who acts on an account"
    case .expire: "Let time pass, and lots expire"
    case .status: "Show the state of an account, now or at another instant"
    case .replay: "Fold events into an account, from nothing"
    }
  }
}

extension Shape {
  /// An event that is passed in, of the type that `operation` takes. What became of it, as an account has it, is ignored.
  fileprivate static func accountEvent(_ operation: AccountOperation?, typed: Bool) -> Shape {
    let types = operation.map { [$0.rawValue] } ?? AccountEvent.Kind.allCases.map { $0.rawValue }
    let isAdjustment = operation == .adjust
    return .object([
      .required("id", .text, "The caller's id: its name for ever."),
      typed ? .required("type", .words(types), "What it does.") : .optional("type", .words(types), "What it does."),
      .required("time", .instant, "When it happened."),
      .optional("account", .text, "The account that it belongs to."),
      .optional("of", .text, "The event that it is about."),
      .optional("amount", .money, "The money that it is about."),
      operation == .send || operation == .receive
        ? .required("change", .integer, "How much.") : .optional("change", .integer, "How much to add or take."),
      .optional("unit", .text, "Of which unit."),
      operation == .send
        ? .required("to", .text, "The account to send to.") : .optional("to", .text, "The account that it sends to."),
      operation == .receive
        ? .required("from", .text, "The account that it comes from.")
        : .optional("from", .text, "The account that it receives from."),
      .optional("cause", .text, "What it receives for."),
      .optional("waits", .flag, "Of a receive: whether it counts only after a commit."),
      operation == .use
        ? .required("benefit", .text, "The benefit.")
        : .optional("benefit", .text, "The benefit that is used or cancelled."),
      operation == .member
        ? .required("member", .text, "Whose rights are set.")
        : .optional("member", .text, "Who acts, or whose rights are set."),
      .optional("rights", .list(.text), "The rights that are set; without them, a member leaves."),
      isAdjustment ? .required("actor", .text, "Who adjusts.") : .optional("actor", .text, "Who adjusts."),
      isAdjustment ? .required("reason", .text, "Why.") : .optional("reason", .text, "Why it is adjusted."),
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
