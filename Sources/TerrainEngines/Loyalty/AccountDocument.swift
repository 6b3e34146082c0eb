import TerrainBase
import TerrainDocuments
import TerrainRules

// An account as a document. `AccountReader` of the engine reads the format that is described here.

/// An account with the engine that names its rules.
package struct AccountDocument {
  /// The name of the shape of accounts.
  package static let shapeName = "account"

  let account: Account
  let engine: LoyaltyEngine

  /// `account`, which `engine` keeps.
  package init(account: Account, engine: LoyaltyEngine) {
    self.account = account
    self.engine = engine
  }

  fileprivate func lot(_ lot: Lot, _ unit: Text, _ waiting: WaitingLot? = nil) -> AccountLot {
    AccountLot(lot: lot, unit: unit, reason: account.reason(of: lot.event), waiting: waiting)
  }

  fileprivate func hold(_ hold: Hold) -> AccountHold {
    let unit = account.unit(of: hold)
    return AccountHold(
      hold: hold, unit: unit, reason: account.reason(of: hold.event), parts: hold.parts.map { lot($0, unit) })
  }

  fileprivate var lots: [AccountLot] {
    account.balances.flatMap { balance in
      balance.activeLots.map { lot($0, balance.unit) } + balance.waitingLots.map { lot($0.lot, balance.unit, $0) }
    }
  }
}

/// A lot with its unit, and with its waiting period if it does not count yet.
private struct AccountLot {
  let lot: Lot
  let unit: Text
  let reason: AccountReason?
  let waiting: WaitingLot?
}

/// A hold with its unit.
private struct AccountHold {
  let hold: Hold
  let unit: Text
  let reason: AccountReason?
  let parts: [AccountLot]
}

extension ResultType where Content == AccountDocument {
  /// An account.
  package static var account: ResultType {
    named(AccountDocument.shapeName) {
      requiredField("account", .text, "The caller's name for it.") { $0.account.id }
      requiredField("rules", .accountRules, "The rules that it was folded by.") { $0.engine }
      optionalField("as_of", .instant, "The instant that it shows.") { $0.account.asOf }
      optionalField("changed", .instant, "When something last changed.") { $0.account.changed }
      optionalField("level", .accountLevel, "The level.") { $0.account.levelState }
      optionalField("set_level", .setLevel, "The level that an event set.") { $0.account.state.setLevel }
      optionalField("renewed", .instant, "Nothing of the program's own unit expires before.") {
        $0.account.state.renewed
      }
      requiredField("earns", .integer, "How many events earned something.") { $0.account.earns }
      requiredField("balances", .balances, "What there is, by unit.") { $0.account.balances }
      requiredField("lots", .list(.accountLot), "What came in and is left.") { $0.lots }
      requiredField("holds", .list(.accountHold), "What is set aside.") { document in
        document.account.holds.map { document.hold($0) }
      }
      optionalField("spent", .list(.accountHold), "What was spent and may come back; in the parts, what has not.") {
        let spent = $0.account.spent
        return spent.isEmpty ? nil : spent.map($0.hold)
      }
      optionalField("benefits", .list(.benefit), "What events issued, and what became of it.") {
        $0.account.benefits.isEmpty ? nil : $0.account.benefits
      }
      optionalField("members", .list(.accountMember), "Who may act on it, by id.") {
        $0.account.members.isEmpty ? nil : $0.account.members
      }
      requiredField("entries", .list(.entry), "Its lines.") { $0.account.entries }
      requiredField("events", .list(.keptEvent), "What happened, by time and id.") { document in
        document.account.events.map { KeptEvent(event: $0, account: document.account) }
      }
    }
  }
}

extension ResultType where Content == LoyaltyEngine {
  fileprivate static var accountRules: ResultType {
    object {
      requiredField("id", .text, "The rule set.") { $0.rules.id }
      requiredField("version", .text, "Its version.") { $0.rules.version }
      requiredField("hash", .text, "The hash of its content.") { $0.system.rules.hash }
    }
  }
}

extension ResultType where Content == AccountState.Level {
  fileprivate static var accountLevel: ResultType {
    object {
      requiredField("id", .text, "The level.") { $0.word }
      requiredField("since", .instant, "Since when.") { $0.since }
      optionalField("lost", .instant, "When it is lost.") { $0.lost }
      optionalField("qualified", .text, "What the account qualifies for.") {
        $0.qualified == $0.word ? nil : $0.qualified
      }
      optionalField("before", .list(.earlierLevel), "Lower levels that it had before, the lowest first.") {
        $0.before.isEmpty ? nil : $0.before
      }
      optionalField("highest", .text, "The highest level that it ever had, where that is another.") { $0.highest }
    }
  }
}

extension ResultType where Content == AccountState.SetLevel {
  fileprivate static var setLevel: ResultType {
    object {
      requiredField("id", .text, "The level.") { $0.word }
      optionalField("until", .instant, "When it is set no more.") { $0.until }
    }
  }
}

extension ResultType where Content == AccountState.Level.Earlier {
  fileprivate static var earlierLevel: ResultType {
    object {
      requiredField("id", .text, "The level.") { $0.word }
      requiredField("since", .instant, "Since when it had this or a higher one.") { $0.since }
    }
  }
}

extension ResultType where Content == [UnitBalance] {
  /// Balances by unit.
  static var balances: ResultType { .map(.unitBalance, key: { $0.unit }) }
}

extension ResultType where Content == UnitBalance {
  fileprivate static var unitBalance: ResultType {
    named("balance") {
      requiredField("balance", .integer, "What there is: the sum of the entries, and of active, pending and held.") {
        $0.balance
      }
      requiredField("active", .integer, "What can be spent; negative after more was taken back than there was.") {
        $0.active
      }
      requiredField("pending", .count, "What does not count yet.") { $0.pending }
      requiredField("held", .count, "What is set aside.") { $0.held }
      requiredField("lifetime", .integer, "All that was earned and counts, less what was taken back of it.") {
        $0.lifetime
      }
      requiredField("earned", .count, "Earned altogether.") { $0.earned }
      requiredField("spent", .count, "Spent altogether.") { $0.spent }
      requiredField("expired", .count, "Expired altogether.") { $0.expired }
      requiredField("taken_back", .count, "Taken back altogether.") { $0.takenBack }
      requiredField("adjusted", .integer, "Added by adjustments, less what they took.") { $0.adjusted }
      optionalField("sent", .count, "Sent to other accounts altogether.") { $0.sent == 0 ? nil : $0.sent }
      optionalField("received", .count, "Received from other accounts altogether.") {
        $0.received == 0 ? nil : $0.received
      }
    }
  }
}

// MARK: - Lots and holds

private var lotFields: ResultFields<AccountLot> {
  group {
    requiredField("id", .text, "The entry that made it.") { $0.lot.id }
    requiredField("event", .text, "The event that it came with.") { $0.lot.event }
    requiredField("unit", .text, "Of what.") { $0.unit }
    requiredField("left", .count, "What is left of it.") { $0.lot.left }
    requiredField("since", .instant, "Since when it counts; of one that waits, when it came in.") { $0.lot.since }
    optionalField("expires", .instant, "When it expires.") { $0.lot.expires }
    keptExplanation(
      optionalField("rule", .entryRule, "The rule that declares how long it waits and lasts.") { $0.reason })
  }
}

extension ResultType where Content == AccountLot {
  fileprivate static var accountLot: ResultType {
    object {
      fields(of: lotFields) { $0 }
      optionalField("begins", .instant, "When it begins to count.") { $0.waiting?.begins }
      optionalField("waits", .period, "How long after a commit it begins to count.") { $0.waiting?.waits }
      optionalField("lasts", .period, "How long it then lasts.") { $0.waiting?.lasts }
    }
  }
}

extension ResultType where Content == AccountHold {
  fileprivate static var accountHold: ResultType {
    object {
      requiredField("event", .text, "The event that made it.") { $0.hold.event }
      requiredField("unit", .text, "Of what.") { $0.unit }
      requiredField("amount", .count, "How much.") { $0.hold.amount }
      optionalField("lapses", .instant, "When it is given back by itself.") { $0.hold.lapses }
      keptExplanation(optionalField("rule", .entryRule, "The rule that it costs this much by.") { $0.reason })
      requiredField("parts", .list(.object(lotFields)), "The lots that it was taken from.") { $0.parts }
    }
  }
}

extension ResultType where Content == CalendarPeriod {
  fileprivate static var period: ResultType {
    named("period") {
      optionalField("months", .count, "Calendar months.") { $0.months == 0 ? nil : $0.months }
      optionalField("days", .count, "Calendar days.") { $0.days == 0 ? nil : $0.days }
      optionalField("seconds", .count, "Seconds.") { $0.seconds == 0 ? nil : $0.seconds }
      optionalField("through", .word, "It goes on to the end of this.") { $0.through }
    }
  }
}

// MARK: - Entries and events

extension ResultType where Content == AccountEntry {
  /// A line of an account.
  static var entry: ResultType {
    named("entry") {
      requiredField("id", .text, "The event's id, a slash, and a number.") { $0.id }
      requiredField("time", .instant, "When.") { $0.time }
      requiredField("kind", .word, "Why.") { $0.kind }
      requiredField("unit", .text, "Of what.") { $0.unit }
      requiredField("amount", .integer, "How much: negative where it went.") { $0.amount }
      requiredField("event", .text, "The event behind it.") { $0.event }
      optionalField("cause", .text, "What the rule adds to it, or what it is about.") { $0.cause }
      optionalField("line", .text, "The line of the event that earned it, or that it was taken back from.") { $0.line }
      keptExplanation(optionalField("rule", .entryRule, "The rule that came to it.") { $0.reason })
    }
  }
}

extension ResultType where Content == AccountReason {
  /// The rule of an entry, a lot or a hold.
  static var entryRule: ResultType {
    object {
      requiredField("decision", .text, "The decision's full name.") { $0.decision ?? "" }
      optionalField("row", .text, "The row that fired.") { $0.row }
    }
  }
}

/// An event of an account with its outcome.
private struct KeptEvent {
  let event: AccountEvent
  let account: Account

  var outcome: EventOutcome? { account.outcome(of: event.id) }

  /// The other account of an event of `kind`.
  func peer(of kind: AccountEvent.Kind) -> Text? { event.kind == kind ? event.details?.peer : nil }
}

extension ResultType where Content == KeptEvent {
  fileprivate static var keptEvent: ResultType {
    object {
      requiredField("id", .text, "The caller's id: its name for ever.") { $0.event.id }
      requiredField("type", .word, "What it does.") { $0.event.kind }
      requiredField("time", .instant, "When it happened.") { $0.event.time }
      optionalField("of", .text, "The event that it is about.") { $0.event.of }
      optionalField("amount", .money, "The money that it is about.") { $0.event.amount }
      optionalField("change", .integer, "How much to add or take, send or receive.") { $0.event.change }
      optionalField("unit", .text, "Of which unit.") { $0.event.unit }
      optionalField("to", .text, "The account that it sends to.") { $0.peer(of: .send) }
      optionalField("from", .text, "The account that it receives from.") { $0.peer(of: .receive) }
      optionalField("cause", .text, "What it receives for.") { $0.event.details?.cause }
      optionalField("waits", .flag, "Whether it counts only after a commit.") { $0.event.details?.waits }
      optionalField("benefit", .text, "The benefit that is used or cancelled.") { $0.event.details?.benefit?.text }
      optionalField("member", .text, "Who acts, or whose rights are set.") { $0.event.details?.member }
      optionalField("rights", .list(.text), "The rights that are set.") { $0.event.details?.rights }
      optionalField("level", .text, "The level that is set.") { $0.event.details?.level }
      optionalField("until", .instant, "When that level is set no more.") { $0.event.details?.until }
      optionalField("actor", .text, "Who adjusts, or sets rights or a level.") { $0.event.signature?.actor }
      optionalField("reason", .text, "Why.") { $0.event.signature?.reason }
      optionalField("grants", .map(.integer, key: { $0.key }, value: { $0.value }), "What it was granted.") {
        $0.event.grants.isEmpty ? nil : $0.event.grants.ordered { $0.key < $1.key }
      }
      // Facts are stored as they were given, including facts that the rules no longer declare.
      optionalField("facts", .json(.map(.anything)), "Facts that the rules declare, by name.") {
        $0.event.content.isEmpty ? nil : $0.event.content
      }
      requiredField("outcome", .outcome, "What became of it.") { $0.outcome?.word ?? "" }
      optionalField("refused", .text, "Why it was refused.") { $0.outcome?.refusal }
      optionalField("began", .instant, "When its lots began to count, where that was later.") {
        $0.account.beginning(of: $0.event)
      }
      optionalField("counts", .flag, "False where it counts towards no lifetime.") {
        $0.account.countsTowardsLifetime($0.event.id) ? nil : false
      }
    }
  }
}

extension ResultType where Content == Money {
  /// An amount of money, as requests have it too.
  static var money: ResultType {
    ResultType(.money) { money, _, writer in
      writer.object { writer in
        writer.member("currency", money.currency)
        writer.member("minor", money.minor)
      }
    }
  }
}

// MARK: - Outcomes

extension ResultType where Content == Text {
  /// The outcome of an event.
  static var outcome: ResultType { words(["applied", "refused", "waits", "later"]) }
}

// Benefits, members, and events for other accounts, as documents.

extension ResultType where Content == Benefit {
  /// Something that an event issued.
  static var benefit: ResultType {
    named("benefit") {
      requiredField("id", .text, "The id of the event that issued it, `#`, and a number.") { $0.id.text }
      requiredField("benefit", .text, "What it is.") { $0.name }
      requiredField("stage", .word, "Where it is in its life.") { $0.stage }
      requiredField("since", .instant, "When it was issued.") { $0.since }
      optionalField("expires", .instant, "When it expires.") { $0.expires }
      optionalField("uses", .count, "How often it may be used; without it, until it expires.") { $0.uses }
      optionalField("used", .count, "How often it was used.") { $0.used == 0 ? nil : $0.used }
      optionalField("ended", .instant, "When it was used up, expired or was cancelled.") { $0.ended }
      keptExplanation(optionalField("rule", .entryRule, "The rule that issued it.") { $0.reason })
    }
  }
}

extension ResultType where Content == AccountState.Member {
  /// A member who may act on an account.
  static var accountMember: ResultType {
    named("account_member") {
      requiredField("id", .text, "The caller's name for them.") { $0.id }
      requiredField("since", .instant, "Since when the rights are these.") { $0.since }
      requiredField("rights", .list(.text), "Their rights, as the rules call them.") { $0.rights }
    }
  }
}

extension ResultType where Content == Counterpart {
  /// An event that follows in another account.
  static var counterpart: ResultType {
    named("counterpart") {
      requiredField("account", .text, "The account to apply the event to.") { $0.account }
      requiredField("event", .counterpartEvent, "The event to apply there, as it is.") { $0 }
    }
  }

  private static var counterpartEvent: ResultType {
    object {
      requiredField("id", .text, "Its id.") { $0.id }
      requiredField("type", .words([AccountEvent.Kind.receive, .commit, .cancel]), "What it does.") { $0.kind }
      requiredField("time", .instant, "When it happened.") { $0.time }
      optionalField("of", .text, "Of a commit or a cancel: the event that it is about.") { $0.of }
      optionalField("from", .text, "Of a receive: the account that it comes from.") { $0.of == nil ? $0.from : nil }
      optionalField("change", .count, "Of a receive: how much.") { $0.of == nil ? $0.amount : nil }
      optionalField("unit", .text, "Of which unit; without it, of the program's own.") { $0.of == nil ? $0.unit : nil }
      optionalField("cause", .text, "What it is for.") { $0.of == nil ? $0.cause : nil }
      optionalField("waits", .flag, "Whether it counts only after a commit.") { $0.waits ? true : nil }
    }
  }
}
