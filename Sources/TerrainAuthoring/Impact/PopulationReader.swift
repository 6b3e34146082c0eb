import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainPlatform
import TerrainRules
import TerrainValues

extension Population {
  /// Turns a line that is not a map of facts into facts (answers to a quiz into what they score), as the old and as the new
  /// rules make them; nil for a line that is a map of facts.
  package typealias Converter = (Node) throws(DiagnosticError) -> Converted?

  /// Facts that a line was turned into.
  package struct Converted: Sendable {
    /// As the old rules make them.
    package var old: [(name: Text, value: Value)]
    /// As the new rules make them; nil where that is the same.
    package var new: [(name: Text, value: Value)]?

    /// Facts `old`, and `new` where the new rules make others.
    package init(_ old: [(name: Text, value: Value)], new: [(name: Text, value: Value)]? = nil) {
      self.old = old
      self.new = new
    }
  }

  /// Reads NDJSON: one JSON object per line, facts by name; empty lines are skipped. Values are read as the types of
  /// `ruleSet`'s facts and, where it declares others, of those of `new`. A name that neither declares is an error.
  ///
  /// - Parameters:
  ///   - pack: has the records that facts name by their ids; nil where facts must hold them whole.
  ///   - converter: makes a converter for the lines that one thread reads.
  /// - Returns: the members that could be read, and what is wrong with the others: at most ``mostDiagnostics``, and how many
  ///   more lines there are.
  package static func read(
    lines source: SourceText, facts ruleSet: RuleSet, and new: RuleSet? = nil, pack: Pack? = nil,
    converter: @escaping @Sendable () -> Converter = { { _ in nil } }
  ) -> (population: Population, diagnostics: [Diagnostic]) {
    let lines = SourceLines(source)
    if let wrong = lines.shape { return (Population(), [wrong]) }
    let fields = PopulationFields(ruleSet, new)
    let records = pack.map { RecordFinder.held(by: $0) }
    let chunks = max(1, min(WorkerThread.processors, lines.ranges.count / linesPerThread))
    let parts = ParallelMap.values(chunks) { chunk in
      var reader = PopulationReader(fields: fields, records: records, convert: converter())
      for index in (lines.ranges.count * chunk / chunks)..<(lines.ranges.count * (chunk + 1) / chunks) {
        reader.read(lines, index)
      }
      return reader.part
    }
    var population = Population()
    var diagnostics: [Diagnostic] = []
    var unknown: [(name: Text, place: Place, lines: Int)] = []
    var wrongLines = 0
    for part in parts {
      population.members += part.members
      diagnostics += part.diagnostics
      wrongLines += part.wrongLines
      for found in part.unknown {
        if let index = unknown.firstIndex(where: { $0.name == found.name }) {
          unknown[index].lines += found.lines
        } else {
          unknown.append(found)
        }
      }
    }
    let names = fields.names
    diagnostics =
      unknown.prefix(mostDiagnostics).map { .populationFact($0.name, lines: $0.lines, known: names, $0.place) }
      + diagnostics
    if wrongLines > mostDiagnostics || diagnostics.count > mostDiagnostics {
      diagnostics.removeLast(max(0, diagnostics.count - mostDiagnostics))
      diagnostics.append(.populationMore(wrongLines, source))
    }
    return (population, diagnostics)
  }

  /// Diagnostics listed of one population.
  package static let mostDiagnostics = 100
  /// Fewer lines than this are not worth a thread.
  private static let linesPerThread = 500
}

/// The facts that a population may have.
private struct PopulationFields: Sendable {
  struct Field: Sendable {
    let name: Text
    /// What the old rules take; what the new ones take, where only they have it.
    let type: CELType
    /// What the new rules take, where both have the fact and take other types.
    let typeOfNew: CELType?
  }

  private let fields: [Text: Field]
  /// In the order of the old rules, then of the new ones.
  let names: [Text]

  init(_ old: RuleSet, _ new: RuleSet?) {
    var fields = old.facts.map { fact in
      let (mine, theirs) = (fact.declaration.type, new?.fact(fact.name)?.declaration.type)
      return Field(name: fact.name, type: mine, typeOfNew: theirs == mine ? nil : theirs)
    }
    for fact in new?.facts ?? [] where old.fact(fact.name) == nil {
      fields.append(Field(name: fact.name, type: fact.declaration.type, typeOfNew: nil))
    }
    names = fields.map(\.name)
    self.fields = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(name: Text) -> Field? { fields[name] }
}

/// Reads the lines of a population, one after another, on one thread.
private struct PopulationReader {
  struct Part: Sendable {
    var members: [Population.Member] = []
    var diagnostics: [Diagnostic] = []
    var unknown: [(name: Text, place: Place, lines: Int)] = []
    /// Lines with something wrong beside names that are unknown.
    var wrongLines = 0
  }

  let fields: PopulationFields
  let records: RecordFinder?
  let convert: Population.Converter
  private(set) var part = Part()

  init(fields: PopulationFields, records: RecordFinder?, convert: @escaping Population.Converter) {
    self.fields = fields
    self.records = records
    self.convert = convert
  }

  mutating func read(_ lines: SourceLines, _ index: Int) {
    let source = lines.source(index)
    let (document, problems) = JSONReader.read(source)
    guard let root = document?.root, !problems.hasErrors else { return add(problems) }
    guard root.kind == .map else { return add([.populationShape(root)]) }
    var member = Population.Member(label: source.name, facts: [])
    do throws(DiagnosticError) {
      if let converted = try convert(root) {
        member.facts = converted.old
        member.factsOfNew = converted.new
        part.members.append(member)
        return
      }
    } catch {
      return add(error.diagnostics)
    }
    var reader = LiteralReader(missingListsAreEmpty: true, records: records)
    for (key, node) in root.members {
      guard let name = key.text else { continue }
      guard let field = fields[name] else {
        note(name, key.place)
        continue
      }
      if node.kind != .null { read(node, as: field, &member, &reader) }
    }
    if reader.diagnostics.isEmpty { part.members.append(member) } else { add(reader.diagnostics) }
  }

  private func read(
    _ node: Node, as field: PopulationFields.Field, _ member: inout Population.Member, _ reader: inout LiteralReader
  ) {
    guard let typeOfNew = field.typeOfNew else {
      guard let value = reader.read(node, as: field.type) else { return }
      member.facts.append((field.name, value))
      member.factsOfNew?.append((field.name, value))
      return
    }
    // The two versions take other values: each gets what it takes, and a line is wrong only where neither takes it.
    var trial = LiteralReader(missingListsAreEmpty: true, records: records, into: nil)
    let (mine, theirs) = (trial.read(node, as: field.type), trial.read(node, as: typeOfNew))
    if mine == nil, theirs == nil { _ = reader.read(node, as: field.type) }
    var ofNew = member.factsOfNew ?? member.facts
    if let mine { member.facts.append((field.name, mine)) } else { member.mistypedInOld.append(field.name) }
    if let theirs { ofNew.append((field.name, theirs)) } else { member.mistypedInNew.append(field.name) }
    member.factsOfNew = ofNew
  }

  private mutating func add(_ diagnostics: [Diagnostic]) {
    part.wrongLines += 1
    if part.diagnostics.count <= Population.mostDiagnostics { part.diagnostics += diagnostics }
  }

  private mutating func note(_ name: Text, _ place: Place) {
    if let index = part.unknown.firstIndex(where: { $0.name == name }) {
      part.unknown[index].lines += 1
    } else if part.unknown.count <= Population.mostDiagnostics {
      part.unknown.append((name, place, 1))
    }
  }
}

extension SourceLines {
  /// What is wrong with the file as a whole: the first line shows whether it has one object per line at all.
  fileprivate var shape: Diagnostic? {
    guard !ranges.isEmpty else { return .populationEmpty(whole) }
    let first = source(0)
    let place = Place(
      source: whole,
      range: SourceRange(
        start: UInt32(clamping: ranges[0].range.lowerBound), end: UInt32(clamping: ranges[0].range.upperBound)))
    if let root = JSONReader.read(first).document?.root {
      switch root.kind {
      case .map: return nil
      case .list: return .populationForm(.array, place)
      default: return .populationForm(.text, place)
      }
    }
    // A line that is cut off in one of many is that line's problem.
    let opening = first.bytes.first { $0 > 0x20 }
    switch opening {
    case UInt8(ascii: "["): return .populationForm(.array, place)
    case UInt8(ascii: "{"):
      guard ranges.count > 1 else { return nil }
      return (1..<min(ranges.count, 4)).contains { JSONReader.read(source($0)).document?.root.kind == .map }
        ? nil : .populationForm(.spread, place)
    default: return .populationForm(first.bytes.contains(UInt8(ascii: ",")) ? .table : .text, place)
    }
  }
}
