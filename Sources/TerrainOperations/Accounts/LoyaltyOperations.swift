import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

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
      for events in LoyaltyRequest.events(in: parameters) { try session.check(events.count, \.events, at: events) }
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
        .required("now", .instant, "The instant that the account is looked at."), locale,
      ]
    case .status:
      return [
        .required("account", account, "The account, the answer that it came in, or its id."),
        .optional("at", .instant, "The instant to show; without it, where the account stands."), locale,
      ]
    case .expire:
      return [
        .required("account", account, "The account, the answer that it came in, or its id."),
        .required("now", .instant, "The instant that it goes on to."), locale,
      ]
    case .quote, .earn, .reserve, .commit, .cancel, .refund, .adjust:
      return [
        .required("account", account, "The account, the answer that it came in, or its id where there is none yet."),
        .required(
          "event", .accountEvent(operation == .quote ? nil : operation, typed: operation == .quote), "What happened."),
        now, locale,
      ]
    }
  }
}

extension OperationSession {
  /// Keeps accounts.
  package func accounts() throws(DiagnosticError) -> LoyaltySession {
    try kept(LoyaltySession.self) { () throws(DiagnosticError) in
      LoyaltySession(try LoyaltyEngine(system(contracts: [LoyaltyEngine.contract], kinds: [])))
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
    case .expire: "Let time pass, and lots expire"
    case .status: "Show the state of an account, now or at another instant"
    case .replay: "Fold events into an account, from nothing"
    }
  }
}

extension Shape {
  fileprivate static let outcome: Shape = .words(["applied", "refused", "waits", "later"])

  /// An event that is passed in, of the type that `operation` takes. What became of it, as an account has it, is ignored.
  fileprivate static func accountEvent(_ operation: AccountOperation?, typed: Bool) -> Shape {
    let types = operation.map { [$0.rawValue] } ?? AccountEvent.Kind.allCases.map(\.rawValue)
    return .object(eventFields(types: types, isTyped: typed, facts: .facts(.event)) + eventOutcome(isRequired: false))
  }

  private static func eventFields(types: [String], isTyped: Bool, facts: Shape) -> [Field] {
    [
      .required("id", .text, "The caller's id: its name for ever."),
      isTyped ? .required("type", .words(types), "What it does.") : .optional("type", .words(types), "What it does."),
      .required("time", .instant, "When it happened."),
      .optional("account", .text, "The account that it belongs to."),
      .optional("of", .text, "The event that it is about."),
      .optional("amount", .money, "The money that it is about."),
      .optional("change", .integer, "How much to add or take."),
      .optional("unit", .text, "Of which unit."),
      .optional("facts", facts, "Facts that the rules declare, by name."),
    ]
  }

  private static func eventOutcome(isRequired: Bool) -> [Field] {
    [
      isRequired
        ? .required("outcome", .outcome, "What became of it.") : .optional("outcome", .outcome, "What became of it."),
      .optional("refused", .text, "Why it was refused."),
      .optional("counts", .flag, "False where it counts towards no lifetime."),
    ]
  }

  /// An amount of money.
  static let money: Shape = named("money") {
    .object([
      .required("currency", .text, "By ISO 4217."), .required("minor", .integer, "In its smallest units."),
    ])
  }

  static let unitBalance: Shape = named("balance") {
    .object([
      .required("balance", .integer, "What there is: the sum of the entries, and of active, pending and held."),
      .required("active", .integer, "What can be spent; negative after more was taken back than there was."),
      .required("pending", .count, "What does not count yet."),
      .required("held", .count, "What is set aside."),
      .required("lifetime", .integer, "All that was earned and counts, less what was taken back of it."),
      .required("earned", .count, "Earned altogether."),
      .required("spent", .count, "Spent altogether."),
      .required("expired", .count, "Expired altogether."),
      .required("taken_back", .count, "Taken back altogether."),
      .required("adjusted", .integer, "Added by adjustments, less what they took."),
    ])
  }

  static let accountEntry: Shape = named("entry") {
    .object([
      .required("id", .text, "The event's id, a slash, and a number."),
      .required("time", .instant, "When."),
      .required("kind", .words(AccountEntry.Kind.allCases.map(\.rawValue)), "Why."),
      .required("unit", .text, "Of what."),
      .required("amount", .integer, "How much: negative where it went."),
      .required("event", .text, "The event behind it."),
      .optional("cause", .text, "What the rule says of it beside, or what it is about."),
      .optional(
        "rule",
        .object([
          .required("decision", .text, "The decision's full name."), .optional("row", .text, "The row that fired."),
        ]), "The rule that came to it."),
    ])
  }

  private static let lotFields: [Field] = [
    .required("id", .text, "The entry that made it."),
    .required("event", .text, "The event that it came with."),
    .required("unit", .text, "Of what."),
    .required("left", .count, "What is left of it."),
    .required("since", .instant, "Since when it counts; of one that waits, when it came in."),
    .optional("expires", .instant, "When it expires."),
  ]

  private static let period: Shape = named("period") {
    .object([
      .optional("months", .count, "Calendar months."), .optional("days", .count, "Calendar days."),
      .optional("seconds", .count, "Seconds."),
      .optional("through", .words(["day", "month", "year"]), "It goes on to the end of this."),
    ])
  }

  static let account: Shape = named("account") {
    .object([
      .required("account", .text, "The caller's name for it."),
      .required(
        "rules",
        .object([
          .required("id", .text, "The rule set."), .required("version", .text, "Its version."),
          .required("hash", .text, "The hash of its content."),
        ]), "The rules that it was folded by."),
      .optional("as_of", .instant, "The instant that it shows."),
      .optional("changed", .instant, "When something last changed."),
      .optional(
        "level",
        .object([
          .required("id", .text, "The level."), .required("since", .instant, "Since when."),
          .optional("lost", .instant, "When it is lost."),
          .optional("qualified", .text, "What the account qualifies for."),
        ]), "The level."),
      .required("earns", .integer, "How many events earned something."),
      .required("balances", .map(.unitBalance), "What there is, by unit."),
      .required(
        "lots",
        .list(
          .object(
            lotFields + [
              .optional("begins", .instant, "When it begins to count."),
              .optional("waits", .period, "How long after a commit it begins to count."),
              .optional("lasts", .period, "How long it then lasts."),
            ])), "What came in and is left."),
      .required(
        "holds",
        .list(
          .object([
            .required("event", .text, "The event that made it."), .required("unit", .text, "Of what."),
            .required("amount", .count, "How much."), .optional("lapses", .instant, "When it is given back by itself."),
            .required("parts", .list(.object(lotFields)), "The lots that it was taken from."),
          ])), "What is set aside."),
      .required("entries", .list(.accountEntry), "Its lines."),
      .required(
        "events",
        .list(
          .object(
            // Facts are kept as they were given, those too that the rules have not declared since.
            eventFields(types: AccountEvent.Kind.allCases.map(\.rawValue), isTyped: true, facts: .map(.anything))
              + eventOutcome(isRequired: true))), "What happened, by time and id."),
    ])
  }
}
