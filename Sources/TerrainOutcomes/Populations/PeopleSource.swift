import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The people for whom operations run: those of a population, or real people from a file.
package enum PeopleSource: Sendable {
  /// The people of a population with a seed.
  case population(PopulationDeclaration, seed: UInt64)
  /// Requests of real people, one each.
  case requests(PeopleFile)

  /// The maximum number of people; nil for a population.
  package var limit: Int? {
    switch self {
    case .population: nil
    case .requests(let file): file.count
    }
  }

  /// Collects the errors in the people's requests.
  var problems: PeopleProblems {
    switch self {
    case .population: PeopleProblems(of: .population)
    case .requests: PeopleProblems(of: .file)
    }
  }

  /// `error` about `request`, made for the person with the number `number`; for a person from a file, with locations in the file.
  func located(_ error: DiagnosticError, in request: Node, of number: Int) -> DiagnosticError {
    guard case .requests(let file) = self, let written = try? file.request(number).root else { return error }
    let made = request.place.source
    let origin = SourceOrigin(copied: request, from: written)
    let source = SourceText(name: file.name, bytes: made.bytes, origin: origin)
    return DiagnosticError(
      error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if let place = diagnostic.place, place.source === made {
          diagnostic.place = Place(source: source, range: place.range)
        }
        return diagnostic
      })
  }

  /// Makes people one after another, on one thread.
  func reader() -> Reader { Reader(self) }

  /// The access of one thread to people.
  struct Reader {
    private let source: PeopleSource
    private let generator: PeopleGenerator?

    fileprivate init(_ source: PeopleSource) {
      self.source = source
      if case .population(let population, let seed) = source {
        generator = PeopleGenerator(population, seed: seed)
      } else {
        generator = nil
      }
    }

    /// The person with the number `number`, from 1.
    func person(_ number: Int) throws(DiagnosticError) -> PersonRequests {
      if let generator { return .drawn(PersonDays(try generator.person(number), generator)) }
      guard case .requests(let file) = source else { return .given([]) }
      try file.checkMembers(number)
      return .given(try file.members(number))
    }

    /// The request of the person with the number `number` on their first day, with those of its members that are in `members`. Real people
    /// have all theirs, so that a member that an operation does not take is an error.
    func firstRequest(_ number: Int, members: Set<String>) throws(DiagnosticError) -> Document {
      if case .requests(let file) = source { return try file.request(number) }
      guard let generator else { return try person(number).request(0, members: members, named: "person \(number)") }
      let days = PersonDays(try generator.person(number), generator, for: members)
      return try PersonRequests.drawn(days).request(0, members: members, named: "person \(number)")
    }
  }
}

/// The requests of one person, day after day.
enum PersonRequests {
  /// A person of a population.
  case drawn(PersonDays)
  /// A real person: the members of one request, as values.
  case given([(name: Text, value: Value)])

  /// The person's group in the population; nil for a real person, and for a population without groups.
  var group: Text? {
    guard case .drawn(let days) = self, case .string(let group)? = days.person.values["group"] else { return nil }
    return group
  }

  /// The request of the day `day`, from 0.
  ///
  /// - Parameters:
  ///   - members: the members that it has; nil for all.
  ///   - more: members that replace members of the request.
  ///   - shown: the ids shown on earlier days.
  ///   - name: the name of the request in diagnostics.
  func request(
    _ day: Int, members: Set<String>?, adding more: [(name: Text, json: String)] = [],
    shown: [(date: Text, ids: [Text])] = [], named name: String
  ) throws(DiagnosticError) -> Document {
    var writer = JSONWriter()
    func addRest(_ writer: inout JSONWriter) {
      for (name, json) in more {
        writer.key(name)
        writer.raw(json)
      }
      guard !shown.isEmpty else { return }
      writer.object("shown") { writer in
        for (date, ids) in shown { writer.member(date.string, ids) }
      }
    }
    let names = members?.subtracting(more.map(\.name.string)).subtracting(shown.isEmpty ? [] : ["shown"])
    switch self {
    case .drawn(let days): try days.write(day, members: names, to: &writer, adding: addRest)
    case .given(let given):
      writer.beginObject()
      for (name, value) in given where names?.contains(name.string) ?? true {
        try Self.write(name, value, day, to: &writer)
      }
      addRest(&writer)
      writer.endObject()
    }
    let (document, diagnostics) = JSONReader.read(SourceText(name: name, bytes: writer.bytes))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// Writes the member `name`; a date is moved by the number of days of the request.
  private static func write(
    _ name: Text, _ value: Value, _ day: Int, to writer: inout JSONWriter
  ) throws(DiagnosticError) {
    var value = value
    if day > 0, name == "now", case .string(let text) = value {
      let bytes = Array(text.utf8)
      if let date = try? CalendarDate(parsing: Text(decoding: bytes.prefix(10))) {
        let later = CalendarDate(days: date.days &+ Int32(clamping: day))
        value = .string(Text("\(later)\(String(decoding: bytes.dropFirst(10), as: UTF8.self))"))
      }
    }
    do throws(JSONWriterError) { try writer.member(name.string, value) } catch {
      throw DiagnosticError(.peopleValue(name, because: error))
    }
  }
}

extension SourceOrigin {
  /// The locations in the text of `original` for the parts of `copy`, which has the same parts in another order.
  fileprivate convenience init(copied copy: Node, from original: Node) {
    var points: [UInt32: Point] = [:]
    func add(_ copy: Node, _ original: Node) {
      let (source, start) = (original.place.source, Int(original.place.range.start))
      let (line, column) = source.position(at: start)
      let offset = copy.place.range.start
      points[offset] = Point(
        offset: offset, line: UInt32(clamping: line), column: UInt32(clamping: column),
        byteColumn: UInt32(clamping: source.bytePosition(at: start).column))
    }
    // Readers have bounded the depth.
    func walk(_ copy: Node, _ original: Node) {
      add(copy, original)
      for (key, value) in copy.members {
        guard let (name, written) = original.members.first(where: { $0.key.text == key.text }) else { continue }
        add(key, name)
        walk(value, written)
      }
      for (value, written) in zip(copy.elements, original.elements) { walk(value, written) }
    }
    walk(copy, original)
    self.init(points.values.ordered { $0.offset < $1.offset })
  }
}
