import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Runs a pack's operations for the people of its population, day after day, and counts what they get.
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
  ///   - observe: takes what people got, one JSON object per person and day; nil where nobody needs it.
  ///   - progress: called with the number of people so far.
  ///   - isCancelled: whether the report is no longer needed: called before each person, of whom none follows then. The report is useless
  ///     afterwards.
  /// - Throws: what a request or the rules ran into: of people from a file, in all lines.
  package func report(
    people count: Int, days: Int, seed: UInt64, observe: (([UInt8]) -> Void)? = nil, progress: (Int) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DiagnosticError) -> QualityReport {
    let count = min(count, people.limit ?? count)
    let traits = RecordTraits(system.pack, quality)
    let threads = max(1, min(WorkerThread.processors, count))
    var tallies: [Text: ListTally] = [:]
    var seasons: [Text: SeasonTally] = [:]
    var rendered: Set<Text> = []
    var next = 1
    let observes = observe != nil
    // Each thread goes on with what it has loaded and prepared.
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
        for (name, tally) in part.seasons { seasons[name, default: SeasonTally()].add(tally) }
        rendered.formUnion(part.rendered)
        observe?(part.observations)
      }
      if problems.isFull || isCancelled() { break }
      next += size
      progress(next - 1)
    }
    try problems.check()
    return QualityReport(
      tallies, seasons: seasons, rendered: rendered, self, traits, people: count, days: days, seed: seed)
  }
}

/// One thread's part of a run.
final class QualitySession {
  /// What it counted.
  struct Part: Sendable {
    var tallies: [Text: ListTally] = [:]
    /// By season, what is gated for each of them.
    var seasons: [Text: SeasonTally] = [:]
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
  /// Lists with a gate for each season.
  private let seasonalLists: Set<Text>

  init(_ run: QualityRun, _ traits: RecordTraits, observes: Bool) {
    self.run = run
    self.traits = traits
    self.observes = observes
    session = OperationSession(SystemLoader(loaded: run.system, files: run.files))
    people = run.people.reader()
    source = run.people
    seasonalLists = run.quality.seasonalLists
    times = RequestTimes(run.system.rules.ruleSet, session)
    members = run.quality.measures.map { measure in
      let parameters =
        measure.operation == "suggest" ? Operations.suggest.parameters : Operations.today.parameters
      // Logs change lists little and cost much.
      return parameters.memberNames.subtracting(["logs"])
    }
  }

  /// What was counted since this was last taken.
  func takePart() -> Part {
    defer { part = Part() }
    return part
  }

  /// Runs all measures for the person `number` on `count` days.
  func run(_ number: Int, days count: Int) throws(DiagnosticError) {
    let person = try people.person(number)
    // By list, what it contained on each day so far; by day, what was shown.
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
        if index == 0, let season, !seasonalLists.isEmpty { part.seasons[season, default: SeasonTally()].days += 1 }
        for list in observed {
          part.tallies[list.name, default: ListTally()].count(
            list, group: group, earlier: earlier[list.name] ?? [], traits: traits, season: season, hours: hours)
          if let season, seasonalLists.contains(list.name) {
            part.seasons[season, default: SeasonTally()].lists[list.name, default: ListTally()].count(
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
    let operation =
      switch measure.operation {
      case "insight": Operations.insight
      case "constitution": Operations.constitution
      default: Operations.today
      }
    let result = try operation.run(session, node).result
    date = Text(result.request.moment.date.description)
    guard let page = result.pages.first else { return [] }
    shown += page.shownIDs
    for part in page.parts {
      if let heading = part.heading { self.part.rendered.insert(heading.message) }
      if case .messages(let messages) = part.content { self.part.rendered.formUnion(messages.map(\.message)) }
      if case .ranking(let ranking) = part.content { noteMessages(of: ranking) }
    }
    return page.parts.compactMap { ObservedList(measure.id, $0) }
  }

  /// Notes the messages that `ranking` shows beside its items.
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
  /// The items of `ranking`.
  fileprivate init(_ name: Text, _ ranking: Ranking) {
    self.init(
      name: name, holdsRecords: true, ids: ranking.items.map(\.id), kinds: ranking.items.map(\.kind),
      reasons: ranking.items.map { $0.note?.message })
  }

  /// The messages or items of `part`; nil where it is neither.
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
}
