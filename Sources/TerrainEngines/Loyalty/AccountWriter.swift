import TerrainDocuments
import TerrainRules
import TerrainValues

// An account as a document; `AccountReader` reads what is written here.

extension JSONWriter {
  /// Writes `account` as an object, with what the rule set that folded it is called.
  public mutating func account(_ account: Account, _ engine: LoyaltyEngine) {
    object { writer in
      writer.member("account", account.id)
      writer.object("rules") { writer in
        writer.member("id", engine.rules.id)
        writer.member("version", engine.rules.version)
        writer.member("hash", engine.system.rules.hash)
      }
      writer.member("as_of", ifAny: account.asOf)
      writer.member("changed", ifAny: account.state.changed)
      if let level = account.state.level { writer.level(level) }
      writer.member("earns", account.state.earns)
      writer.object("balances") { writer in for balance in account.balances { writer.balance(balance) } }
      writer.array("lots") { writer in
        for balance in account.balances {
          for lot in balance.activeLots { writer.lot(lot, balance.unit) }
          for waiting in balance.waitingLots { writer.waiting(waiting, balance.unit) }
        }
      }
      writer.array("holds") { writer in for hold in account.holds { writer.hold(hold, account.unit(of: hold)) } }
      writer.array("entries") { writer in for entry in account.entries { writer.entry(entry) } }
      writer.array("events") { writer in for event in account.events { writer.event(event, account.records[event.id]) }
      }
    }
  }

  /// Writes what there is of a unit, by its name.
  public mutating func balance(_ balance: UnitBalance) {
    key(balance.unit)
    object { writer in
      writer.member("balance", balance.balance)
      writer.member("active", balance.active)
      writer.member("pending", balance.pending)
      writer.member("held", balance.held)
      writer.member("lifetime", balance.lifetime)
      writer.member("earned", balance.earned)
      writer.member("spent", balance.spent)
      writer.member("expired", balance.expired)
      writer.member("taken_back", balance.takenBack)
      writer.member("adjusted", balance.adjusted)
    }
  }

  /// Writes a line of an account as an object.
  public mutating func entry(_ entry: AccountEntry) {
    object { writer in
      writer.member("id", entry.id)
      writer.member("time", entry.time)
      writer.member("kind", entry.kind.rawValue)
      writer.member("unit", entry.unit)
      writer.member("amount", entry.amount)
      writer.member("event", entry.event)
      writer.member("cause", ifAny: entry.cause)
      guard let decision = entry.decision else { return }
      writer.object("rule") { writer in
        writer.member("decision", decision)
        writer.member("row", ifAny: entry.row)
      }
    }
  }

  private mutating func level(_ level: AccountState.Level) {
    object("level") { writer in
      writer.member("id", level.word)
      writer.member("since", level.since)
      writer.member("lost", ifAny: level.lost)
      if level.qualified != level.word { writer.member("qualified", level.qualified) }
    }
  }

  private mutating func lot(_ lot: Lot, _ unit: Text) {
    object { writer in writer.fields(of: lot, unit) }
  }

  private mutating func fields(of lot: Lot, _ unit: Text) {
    member("id", lot.id)
    member("event", lot.event)
    member("unit", unit)
    member("left", lot.left)
    member("since", lot.since)
    member("expires", ifAny: lot.expires)
  }

  private mutating func waiting(_ waiting: WaitingLot, _ unit: Text) {
    object { writer in
      writer.fields(of: waiting.lot, unit)
      writer.member("begins", ifAny: waiting.begins)
      writer.key("waits")
      writer.period(waiting.waits)
      if let lasts = waiting.lasts {
        writer.key("lasts")
        writer.period(lasts)
      }
    }
  }

  private mutating func hold(_ hold: Hold, _ unit: Text) {
    object { writer in
      writer.member("event", hold.event)
      writer.member("unit", unit)
      writer.member("amount", hold.amount)
      writer.member("lapses", ifAny: hold.lapses)
      writer.array("parts") { writer in for part in hold.parts { writer.lot(part, unit) } }
    }
  }

  private mutating func event(_ event: AccountEvent, _ record: EventRecord?) {
    object { writer in
      writer.member("id", event.id)
      writer.member("type", event.kind.rawValue)
      writer.member("time", event.time)
      writer.member("of", ifAny: event.of)
      if let amount = event.amount {
        writer.object("amount") { writer in
          writer.member("currency", amount.currency)
          writer.member("minor", amount.minor)
        }
      }
      writer.member("change", ifAny: event.change)
      writer.member("unit", ifAny: event.unit)
      if !event.content.isEmpty {
        writer.key("facts")
        writer.raw(event.content)
      }
      guard let record else { return }
      writer.member("outcome", record.outcome.word)
      if case .refused(let word) = record.outcome { writer.member("refused", word) }
      if !record.counts { writer.member("counts", false) }
    }
  }

  private mutating func period(_ period: CalendarPeriod) {
    object { writer in
      if period.months != 0 { writer.member("months", Int64(period.months)) }
      if period.days != 0 { writer.member("days", Int64(period.days)) }
      if period.seconds != 0 { writer.member("seconds", Int64(period.seconds)) }
      writer.member("through", ifAny: period.through?.rawValue)
    }
  }
}
