import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Holds what has to be true of every day, in every output, and collects what is not.
struct ShippedDayCheck {
  /// Parts that say something only where there is something to say.
  static let mayBeSilent: Set<Text> = [
    "care", "questions", "feeling", "watch", "area.digestion.note", "area.sleep.note", "life.energy.reasons",
    "life.digestion.reasons", "life.sleep.reasons", "life.mood.reasons", "life.season.reasons", "current.climate",
    "current.climate.reasons", "current.fluid", "current.fluid.reasons", "current.flow", "current.flow.reasons",
    "current.spirit", "current.spirit.reasons",
    // Left out where all that could be said contradicts what is above it on the page.
    "theme", "headline.sentences",
  ]
  /// Parts that wait while something has been hard for weeks.
  static let waitInTrouble: Set<Text> = [
    "theme", "life.energy", "life.digestion", "life.sleep", "life.mood", "sentences", "donts", "suggestions",
  ]
  /// Parts that take turns with another one, so that either may be absent on a day.
  static let takeTurns: Set<Text> = [
    "routine", "movement", "life.energy", "life.digestion", "life.sleep", "life.mood",
  ]
  /// Messages that name something in order to leave it, beside those called `avoid.…` and `dont.…`: less milk, without milk.
  static let warningMessages: Set<Text> = [
    "tip.digestion.damp", "current.fluid.sticky", "headline.weather.damp", "life.digestion.sticky",
    "life.digestion.damp", "life.season.late-summer-damp", "season.late-summer.damp.1",
  ]
  /// Slots that are filled together.
  static let together: [[Text]] = [["dos", "donts"], ["best", "avoid"]]

  private(set) var complaints: [String] = []
  /// How many pages and rankings were looked at.
  private(set) var outputs = 0
  private let shipped: ShippedPack
  private let session: InsightSession

  init(_ shipped: ShippedPack) {
    self.shipped = shipped
    session = InsightSession(shipped.engine)
  }

  private mutating func complain(_ what: String, _ day: ShippedDay) {
    if complaints.count < 10 { complaints.append("\(what)\n  \(day.text)") }
  }

  mutating func pages(_ names: [Text], _ day: ShippedDay) throws {
    for name in names { check(try session.page(name, for: day.request), day) }
  }

  /// The rankings `names`, each to its end where it is `whole`.
  mutating func rankings(_ names: [Text], _ day: ShippedDay, whole: Bool = false) throws {
    for name in names {
      outputs += 1
      let limit = whole ? 1000 : nil
      check(try session.suggestions.ranking(name, for: day.request, limit: limit), in: "\(name)", day)
    }
  }

  private mutating func check(_ page: Page, _ day: ShippedDay) {
    outputs += 1
    let isInTrouble = !page.said("care").isEmpty || page.said("headline").contains { $0.message == "headline.fever" }
    for part in page.parts {
      let mayWait = Self.takeTurns.contains(part.id) || (isInTrouble && Self.waitInTrouble.contains(part.id))
      if mayWait, isSilent(part.content) { continue }
      let name = "\(page.module) \(part.id)"
      if let heading = part.heading { check(heading, in: name, day, chosen: false) }
      switch part.content {
      case .messages(let said):
        if said.isEmpty, !Self.mayBeSilent.contains(part.id) { complain("\(name) is empty", day) }
        for message in said {
          check(message, in: name, day)
          checkNames(message, in: name, day)
        }
        checkTogether(said, in: name, day)
      case .ranking(let ranking): check(ranking, in: name, day)
      case .record(let id, let fields):
        if id == nil || fields.isEmpty || fields.contains(where: { $0.texts.isEmpty }) {
          complain("\(name) tells nothing", day)
        }
      case .value(_, _, let origin, _):
        if let origin, origin.place.source.name.isEmpty { complain("\(name) is from nowhere", day) }
      case .signals: break
      }
    }
    for group in Self.together {
      let said = group.flatMap { page.said($0) }
      if !said.isEmpty { checkTogether(said, in: "\(page.module) \(group[0])", day) }
    }
  }

  private func isSilent(_ content: Page.Content) -> Bool {
    switch content {
    case .messages(let said): said.isEmpty
    case .ranking(let ranking): ranking.items.isEmpty && ranking.fallback == nil
    default: false
    }
  }

  private mutating func check(_ said: RenderedMessage, in name: String, _ day: ShippedDay, chosen: Bool = true) {
    let words = said.parts.filter { $0.name == "text" || $0.name == "title" }
    if words.isEmpty || said.parts.contains(where: { $0.text.text.utf8.isEmpty }) {
      complain("\(name): \(said.message) has no text", day)
    }
    if said.parts.contains(where: { $0.text.text.utf8.contains(UInt8(ascii: "{")) }) {
      complain("\(name): \(said.message) has a hole: \(words)", day)
    }
    guard chosen else { return }
    guard let origin = said.origin, !origin.place.source.name.isEmpty, !origin.decision.utf8.isEmpty else {
      return complain("\(name): \(said.message) is from nowhere", day)
    }
  }

  /// No message tells anybody to have what they must not have.
  private mutating func checkNames(_ said: RenderedMessage, in name: String, _ day: ShippedDay) {
    let id = said.message.string
    guard !id.hasPrefix("avoid."), !id.hasPrefix("dont."), !Self.warningMessages.contains(said.message),
      let flags = shipped.flagsNamed[said.message]
    else { return }
    if let flag = day.safety.first(where: flags.contains) {
      complain("\(name): \(said.message) in spite of \(flag)", day)
    }
  }

  private mutating func checkTogether(_ said: [RenderedMessage], in name: String, _ day: ShippedDay) {
    guard said.count > 1 else { return }
    for (index, one) in said.enumerated() {
      for other in said[..<index] {
        if one.message == other.message { complain("\(name) says \(one.message) twice", day) }
        guard let topic = shipped.topics[one.message], let second = shipped.topics[other.message] else { continue }
        if topic == second { complain("\(name): two messages on \(topic)", day) }
        if shipped.opposed[one.message]?.contains(second) == true
          || shipped.opposed[other.message]?.contains(topic) == true
        {
          complain("\(name): \(one.message) beside \(other.message)", day)
        }
      }
    }
  }

  private mutating func check(_ ranking: Ranking, in name: String, _ day: ShippedDay) {
    if let fallback = ranking.fallback {
      check(fallback, in: name, day)
      checkNames(fallback, in: name, day)
    }
    let isOffer = ShippedPack.offers.contains(ranking.module)
    if ranking.items.isEmpty, isOffer, ranking.fallback == nil { complain("\(name): nothing, and no word", day) }
    var seen: Set<Text> = []
    for item in ranking.items {
      if !seen.insert(item.id).inserted { complain("\(name) names \(item.id) twice", day) }
      if let note = item.note {
        check(note, in: name, day)
        checkNames(note, in: name, day)
      }
      guard let known = shipped.items[item.id] else { continue }
      if item.label?.text.utf8.isEmpty != false { complain("\(name): \(item.id) has no name", day) }
      // A program puts something else in the place of what is flagged.
      if ranking.module != RankingModule.programs, let flag = day.safety.first(where: known.flags.contains) {
        complain("\(name) names \(item.id) in spite of \(flag)", day)
      }
      // A lesson leads to what its button opens.
      guard isOffer || ranking.module == "insight.lessons" else { continue }
      if let tag = shipped.avoided[day.profile]?.first(where: known.tags.contains) {
        complain("\(name) offers \(item.id), whose \(tag) the type avoids", day)
      }
      if day.done.contains(item.id) { complain("\(name) offers \(item.id), which is done", day) }
    }
  }
}
