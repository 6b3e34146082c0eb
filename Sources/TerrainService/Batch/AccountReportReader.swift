import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Makes a report about accounts of a file with one per line, reading one after another.
package struct AccountReportReader {
  private let session: LoyaltySession
  private var number = 0
  /// The report on the lines read until now.
  package private(set) var report: AccountReport

  /// A reader of accounts that `session` keeps.
  package init(_ session: LoyaltySession, _ scope: AccountReport.Scope) {
    self.session = session
    report = AccountReport(scope)
  }

  /// Adds the accounts of the file at `path`; `-` is standard input. Memory is in proportion to its longest line.
  ///
  /// - Throws: the first line that is not an account.
  package mutating func add(file path: String) throws(DiagnosticError) {
    try LineReader.forEachPiece(of: path, longestLine: AccountReplay.sizeLimit) { bytes throws(DiagnosticError) in
      let newline = UInt8(ascii: "\n")
      let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
      for line in lines.dropLast(bytes.last == newline ? 1 : 0) { try add(line: Array(line), of: path) }
    }
  }

  /// Adds the account on `line`, the next one of the file `name`.
  package mutating func add(line: [UInt8], of name: String) throws(DiagnosticError) {
    number += 1
    guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    do throws(DiagnosticError) {
      try report.add(try account(line, name), session)
    } catch {
      throw DiagnosticError(error.diagnostics + [.accountOnLine(number, of: name)])
    }
  }

  /// Adds the account in the document `json`, which is on no line of a file.
  package mutating func add(document json: [UInt8]) throws(DiagnosticError) {
    try report.add(try account(SourceText(name: "account", bytes: json)), session)
  }

  private func account(_ line: [UInt8], _ name: String) throws(DiagnosticError) -> Account {
    if let account = try? account(SourceText(name: name, bytes: line)) { return account }
    // Reads the account again with the line's number, a cost that valid lines avoid.
    return try account(SourceText(name: name, line: line[...], number: number))
  }

  private func account(_ source: SourceText) throws(DiagnosticError) -> Account {
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root, root.kind == .map else {
      let place = document?.root.place ?? Place(source: source, range: source.wholeRange)
      throw diagnostics.isEmpty ? DiagnosticError(.notAnAccount(at: place)) : DiagnosticError(diagnostics)
    }
    return try session.engine.account(root["account"].flatMap { $0.kind == .map ? $0 : nil } ?? root)
  }
}

extension Diagnostic {
  fileprivate static func notAnAccount(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "this line is not an account: those are JSON objects, one per line", place: place)
  }

  fileprivate static func accountOnLine(_ line: Int, of file: String) -> Diagnostic {
    Diagnostic(
      code: "account/folding", severity: .info, message: "this is about the account on line \(line) of `\(file)`",
      place: nil)
  }
}
