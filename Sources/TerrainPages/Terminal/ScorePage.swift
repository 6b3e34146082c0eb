import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// A score as a page for a terminal: outcomes, axes, texts, reasons, and the nearest other outcomes.
package struct ScorePage: TerminalContent {
  private let score: Score
  private let engine: ScoringEngine
  private let locale: LanguageTag

  /// A page about `score`, which `engine` made.
  package init(_ score: Score, engine: ScoringEngine) {
    self.score = score
    self.engine = engine
    locale = score.answers.locale ?? engine.pack.defaultLocale
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(title)
    // The title has the label of a type without a nickname.
    if let first = score.outcomes.first, let label = words(first, score[first], "label"),
      label != displayName(of: first, score[first])
    {
      page.paragraph(label, indent: 2)
    }
    page.gap()
    axes(to: &page)
    // The program's own sentences are in English. In another language, a page has only the pack's texts; `terrain explain` has the rest.
    let isEnglish = locale.language == "en"
    if isEnglish, let certainty = score.certainty { self.certainty(certainty, to: &page) }
    for outcome in score.outcomes { about(outcome, score[outcome], to: &page) }
    // A score without its explanation, such as at the end of a quiz, has neither reasons nor margins.
    if isEnglish, !score.why.isEmpty {
      why(to: &page)
      edges(to: &page)
    }
    page.gap()
  }

  /// The name of the first outcome, followed by the labels of the others.
  private var title: Text {
    guard let first = score.outcomes.first else { return "" }
    let others = score.outcomes.dropFirst().compactMap { words($0, score[$0], "label")?.string }
    let name = displayName(of: first, score[first])
    return others.isEmpty ? name : "\(name) (\(others.joined(separator: ", ")))"
  }

  private func displayName(of outcome: Score.Outcome, _ id: Text) -> Text {
    words(outcome, id, "nickname") ?? words(outcome, id, "label") ?? id
  }

  private func axes(to page: inout TerminalPage) {
    let rows = score.axes.map { axis in
      (
        label: shown(axis.axis.label), low: shown(axis.axis.low), high: shown(axis.axis.high),
        bar: AxisBar(value: axis.value, min: axis.min, max: axis.max).text, value: Self.signed(axis)
      )
    }
    let label = rows.map { TerminalText.width($0.label) }.max() ?? 0
    let low = rows.map { TerminalText.width($0.low) }.max() ?? 0
    let bar = rows.map { TerminalText.width($0.bar) }.max() ?? 0
    let high = rows.map { TerminalText.width($0.high) }.max() ?? 0
    for row in rows {
      page.line(
        "  \(page.padded(row.label, to: label))  \(page.padded(row.low, to: low, right: true)) "
          + "\(page.padded(row.bar, to: bar)) \(page.padded(row.high, to: high))  \(page.padded(row.value, to: 3, right: true))"
      )
    }
  }

  /// With its sign on an axis that has two.
  private static func signed(_ axis: Score.AxisScore) -> String {
    axis.value > 0 && axis.min < 0 ? "+\(axis.value)" : "\(axis.value)"
  }

  private func certainty(_ certainty: Score.Certainty, to page: inout TerminalPage) {
    page.heading("Certainty")
    page.paragraph(
      """
      \(score.missing.count) questions have no answer. With each of their options equally likely, these outcomes \
      are possible:
      """)
    for outcome in score.outcomes {
      for share in certainty.shares(of: outcome).prefix(4) {
        page.paragraph(
          Text("\(Percent(share.ways, of: certainty.ways).text) \(displayName(of: outcome, share.id))"), mark: "• ")
      }
    }
  }

  /// The pack's texts about a record of an outcome's kind.
  private func about(_ outcome: Score.Outcome, _ id: Text, to page: inout TerminalPage) {
    guard let kind = engine.kind(of: outcome), let record = engine.pack.record(kind.name, id) else { return }
    for about in kind.about {
      guard let node = record.node[about.field] else { continue }
      page.heading(about.heading.served(for: locale)?.text ?? about.field)
      if node.kind == .list {
        for element in node.elements { page.paragraph(text(element), mark: "• ") }
      } else {
        page.paragraph(text(node))
      }
    }
  }

  private func why(to page: inout TerminalPage) {
    page.heading("Why")
    for reason in score.why { page.paragraph(Text(reason.sentence), mark: "• ") }
  }

  private static let mostEdges = 4

  private func edges(to page: inout TerminalPage) {
    page.heading("Nearest other outcomes")
    var edges: [(distance: UInt, line: Text)] = []
    for margin in score.margins {
      for edge in [margin.down, margin.up].compactMap({ $0 }) {
        let axis = score.axes[margin.axis]
        let name = edge.becomes.map { displayName(of: margin.outcome, $0) }
        let line: Text = "\(shown(axis.axis.label)) at \(edge.value) instead of \(axis.value): \(name ?? "no outcome")"
        edges.append((edge.value.distance(to: axis.value).magnitude, line))
      }
    }
    // The nearest edges come first; equally near edges are in the order of the outcomes.
    let lines = edges.enumerated().ordered { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(Self.mostEdges).map(\.element.line)
    if lines.isEmpty { page.paragraph("No change of a single axis changes the outcome.") }
    for line in lines { page.paragraph(line, mark: "• ") }
    let flips = score.flips.count
    if flips > 0 {
      page.paragraph(
        "\(flips == 1 ? "One other answer" : "\(flips) other answers") to a single question would change an outcome; `--json` lists them."
      )
    }
  }

  private func words(_ outcome: Score.Outcome, _ id: Text, _ field: Text) -> Text? {
    engine.text(of: outcome, id, field, for: locale)?.text
  }

  private func text(_ node: Node) -> Text { engine.pack.text(node)?.served(for: locale)?.text ?? "" }

  private func shown(_ text: LocalizedText) -> String {
    TerminalText.harmless(text.served(for: locale)?.text.string ?? "")
  }
}

/// A bar that shows a value between two ends, in plain characters.
///
/// The bar of an axis with both signs grows from its middle, and that of an axis that starts at zero from its left end.
struct AxisBar {
  let value: Int64
  let min: Int64
  let max: Int64
  /// Characters, ends not counted.
  var cells = 20

  var text: String {
    guard max > min else { return "" }
    let zero = min < 0 && max > 0 ? position(0) : position(min)
    let end = position(value)
    let filled = Swift.min(zero, end)..<Swift.max(zero, end)
    var bar = ""
    for cell in 0..<cells {
      if cell == zero, min < 0 { bar += "│" }
      bar += filled.contains(cell) ? "█" : "·"
    }
    return bar
  }

  /// The boundary between cells that represents `value`, from 0 to ``cells``.
  private func position(_ value: Int64) -> Int {
    let inside = Swift.min(Swift.max(value, min), max)
    let share = Double(inside - min) / Double(max - min)
    return Int((share * Double(cells)).rounded())
  }
}

/// A share in words: whole percents, unless rounding would give 0 or 100.
struct Percent {
  let text: Text

  init(_ part: UInt64, of whole: UInt64) {
    guard whole > 0 else {
      text = "0 %"
      return
    }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    text =
      if part > 0, percent < 1 {
        "under 1 %"
      } else if part < whole, percent > 99 {
        "over 99 %"
      } else {
        "\(Int(percent)) %"
      }
  }
}

/// A question as it is asked in a terminal: its options numbered from 1.
package struct QuestionPage: TerminalContent {
  private let walk: QuizWalk
  private let question: Int
  private let locale: LanguageTag

  /// The question at position `question` of the quiz of `walk`.
  package init(_ walk: QuizWalk, question: Int, locale: LanguageTag) {
    self.walk = walk
    self.question = question
    self.locale = locale
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    let asked = walk.quiz.questions[question]
    let place = (walk.asked.firstIndex(of: question) ?? 0) + 1
    page.gap()
    page.line("  \(page.faint("\(place) of \(walk.asked.count)"))")
    page.title(asked.text.served(for: locale)?.text ?? asked.id)
    for (number, option) in asked.options.enumerated() {
      let chosen = walk.chosen(question) == number ? "* " : ""
      page.paragraph(option.text.served(for: locale)?.text ?? option.id, mark: "\(chosen)\(number + 1)  ")
    }
  }
}
