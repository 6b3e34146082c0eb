import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A score as a document for programs. The same score gives the same bytes.
public struct ScoreResponse: Response {
  private let score: Score
  private let engine: ScoringEngine
  private let locale: LanguageTag
  private let saysIdentity: Bool

  /// The document of `score`, which `engine` made; of a lean one, only what it says.
  ///
  /// - Parameter saysIdentity: whether it names the pack and the rules.
  public init(_ score: Score, engine: ScoringEngine, saysIdentity: Bool = true) {
    self.score = score
    self.engine = engine
    self.saysIdentity = saysIdentity
    locale = score.answers.locale ?? engine.pack.defaultLocale
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    try writer.member("id", ifAny: score.answers.id)
    if saysIdentity {
      writer.identity(engine.system)
    }
    axes(to: &writer)
    for outcome in score.outcomes { self.outcome(outcome, score[outcome], to: &writer) }
    writer.key("flags")
    list(score.flags, to: &writer)
    let isFull = score.detail == .full
    if isFull || !score.missing.isEmpty {
      writer.key("missing")
      list(score.missing, to: &writer)
    }
    guard isFull else { return writer.endObject() }
    margins(to: &writer)
    flips(to: &writer)
    certainty(to: &writer)
    writer.key("why")
    try writer.reasons(score.why)
    writer.endObject()
  }

  private func axes(to writer: inout JSONWriter) {
    writer.object("axes") { writer in
      for axis in score.axes {
        writer.key(axis.axis.id)
        writer.object { writer in
          writer.member("value", axis.value)
          guard score.detail == .full else { return }
          writer.member("sum", axis.sum)
          writer.member("min", axis.min)
          writer.member("max", axis.max)
        }
      }
    }
  }

  private func outcome(_ outcome: Score.Outcome, _ id: Text, to writer: inout JSONWriter) {
    writer.key(outcome.name)
    writer.object { writer in
      writer.member("id", id)
      guard score.detail == .full else { return }
      for field in ["label", "nickname"] as [Text] {
        guard let text = engine.text(of: outcome, id, field)?.served(for: locale) else { continue }
        writer.key(field)
        writer.string(text.text)
        if text.locale != locale { writer.member("\(field)_locale", text.locale.description) }
      }
      let shares = engine.shares(of: outcome, id)
      if !shares.isEmpty {
        writer.object("share") { writer in
          for (kind, percent) in shares {
            writer.key(kind)
            writer.decimal(percent)
          }
        }
      }
    }
  }

  private func margins(to writer: inout JSONWriter) {
    writer.object("margins") { writer in
      for outcome in score.outcomes {
        writer.key(outcome.name)
        writer.object { writer in
          for margin in score.margins where margin.outcome == outcome {
            writer.key(score.axes[margin.axis].axis.id)
            writer.object { writer in
              edge("down", margin.down, to: &writer)
              edge("up", margin.up, to: &writer)
            }
          }
        }
      }
    }
  }

  private func edge(_ name: String, _ edge: Score.Edge?, to writer: inout JSONWriter) {
    writer.key(name)
    guard let edge else { return writer.null() }
    writer.object { writer in
      writer.member("value", edge.value)
      writer.key("becomes")
      text(edge.becomes, to: &writer)
    }
  }

  private func flips(to writer: inout JSONWriter) {
    writer.array("flips") { writer in
      for flip in score.flips {
        let question = engine.quiz.questions[flip.question]
        writer.object { writer in
          writer.member("question", question.id)
          writer.member("option", question.options[flip.option].id)
          for change in flip.changes {
            writer.key(change.outcome.name)
            text(change.becomes, to: &writer)
          }
        }
      }
    }
  }

  private func text(_ text: Text?, to writer: inout JSONWriter) {
    if let text { writer.string(text) } else { writer.null() }
  }

  private func certainty(to writer: inout JSONWriter) {
    guard let certainty = score.certainty else { return }
    writer.object("certainty") { writer in
      writer.member("ways", certainty.ways)
      for outcome in score.outcomes {
        writer.key(outcome.plural)
        writer.object { writer in
          for share in certainty.shares(of: outcome) {
            writer.key(share.id)
            writer.int(share.ways)
          }
        }
      }
    }
  }

  private func list(_ texts: [Text], to writer: inout JSONWriter) {
    writer.array { writer in
      for text in texts { writer.string(text) }
    }
  }
}
