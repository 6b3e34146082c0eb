import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// What is wrong with declarations, events and documents of claims, benefits, transfers and members.
@Suite struct SharedDocumentTests {
  private static let start = "2026-03-01T10:00:00Z"

  /// An account with a ticket that was used once, a mug, two members, and a gift that was sent.
  static func account(_ world: LineWorld) throws -> Account {
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    for event in [
      #"{ "id": "m1", "type": "member", "time": "2026-03-01T09:00:00Z", "member": "kim", "rights": ["spend"] }"#,
      #"{ "id": "m2", "type": "member", "time": "2026-03-01T09:01:00Z", "member": "lee", "rights": [], "actor": "kim" }"#,
      #"{ "id": "e1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor": 4000 } }"#,
      #"{ "id": "r1", "type": "reserve", "time": "2026-03-02T10:00:00Z", "member": "kim", "facts": { "pass": "ticket" } }"#,
      #"{ "id": "c1", "type": "commit", "time": "2026-03-02T10:01:00Z", "of": "r1" }"#,
      ##"{ "id": "u1", "type": "use", "time": "2026-03-03T10:00:00Z", "benefit": "c1#1" }"##,
      #"{ "id": "s1", "type": "send", "time": "2026-03-03T11:00:00Z", "member": "kim", "to": "ben", "change": 20 }"#,
    ] {
      let event = try world.session.event(event)
      let change = try world.session.accept(event, to: &account, now: event.time, budgets: &budgets)
      #expect(change.outcome == .applied, "\(event.id)")
    }
    return account
  }

  @Test func whatWasEditedIsFound() throws {
    let world = try LineWorld(module: SharedWorld.module)
    let document = try world.session.document(Self.account(world))
    #expect(try world.session.verify(world.session.read(document)) == nil)
    #expect(try world.session.document(world.session.read(document)) == document)
    for (old, new, path) in [
      (#""used":1"#, #""used":0"#, "benefits[0]"), (#""benefit":"ticket""#, #""benefit":"boost""#, "benefits[0]"),
      (#""rights":[]"#, #""rights":["spend"]"#, "events[1]"),
      (#""stage":"issued""#, #""stage":"cancelled""#, "benefits"),
      (#""id":"lee","since""#, #""id":"max","since""#, "members[1]"),
    ] {
      #expect(document.contains(old), "\(document)")
      var edited = document
      if path == "events[1]" {
        // The members follow from the event: an edited one gives others.
        edited = document.replacing(#""rights":[],"actor""#, with: #""rights":["spend"],"actor""#)
      } else {
        edited = document.replacing(old, with: new)
      }
      let difference = try world.session.verify(world.session.read(edited))
      let expected = path == "events[1]" ? "members[1]" : path
      #expect(difference?.path.string.hasPrefix(expected) ?? false, "\(path): \(difference.map { "\($0)" } ?? "-")")
    }
  }

  /// A document without benefits, members and amounts of other accounts is that of an earlier version.
  @Test func earlierDocumentsAreRead() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var account = world.engine.account("anna")
    let event = try world.session.event(
      #"{ "id": "e1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor": 1000 } }"#
    )
    _ = try world.session.apply(event, to: &account, now: event.time)
    let document = try world.session.document(account)
    for key in ["benefits", "members", "sent", "received", "grants"] { #expect(!document.contains("\"\(key)\"")) }
    #expect(try world.session.document(world.session.read(document)) == document)
  }

  @Test(arguments: [
    ("type: use", "account/event-field: a `use` needs `benefit`"),
    ("type: use, benefit: ticket", "account/benefit: this is not the id of a benefit"),
    ("type: use, benefit: \"e1#0\"", "account/benefit: this is not the id of a benefit"),
    ("type: use, benefit: \"e1#01\"", "account/benefit: this is not the id of a benefit"),
    ("type: use, benefit: \"e1#1\", of: e1", "account/event-field: a `use` has no `of`"),
    ("type: cancel, benefit: \"e1#1\", of: e1", "account/event-field: a `cancel` has either `of` or `benefit`"),
    ("type: earn, benefit: \"e1#1\"", "account/event-field: a `earn` has no `benefit`"),
    ("type: send, change: 5", "account/event-field: a `send` needs `to`"),
    (
      "type: send, to: ben",
      "account/change: a `send` has to say how much in `change`: a whole number from 1 to 1000000000000 (`largestAmount`)"
    ),
    (
      "type: send, to: ben, change: -5",
      "account/change: a `send` has to say how much in `change`: a whole number from 1 to 1000000000000 (`largestAmount`)"
    ),
    (
      "type: receive, change: 5, to: ben",
      "account/event-field: a `receive` has no `to`; account/event-field: a `receive` needs `from`"
    ),
    ("type: member", "account/event-field: a `member` needs `member`"),
    ("type: earn, rights: [spend]", "account/event-field: a `earn` has no `rights`"),
    ("type: earn, actor: kim", "account/event-field: a `earn` has no `actor`"),
    (
      "type: member, member: kim, rights: [\((0...100).map { "r\($0)" }.joined(separator: ", "))]",
      "account/member: a member may have at most 100 rights (`mostRights`)"
    ),
  ])
  func eventsAreChecked(event: String, expected: String) throws {
    let world = try LineWorld(module: SharedWorld.module)
    let error = #expect(throws: DiagnosticError.self) {
      _ = try world.engine.event(
        TerrainFixture.document("{ id: x, time: \"\(Self.start)\", \(event) }", name: "event.yaml").root)
    }
    let found = error?.diagnostics.map { "\($0.code): \($0.message)" }.sorted().joined(separator: "; ")
    #expect(found == expected)
  }

  /// What is sent is not lost: it goes to another account, where it has an id that no other event has.
  @Test func aTransferArrives() throws {
    let world = try LineWorld(module: SharedWorld.module)
    for to in ["anna", "\"\"", "\" \""] {
      let request = try TerrainFixture.document(
        "{ account: anna, event: { id: s, type: send, time: \"\(Self.start)\", to: \(to), change: 1 } }",
        name: "event.yaml")
      let error = #expect(throws: DiagnosticError.self) {
        _ = try LoyaltyRequest(request.root, .apply, engine: world.engine)
      }
      #expect(error?.diagnostics.map(\.code) == ["account/event-field"])
    }
    var ben = world.engine.account("ben")
    // Names with the mark that parts a sender from its event, and with what is written for it.
    for (sender, id) in [
      ("anna", "anna/s1"), ("cleo", "cleo/s1"), ("ben2", "ben2/s1"), ("a", "a/b/s1"), ("a/b", "a%2Fb/s1"),
      ("a%2Fb", "a%252Fb/s1"),
    ] {
      var account = world.engine.account(Text(sender))
      var budgets: Budgets? = Budgets()
      let earn = try world.session.event(
        #"{ "id": "g1", "type": "earn", "time": "2026-03-01T09:00:00Z", "amount": { "currency": "USD", "minor": 4000 } }"#
      )
      _ = try world.session.accept(earn, to: &account, now: earn.time, budgets: &budgets)
      if sender == "cleo" { _ = try world.session.accept(earn, to: &ben, now: earn.time, budgets: &budgets) }
      let send = try world.session.event(
        #"{ "id": "\#(sender == "a" ? "b/s1" : "s1")", "type": "send", "time": "2026-03-02T09:00:00Z", "to": "ben", "change": 7 }"#
      )
      let change = try world.session.accept(send, to: &account, now: send.time, budgets: &budgets)
      let counterpart = try #require(change.counterparts.first)
      #expect(counterpart.id.string == id)
      let receive = try world.session.event(
        """
        { "id": "\(counterpart.id)", "type": "receive", "time": "\(counterpart.time)", "from": "\(sender)",
          "change": \(counterpart.amount) }
        """)
      #expect(try world.session.apply(receive, to: &ben, now: receive.time).word == "applied")
    }
    #expect(ben.balances[0].received == 42)
  }

  @Test func aProgramTakesTheTypesThatItLists() throws {
    let world = try LineWorld()
    let error = #expect(throws: DiagnosticError.self) {
      _ = try world.engine.event(
        TerrainFixture.document(
          "{ id: x, type: send, time: \"\(Self.start)\", to: ben, change: 1 }", name: "event.yaml"
        ).root)
    }
    #expect(
      error?.diagnostics.map { "\($0.code): \($0.message)" } == ["account/event-type: the program takes no `send`"])
  }

  /// Before any event meets the row, and there.
  @Test(arguments: [
    ("add: 7, stage: 1", "ad: 7, stage: 1", "account/steps"), ("add: 7, stage: 1", "add: 7, stge: 1", "account/steps"),
    ("add: 7, stage: 1", "add: 7, mots: 3", "account/steps"), ("add: 7, stage: 1", "stage: 1", "account/steps"),
    ("add: 7, stage: 1", "add: 7, buget: party", "account/steps"),
    ("add: 7, stage: 1", "add: 7, budget: party", "account/budgets"),
    ("times: 2, on: base", "times: 2, on: bse", "account/steps"),
    ("add: 7, stage: 1", "rate: 7, add: 1, stage: 1", "account/steps"),
    ("add: 7, stage: 1", "rate: 7, round: dwn, stage: 1", "account/steps"),
    ("per_account: 2, refused", "per_acount: 2, refused", "account/claims"),
    ("key: \"= code.orValue('')\", total: 3", "key: \"= code.orValue('')\", totl: 3", "account/claims"),
    ("benefit: ticket, uses: 2", "benefit: ticket, usse: 2", "account/benefit"),
    ("benefit: boost, lasts: { days: 5 }", "benefit: boost, lasts: { dasy: 5 }", "account/period"),
    ("add: 5, campaign: friend }", "add: -5, campaign: friend }", "account/negative-amount"),
    ("lot: { value: { lasts: { days: 40 } } }", "lot: { value: { last: { days: 40 } } }", "account/terms"),
    ("lot: { value: { lasts: { days: 40 } } }", "lot: { value: { lasts: { day: 40 } } }", "account/period"),
    ("hold: { value: { days: 2 } }", "hold: { value: { minuts: 2 } }", "account/period"),
    ("hold: { value: { days: 2 } }", "hold: { value: { days: 2, through: monthx } }", "account/period"),
  ])
  func whatIsWrittenIsChecked(old: String, new: String, code: String) throws {
    #expect(SharedWorld.module.contains(old))
    let error = #expect(throws: DiagnosticError.self) {
      _ = try LineWorld(module: SharedWorld.module.replacing(old, with: new))
    }
    let place = try #require(error?.diagnostics.first?.place)
    #expect(error?.diagnostics.map(\.code) == [code])
    let line = SharedWorld.module.replacing(old, with: new).components(separatedBy: "\n")[
      place.source.position(at: Int(place.range.start)).line - 1]
    #expect(line.contains(new.prefix(12)), "\(line)")
  }

  @Test(arguments: [
    ("claim: stock, total: 2", "claim: st/ock, total: 4", "account/claims"),
    ("claim: stock, total: 2", "claim: send, total: 4", "account/claims"),
    ("claim: stock, total: 2", "claim: stock, total: -1", "account/claims"),
    ("claim: stock, total: 2", "claim: stock, most: 4", "account/claims"),
    ("benefit: ticket, uses: 2", "benefit: ticket, uses: 0", "account/benefit"),
    ("benefit: ticket, uses: 2", "uses: 2", "account/benefit"),
    ("lasts: { days: 10 }", "lasts: { weeks: 10 }", "account/period"),
    ("credit: \"= cash.orValue(0)\"", "points: 1", "account/costs"),
    ("add: 5, campaign: friend }", "add: 0, campaign: friend }", "account/sent"),
    ("add: 5, campaign: friend }", "add: \"= -dollars\", campaign: friend }", "account/negative-amount"),
    ("when: \"'friend' in granted_claims\", then: { to:", "when: \"earns_before == 0\", then: { to:", "account/sent"),
    ("friend.hasValue() && earns_before == 0\"", "'x' in granted_claims\"", "account/claims"),
  ])
  func declarationsAreChecked(old: String, new: String, code: String) throws {
    #expect(SharedWorld.module.contains(old))
    let error = #expect(throws: DiagnosticError.self) {
      let world = try LineWorld(module: SharedWorld.module.replacing(old, with: new))
      var account = world.engine.account("anna")
      var budgets: Budgets? = Budgets()
      for event in [
        #"{ "id": "e1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor": 4000 }, "facts": { "friend": "ben" } }"#,
        #"{ "id": "r1", "type": "reserve", "time": "2026-03-02T10:00:00Z", "facts": { "pass": "ticket" } }"#,
        #"{ "id": "c1", "type": "commit", "time": "2026-03-02T10:01:00Z", "of": "r1" }"#,
      ] {
        let event = try world.session.event(event)
        _ = try world.session.accept(event, to: &account, now: event.time, budgets: &budgets)
      }
    }
    #expect(error?.diagnostics.first?.code == code, "\(error.map { "\($0)" } ?? "-")")
  }

  /// It would be refused for ever.
  @Test func aSharedClaimNeedsBudgets() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var account = world.engine.account("anna")
    let event = try world.session.event(
      #"{ "id": "e1", "type": "earn", "time": "2026-03-05T10:00:00Z", "amount": { "currency": "USD", "minor": 1000 }, "facts": { "code": "A" } }"#
    )
    var none: Budgets?
    let error = #expect(throws: DiagnosticError.self) {
      _ = try world.session.accept(event, to: &account, now: event.time, budgets: &none)
    }
    #expect(error?.diagnostics.map(\.code) == ["account/budgets"])
    #expect(account.events.isEmpty)
    var budgets: Budgets? = Budgets()
    #expect(try world.session.accept(event, to: &account, now: event.time, budgets: &budgets).outcome == .applied)
  }

  /// An event that is later than `now` is granted what it would be at its time, once.
  @Test func whatIsLaterIsGrantedOnce() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    let event = try world.session.event(
      #"{ "id": "e1", "type": "earn", "time": "2026-03-05T10:00:00Z", "amount": { "currency": "USD", "minor": 1000 }, "facts": { "code": "A" } }"#
    )
    let now = try Timestamp(rfc3339: "2026-03-01T10:00:00Z")
    #expect(try world.session.accept(event, to: &account, now: now, budgets: &budgets).outcome == .later)
    #expect(try world.session.accept(event, to: &account, now: now, budgets: &budgets).isDuplicate)
    #expect(budgets?.all.map(\.total) == [1])
    _ = try world.session.advance(&account, to: event.time)
    #expect(account.entries.map(\.amount) == [10, 20, 7])
  }

  /// What an event was granted counts once against what an account may have: while it waits, after it was read so, and once it is
  /// applied.
  @Test(arguments: [false, true], [(1, ["applied"]), (2, ["applied", "applied"])])
  func whatWaitsIsGrantedOnce(isRead: Bool, expected: (most: Int, applied: [String])) throws {
    let limit = "claim: stock, total: 9, per_account: \(expected.most)"
    let world = try LineWorld(module: SharedWorld.module.replacing("claim: stock, total: 2", with: limit))
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    func accept(_ event: String, at now: String) throws -> String {
      let event = try world.session.event(event)
      let now = try Timestamp(rfc3339: "2026-03-02T\(now):00Z")
      return try world.session.accept(event, to: &account, now: now, budgets: &budgets).outcome?.word.string ?? ""
    }
    func buy(_ number: Int, _ minute: String, at now: String) throws -> String {
      let time = "2026-03-02T\(minute)"
      _ = try accept(
        #"{ "id": "r\#(number)", "type": "reserve", "time": "\#(time):00Z", "facts": { "pass": "ticket" } }"#, at: now)
      return try accept(
        #"{ "id": "c\#(number)", "type": "commit", "time": "\#(time):30Z", "of": "r\#(number)" }"#, at: now)
    }
    _ = try accept(
      #"{ "id": "e1", "type": "earn", "time": "2026-03-01T09:00:00Z", "amount": { "currency": "USD", "minor": 4000 } }"#,
      at: "08:00")
    // Committed before it was set aside: it waits for that, and has been granted its ticket.
    _ = try accept(
      #"{ "id": "r1", "type": "reserve", "time": "2026-03-02T10:00:00Z", "facts": { "pass": "ticket" } }"#, at: "11:00")
    var outcomes = [
      try accept(#"{ "id": "c1", "type": "commit", "time": "2026-03-02T09:00:00Z", "of": "r1" }"#, at: "11:00")
    ]
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-03-02T09:30:00Z"))
    #expect(account.outcome(of: "c1") == .waits)
    if isRead { account = try world.session.read(world.session.document(account)) }
    if expected.most == 1 {
      #expect(try buy(2, "09:20", at: "09:30") == "refused")
    } else {
      _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-03-02T11:00:00Z"))
      outcomes.append(try buy(2, "10:20", at: "11:00"))
      #expect(try buy(3, "10:40", at: "11:00") == "refused")
    }
    #expect(outcomes == expected.applied)
    #expect(budgets?.all.map(\.total) == [Int64(expected.most)])
  }

  /// A gift that was accepted stays, whatever arrives late.
  @Test func whatWasSentIsFinal() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var account = try Self.account(world)
    var budgets: Budgets?
    let late = try world.session.event(
      #"{ "id": "m0", "type": "member", "time": "2026-03-03T10:30:00Z", "member": "kim", "rights": [] }"#)
    let change = try world.session.accept(late, to: &account, now: account.asOf ?? late.time, budgets: &budgets)
    #expect(change.changed.isEmpty && account.outcome(of: "s1") == .applied)
    let gone = try world.session.event(
      #"{ "id": "r0", "type": "reserve", "time": "2026-03-02T09:00:00Z", "member": "kim", "facts": { "pass": "boost" } }"#
    )
    _ = try world.session.accept(gone, to: &account, now: account.asOf ?? gone.time, budgets: &budgets)
    #expect(account.balances[0].active == -5 && account.outcome(of: "s1") == .applied)
  }
}
