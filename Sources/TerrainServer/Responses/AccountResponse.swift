import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// What an operation did to an account, as a document for programs.
public struct AccountResult: Response {
  private let answer: AccountRequest.Answer
  private let engine: AccountEngine

  /// The document of `answer`.
  public init(_ answer: AccountRequest.Answer, engine: AccountEngine) {
    self.answer = answer
    self.engine = engine
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    let (account, change) = (answer.account, answer.change)
    writer.beginObject()
    writer.identity(engine.system)
    writer.member("operation", answer.operation.rawValue)
    if let outcome = change.outcome {
      writer.member("outcome", outcome.word)
      if case .refused(let word) = outcome {
        writer.member("refused", word)
        writer.member("refused_at", ifAny: change.refusedAt)
      }
      writer.member("duplicate", change.isDuplicate)
    }
    if answer.operation == .replay {
      writer.member("duplicates", answer.duplicates)
    } else {
      writer.key("entries")
      entries(change.entries, to: &writer)
      writer.key("withdrawn")
      entries(change.withdrawn, to: &writer)
      changed(to: &writer)
    }
    if answer.operation != .quote {
      writer.key("as_of")
      if let instant = account.asOf { writer.string(instant.description) } else { writer.null() }
      writer.object("balances") { writer in for balance in account.balances { writer.balance(balance) } }
      writer.key("level")
      if let level = account.level { writer.string(level) } else { writer.null() }
    }
    try writer.member("standing", ifAny: answer.standing)
    writer.array("notifications") { writer in
      for said in answer.notifications { writer.said(said, asked: answer.locale) }
    }
    why(to: &writer)
    if answer.operation.changesAccount {
      writer.key("account")
      writer.account(account, engine)
    }
    writer.endObject()
  }

  private func entries(_ entries: [AccountEntry], to writer: inout JSONWriter) {
    writer.array { writer in
      for entry in entries { writer.entry(entry) }
    }
  }

  /// What late events changed about others.
  private func changed(to writer: inout JSONWriter) {
    writer.array("changed") { writer in
      for (event, before, after) in answer.change.changed {
        writer.object { writer in
          writer.member("event", event)
          writer.member("before", before.word)
          writer.member("after", after.word)
          if case .refused(let word) = after { writer.member("refused", word) }
        }
      }
    }
  }

  /// The rows that decided: of what was entered, of refusals, holds and levels.
  private func why(to writer: inout JSONWriter) {
    writer.array("why") { writer in
      for origin in answer.change.entries.compactMap(\.origin) + answer.change.why { writer.row(of: origin) }
    }
  }
}
