import TerrainDocuments
import TerrainBase

extension AccountReplay {
  /// Accounts are folded when so many bytes of their lines were read (`groupSize`).
  package static let groupSize = 32 << 20

  /// Folds the file at `path` (`-`: standard input), in which the lines of each account follow each other, and hands out each
  /// account as a line, in the order of the file.
  ///
  /// Memory is that of `size`, or of the account with the most lines; and a number for each account that has been.
  ///
  /// - Throws: for the lines of the accounts being folded that are no events; where an account comes again. What came before
  ///   has been handed out.
  package func run(
    grouped path: String, size: Int = groupSize, write: ([UInt8]) -> Void
  ) throws(DiagnosticError) {
    var reader = BlockReader([BatchInput(path)], longestLine: Self.sizeLimit, hashing: false)
    let block = LineBlock()
    var groups = LineGroups()
    var isEmpty = true
    while try reader.fill(block) {
      groups.bytes.append(contentsOf: block.bytes)
      block.clear()
      guard groups.bytes.count >= size + groups.known else { continue }
      isEmpty = try fold(&groups, of: path, isLast: false, write: write) && isEmpty
    }
    isEmpty = try fold(&groups, of: path, isLast: true, write: write) && isEmpty
    if isEmpty { throw DiagnosticError(.noEvent(in: path)) }
  }

  /// Lines that were read, and what is known of those before.
  private struct LineGroups {
    var bytes: [UInt8] = []
    /// The number of the first line.
    var first = 1
    /// So many bytes were looked at before, and are of one account.
    var known = 0
    /// The hashes of the names of accounts that have been.
    var seen: Set<UInt64> = []
  }

  /// Folds the accounts of `groups`, but the last where more may follow; whether there were none.
  private func fold(
    _ groups: inout LineGroups, of path: String, isLast: Bool, write: ([UInt8]) -> Void
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
      try fold(accounts, in: source, write: write)
      return accounts.isEmpty && groups.bytes.isEmpty
    } catch {
      guard let again = error.diagnostics.first(where: { $0.code == Diagnostic.notGroupedCode })?.place else {
        throw try explained(error, source, from: first)
      }
      // A line that cannot be read is nobody's, and then comes between those of one account.
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
