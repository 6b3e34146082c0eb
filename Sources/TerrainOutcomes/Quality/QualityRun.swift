import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

/// Runs a pack's operations for the people of its population, day after day, and counts their results.
package struct QualityRun: Sendable {
  let quality: QualityDeclaration
  let system: LoadedSystem
  let files: ContentFiles
  let people: PeopleSource

  /// A run over `people` with everything of `system`, which was read from `files`.
  package init(
    _ quality: QualityDeclaration, _ system: LoadedSystem, files: ContentFiles, people: PeopleSource
  ) {
    self.quality = quality
    self.system = system
    self.files = files
    self.people = people
  }

  /// People per thread between two reports.
  private static let block = 100

  /// The figures over the first `count` people and `days` days each.
  ///
  /// - Parameters:
  ///   - observe: receives the results of people, one JSON object per person and day; nil if they are not needed.
  ///   - progress: called with the number of people counted.
  ///   - isCancelled: returns true if the report is no longer needed; called before each person, who is then skipped. The report is useless
  ///     afterwards.
  /// - Throws: errors in a request and evaluation errors of the rules; for people from a file, errors in all lines.
  package func report(
    people count: Int, days: Int, seed: UInt64, observe: (([UInt8]) -> Void)? = nil, progress: (Int) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DiagnosticError) -> QualityReport {
    let count = min(count, people.limit ?? count)
    let traits = RecordTraits(system.pack, quality)
    let threads = max(1, min(WorkerThread.processors, count))
    var tallies: [Text: ListTally] = [:]
    var portions: [Text: PortionTally] = [:]
    var rendered: Set<Text> = []
    var next = 1
    let observes = observe != nil
    // Each thread reuses its loaded and prepared session.
    let sessions = SessionPool { QualitySession(self, traits, observes: observes) }
    var problems = people.problems
    while next <= count {
      let first = next
      let size = min(threads * Self.block, count - first + 1)
      let parts = ParallelMap.values(threads) { thread -> (part: QualitySession.Part, problems: PeopleProblems) in
        let range = (first + size * thread / threads)..<(first + size * (thread + 1) / threads)
        return sessions.with { session in
          var problems = people.problems
          for number in range where !problems.isFull {
            if isCancelled() { break }
            problems.collect { () throws(DiagnosticError) in try session.run(number, days: days) }
          }
          return (session.takePart(), problems)
        }
      }
      for (part, found) in parts {
        problems.add(found)
        for (name, tally) in part.tallies { tallies[name, default: ListTally()].add(tally) }
        for (name, tally) in part.portions { portions[name, default: PortionTally()].add(tally) }
        rendered.formUnion(part.rendered)
        observe?(part.observations)
      }
      if problems.isFull || isCancelled() { break }
      next += size
      progress(next - 1)
    }
    try problems.check()
    return QualityReport(
      tallies, portions: portions, rendered: rendered, self, traits, people: count, days: days, seed: seed)
  }
}

/// The part of a run on one thread.
final class QualitySession {
  /// The counts of a session.
  struct Part: Sendable {
    var tallies: [Text: ListTally] = [:]
    /// The gated counts by season or group.
    var portions: [Text: PortionTally] = [:]
    /// Messages that were shown anywhere: in slots, above parts, and as reasons.
    var rendered: Set<Text> = []
    var observations: [UInt8] = []
  }

  private let run: QualityRun
  private let traits: RecordTraits
  private let session: OperationSession
  private let people: PeopleSource.Reader
  private let source: PeopleSource
  private let observes: Bool
  private var part = Part()
  private let times: RequestTimes
  private let members: [Set<String>]
  /// Lists with a gate for each part of the division.
  private let dividedLists: Set<Text>

  init(_ run: QualityRun, _ traits: RecordTraits, observes: Bool) {
    self.run = run
    self.traits = traits
    self.observes = observes
    session = OperationSession(SystemLoader(loaded: run.system, files: run.files))
    people = run.people.reader()
    source = run.people
    dividedLists = run.quality.dividedLists
    times = RequestTimes(run.system.rules.ruleSet, session)
    members = run.quality.measures.map { measure in
      let parameters =
        switch measure.operation {
        case "suggest": Operations.suggest.parameters
        case "trend": Operations.trend.parameters
        default: Operations.page.parameters
        }
      // Logs are expensive, and generated only if a declaration requires them.
      return parameters.memberNames.subtracting(run.quality.hasLogs ? [] : ["logs"])
    }
  }

  /// The counts since the last call.
  func takePart() -> Part {
    defer { part = Part() }
    return part
  }

  /// Runs all measures for the person `number` on `count` days.
  func run(_ number: Int, days count: Int) throws(DiagnosticError) {
    let person = try people.person(number)
    // For each list its contents on earlier days; for each day the ids shown.
    var earlier: [Text: [ObservedList]] = [:]
    var shown: [(date: Text, ids: [Text])] = []
    for day in 0..<count {
      var ids: [Text] = []
      var date: Text = ""
      for (index, measure) in run.quality.measures.enumerated() {
        let node = try person.request(
          day, members: members[index], adding: measure.members, shown: shown,
          named: "\(run.quality.population) \(number), day \(day + 1)"
        ).root
        let observed: [ObservedList]
        do throws(DiagnosticError) { observed = try lists(of: measure, node, &ids, &date) } catch {
          throw source.located(error, in: node, of: number)
        }
        let group = group(of: node)
        let season = try times.value(of: run.quality.season, node)
        let hours = try times.value(of: run.quality.hours, node)
        let portion = run.quality.division == .season ? season : person.group
        if index == 0, let portion, !dividedLists.isEmpty { part.portions[portion, default: PortionTally()].days += 1 }
        for list in observed {
          part.tallies[list.name, default: ListTally()].count(
            list, group: group, earlier: earlier[list.name] ?? [], traits: traits, season: season, hours: hours)
          if let portion, dividedLists.contains(list.name) {
            part.portions[portion, default: PortionTally()].lists[list.name, default: ListTally()].count(
              list, group: group, earlier: earlier[list.name] ?? [], traits: traits, season: season, hours: hours)
          }
          earlier[list.name, default: []].append(list)
        }
        if observes { observe(observed, number, day, group, season, hours) }
      }
      if run.quality.shownDays > 0 {
        shown.append((date, ids))
        if shown.count > run.quality.shownDays { shown.removeFirst() }
      }
    }
    for (name, lists) in earlier {
      let isReached = lists.contains { !$0.ids.isEmpty }
      part.tallies[name]?.countPerson(isReached)
      if run.quality.division == .group, let group = person.group, dividedLists.contains(name) {
        part.portions[group]?.lists[name]?.countPerson(isReached)
      }
    }
  }

  /// The lists that `measure` gives for the request at `node`.
  private func lists(
    of measure: QualityDeclaration.Measure, _ node: Node, _ shown: inout [Text], _ date: inout Text
  ) throws(DiagnosticError) -> [ObservedList] {
    guard measure.operation != "suggest" else {
      let result = try Operations.suggest.run(session, node).result
      shown += result.ranking.items.map(\.id)
      date = Text(result.request.moment.date.description)
      noteMessages(of: result.ranking)
      return [ObservedList(measure.id, result.ranking)]
    }
    let page: Page
    var length: TextLength?
    var lists: [ObservedList] = []
    if measure.operation == "trend" {
      let result = try Operations.trend.run(session, node).result
      lists = ObservedList.lists(measure.id, result)
      (page, date) = (result.report.page, Text(result.request.day.moment.date.description))
    } else {
      let result = try Operations.page.run(session, node).result
      date = Text(result.request.moment.date.description)
      guard let first = result.pages.first else { return [] }
      page = first
      length = TextLength(DayPage([first], engine: result.engine, locale: first.locale).text(width: 80, color: false))
    }
    shown += page.shownIDs
    part.rendered.formUnion(page.messages().map(\.message))
    for part in page.parts {
      if let heading = part.heading { self.part.rendered.insert(heading.message) }
      if case .ranking(let ranking) = part.content { noteMessages(of: ranking) }
    }
    lists += page.parts.compactMap { ObservedList(measure.id, $0) }
    return lists + (length.map { [ObservedList(measure.id, $0)] } ?? [])
  }

  /// Notes the messages of `ranking` and its items.
  private func noteMessages(of ranking: Ranking) {
    part.rendered.formUnion(ranking.items.compactMap { $0.note?.message })
    if let fallback = ranking.fallback { part.rendered.insert(fallback.message) }
  }

  /// The group that the request at `node` names.
  private func group(of node: Node) -> Text {
    var value: Node? = node
    for key in run.quality.context { value = value?[key] }
    return value?.text ?? ""
  }

  private func observe(
    _ lists: [ObservedList], _ number: Int, _ day: Int, _ group: Text, _ season: Text?, _ hours: Text?
  ) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("person", number)
      writer.member("day", day + 1)
      writer.member("group", group)
      writer.member("season", ifAny: season)
      writer.member("hours", ifAny: hours)
      writer.object("lists") { writer in
        for list in lists {
          if let length = list.length {
            writer.object(list.name.string) { writer in
              writer.member("words", length.words)
              writer.member("ideographs", length.ideographs)
            }
            continue
          }
          writer.array(list.name.string) { writer in
            for (position, id) in list.ids.enumerated() {
              writer.object { writer in
                writer.member("id", id)
                writer.member("kind", ifAny: list.kinds[position])
                writer.member("reason", ifAny: list.reasons[position])
                guard let kind = list.kinds[position], let record = traits.record(kind, id) else { return }
                writer.member("features", record.features.ordered())
                writer.member("seasons", record.seasons.ordered())
                writer.member("hours", record.hours.ordered())
              }
            }
          }
        }
      }
    }
    writer.newline()
    part.observations += writer.bytes
  }
}

extension ObservedList {
  /// A page of `length` as a whole, which has no elements.
  fileprivate init(_ name: Text, _ length: TextLength) {
    self.init(name: name, holdsRecords: false, ids: [], kinds: [], reasons: [], length: length)
  }

  /// The items of `ranking`.
  fileprivate init(_ name: Text, _ ranking: Ranking) {
    self.init(
      name: name, holdsRecords: true, ids: ranking.items.map(\.id), kinds: ranking.items.map(\.kind),
      reasons: ranking.items.map { $0.note?.message })
  }

  /// The messages or items of `part`; nil if it is neither.
  fileprivate init?(_ measure: Text, _ part: Page.Part) {
    let name = Text("\(measure).\(part.id)")
    switch part.content {
    case .messages(let messages):
      let none = Array(repeating: nil as Text?, count: messages.count)
      self.init(name: name, holdsRecords: false, ids: messages.map(\.message), kinds: none, reasons: none)
    case .ranking(let ranking): self.init(name, ranking)
    default: return nil
    }
  }

  /// The series of `result` with a direction, the direction of each series, and the series with each grade.
  fileprivate static func lists(_ measure: Text, _ result: TrendResult) -> [ObservedList] {
    func list(_ name: Text, _ ids: [Text]) -> ObservedList {
      let none = Array(repeating: nil as Text?, count: ids.count)
      return ObservedList(name: "\(measure).\(name)", holdsRecords: false, ids: ids, kinds: none, reasons: none)
    }
    let series = result.report.trends + result.report.insufficient
    return [list("direction", series.filter { $0.direction != nil }.map(\.series))]
      + series.map { list("direction.\($0.series)", [$0.direction].compactMap(\.self)) }
      + result.engine.grades.map { grade in
        list("grade.\(grade)", series.filter { $0.grade == grade }.map(\.series))
      }
  }
}

/// The counts of one list of a page or of one ranking, over people and days. Only whole numbers: tallies of threads add up to the same in
/// any order.
struct ListTally: Sendable {
  /// The numbers of days for which repetition is measured.
  static let windows = [7, 30]

  /// True if its elements are records of the pack; otherwise they are messages.
  var holdsRecords = false
  /// The number of lists by their number of elements.
  var lengths: [Int: Int] = [:]
  /// The number of lists that contained each element.
  var exposure: [Text: Int] = [:]
  /// The number of lists that contained each element, by group.
  var exposureByGroup: [Text: [Text: Int]] = [:]
  /// The number of lists that began with each element, by group.
  var firsts: [Text: [Text: Int]] = [:]
  /// Kinds of its elements.
  var kinds: Set<Text> = []
  /// Pairs of elements of a list by the numbers of features that both have and that either has.
  var pairs: [FeaturePair: Int] = [:]
  /// Elements with a reason, and those whose reason an earlier element of the list has.
  var reasons = 0
  var repeatedReasons = 0
  /// The number of elements with seasons, and of those of another season; the same for hours.
  var seasonal = 0
  var outOfSeason = 0
  var timed = 0
  var outOfHours = 0
  /// The number of lists after an earlier list for the same person; and by window, the numbers of lists whose first element, and whose
  /// elements, were on an earlier day of the window.
  var followers = 0
  var repeatedFirst = [0, 0]
  var repeatedSet = [0, 0]
  /// The number of people, and the number of people with a result on at least one day.
  var people = 0
  var reached = 0
  /// The most words and ideographs on one page; nil for a list of a page.
  var length: TextLength?

  /// The numbers of features that two elements share and have together.
  struct FeaturePair: Hashable {
    let both: Int
    let either: Int
  }

  /// Adds the counts of `other`.
  mutating func add(_ other: ListTally) {
    holdsRecords = holdsRecords || other.holdsRecords
    lengths.merge(other.lengths, uniquingKeysWith: +)
    exposure.merge(other.exposure, uniquingKeysWith: +)
    exposureByGroup.merge(other.exposureByGroup) { $0.merging($1, uniquingKeysWith: +) }
    firsts.merge(other.firsts) { $0.merging($1, uniquingKeysWith: +) }
    kinds.formUnion(other.kinds)
    pairs.merge(other.pairs, uniquingKeysWith: +)
    reasons += other.reasons
    repeatedReasons += other.repeatedReasons
    seasonal += other.seasonal
    outOfSeason += other.outOfSeason
    timed += other.timed
    outOfHours += other.outOfHours
    followers += other.followers
    if let other = other.length { length = length?.joined(with: other) ?? other }
    people += other.people
    reached += other.reached
    for index in Self.windows.indices {
      repeatedFirst[index] += other.repeatedFirst[index]
      repeatedSet[index] += other.repeatedSet[index]
    }
  }

  /// Counts a person, who is reached if there was a result on at least one day.
  mutating func countPerson(_ isReached: Bool) {
    people += 1
    if isReached { reached += 1 }
  }

  /// Counts `list`, which a person of `group` got.
  ///
  /// - Parameters:
  ///   - earlier: the contents of the same list on the days before, the latest last.
  ///   - traits: the traits of records, by kind and id.
  mutating func count(
    _ list: ObservedList, group: Text, earlier: [ObservedList], traits: RecordTraits, season: Text?, hours: Text?
  ) {
    holdsRecords = holdsRecords || list.holdsRecords
    lengths[list.ids.count, default: 0] += 1
    if let other = list.length { length = length?.joined(with: other) ?? other }
    if !earlier.isEmpty { followers += 1 }
    for (index, window) in Self.windows.enumerated() {
      let recent = earlier.suffix(window - 1)
      if let first = list.ids.first, recent.contains(where: { $0.ids.first == first }) { repeatedFirst[index] += 1 }
      if !list.ids.isEmpty, recent.contains(where: { $0.set == list.set }) { repeatedSet[index] += 1 }
    }
    if let first = list.ids.first { firsts[group, default: [:]][first, default: 0] += 1 }
    var seen: Set<Text> = []
    var known: [RecordTraits.Record] = []
    for (position, id) in list.ids.enumerated() {
      exposure[id, default: 0] += 1
      exposureByGroup[group, default: [:]][id, default: 0] += 1
      if let reason = list.reasons[position] {
        reasons += 1
        if !seen.insert(reason).inserted { repeatedReasons += 1 }
      }
      guard let kind = list.kinds[position] else { continue }
      kinds.insert(kind)
      guard let record = traits.record(kind, id) else { continue }
      known.append(record)
      if !record.seasons.isEmpty, let season {
        seasonal += 1
        if !record.seasons.contains(season) { outOfSeason += 1 }
      }
      if !record.hours.isEmpty, let hours {
        timed += 1
        if !record.hours.contains(hours) { outOfHours += 1 }
      }
    }
    for first in known.indices {
      for second in known.indices.dropFirst(first + 1) {
        let both = known[first].commonFeatures(known[second])
        let either = known[first].features.count + known[second].features.count - both
        if either > 0 { pairs[FeaturePair(both: both, either: either), default: 0] += 1 }
      }
    }
  }
}

/// The counts for the days of one season, or for the people of one group.
struct PortionTally: Sendable {
  /// The number of days of people.
  var days = 0
  /// The counts by list; only of lists with a gate for each season or group.
  var lists: [Text: ListTally] = [:]

  /// Adds the counts of `other`.
  mutating func add(_ other: PortionTally) {
    days += other.days
    for (name, tally) in other.lists { lists[name, default: ListTally()].add(tally) }
  }
}

/// The contents of one list for one person on one day.
struct ObservedList: Sendable {
  /// The measure, a dot, and the part of the page; for a separate ranking only the measure.
  let name: Text
  let holdsRecords: Bool
  let ids: [Text]
  let kinds: [Text?]
  let reasons: [Text?]
  /// The ids, in no order: lists of later days are compared with it.
  let set: Set<Text>
  /// The length of the page, if this is a whole page.
  let length: TextLength?

  init(
    name: Text, holdsRecords: Bool, ids: [Text], kinds: [Text?], reasons: [Text?], length: TextLength? = nil
  ) {
    self.length = length
    self.name = name
    self.holdsRecords = holdsRecords
    self.ids = ids
    self.kinds = kinds
    self.reasons = reasons
    set = Set(ids)
  }
}

/// The numbers of words and of ideographs of a text.
///
/// A word is a run of letters, digits, apostrophes, and hyphens of scripts that separate words by spaces. Chinese does not, so its characters are
/// counted.
struct TextLength: Sendable {
  private(set) var words = 0
  private(set) var ideographs = 0

  init(_ text: String) {
    var isInside = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isIdeographic {
        ideographs += 1
        isInside = false
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if !isInside { words += 1 }
        isInside = true
      } else if !"'’-".unicodeScalars.contains(scalar) {
        isInside = false
      }
    }
  }

  /// The greater of both numbers of each kind.
  func joined(with other: TextLength) -> TextLength {
    var most = self
    most.words = max(words, other.words)
    most.ideographs = max(ideographs, other.ideographs)
    return most
  }
}

/// The traits of a pack's records that quality needs, read once.
struct RecordTraits: Sendable {
  /// The traits of a record.
  struct Record: Sendable {
    let features: Set<Text>
    let seasons: Set<Text>
    let hours: Set<Text>
    /// The features as a bit set, with a bit for each feature of the pack's records.
    fileprivate let featureBits: [UInt64]

    /// The number of common features.
    func commonFeatures(_ other: Record) -> Int {
      zip(featureBits, other.featureBits).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
    }
  }

  private let records: [Text: [Text: Record]]

  /// The traits of all records of `pack`, in the fields that `quality` declares. A record that suits always has no seasons or hours.
  init(_ pack: Pack, _ quality: QualityDeclaration) {
    func texts(_ node: Node, _ field: Text?) -> Set<Text> {
      guard let field, let value = node[field] else { return [] }
      if let text = value.text { return [text] }
      return value.kind == .list ? Set(value.elements.compactMap(\.text)) : []
    }
    func times(_ node: Node, _ timing: QualityDeclaration.Timing?) -> Set<Text> {
      let times = texts(node, timing?.field)
      return times.isDisjoint(with: timing?.always ?? []) ? times : []
    }
    var numbers: [Text: Int] = [:]
    func bits(_ features: Set<Text>) -> [UInt64] {
      var bits: [UInt64] = []
      for feature in features {
        let number = numbers[feature] ?? numbers.count
        numbers[feature] = number
        while bits.count <= number >> 6 { bits.append(0) }
        bits[number >> 6] |= 1 << UInt64(number & 63)
      }
      return bits
    }
    var records: [Text: [Text: Record]] = [:]
    for kind in pack.kinds {
      for record in pack.records(of: kind.name) {
        let features = texts(record.node, quality.features)
        records[kind.name, default: [:]][record.id] = Record(
          features: features, seasons: times(record.node, quality.season), hours: times(record.node, quality.hours),
          featureBits: bits(features))
      }
    }
    self.records = records
  }

  /// The record `id` of `kind`.
  func record(_ kind: Text, _ id: Text) -> Record? { records[kind]?[id] }

  /// The ids of all records of `kinds`.
  func ids(of kinds: Set<Text>) -> Set<Text> {
    kinds.reduce(into: []) { $0.formUnion(records[$1]?.keys.map { $0 } ?? []) }
  }
}

/// The season, or the part of the day, of requests, as decisions of the rules determine it. For one thread.
final class RequestTimes {
  private let rules: RuleSet
  private let session: OperationSession
  /// The facts of requests that each decision needs.
  private var needed: [Text: [Text]] = [:]
  /// The results by decision and facts.
  private var known: [Text: Text?] = [:]

  /// Decides with `session`, whose rules are `rules`.
  init(_ rules: RuleSet, _ session: OperationSession) {
    self.rules = rules
    self.session = session
  }

  /// The facts that follow from the time of a request.
  private static let ofTheClock: Set<Text> = ["month", "hour"]

  /// The result of the decision of `timing` for the request at `node`; nil if it has none.
  ///
  /// - Throws: evaluation errors of the rules.
  func value(of timing: QualityDeclaration.Timing?, _ node: Node) throws(DiagnosticError) -> Text? {
    guard let timing else { return nil }
    guard let clock = node["now" as Text]?.text else { return nil }
    // For a day without a time of day, noon is used.
    let bytes = Array(clock.utf8) + (clock.utf8.count == 10 ? Array("T12".utf8) : [])
    guard bytes.count >= 13, let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
      let hour = Int(String(decoding: bytes[11..<13], as: UTF8.self))
    else { return nil }
    var facts = JSONWriter()
    do throws(JSONWriterError) {
      facts.beginObject()
      facts.member("month", month)
      facts.member("hour", hour)
      for name in names(neededBy: timing.decision) {
        guard let value = node["facts" as Text]?[name] else { continue }
        try facts.member(name.string, value.value)
      }
      facts.endObject()
    } catch { return nil }
    let key = Text("\(timing.decision) \(facts.string)")
    if let known = known[key] { return known }
    let json = "{\"decision\": \"\(timing.decision)\", \"facts\": \(facts.string)}"
    let (document, problems) = JSONReader.read(SourceText(name: "quality.yaml", text: json))
    guard let request = document?.root else { throw DiagnosticError(problems) }
    var value: Text?
    if case .string(let text) = try Operations.decide.run(session, request).result.decision.value { value = text }
    known.updateValue(value, forKey: key)
    return value
  }

  private func names(neededBy decision: Text) -> [Text] {
    if let known = needed[decision] { return known }
    let facts = rules.decision(decision).map { rules.facts(neededBy: $0) } ?? []
    let names = facts.map(\.name).filter { !Self.ofTheClock.contains($0) }
    needed[decision] = names
    return names
  }
}
