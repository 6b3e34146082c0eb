import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// What an operation did to an account, as a document for programs.
public struct AccountResponse: Response {
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
    writer.key("operation")
    writer.string(answer.operation.rawValue)
    if let outcome = change.outcome {
      writer.key("outcome")
      writer.string(outcome.word)
      if case .refused(let word) = outcome {
        writer.key("refused")
        writer.string(word)
        if let field = change.refusedAt {
          writer.key("refused_at")
          writer.string(field)
        }
      }
      writer.key("duplicate")
      writer.bool(change.isDuplicate)
    }
    if answer.operation == .replay {
      writer.key("duplicates")
      writer.int(answer.duplicates)
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
      writer.key("balances")
      writer.object { writer in for balance in account.balances { writer.balance(balance) } }
      writer.key("level")
      if let level = account.level { writer.string(level) } else { writer.null() }
    }
    if let standing = answer.standing {
      writer.key("standing")
      try writer.value(standing)
    }
    writer.key("notifications")
    writer.array { writer in for said in answer.notifications { writer.said(said, asked: answer.locale) } }
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
    writer.key("changed")
    writer.array { writer in
      for (event, before, after) in answer.change.changed {
        writer.object { writer in
          writer.key("event")
          writer.string(event)
          writer.key("before")
          writer.string(before.word)
          writer.key("after")
          writer.string(after.word)
          if case .refused(let word) = after {
            writer.key("refused")
            writer.string(word)
          }
        }
      }
    }
  }

  /// The rows that decided: of what was entered, of refusals, holds and levels.
  private func why(to writer: inout JSONWriter) {
    writer.key("why")
    writer.array { writer in
      for origin in answer.change.entries.compactMap(\.origin) + answer.change.why {
        writer.object { writer in
          writer.key("decision")
          writer.string(origin.decision)
          if let row = origin.row {
            writer.key("row")
            writer.string(row)
          }
          writer.key("file")
          writer.string(origin.place.source.name)
          writer.key("line")
          writer.int(origin.place.source.position(at: Int(origin.place.range.start)).line)
        }
      }
    }
  }
}
