import Foundation
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
import TerrainYAML

/// Times accounts with the shipped rules of EMBERA, on one thread: one order quoted and applied, to an account that has had 100
/// events and one that has had 10,000; one that comes late; and a million events of one account read, and folded from nothing.
/// Usage: `benchmarks account-timings CHECKOUT [EVENTS]`; with 0 events only the orders that come next, for a profile.
///
/// What is compared is timed in turns, in one run: an order on a long account beside one on a short account, quoting beside
/// quoting and applying, folding beside reading, and reading an event beside only reading its JSON.
enum AccountTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else {
      print("usage: benchmarks account-timings CHECKOUT [EVENTS]")
      exit(2)
    }
    let checkout = URL(fileURLWithPath: arguments[1])
    let eventCount = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000

    /// An order of day `number`, an hour before noon; every fifth is a return of the one before.
    func json(_ number: Int, minutesApart: Int) throws -> SourceText {
      let time = try Timestamp(seconds: 1_767_600_000 + Int64(number) * Int64(minutesApart) * 60)
      let text: String
      if number % 5 == 4 {
        text = """
          {"id": "e\(number)", "type": "refund", "of": "e\(number - 1)", "time": "\(time)",
           "amount": {"currency": "USD", "minor": 250}}
          """
      } else {
        text = """
          {"id": "e\(number)", "type": "earn", "time": "\(time)", "amount": {"currency": "USD", "minor": \(500 + number % 3000)},
           "facts": {"lines": [{"product": "house-ember", "bag": "bag-500", "grind": "medium", "quantity": 2}, {"product": "guji-natural", "bag": "bag-250", "quantity": 1}], "fulfilment": "pickup"}}
          """
      }
      return SourceText(name: "event.json", bytes: Array(text.utf8))
    }

    func event(_ source: SourceText, _ engine: LoyaltyEngine) throws -> AccountEvent {
      let (document, found) = JSONReader.read(source)
      guard let document else { throw DiagnosticError(found) }
      return try engine.event(document.root)
    }

    func event(_ number: Int, _ engine: LoyaltyEngine, minutesApart: Int = 1440) throws -> AccountEvent {
      try event(json(number, minutesApart: minutesApart), engine)
    }

    func seconds(_ body: () throws -> Void) rethrows -> Double {
      let begin = ContinuousClock.now
      try body()
      let (seconds, attoseconds) = (ContinuousClock.now - begin).components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }

    func micro(_ seconds: Double) -> String { "\((seconds * 1e7).rounded() / 10) µs" }

    func ratio(_ one: Double, _ other: Double) -> String { "\((one / other * 100).rounded() / 100)" }

    do {
      let engine = try LoyaltyEngine(
        LoadedSystem.load(
          packAt: checkout.appending(path: "ContentPacks/embera").path,
          rulesAt: checkout.appending(path: "Rules/embera").path,
          documents: SourceReader.read, contracts: [LoyaltyEngine.contract], kinds: []))
      let session = LoyaltySession(engine)
      /// An account, the orders that come next, and how long those took.
      struct Kept {
        let size: Int
        var account: Account
        var coming: ArraySlice<AccountEvent>
        var times: [Double] = []
        var quotes: [Double] = []
      }
      let rounds = 21
      var accounts: [Kept] = []
      for size in [100, 10_000] {
        let history = try (0..<size).map { try event($0, engine) }
        let (account, _) = try session.replay(history, account: "anna", now: history[size - 1].time)
        accounts.append(
          Kept(size: size, account: account, coming: try (0..<(rounds * 10)).map { try event(size + $0, engine) }[...]))
      }
      // One after another, as they come: the account that one round leaves is the next one's.
      for _ in 0..<rounds {
        for place in accounts.indices {
          let events = accounts[place].coming.prefix(10)
          accounts[place].quotes.append(
            try seconds {
              for event in events { _ = try session.quote(event, for: accounts[place].account, now: event.time) }
            } / 10)
          accounts[place].times.append(
            try seconds {
              for event in events {
                _ = try session.quote(event, for: accounts[place].account, now: event.time)
                _ = try session.apply(event, to: &accounts[place].account, now: event.time)
              }
            } / 10)
          accounts[place].coming = accounts[place].coming.dropFirst(10)
        }
      }
      func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
      for kept in accounts {
        print(
          "an order on an account of \(kept.size) events: quoted and applied \(micro(median(kept.times))), "
            + "quoted \(micro(median(kept.quotes)))")
      }
      print("long beside short: \(ratio(median(accounts[1].times), median(accounts[0].times)))")
      if eventCount == 0 { return }

      func late(_ number: Int, at time: Timestamp) throws -> AccountEvent {
        let text = "{\"id\": \"late\(number)\", \"type\": \"adjust\", \"change\": 1, \"time\": \"\(time)\"}"
        return try event(SourceText(name: "late.json", bytes: Array(text.utf8)), engine)
      }
      let second = try Timestamp(rfc3339: "2026-01-09T12:00:00Z")
      for kept in accounts {
        let now = kept.account.asOf ?? .epoch
        for (place, time) in [
          ("ten days late", try Timestamp(seconds: now.seconds - 864_000)), ("late by all but the first days", second),
        ] {
          var folded = 0
          let times = try (0..<5).map { number in
            let event = try late(number, at: time)
            return try seconds { folded = try session.quote(event, for: kept.account, now: now).foldedEvents }
          }
          print("one that is \(place), after \(kept.size) events: \(micro(median(times))), \(folded) events folded")
        }
      }

      let sources = try (0..<eventCount).map { try json($0, minutesApart: 5) }
      let parsed = try seconds {
        for source in sources where JSONReader.read(source).document == nil { throw DiagnosticError([]) }
      }
      var many: [AccountEvent] = []
      many.reserveCapacity(eventCount)
      let read = try seconds { for source in sources { many.append(try event(source, engine)) } }
      var folded = 0
      let all = try seconds {
        folded = try session.replay(many, account: "all", now: many[eventCount - 1].time).account.entries.count
      }
      let each = Double(eventCount)
      print("\(eventCount) events of one account folded into \(folded) lines: \((all * 100).rounded() / 100) s")
      print("of an event: JSON \(micro(parsed / each)), read \(micro(read / each)), folded \(micro(all / each))")
      print("read beside JSON: \(ratio(read, parsed)); folded beside read: \(ratio(all, read))")
    } catch let error as DiagnosticError {
      print(DiagnosticRenderer.text(error.diagnostics))
      exit(1)
    }
  }
}
