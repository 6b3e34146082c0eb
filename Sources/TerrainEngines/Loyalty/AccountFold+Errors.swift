import TerrainDocuments
import TerrainBase

extension AccountFold {
  /// Folds `events` one after another.
  ///
  /// - Throws: what the rules ran into, with the event and its account: whoever passes in one event has not looked at the others, and of
  ///   many accounts one would have to be searched for.
  mutating func fold(_ events: some Sequence<AccountEvent>) throws(DiagnosticError) {
    for event in events {
      do throws(DiagnosticError) { try fold(event) } catch {
        throw event.id == added ? error : error.naming(event.id, of: start.account.id)
      }
    }
  }
}

extension DiagnosticError {
  /// The diagnostics with the event that they are about, and its account, as far as they do not name an event yet.
  func naming(_ event: Text, of account: Text) -> DiagnosticError {
    let owner = account.isEmpty ? "" : " of account `\(account)`"
    return DiagnosticError(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.message.namesAnEvent { return diagnostic }
        diagnostic.message += " (event `\(event)`\(owner))"
        return diagnostic
      })
  }
}

extension String {
  /// Whether an event was named in it.
  fileprivate var namesAnEvent: Bool {
    let (bytes, mark) = (Array(utf8), Array(" (event `".utf8))
    return bytes.indices.contains { bytes[$0...].starts(with: mark) }
  }
}
