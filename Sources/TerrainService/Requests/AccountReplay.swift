import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Folds a file of events, one a line, into accounts.
///
/// Lines are looked at twice: once for whose they are, once when their account is folded. Between the two an event is a few
/// numbers, so that the memory needed is the file's, and one account's.
public struct AccountReplay: Sendable {
  /// The largest file that is folded (`replaySize`), in bytes.
  public static let sizeLimit = 4 << 30

  private let engine: AccountEngine
  private let now: Timestamp?
  private let balancesOnly: Bool

  /// A replay that shows accounts at `now`; nil: when the last of their events happened.
  ///
  /// - Parameter balancesOnly: leaves out lots, entries and events.
  public init(engine: AccountEngine, now: Timestamp?, balancesOnly: Bool) {
    self.engine = engine
    self.now = now
    self.balancesOnly = balancesOnly
  }

  /// A line: where it is.
  private struct Line {
    let start: Int
    let end: Int
    let number: Int
  }

  /// Folds the file at `path` (`-`: standard input), and hands out each account as a line, in the order of their names.
  ///
  /// - Throws: for the first line that is no event, and what the rules ran into.
  public func run(file path: String, write: ([UInt8]) -> Void) throws(DiagnosticError) {
    let source = try SourceText.load(path: path, limit: Self.sizeLimit)
    var accounts: [Text: [Line]] = [:]
    var start = 0
    var number = 1
    while start < source.bytes.count {
      let end = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      let line = Line(start: start, end: end, number: number)
      if source.bytes[start..<end].contains(where: { $0 > UInt8(ascii: " ") }) {
        accounts[try account(of: line, in: source), default: []].append(line)
      }
      start = end + 1
      number += 1
    }
    let session = AccountSession(engine)
    for id in accounts.keys.sorted() {
      let lines = accounts.removeValue(forKey: id) ?? []
      let events = try lines.map { line throws(DiagnosticError) in try event(line, of: id, in: source) }
      do throws(DiagnosticError) {
        write(try document(of: id, events, session))
      } catch {
        throw DiagnosticError(error.diagnostics + [.whileFolding(source.name, from: lines.first?.number ?? 1)])
      }
    }
  }

  /// Whose event `line` is; nobody's in particular where it does not say.
  private func account(of line: Line, in source: SourceText) throws(DiagnosticError) -> Text {
    // Most files of one account do not name it: then there is nothing to read yet.
    var place = line.start
    while let quote = source.bytes[place..<line.end].firstIndex(of: UInt8(ascii: "\"")) {
      if source.bytes[quote..<line.end].starts(with: Self.accountKey) {
        return try node(line, in: source)["account"]?.text ?? ""
      }
      place = quote + 1
    }
    return ""
  }

  private static let accountKey = Array("\"account\"".utf8)

  private func event(
    _ line: Line, of account: Text, in source: SourceText
  ) throws(DiagnosticError) -> AccountEvent {
    // The line's number costs more than reading the line: it is looked up when it is needed.
    if let document = JSONReader.read(text(of: line, in: source, called: source.name)).document,
      let event = try? engine.event(document.root, of: account)
    {
      return event
    }
    return try engine.event(try node(line, in: source), of: account)
  }

  private func document(
    of id: Text, _ events: [AccountEvent], _ session: AccountSession
  ) throws(DiagnosticError) -> [UInt8] {
    let last = events.map(\.time).max() ?? .epoch
    let (account, _) = try session.replay(events, account: id, now: now ?? last)
    var writer = JSONWriter(.compact)
    if balancesOnly {
      writer.object { writer in
        writer.key("account")
        writer.string(account.id)
        writer.key("as_of")
        writer.string((account.asOf ?? last).description)
        writer.key("events")
        writer.int(account.events.count)
        writer.key("balances")
        writer.object { writer in for balance in account.balances { writer.balance(balance) } }
        writer.key("level")
        if let level = account.level { writer.string(level) } else { writer.null() }
      }
    } else {
      writer.account(account, engine)
    }
    writer.newline()
    return writer.bytes
  }

  private func node(_ line: Line, in source: SourceText) throws(DiagnosticError) -> Node {
    let (document, found) = JSONReader.read(text(of: line, in: source, called: "\(source.name):\(line.number)"))
    guard let document, document.root.kind == .map else {
      throw DiagnosticError([.notAnEvent(source.name, line: line.number)] + found)
    }
    return document.root
  }

  private func text(of line: Line, in source: SourceText, called name: String) -> SourceText {
    SourceText(name: name, bytes: Array(source.bytes[line.start..<line.end]))
  }
}
