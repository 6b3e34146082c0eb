import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Weeks of a person as one self-contained HTML page: nothing is fetched, no script runs, and every chart is also given in words.
package struct ReportPage {
  let words: ReportWords
  let person: PersonPart?
  let trend: TrendReport
  let streak: StreakReport?
  let steps: [RenderedMessage]
  let findings: [Diagnostic]
  let system: LoadedSystem
  let pictures: Pictures

  /// The page of the rules with what to do next.
  static let stepsModule: Text = "report.next"
  private static let stepsContract = Contract(
    "terrain report", decisions: [.init("\(stepsModule).page", .dyn, isOptional: true)], otherFacts: .dyn)

  /// The requirements of a report on a rule set.
  package static let contracts =
    TrendEngine.contracts + StreakEngine.contracts + [ReportWords.contract, stepsContract]

  /// A page of `trend` and `streak` of `person`.
  ///
  /// - Parameters:
  ///   - steps: what to do next.
  ///   - findings: the errors in single records of the person's logs.
  ///   - system: the pack and rules that the results came from.
  ///   - pictures: the drawings of the pack.
  package init(
    words: ReportWords, person: PersonPart?, trend: TrendReport, streak: StreakReport?, steps: [RenderedMessage] = [],
    findings: [Diagnostic], system: LoadedSystem, pictures: Pictures
  ) {
    self.words = words
    self.person = person
    self.trend = trend
    self.streak = streak
    self.steps = steps
    self.findings = findings
    self.system = system
    self.pictures = pictures
  }

  /// The page.
  package func html() -> String {
    let title = [words[.title], person?.name.text].compactMap(\.self).joined(separator: " · ")
    return Markup.page(title, language: words.tag, styles: [ReportStyle.sheet]) { page in
      header(to: &page)
      trends(to: &page)
      signs(to: &page)
      if hasEffects || hasActivity || hasStreak {
        page.element("div", ["class": "pair"]) { page in
          effects(to: &page)
          guard hasActivity || hasStreak else { return }
          page.element("div") { page in
            activity(to: &page)
            calendar(to: &page)
          }
        }
      }
      next(to: &page)
      later(to: &page)
      numbers(to: &page)
      footer(to: &page)
    }
  }

  // MARK: - Above everything

  private func header(to page: inout Markup) {
    let axes = person?.axes ?? []
    page.element("header", ["class": axes.isEmpty ? "top" : "top two-columns"]) { page in
      page.element("div") { page in
        page.element("p", ["class": "eyebrow"]) { page in
          page.words(words.wording(.title))
          page.words(" · ")
          time(trend.first, to: &page)
          page.words(" – ")
          time(trend.last, to: &page)
        }
        page.element("div", ["class": "who"]) { page in
          person?.sign?.write(to: &page, class: "sign")
          page.element("div") { page in
            page.element("h1", [:], person?.name ?? words.wording(.title))
            let under = [person?.label].compactMap(\.self) + (person?.modifier ?? [])
            guard !under.isEmpty else { return }
            page.element("p", ["class": "under"]) { page in
              for (position, part) in under.enumerated() {
                if position > 0 { page.words(" · ") }
                page.words(part)
              }
            }
          }
        }
        opening(to: &page)
        for message in trend.remarks { note(message, to: &page) }
      }
      if !axes.isEmpty { self.axes(axes, to: &page) }
    }
    page.lineEnd()
  }

  /// Writes warnings first, then the pulse, or hints for an empty page.
  private func opening(to page: inout Markup) {
    let notices = trend.notices
    if !notices.isEmpty {
      page.element("div", ["class": "pulse care notice", "role": "note"]) { page in
        for message in notices {
          if let title = message.title { page.element("p", ["class": "pulse-title"], title) }
          page.element("p", [:], message.text)
        }
      }
    }
    let isUrgent = notices.isEmpty && trend.pulse?.isUrgent == true
    page.element("div", ["class": isUrgent ? "pulse care" : "pulse"]) { page in
      if trend.opening.isEmpty {
        page.element("p", ["class": "pulse-title"], words.wording(.emptyTitle))
        page.element("p", [:], words.wording(.emptyText))
      }
      for message in trend.opening {
        page.element("p", ["class": "pulse-title"], message.title ?? message.text)
        if message.title != nil, !message.text.isEmpty { page.element("p", [:], message.text) }
      }
    }
    page.element("p", ["class": "soft small below"]) { page in
      page.words(words.wording(.logged))
      page.words(": ")
      page.figure(trend.loggedDays)
      page.words(" / ")
      page.figure(trend.days)
    }
  }

  /// A message below another.
  func note(_ message: RenderedMessage, to page: inout Markup) {
    page.element("p", ["class": "note"]) { page in
      if let title = message.title {
        page.element("b", [:], title)
        page.words(" ")
      }
      page.words(message.text)
    }
  }

  private func next(to page: inout Markup) {
    guard !steps.isEmpty else { return }
    section("next", .next, to: &page) { page in
      page.element("div", ["class": "grid three"]) { page in
        for message in steps {
          page.element("div", ["class": "card"]) { page in
            page.element("p", [:], message.text)
            if let why = message.why { page.element("p", ["class": "note"], why) }
          }
        }
      }
    }
  }

  // MARK: - What there is nothing of

  /// The empty parts of the page, each with a hint.
  private func later(to page: inout Markup) {
    let parts: [(isEmpty: Bool, heading: ReportWords.Word, hint: ReportWords.Word)] = [
      (person?.axes.isEmpty ?? true, .axes, .noAxes), (!hasTrends, .trends, .noTrends),
      (!trend.hasSigns, .signs, .noSigns), (!hasActivity, .activity, .noActivity),
      (!hasEffects, .effects, .noEffects), (!hasStreak, .streak, .noStreak),
    ]
    guard parts.contains(where: \.isEmpty) else { return }
    section("later", .notYet, to: &page) { page in
      page.element("ul", ["class": "hints"]) { page in
        for part in parts where part.isEmpty {
          page.element("li") { page in
            page.element("h3", [:], words.wording(part.heading))
            page.element("p", ["class": "soft small"], words.wording(part.hint))
          }
        }
      }
    }
  }

  // MARK: - Shared

  /// A day, readable by programs too.
  func time(_ date: CalendarDate, to page: inout Markup) {
    page.element("time", ["datetime": date.description], words.day(date))
  }

  /// The day at `position` of the window.
  func day(_ position: Int) -> CalendarDate? { try? trend.first.adding(days: position) }

  /// The day at `position` of the window, as people write it.
  func written(_ position: Int) -> String { day(position).map { words.day($0) } ?? "\(position + 1)" }

  /// The first and the last day, below a chart. The years are at the top of the page.
  func window(to page: inout Markup) {
    for day in [trend.first, trend.last] {
      page.element("time", ["datetime": day.description], words.day(day, .dayOfMonthPattern))
    }
  }

  /// The head of a table; `right` for columns of numbers.
  func columns(_ columns: [(words: Wording, right: Bool)], to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        for column in columns {
          page.element("th", ["scope": "col", "class": column.right ? "right" : ""], column.words)
        }
      }
    }
  }

  /// A section with its heading.
  func section(
    _ id: String, _ heading: ReportWords.Word, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    page.element("section", ["aria-labelledby": id, "class": id]) { page in
      page.element("h2", ["id": id], words.wording(heading))
      body(&page)
    }
    page.lineEnd()
  }
}

// The position of a person on each axis: all of them in one shape, and each by itself with its ends.

extension ReportPage {
  func axes(_ axes: [PersonPart.Axis], to page: inout Markup) {
    page.element("section", ["aria-labelledby": "axes", "class": "axes"]) { page in
      page.element("h2", ["id": "axes", "class": "hidden"], words.wording(.axes))
      if axes.count >= Radar.leastAxes { radar(axes, to: &page) }
      page.element("ul", ["class": "axis-list"]) { page in
        for axis in axes { page.element("li") { page in line(axis, to: &page) } }
      }
    }
  }

  private func radar(_ axes: [PersonPart.Axis], to page: inout Markup) {
    let most = Set(axes.flatMap { [$0.min, $0.max] }.map(\.magnitude)).subtracting([0])
    page.element("figure", ["class": "shape-figure"]) { page in
      Radar(
        axes: axes.map { axis in
          Radar.Axis(
            label: axis.label.text, extent: axis.extent, isTwoSided: axis.isTwoSided, reading: reading(axis))
        }, most: most.count == 1 ? most.first : nil
      ).write(
        to: &page, title: words[.axes],
        description: axes.map { "\($0.label) \(reading($0))" }.joined(separator: ", "))
      page.element("figcaption", ["class": "small soft"]) { page in
        page.element("p", [:], words.wording(.middle))
        page.element("ul", ["class": "legend"]) { page in
          for (name, word) in [("two", ReportWords.Word.twoSided), ("one", .oneSided)]
          where axes.contains(where: { $0.isTwoSided == (name == "two") }) {
            page.element("li") { page in
              page.element("span", ["class": "swatch \(name)", "aria-hidden": "true"], "")
              page.words(words.wording(word))
            }
          }
        }
      }
    }
  }

  /// The value, with the end that it leans to.
  private func reading(_ axis: PersonPart.Axis) -> String {
    if axis.isTwoSided, axis.value == 0 { return words[.balanced] }
    return [axis.lean?.text, axis.shown].compactMap(\.self).joined(separator: " ")
  }

  /// An axis between its ends.
  private func line(_ axis: PersonPart.Axis, to page: inout Markup) {
    page.element("div", ["class": "head"]) { page in
      page.element("b", [:], axis.label)
      page.element("span", ["class": "numbers"]) { page in
        if axis.isTwoSided { page.words(axis.lean ?? words.wording(.balanced)) }
        page.words(" ")
        page.element("data", ["value": Figure(axis.value).exact], axis.shown)
      }
    }
    AxisRail(share: axis.share, origin: axis.origin, isTwoSided: axis.isTwoSided).write(to: &page)
    page.element("div", ["class": "ends"]) { page in
      end(axis.min, axis.low, isTwoSided: axis.isTwoSided, to: &page)
      if axis.isTwoSided {
        page.element("span", ["style": "left:\(Coordinate(100 * axis.origin))%", "class": "at-zero"], "0")
      }
      end(axis.max, axis.high, isTwoSided: axis.isTwoSided, to: &page)
    }
  }

  private func end(_ value: Int64, _ name: Wording, isTwoSided: Bool, to page: inout Markup) {
    page.element("span") { page in
      page.words(name)
      page.words(" ")
      page.figure(Figure(value), signed: isTwoSided)
    }
  }
}

// Signs day by day, as a map.

extension ReportPage {
  /// More days than these are scrolled sideways on a narrow screen.
  private static let mostColumns = 14

  func signs(to page: inout Markup) {
    guard let map = trend.heatMap, trend.hasSigns else { return }
    section("signs", .signs, to: &page) { page in
      page.element("div", ["class": "card"]) { page in
        if map.known.count > Self.mostColumns {
          page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": "signs"]) {
            table(map, to: &$0)
          }
        } else {
          table(map, to: &page)
        }
        page.element("ul", ["class": "legend"]) { page in
          for word in [ReportWords.Word.yes, .no, .unknown] {
            page.element("li") { page in
              page.element("span", ["class": "cell \(word.rawValue)", "aria-hidden": "true"], "")
              page.words(words.wording(word))
            }
          }
          page.element("li") { page in
            page.words(words.wording(.logged))
            page.words(": ")
            page.figure(map.known.count { $0 })
          }
        }
      }
    }
  }

  private func table(_ map: TrendReport.HeatMap, to page: inout Markup) {
    page.element("table", ["class": map.known.count > Self.mostColumns ? "heat long" : "heat"]) { page in
      heatHead(columns: map.known.count, to: &page)
      page.element("tbody") { page in
        for sign in map.rows {
          page.element("tr") { page in
            page.element("th", ["scope": "row", "class": "label"], sign.name)
            for value in sign.values { page.element("td") { page in cell(value, to: &page) } }
            page.element("td", ["class": "count"]) { $0.figure(sign.days) }
          }
        }
      }
    }
  }

  private func heatHead(columns: Int, to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        page.element("td", ["class": "label"], "")
        for position in 0..<columns {
          page.element("th", ["scope": "col"]) { page in
            guard let day = day(position) else { return page.words("\(position + 1)") }
            page.element("time", ["datetime": day.description], "\(day.day)")
          }
        }
        page.element("th", ["scope": "col", "class": "count"]) { page in
          page.element("span", ["class": "hidden"], words.wording(.sum))
          page.element("span", ["aria-hidden": "true"], "Σ")
        }
      }
    }
  }

  /// A square whose title states its value in words.
  private func cell(_ value: Bool?, to page: inout Markup) {
    let word = ReportWords.Word(value)
    page.element("span", ["class": "cell holder \(word.rawValue)", "title": words[word]]) { page in
      page.element("span", ["class": "hidden"], words.wording(word))
    }
  }
}

// The versions, diagnostics of records, and the rows that chose the page's texts.

extension ReportPage {
  func footer(to page: inout Markup) {
    page.element("footer") { page in
      for source in versions { page.element("p", "\(source.id) \(source.version)") }
      for finding in findings {
        page.element("p") { page in
          if let path = finding.path { page.element("code", path) }
          page.words(" ")
          page.words(Wording(finding.message, ReportWords.languageOfNames))
        }
      }
      page.element("details") { page in
        page.element("summary", [:], words.wording(.sources))
        page.element("table", ["class": "data"]) { page in
          columns([.said, .rule, .file].map { (words.wording($0), false) }, to: &page)
          page.element("tbody") { page in
            for (subject, origin) in origins {
              page.element("tr") { page in
                page.element("td", subject.string)
                page.element("td", origin?.row?.string ?? "")
                page.element("td") { page in
                  guard let place = origin?.place else { return }
                  page.words("\(place.source.name):")
                  page.figure(place.line)
                }
              }
            }
          }
        }
        page.element("table", ["class": "data"]) { page in
          page.element("tbody") { page in
            for (name, count) in [("days", trend.days), ("half", trend.days / 2), ("logged", trend.loggedDays)] {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], Wording(name, ReportWords.languageOfNames))
                page.element("td", ["class": "right"]) { $0.figure(count) }
              }
            }
            for source in versions {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], source.id)
                page.element("td", ["class": "right"], "\(source.version) \(source.hash)")
              }
            }
          }
        }
      }
    }
  }

  /// The pack and the rules that the results came from.
  private var versions: [(id: String, version: String, hash: String)] {
    let (pack, rules) = (system.pack, system.rules)
    return [
      (pack.id.string, pack.version.description, pack.hash),
      (rules.ruleSet.id.string, rules.ruleSet.version.string, rules.hash),
    ]
  }

  /// Every message on the page, and every value that rules decided, with the row that chose it.
  private var origins: [(subject: Text, origin: Origin?)] {
    let series = (trend.trends + trend.insufficient).map(\.note)
    let effects = (trend.effects + trend.unknownEffects).map(\.note)
    let messages = [trend.pulse?.rendered] + series + effects + [streak?.rendered]
    return (messages.compactMap(\.self) + trend.page.messages()).map { ($0.message, $0.origin) }
      + trend.decided.map { ($0.part, $0.origin) }
  }
}

/// The outcome of a quiz for a report, in one language.
package struct PersonPart: Sendable {
  /// The person's value on an axis.
  struct Axis: Sendable {
    let label: Wording
    let low: Wording
    let high: Wording
    let value: Int64
    let sum: String
    let min: Int64
    let max: Int64

    /// The position of the value between the least and the greatest, from 0 to 1.
    var share: Double { share(of: value) }
    /// True if zero lies between the ends.
    var isTwoSided: Bool { min < 0 && max > 0 }
    /// The position of the value nearest to zero.
    var origin: Double { share(of: Swift.min(Swift.max(0, min), max)) }
    /// The distance from the origin, as a share of the greatest distance on that side.
    var extent: Double {
      let (distance, room) = share < origin ? (origin - share, origin) : (share - origin, 1 - origin)
      return room > 0 ? distance / room : 0
    }
    /// The end that the value leans to; nil at zero, and of an axis with one side.
    var lean: Wording? { value == 0 || !isTwoSided ? nil : value < 0 ? low : high }
    /// The value, with its sign if it can have one.
    var shown: String { Figure(value).shown(signed: isTwoSided) }

    private func share(of value: Int64) -> Double {
      max > min ? (Double(value) - Double(min)) / (Double(max) - Double(min)) : 0
    }
  }

  let name: Wording
  let label: Wording?
  let modifier: [Wording]
  let axes: [Axis]
  /// The sign of the first outcome.
  let sign: Picture?

  /// The outcome of `score`, which `engine` made, in the language of `words`.
  ///
  /// - Parameter pictures: the drawings of the pack.
  package init(_ score: Score, engine: ScoringEngine, words: ReportWords, pictures: Pictures) {
    let locale = words.locale
    func text(_ outcome: Score.Outcome, _ field: Text) -> Wording? {
      engine.text(of: outcome, score[outcome], field, for: locale).map { Wording($0) }
    }
    let first = score.outcomes.first
    let label = first.flatMap { text($0, "label") }
    let name = first.flatMap { text($0, "nickname") } ?? label ?? Wording(first.map { score[$0].string } ?? "")
    self.name = name
    self.label = label?.text == name.text ? nil : label
    modifier = score.outcomes.dropFirst().compactMap { text($0, "label") }
    sign = first.flatMap { outcome in
      engine.kind(of: outcome).flatMap { pictures.picture(kind: $0.name, id: score[outcome]) }
    }
    axes = score.axes.map { axis in
      func words(_ text: LocalizedText, or id: Text) -> Wording {
        text.served(for: locale).map { Wording($0) } ?? Wording(id.string)
      }
      return Axis(
        label: words(axis.axis.label, or: axis.axis.id), low: words(axis.axis.low, or: ""),
        high: words(axis.axis.high, or: ""), value: axis.value, sum: "\(axis.sum)", min: axis.min, max: axis.max)
    }
  }
}

extension OperationSession {
  /// The page about the person of the request at `node`, and the notes about the request.
  package func report(on node: Node) throws(DiagnosticError) -> (page: ReportPage, notes: RequestNotes) {
    let system = try system(contracts: ReportPage.contracts, kinds: [ScoringEngine.quizKind])
    let score = try score(of: node)
    let document = try score.flatMap { (score) throws(DiagnosticError) in try filled(node, with: score, system) }
    let node = document?.root ?? node
    let trend = try Operations.trend.run(self, node)
    let streak = try Operations.streak.run(self, node).result
    let words = try ReportWords(self, for: node)
    let pictures = Pictures(system.pack, files: try loader.files())
    let person = try score.map { (score) throws(DiagnosticError) in
      PersonPart(score, engine: try scoring().engine, words: words, pictures: pictures)
    }
    let page = ReportPage(
      words: words, person: person, trend: trend.result.report, streak: streak.report,
      steps: try steps(for: node, system),
      findings: trend.result.request.findings, system: trend.result.engine.system, pictures: pictures)
    return (page, trend.notes)
  }

  /// What the page ``ReportPage/stepsModule`` of the rules says to do next; nothing if the rules have no such page.
  private func steps(for node: Node, _ system: LoadedSystem) throws(DiagnosticError) -> [RenderedMessage] {
    let name = ReportPage.stepsModule
    guard system.rules.ruleSet.decision("\(name).page") != nil else { return [] }
    let session = try insight(page: name, for: node)
    let request = try session.request(completed(node, for: session.engine.rules)).request
    return try session.page(name, for: request).messages()
  }

  /// The score of the answers in the request at `node`; nil if it has none.
  private func score(of node: Node) throws(DiagnosticError) -> Score? {
    guard let answers = node["answers"], answers.kind != .null else { return nil }
    func members(_ node: Node?, _ names: [Text]) -> [(key: Node, value: Node)] {
      guard let node, node.kind == .map else { return [] }
      return node.members.filter { member in names.contains { $0 == member.key.text } }
    }
    // A person's goals decide which questions are asked.
    let members = members(node, ["answers", "locale"]) + members(node["facts"], ["goals"])
    return try scoring().score(Document.map(of: members, at: node).root, partial: true).score
  }

  /// The request at `node` with the facts that follow from `score`; nil if the request gives any of them itself.
  private func filled(_ node: Node, with score: Score, _ system: LoadedSystem) throws(DiagnosticError) -> Document? {
    let facts = try scoring().engine.facts(of: score, in: system.rules.ruleSet)
    if let given = node["facts"], given.kind == .map, facts.contains(where: { given[$0.name] != nil }) { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("facts") { writer in
        for fact in facts {
          switch fact.value {
          case .int(let value): writer.member(fact.name.string, value)
          case .string(let text): writer.member(fact.name.string, text)
          default: break
          }
        }
      }
    }
    let (known, _) = JSONReader.read(SourceText(name: "answers", bytes: writer.bytes))
    guard let known else { return nil }
    return Document.merging([known.root, node])
  }
}

/// The drawings that records of a pack have on their cards.
package struct Pictures {
  /// The name of the card's field with the path of the drawing.
  static let field: Text = "picture"

  private let pack: Pack
  private let files: ContentFiles

  /// The drawings of `pack`, which was loaded from `files`.
  package init(_ pack: Pack, files: ContentFiles) {
    self.pack = pack
    self.files = files
  }

  /// The drawing of the record of `kind` called `id`; nil if it has none.
  func picture(kind: Text, id: Text) -> Picture? {
    guard let record = pack.record(kind, id) else { return nil }
    let card = pack.card(of: record, kind: kind, for: pack.defaultLocale)
    guard case .string(let path)? = card.first(where: { $0.name == Self.field })?.value else { return nil }
    return files.media(path.string, ofPackIn: pack.path).flatMap { Picture(svg: $0) }
  }
}
