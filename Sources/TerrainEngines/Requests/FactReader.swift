import Synchronization
import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Reads the facts of requests: records of the pack by their ids, wherever they are; records of the request as they are.
/// Diagnostics do not quote values.
struct FactReader: Sendable {
  let pack: Pack
  let records: RecordValues

  /// A reader for facts with the records of `pack`.
  init(pack: Pack, records: RecordValues) {
    self.pack = pack
    self.records = records
  }

  /// Finds the records of the pack that facts can name.
  var finder: RecordFinder {
    let records = self.records
    return RecordFinder { type, id in records[type]?.value(of: id) }
  }

  /// `node` as the value of `fact`; nil, with diagnostics, where it is none.
  ///
  /// - Parameter brought: records that the caller has and not the pack, by their kinds.
  func value(
    _ node: Node, of fact: Fact, besides brought: [Text: [Node]] = [:], into found: DiagnosticCollector
  ) -> Value? {
    if fact.refusal(ofSizeOf: node) != nil {
      found.report(.factOutOfRange(fact, at: node))
      return nil
    }
    if case .record(let type) = fact.declaration.type {
      if let known = records[type.name] {
        if let id = node.text, let value = known.value(of: id) { return value }
        found.report(.noSuchRecord(fact, at: node, among: known.ids, found.suggestions))
        return nil
      }
      if pack.kind(type.name)?.isHandedIn == true {
        let part = found.part(keeping: 1)
        let known = node.text.flatMap { id in
          brought[type.name]?.first { $0.kind == .map && $0["id"]?.text == id }
        }
        if let value = record(known ?? node, kind: type.name, into: part) { return value }
        found.report(.wrongFact(fact, at: node, place: part.first?.place, found.suggestions))
        return nil
      }
    }
    let finder = self.finder
    // Nearly always nothing is wrong: what is, is looked for only then.
    var quick = LiteralReader(missingListsAreEmpty: true, records: finder, into: nil)
    guard let value = quick.read(node, as: fact.declaration.type) else {
      // Of a fact without records only the location of the first mistake is needed, and its suggestion is made below.
      let part =
        fact.declaration.type.holdsRecords ? found.part() : DiagnosticCollector(.request).part(keeping: 1)
      var reader = LiteralReader(missingListsAreEmpty: true, records: finder, into: part)
      _ = reader.read(node, as: fact.declaration.type)
      report(part, about: fact, at: node, into: found)
      return nil
    }
    guard fact.declaration.admits(value) else {
      found.report(.factOutOfRange(fact, at: node))
      return nil
    }
    return value
  }

  /// `node` as a record of `kind`; fields that its type does not have are not looked at.
  func record(_ node: Node, kind: Text, into found: DiagnosticCollector) -> Value? {
    guard let reading = pack.reading(kind), node.kind == .map else { return nil }
    let record = Pack.Record(id: node["id"]?.text ?? "", node: node)
    return reading.value(of: record, kind: kind, into: found)
  }
}

extension RecordFinder {
  /// Finds the records of `pack`, each once: a list may name one many times.
  package static func held(by pack: Pack) -> RecordFinder {
    let known = KnownRecords()
    return RecordFinder { type, id in known.value(type, id) { pack.value(type, id) } }
  }
}

/// Records that were found before.
private final class KnownRecords: Sendable {
  private let values = Mutex<[Text: [Text: Value]]>([:])

  func value(_ type: Text, _ id: Text, otherwise find: () -> Value?) -> Value? {
    if let known = values.withLock({ $0[type]?[id] }) { return known }
    let value = find()
    if value != nil { values.withLock { $0[type, default: [:]][id] = value } }
    return value
  }
}

extension Diagnostic {
  static func factOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/fact-range", message: "`\(fact.name)` has to be \(fact.declaration.limits)", at: node,
      related: [.init(message: "declared here", place: fact.declaration.place)])
  }
}
