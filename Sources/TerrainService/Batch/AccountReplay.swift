import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// Folds a file of events, one a line, into accounts, on all processors.
///
/// Each line is read twice: first for the name of its account, and again when its account is folded. Between the two an event is a few
/// numbers, so that the memory needed is the file's, and that of the accounts that are being folded.
package struct AccountReplay: Sendable {
  /// The largest file that is folded (`replaySize`), in bytes.
  package static let sizeLimit = 4 << 30
  /// The minimum number of lines for which another thread is worth its engine.
  private static let fewLines = 2048
  /// No more diagnostics are reported about one file (`diagnosticLimit`).
  package static let diagnosticLimit = 100
  /// The number of accounts that are folded before they are written.
  static let mostAtOnce = 4096

  private let engine: @Sendable () throws(DiagnosticError) -> LoyaltyEngine
  /// Each thread reuses its own worker.
  private let workers: SessionPool<Result<AccountWorker, DiagnosticError>>
  private let now: Timestamp?
  private let balancesOnly: Bool

  /// A replay that views accounts at `now`; nil for the time of the last of their events.
  ///
  /// - Parameters:
  ///   - balancesOnly: leaves out lots, entries and events.
  ///   - engine: makes an engine for each thread, because threads that shared one would wait for each other.
  package init(
    now: Timestamp?, balancesOnly: Bool, engine: @escaping @Sendable () throws(DiagnosticError) -> LoyaltyEngine
  ) {
    self.engine = engine
    workers = SessionPool {
      do throws(DiagnosticError) {
        return .success(AccountWorker(LoyaltySession(try engine(), checkpointInterval: nil)))
      } catch {
        return .failure(error)
      }
    }
    self.now = now
    self.balancesOnly = balancesOnly
  }

  /// The position of a line.
  struct Line {
    let start: Int
    let end: Int
    let number: Int
  }

  /// An account's lines, in file order.
  struct Lines {
    let account: Text
    var all: [Line]
  }

  /// Folds the file at `path` (`-`: standard input), and passes each account as a line to `write`, in the order of their names.
  ///
  /// - Throws: errors for the lines that are not events, in file order, up to ``diagnosticLimit``; evaluation errors after all other
  ///   accounts were written.
  package func run(file path: String, write: ([UInt8]) -> Void) throws(DiagnosticError) {
    let source = try SourceText.load(path: path, limit: Self.sizeLimit)
    var failures: [Diagnostic] = []
    do throws(DiagnosticError) {
      let accounts = try accounts(in: source)
      if accounts.isEmpty { throw DiagnosticError(.noEvent(in: source.name)) }
      try fold(accounts, in: source, &failures, write: write)
    } catch {
      throw try explained(error, source)
    }
    if !failures.isEmpty { throw DiagnosticError(failures) }
  }

  /// The errors in the lines of `source`, the first of which is line `first`; `error` if they have none.
  func explained(
    _ error: DiagnosticError, _ source: SourceText, from first: Int = 1
  ) throws(DiagnosticError) -> DiagnosticError {
    let diagnostics = try self.diagnostics(about: source, from: first)
    return diagnostics.isEmpty ? error : DiagnosticError(diagnostics)
  }

  /// Folds `accounts`, and passes each as a line to `write`. Evaluation errors are added to `failures`, up to ``diagnosticLimit``, and do
  /// not prevent the output of other accounts.
  func fold(
    _ accounts: [Lines], in source: SourceText, from first: Int = 1, _ failures: inout [Diagnostic],
    write: ([UInt8]) -> Void
  ) throws(DiagnosticError) {
    for start in stride(from: 0, to: accounts.count, by: Self.mostAtOnce) {
      let some = Array(accounts[start..<min(start + Self.mostAtOnce, accounts.count)])
      var lines: [[UInt8]] = []
      for result in try folded(some, in: source) {
        do throws(DiagnosticError) { lines.append(try result.get()) } catch {
          // A line that is no event is a mistake in the file, whatever the rules do.
          let wrong = failures.isEmpty ? try diagnostics(about: source, from: first) : []
          if !wrong.isEmpty { throw DiagnosticError(wrong) }
          failures += error.diagnostics.prefix(max(0, Self.diagnosticLimit - failures.count))
        }
      }
      for line in lines { write(line) }
    }
  }

  /// Calls `body` with each line that is not blank, until it returns false; the first line has the number `first`.
  func forEachLine(
    of source: SourceText, from first: Int = 1, _ body: (Line) throws(DiagnosticError) -> Bool
  ) throws(DiagnosticError) {
    var start = 0
    var number = first
    while start < source.bytes.count {
      let end = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      if source.bytes[start..<end].contains(where: { $0 > UInt8(ascii: " ") }) {
        guard try body(Line(start: start, end: end, number: number)) else { return }
      }
      start = end + 1
      number += 1
    }
  }

  /// The lines of each account, sorted by name.
  private func accounts(in source: SourceText) throws(DiagnosticError) -> [Lines] {
    var places: [Text: Int] = [:]
    var accounts: [Lines] = []
    try forEachLine(of: source) { line throws(DiagnosticError) in
      let account = try account(of: line, in: source)
      if let place = places[account] {
        accounts[place].all.append(line)
      } else {
        places[account] = accounts.count
        accounts.append(Lines(account: account, all: [line]))
      }
      return true
    }
    return accounts.ordered { $0.account < $1.account }
  }

  /// The errors in the lines, in file order.
  func diagnostics(about source: SourceText, from first: Int) throws(DiagnosticError) -> [Diagnostic] {
    let engine = try engine()
    var diagnostics: [Diagnostic] = []
    var hashes: [Text: [Text: UInt64]] = [:]
    var currencies: [Text: Text] = [:]
    try forEachLine(of: source, from: first) { line throws(DiagnosticError) in
      do throws(DiagnosticError) {
        let account = try account(of: line, in: source)
        let node = try node(line, in: source)
        let event = try engine.event(node, of: account)
        let known = hashes[account, default: [:]].updateValue(event.fingerprint, forKey: event.id)
        if let known, known != event.fingerprint { throw DiagnosticError(.sameEventAnew(at: node["id"] ?? node)) }
        guard let currency = event.currency else { return true }
        if let known = currencies[account], known != currency {
          throw DiagnosticError(.mixedCurrencies(at: node["amount"] ?? node))
        }
        currencies[account] = currency
      } catch {
        diagnostics += error.diagnostics
      }
      return diagnostics.count < Self.diagnosticLimit
    }
    return Array(diagnostics.prefix(Self.diagnosticLimit))
  }

  // MARK: Folding

  /// The state that threads share.
  private final class Shared: Sendable {
    let next = Atomic<Int>(0)
    let results: Mutex<[Result<[UInt8], DiagnosticError>?]>

    init(_ count: Int) { results = Mutex(Array(repeating: nil, count: count)) }
  }

  private func folded(
    _ accounts: [Lines], in source: SourceText
  ) throws(DiagnosticError) -> [Result<[UInt8], DiagnosticError>] {
    let shared = Shared(accounts.count)
    // If there are fewer accounts than processors, several threads read the lines of one account.
    let readers = max(1, WorkerThread.processors / max(1, accounts.count))
    let work: @Sendable () -> Void = {
      workers.with { worker in
        while true {
          let index = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < accounts.count else { return }
          let result = worker.flatMap { document(of: accounts[index], in: source, $0, readers: readers) }
          shared.results.withLock { $0[index] = result }
        }
      }
    }
    // The current thread works too, and additional threads are not worthwhile for few lines.
    let worth = accounts.reduce(0) { $0 + $1.all.count } / Self.fewLines
    let others = (1..<max(1, min(WorkerThread.processors, accounts.count, worth))).compactMap { _ in WorkerThread(work)
    }
    work()
    for thread in others { thread.join() }
    return shared.results.withLock { $0.compactMap(\.self) }
  }

  private func document(
    of lines: Lines, in source: SourceText, _ worker: AccountWorker, readers: Int
  ) -> Result<[UInt8], DiagnosticError> {
    do throws(DiagnosticError) {
      let events = try events(lines, in: source, worker.session.engine, readers: readers)
      let last = events.map(\.time).max() ?? .epoch
      do throws(DiagnosticError) {
        let (account, _) = try worker.session.replay(events, account: lines.account, now: now ?? last)
        return .success(try worker.line(of: account, balancesOnly: balancesOnly))
      } catch {
        throw DiagnosticError(error.diagnostics + [.whileFolding(source.name, from: lines.all.first?.number ?? 1)])
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: Lines

  /// The account of the event on `line`; the empty name if the line has none.
  func account(of line: Line, in source: SourceText) throws(DiagnosticError) -> Text {
    let bytes = source.bytes[line.start..<line.end]
    // If the account is the first member, as plain text, the line need not be parsed as JSON here.
    var rest = bytes.drop(while: Self.isSpace)
    guard rest.popFirst() == UInt8(ascii: "{") else {
      throw DiagnosticError(.notAnEvent(at: place(of: line, in: source)))
    }
    rest = rest.drop(while: Self.isSpace)
    if rest.starts(with: Self.accountKey) {
      rest = rest.dropFirst(Self.accountKey.count).drop(while: Self.isSpace)
      if rest.popFirst() == UInt8(ascii: ":") {
        rest = rest.drop(while: Self.isSpace)
        if rest.popFirst() == UInt8(ascii: "\"") {
          let text = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
          if text.endIndex < bytes.endIndex, bytes[text.endIndex] == UInt8(ascii: "\"") { return Text(decoding: text) }
        }
      }
    }
    // If the account is not the first member, the line is parsed, because an inner member may have the same name.
    var place = line.start
    while let quote = bytes[place...].firstIndex(of: UInt8(ascii: "\"")) {
      if bytes[quote...].starts(with: Self.accountKey) { return try node(line, in: source)["account"]?.text ?? "" }
      place = quote + 1
    }
    return ""
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static let accountKey = Array("\"account\"".utf8)

  /// The events of `lines`, read by at most `readers` threads.
  private func events(
    _ lines: Lines, in source: SourceText, _ own: LoyaltyEngine, readers: Int
  ) throws(DiagnosticError) -> [AccountEvent] {
    let count = lines.all.count
    let parts = max(1, min(readers, count / Self.fewLines))
    let results = Mutex([Result<[AccountEvent], DiagnosticError>?](repeating: nil, count: parts))
    let read: @Sendable (Int, LoyaltyEngine?) -> Void = { part, own in
      let result: Result<[AccountEvent], DiagnosticError>
      do throws(DiagnosticError) {
        let reader: LoyaltyEngine
        if let own { reader = own } else { reader = try engine() }
        var events: [AccountEvent] = []
        events.reserveCapacity(count / parts + 1)
        for line in lines.all[(count * part / parts)..<(count * (part + 1) / parts)] {
          events.append(try event(line, of: lines.account, in: source, reader))
        }
        result = .success(events)
      } catch {
        result = .failure(error)
      }
      results.withLock { $0[part] = result }
    }
    var others: [WorkerThread] = []
    for part in (0..<parts).dropFirst() {
      if let thread = WorkerThread({ read(part, nil) }) { others.append(thread) } else { read(part, own) }
    }
    read(0, own)
    for thread in others { thread.join() }
    var events: [AccountEvent] = []
    events.reserveCapacity(count)
    for result in results.withLock({ $0 }) { events += try result?.get() ?? [] }
    return events
  }

  private func event(
    _ line: Line, of account: Text, in source: SourceText, _ engine: LoyaltyEngine
  ) throws(DiagnosticError) -> AccountEvent {
    // Writing the line's number costs more than it should: it is done when it is needed.
    let text = SourceText(name: source.name, bytes: Array(source.bytes[line.start..<line.end]))
    if let document = JSONReader.read(text).document,
      let event = try? engine.event(document.root, of: account)
    {
      return event
    }
    return try engine.event(try node(line, in: source), of: account)
  }

  func place(of line: Line, in source: SourceText) -> Place {
    Place(line: source.bytes[line.start..<line.end], number: line.number, of: source.name)
  }

  private func node(_ line: Line, in source: SourceText) throws(DiagnosticError) -> Node {
    let (document, diagnostics) = JSONReader.read(
      SourceText(name: source.name, line: source.bytes[line.start..<line.end], number: line.number))
    guard let document, document.root.kind == .map else {
      throw DiagnosticError(diagnostics.isEmpty ? [.notAnEvent(at: place(of: line, in: source))] : diagnostics)
    }
    return document.root
  }
}

/// The session and the result types with which one thread folds and writes accounts.
struct AccountWorker {
  let session: LoyaltySession
  // Made once: making one takes longer than writing an account.
  private let balances = ResultType<AccountBalances>.balances
  private let accounts = ResultType<AccountDocument>.account

  init(_ session: LoyaltySession) { self.session = session }

  /// `account` as one line of JSON.
  func line(of account: Account, balancesOnly: Bool) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(.compact)
    if balancesOnly {
      try balances.write(AccountBalances(account), to: &writer)
    } else {
      try accounts.write(AccountDocument(account: account, engine: session.engine), to: &writer)
    }
    writer.newline()
    return writer.bytes
  }
}

extension AccountReplay {
  /// The number of bytes of lines that are read before their accounts are folded (`groupSize`).
  package static let groupSize = 32 << 20

  /// Folds the file at `path` (`-`: standard input), in which the lines of each account follow each other, and passes each account as a
  /// line to `write`, in the order of the file.
  ///
  /// Memory is that of `size`, or of the account with the most lines; and a number for each account that has been.
  ///
  /// - Throws: errors for the lines that are not events among the accounts being folded, and an error if an account occurs again. Earlier
  ///   accounts have been written then. Evaluation errors follow after all other accounts.
  package func run(
    grouped path: String, size: Int = groupSize, write: ([UInt8]) -> Void
  ) throws(DiagnosticError) {
    var groups = LineGroups()
    var isEmpty = true
    var failures: [Diagnostic] = []
    try LineReader.forEachPiece(of: path, longestLine: Self.sizeLimit) { bytes throws(DiagnosticError) in
      groups.bytes.append(contentsOf: bytes)
      guard groups.bytes.count >= size + groups.known else { return }
      isEmpty = try fold(&groups, of: path, isLast: false, &failures, write: write) && isEmpty
    }
    isEmpty = try fold(&groups, of: path, isLast: true, &failures, write: write) && isEmpty
    if isEmpty { throw DiagnosticError(.noEvent(in: path)) }
    if !failures.isEmpty { throw DiagnosticError(failures) }
  }

  /// Lines that were read, and the accounts of the lines before.
  private struct LineGroups {
    var bytes: [UInt8] = []
    /// The number of the first line.
    var first = 1
    /// The number of leading bytes that are known to belong to one account.
    var known = 0
    /// The hashes of the names of accounts that have been.
    var seen: Set<UInt64> = []
  }

  /// Folds the accounts of `groups`, except the last if more of its lines may follow. Returns true if `groups` has no account.
  private func fold(
    _ groups: inout LineGroups, of path: String, isLast: Bool, _ failures: inout [Diagnostic],
    write: ([UInt8]) -> Void
  ) throws(DiagnosticError) -> Bool {
    let source = SourceText(name: path, bytes: groups.bytes)
    let first = groups.first
    do throws(DiagnosticError) {
      var accounts: [Lines] = []
      try forEachLine(of: source, from: first) { line throws(DiagnosticError) in
        let account = try account(of: line, in: source)
        if accounts.last?.account == account {
          accounts[accounts.count - 1].all.append(line)
          return true
        }
        guard groups.seen.insert(StableHash.xxHash64(Array(account.utf8))).inserted else {
          throw DiagnosticError(.notGrouped(at: place(of: line, in: source)))
        }
        accounts.append(Lines(account: account, all: [line]))
        return true
      }
      groups.bytes = []
      if !isLast, let last = accounts.popLast(), let start = last.all.first {
        groups.seen.remove(StableHash.xxHash64(Array(last.account.utf8)))
        groups.bytes = Array(source.bytes[start.start...])
        groups.first = start.number
      } else {
        groups.first += source.bytes.count { $0 == UInt8(ascii: "\n") }
      }
      groups.known = accounts.isEmpty ? groups.bytes.count : 0
      try fold(accounts, in: source, from: first, &failures, write: write)
      return accounts.isEmpty && groups.bytes.isEmpty
    } catch {
      guard let again = error.diagnostics.first(where: { $0.code == Diagnostic.notGroupedCode })?.place else {
        throw try explained(error, source, from: first)
      }
      // An invalid line belongs to no account, and would thus separate the lines of one account.
      let before = try diagnostics(about: source, from: first).filter { $0.place.map { $0.line < again.line } ?? false }
      throw before.isEmpty ? error : DiagnosticError(before)
    }
  }
}

extension Diagnostic {
  fileprivate static let notGroupedCode = "account/not-grouped"

  fileprivate static func notGrouped(at place: Place) -> Diagnostic {
    Diagnostic(
      code: notGroupedCode, message: "on this line an account comes again whose lines were over", place: place,
      fix: "sort the file by account, or leave out `--grouped`")
  }
}
