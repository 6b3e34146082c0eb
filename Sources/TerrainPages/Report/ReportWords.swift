import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The words of a report that no answer has: headings and names of columns, from the pack's messages, in one language.
package struct ReportWords: Sendable {
  /// A word that the page needs.
  enum Word: String, CaseIterable {
    case title, axes, trends, insufficient, signs, activity, effects, untold, streak, said, numbers, sources, axis
    case low, high, value, exact, day, now, before, compared, range, below, inside, above, watch, gap, yes, no,
      unknown
    case worse, balanced, next
    case logged, better, sum, all, current, longest, total, rest, left, kept, missed, neutral, open, ahead, rule, file,
      middle,
      minutes
    case emptyTitle = "empty-title"
    case emptyText = "empty-text"
    case noAxes = "no-axes"
    case noStreak = "no-streak"
    case noTrends = "no-trends"
    case noSigns = "no-signs"
    case noActivity = "no-activity"
    case noEffects = "no-effects"
    case notYet = "not-yet"
    case twoSided = "two-sided"
    case oneSided = "one-sided"
    case notBegun = "not-begun"
    case dayPattern = "day-pattern"
    case dayOfMonthPattern = "day-of-month-pattern"
    case monthPattern = "month-pattern"

    /// The word for a day on which something was there or was not; nil where nothing is known.
    init(_ value: Bool?) {
      self = value.map { $0 ? .yes : .no } ?? .unknown
    }
  }

  /// The module that has them.
  package static let module: Text = "report"
  /// The prefix of the ids of their messages; the word follows.
  private static let prefix = "report."

  /// The language that was requested, or the pack's own.
  let locale: LanguageTag
  /// The main language of the page: the language of its title, which differs from the requested language if that has no words.
  let language: LanguageTag?
  private let words: [String: LocalizedText.Served]
  /// The pack's days and weeks.
  let calendar: Pack.Calendar
  private let months: [String]
  private let weekdays: [String]

  /// The requirements of words on a rule set: all of them are optional. Without them, pages show the words' own names.
  package static let contract = Contract(
    "terrain report", decisions: [.init("\(module).page", .dyn, isOptional: true)], otherFacts: .dyn)

  /// The pages of `rules` that have words for reports.
  package static func pages(of rules: RuleSet) -> [Text] { rules.decision("\(module).page") == nil ? [] : [module] }

  /// The words on the page of ``module`` in its parts `words`, `months`, and `weekdays`, in the language of `request`. A missing word is
  /// replaced by its name.
  ///
  /// - Parameter engine: was loaded for ``contract`` and has the ``pages(of:)`` of its rules.
  package init(_ engine: InsightEngine, for request: DayRequest) throws(DiagnosticError) {
    locale = request.locale ?? engine.pack.defaultLocale
    calendar = engine.pack.calendar
    guard !Self.pages(of: engine.rules).isEmpty else {
      (language, words, months, weekdays) = (nil, [:], [], [])
      return
    }
    let page = try InsightSession(engine).page(Self.module, for: request)
    var words: [String: LocalizedText.Served] = [:]
    for said in page.messages({ $0 == "words" }) where said.message.string.hasPrefix(Self.prefix) {
      let text = said.parts.first { $0.name == "text" }?.text
      words[String(said.message.string.dropFirst(Self.prefix.count))] = text
    }
    self.words = words
    language = words[Word.title.rawValue]?.locale
    months = page.messages { $0 == "months" }.compactMap { $0[part: "text"]?.string }
    weekdays = page.messages { $0 == "weekdays" }.compactMap { $0[part: "text"]?.string }
  }

  /// The words of `session`'s rules for the request at `node`.
  package init(_ session: OperationSession, for node: Node) throws(DiagnosticError) {
    let system = try session.system(contracts: [Self.contract], kinds: [ScoringEngine.quizKind])
    let engine = try InsightEngine(system, pages: Self.pages(of: system.rules.ruleSet))
    try self.init(engine, for: engine.request(node, alsoKnown: [LogRequest.field]).request)
  }

  /// Words that are their own names, for a pack that has none.
  package init(locale: LanguageTag) {
    self.locale = locale
    calendar = Pack.Calendar()
    language = nil
    words = [:]
    months = []
    weekdays = []
  }

  /// The words that no message gives.
  package var missing: [String] {
    Word.allCases.map(\.rawValue).filter { words[$0] == nil } + (months.count == 12 ? [] : ["months"])
      + (weekdays.count == 7 ? [] : ["weekdays"])
  }

  /// The tag of the page's language. Words' own names, and names of numbers, are in the language of the program.
  var tag: String { language?.description ?? Self.languageOfNames }
  static let languageOfNames = "en"

  subscript(_ word: Word) -> String { wording(word).text }

  /// A word, with the language that it is in.
  func wording(_ word: Word) -> Wording {
    words[word.rawValue].map { Wording($0) } ?? Wording(word.rawValue.replacing("-", with: " "))
  }

  /// A day as people write it: `d`, `M`, `MMM` and `y` of the pattern are day, month and year, as in Unicode's
  /// Locale Data Markup Language.
  func day(_ date: CalendarDate, _ pattern: Word = .dayPattern) -> String {
    guard words[pattern.rawValue] != nil else { return date.description }
    return fill(self[pattern], year: date.year, month: date.month, day: date.day)
  }

  /// A month as people write it.
  func month(_ month: Int, of year: Int) -> String {
    guard words[Word.monthPattern.rawValue] != nil else { return "\(year)-\(month < 10 ? "0" : "")\(month)" }
    return fill(self[.monthPattern], year: year, month: month, day: 1)
  }

  /// The short names of the days of the week, beginning with its first day.
  var week: [String] { (0..<7).map { weekday((calendar.weekBegins - 1 + $0) % 7 + 1) } }

  /// Short for a day of the week; Monday is 1.
  func weekday(_ day: Int) -> String { weekdays.indices.contains(day - 1) ? weekdays[day - 1] : "\(day)" }

  private func fill(_ pattern: String, year: Int, month: Int, day: Int) -> String {
    var result = ""
    var rest = Substring(pattern)
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      switch first {
      case "y": result += "\(year)"
      case "M" where run.count > 2 && months.indices.contains(month - 1): result += months[month - 1]
      case "M": result += "\(month)"
      case "d": result += "\(day)"
      default: result += run
      }
    }
    return result
  }
}

/// Words in a language.
struct Wording: CustomStringConvertible, Sendable {
  /// The words.
  let text: String
  /// The tag of the words' language; nil for ids and for texts without a language.
  let language: String?

  init(_ text: String, _ language: String? = nil) {
    self.text = text
    self.language = language
  }

  init(_ served: LocalizedText.Served) { self.init(served.text.string, served.locale.description) }

  var description: String { text }
  var isEmpty: Bool { text.isEmpty }
}

extension Markup {
  /// Writes words, with their language if it is not the language of the page.
  mutating func words(_ wording: Wording) {
    guard let language = wording.language, language != self.language, !wording.isEmpty else {
      return words(wording.text)
    }
    element("span", ["lang": language], wording.text)
  }

  /// Writes an element with words in it.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ wording: Wording) {
    element(name, attributes) { $0.words(wording) }
  }
}
