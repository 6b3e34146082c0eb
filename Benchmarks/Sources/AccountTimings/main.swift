// Times accounts with the shipped rules of EMBERA, on one thread: one order quoted and applied, to an account that has had 100
// events and one that has had 10,000; one that comes late; and a million events folded from nothing.
// Usage: account-timings CHECKOUT [EVENTS]
import Foundation
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues
import TerrainYAML

guard CommandLine.arguments.count > 1 else {
  print("usage: account-timings CHECKOUT [EVENTS]")
  exit(2)
}
let checkout = URL(fileURLWithPath: CommandLine.arguments[1])
let eventCount = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 1_000_000 : 1_000_000

/// An order of day `number`, an hour before noon; every fifth is a return of the one before.
func event(_ number: Int, _ engine: AccountEngine, minutesApart: Int = 1440) throws -> AccountEvent {
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
  let (document, found) = JSONReader.read(SourceText(name: "event.json", bytes: Array(text.utf8)))
  guard let document else { throw DiagnosticError(found) }
  return try engine.event(document.root)
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let begin = ContinuousClock.now
  try body()
  let (seconds, attoseconds) = (ContinuousClock.now - begin).components
  return Double(seconds) + Double(attoseconds) * 1e-18
}

/// Seconds for one of what `body` does `count` times: the median of 11 rounds.
func median(count: Int, _ body: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<11 { times.append(try seconds(body) / Double(count)) }
  return times.sorted()[5]
}

func micro(_ seconds: Double) -> String { "\((seconds * 1e7).rounded() / 10) µs" }

do {
  let engine = try AccountEngine(
    LoadedSystem.load(
      packAt: checkout.appending(path: "ContentPacks/embera").path,
      rulesAt: checkout.appending(path: "Rules/embera").path,
      documents: SourceReader.read, contracts: [AccountEngine.contract], kinds: []))
  let session = AccountSession(engine)
  for size in [100, 10_000] {
    let history = try (0..<size).map { try event($0, engine) }
    let (account, _) = try session.replay(history, account: "anna", now: history[size - 1].time)
    // One after another, as they come: the account that the last round left is the next one's.
    var kept = account
    var coming = try (0..<110).map { try event(size + $0, engine) }[...]
    let both = try median(count: 10) {
      for event in coming.prefix(10) {
        _ = try session.quote(event, for: kept, now: event.time)
        _ = try session.apply(event, to: &kept, now: event.time)
      }
      coming = coming.dropFirst(10)
    }
    let one = try event(size, engine)
    let quote = try median(count: 500) {
      for _ in 0..<500 { _ = try session.quote(one, for: account, now: one.time) }
    }
    print("an account of \(size) events: quoted and applied \(micro(both)), quoted \(micro(quote))")
    let late = try event(1, engine, minutesApart: 1000)
    let renamed = try (0..<5).map { number in
      let text = "{\"id\": \"late\(number)\", \"type\": \"adjust\", \"change\": 1, \"time\": \"\(late.time)\"}"
      let (document, found) = JSONReader.read(SourceText(name: "late.json", bytes: Array(text.utf8)))
      guard let document else { throw DiagnosticError(found) }
      return try engine.event(document.root)
    }
    let again = try median(count: renamed.count) {
      for event in renamed { _ = try session.quote(event, for: account, now: history[size - 1].time) }
    }
    print("one that comes late: \(micro(again))")
  }
  let many = try (0..<eventCount).map { try event($0, engine, minutesApart: 5) }
  var folded = 0
  let all = try seconds {
    folded = try session.replay(many, account: "all", now: many[eventCount - 1].time).account.entries.count
  }
  print("\(eventCount) events of one account folded into \(folded) lines: \((all * 100).rounded() / 100) s")
} catch let error as DiagnosticError {
  print(DiagnosticRenderer.text(error.diagnostics))
  exit(1)
}
