import TerrainDocuments
import TerrainRules
import TerrainValues

// An account as a document; `AccountReader` reads what is written here.

extension JSONWriter {
  /// Writes `account` as an object, with what the rule set that folded it is called.
  public mutating func account(_ account: Account, _ engine: AccountEngine) {
    object { writer in
      writer.field("account", account.id)
      writer.key("rules")
      writer.object { writer in
        writer.field("id", engine.rules.id)
        writer.field("version", engine.rules.version)
        writer.key("hash")
        writer.string(engine.system.rules.hash)
      }
      writer.field("as_of", account.asOf)
      writer.field("changed", account.state.changed)
      if let level = account.state.level { writer.level(level) }
      writer.field("earns", account.state.earns)
      writer.key("balances")
      writer.object { writer in for balance in account.balances { writer.balance(balance) } }
      writer.key("lots")
      writer.array { writer in
        for balance in account.balances {
          for lot in balance.activeLots { writer.lot(lot, balance.unit) }
          for waiting in balance.waiting { writer.waiting(waiting, balance.unit) }
        }
      }
      writer.key("holds")
      writer.array { writer in for hold in account.holds { writer.hold(hold, account.unit(of: hold)) } }
      writer.key("entries")
      writer.array { writer in for entry in account.entries { writer.entry(entry) } }
      writer.key("events")
      writer.array { writer in for event in account.events { writer.event(event, account.records[event.id]) } }
    }
  }

  /// Writes what there is of a unit, by its name.
  public mutating func balance(_ balance: UnitBalance) {
    key(balance.unit)
    object { writer in
      writer.field("balance", balance.balance)
      writer.field("active", balance.active)
      writer.field("pending", balance.pending)
      writer.field("held", balance.held)
      writer.field("lifetime", balance.lifetime)
      writer.field("earned", balance.earned)
      writer.field("spent", balance.spent)
      writer.field("expired", balance.expired)
      writer.field("taken_back", balance.takenBack)
      writer.field("adjusted", balance.adjusted)
    }
  }

  /// Writes a line of an account as an object.
  public mutating func entry(_ entry: AccountEntry) {
    object { writer in
      writer.field("id", entry.id)
      writer.field("time", entry.time)
      writer.key("kind")
      writer.string(entry.kind.rawValue)
      writer.field("unit", entry.unit)
      writer.field("amount", entry.amount)
      writer.field("event", entry.event)
      writer.field("cause", entry.cause)
      guard let decision = entry.decision else { return }
      writer.key("rule")
      writer.object { writer in
        writer.field("decision", decision)
        writer.field("row", entry.row)
      }
    }
  }

  private mutating func level(_ level: AccountState.Level) {
    key("level")
    object { writer in
      writer.field("id", level.word)
      writer.field("since", level.since)
      writer.field("lost", level.lost)
      if level.qualified != level.word { writer.field("qualified", level.qualified) }
    }
  }

  private mutating func lot(_ lot: Lot, _ unit: Text) {
    object { writer in writer.fields(of: lot, unit) }
  }

  private mutating func fields(of lot: Lot, _ unit: Text) {
    field("id", lot.id)
    field("event", lot.event)
    field("unit", unit)
    field("left", lot.left)
    field("since", lot.since)
    field("expires", lot.expires)
  }

  private mutating func waiting(_ waiting: WaitingLot, _ unit: Text) {
    object { writer in
      writer.fields(of: waiting.lot, unit)
      writer.field("begins", waiting.begins)
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
      writer.field("event", hold.event)
      writer.field("unit", unit)
      writer.field("amount", hold.amount)
      writer.field("lapses", hold.lapses)
      writer.key("parts")
      writer.array { writer in for part in hold.parts { writer.lot(part, unit) } }
    }
  }

  private mutating func event(_ event: AccountEvent, _ record: EventRecord?) {
    object { writer in
      writer.field("id", event.id)
      writer.key("type")
      writer.string(event.kind.rawValue)
      writer.field("time", event.time)
      writer.field("of", event.of)
      if let amount = event.amount {
        writer.key("amount")
        writer.object { writer in
          writer.field("currency", amount.currency)
          writer.field("minor", amount.minor)
        }
      }
      writer.field("change", event.change)
      writer.field("unit", event.unit)
      if !event.content.isEmpty {
        writer.key("facts")
        writer.raw(event.content)
      }
      guard let record else { return }
      writer.field("outcome", record.outcome.word)
      if case .refused(let word) = record.outcome { writer.field("refused", word) }
      if !record.counts {
        writer.key("counts")
        writer.bool(false)
      }
    }
  }

  private mutating func period(_ period: CalendarPeriod) {
    object { writer in
      if period.months != 0 { writer.field("months", Int64(period.months)) }
      if period.days != 0 { writer.field("days", Int64(period.days)) }
      if period.seconds != 0 { writer.field("seconds", Int64(period.seconds)) }
      writer.field("through", period.through.map { Text($0.rawValue) })
    }
  }

  // MARK: Fields

  private mutating func field(_ name: String, _ text: Text?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  private mutating func field(_ name: String, _ instant: Timestamp?) {
    guard let instant else { return }
    key(name)
    string(instant.description)
  }

  private mutating func field(_ name: String, _ number: Int64?) {
    guard let number else { return }
    key(name)
    int(number)
  }
}
