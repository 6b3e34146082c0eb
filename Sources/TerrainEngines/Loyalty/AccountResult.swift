import TerrainBase
import TerrainDocuments
import TerrainRules

/// An account after an operation, and the changes.
package struct AccountResult {
  /// The account and the changes.
  package let answer: LoyaltyResult
  /// The engine that keeps accounts.
  package let engine: LoyaltyEngine

  /// The result `answer`, by `engine`.
  package init(_ answer: LoyaltyResult, engine: LoyaltyEngine) {
    self.answer = answer
    self.engine = engine
  }
}

extension ResultType where Content == AccountResult {
  /// The result of `operation`.
  static func account(_ operation: AccountOperation) -> ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      if operation.takesEvent {
        optionalFields(of: outcomeFields) { $0.answer.change.outcome == nil ? nil : $0.answer.change }
      }
      if operation == .replay {
        requiredField("duplicates", .count, "How many events were there more than once.") { $0.answer.duplicates }
      } else {
        fields(of: changeFields) { $0.answer.change }
      }
      if operation != .quote { fields(of: balanceFields) { $0.answer.account } }
      optionalField("standing", .anything, "What the rules decide about the account's standing.") { $0.answer.standing }
      if operation == .status {
        optionalField("benefits", .list(.benefit), "What events issued, and what became of it.") {
          $0.answer.account.benefits.isEmpty ? nil : $0.answer.account.benefits
        }
        optionalField("members", .list(.accountMember), "Who may act on the account, by id.") {
          $0.answer.account.members.isEmpty ? nil : $0.answer.account.members
        }
      }
      if operation == .status { fields(of: unknownFields) { $0.engine.unknownNames(in: $0.answer.account) } }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.answer.locale }
      requiredField("notifications", .list(.message), "Messages to send.") { $0.answer.notifications }
      explanatory(
        requiredField("why", .list(.origin), "The rows that decided.") {
          $0.answer.change.entries.compactMap { $0.origin } + $0.answer.change.why
        })
      if operation.takesEvent {
        optionalField("counterparts", .list(.counterpart), "What the event brings other accounts, to apply there.") {
          $0.answer.change.counterparts.isEmpty ? nil : $0.answer.change.counterparts
        }
        optionalField("budgets", .budgets, "What was granted of budgets so far, for the next request.") {
          $0.answer.budgets?.all
        }
      }
      if operation.changesAccount {
        requiredField("account", .account, "The account, for the next request.") {
          AccountDocument(account: $0.answer.account, engine: $0.engine)
        }
      }
    }.requested { $0.answer.locale }
  }
}

extension ResultType where Content == [Budgets.Granted] {
  fileprivate static var budgets: ResultType { .map(.granted, key: { $0.budget }) }
}

extension ResultType where Content == Budgets.Granted {
  fileprivate static var granted: ResultType {
    object {
      requiredField("granted", .count, "In all.") { $0.total }
      optionalField("days", .map(.count, key: { $0.day }, value: { $0.amount }), "By day of the program's calendar.") {
        $0.days.isEmpty ? nil : $0.days
      }
    }
  }
}

/// Names that the pack no longer has.
var unknownFields: ResultFields<[UnknownName]> {
  group {
    optionalField("unknown", .list(.unknownName), "Names in the account that the pack or the rules no longer have.") {
      $0.isEmpty ? nil : $0
    }
  }
}

extension ResultType where Content == UnknownName {
  fileprivate static var unknownName: ResultType {
    object {
      requiredField("kind", .word, "What it names.") { $0.kind }
      requiredField("id", .text, "The name.") { $0.id }
      requiredField("path", .text, "Where it is in the account, the first place.") { $0.path }
    }
  }
}

private var outcomeFields: ResultFields<AccountChange> {
  group {
    requiredField("outcome", .outcome, "What became of the event.") { $0.outcome?.word ?? "" }
    optionalField("refused", .text, "Why it was refused.") { $0.outcome?.refusal }
    optionalField("declined", .text, "Why a part of it was not done, though the event was.") { $0.declined }
    optionalField(
      "refused_at", .text, "The field of the event that it was refused or declined for, as far as the rules say it."
    ) { $0.outcome?.refusal == nil && $0.declined == nil ? nil : $0.refusedAt }
    requiredField("duplicate", .flag, "Whether it was there already, so that nothing changed.") { $0.isDuplicate }
  }
}

private var changeFields: ResultFields<AccountChange> {
  group {
    requiredField("entries", .list(.entry), "Lines that are new.") { $0.entries }
    optionalField("lapsed", .list(.lapse), "Holds that were given back because their time was over.") {
      $0.lapses.isEmpty ? nil : $0.lapses
    }
    requiredField("withdrawn", .list(.entry), "Lines that are no more, because an event came late.") { $0.withdrawn }
    requiredField(
      "changed", .list(.changedEvent), "Other events of which something else became, because an event came late."
    ) { change in change.changed.map { ChangedEvent(event: $0.event, before: $0.before, after: $0.after) } }
  }
}

extension ResultType where Content == AccountLapse {
  fileprivate static var lapse: ResultType {
    object {
      requiredField("event", .text, "The event that made it.") { $0.event }
      requiredField("unit", .text, "Of what.") { $0.unit }
      requiredField("amount", .count, "How much.") { $0.amount }
      requiredField("time", .instant, "When.") { $0.time }
      explanatory(optionalField("rule", .entryRule, "The rule that it cost this much by.") { $0.reason })
    }
  }
}

/// An event whose outcome changed.
private struct ChangedEvent {
  let event: Text
  let before: EventOutcome
  let after: EventOutcome
}

extension ResultType where Content == ChangedEvent {
  fileprivate static var changedEvent: ResultType {
    object {
      requiredField("event", .text, "Its id.") { $0.event }
      requiredField("before", .outcome, "What had become of it.") { $0.before.word }
      requiredField("after", .outcome, "What has become of it now.") { $0.after.word }
      optionalField("refused", .text, "Why it is refused now.") { $0.after.refusal }
    }
  }
}

private var balanceFields: ResultFields<Account> {
  group {
    requiredField("as_of", .orNull(.instant), "The instant that the account shows.") { $0.asOf }
    requiredField("balances", .balances, "What there is, by unit.") { $0.balances }
    requiredField("level", .orNull(.level), "The level.") { $0.level }
  }
}

/// `account` with its balances and level, without entries and events.
package struct AccountBalances {
  let account: Account

  /// The balances of `account`.
  package init(_ account: Account) { self.account = account }
}

extension ResultType where Content == Text {
  /// The level of an account.
  fileprivate static var level: ResultType { text.shown(as: Shape(.declared(.level))) }
}

extension ResultType where Content == AccountBalances {
  /// An account's balances and level.
  package static var balances: ResultType {
    object {
      requiredField("account", .text, "The caller's name for it.") { $0.account.id }
      requiredField("as_of", .orNull(.instant), "The instant that the account shows.") { $0.account.asOf }
      requiredField("events", .count, "How many events there are.") { $0.account.events.count }
      requiredField("balances", .balances, "What there is, by unit.") { $0.account.balances }
      requiredField("level", .orNull(.level), "The level.") { $0.account.level }
    }
  }
}
