import Foundation
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainAuthoring

/// Cases of the DMN TCK: each model is imported, and its decisions decide what the suite expects.
@Suite struct DMNConformance {
  /// Results that differ, by folder, decision and case, and why. `*` is every case.
  private static let known = [
    "0019-flight-rebooking/Rebooked Passengers/*": "tables of structures, sorting and recursion have no counterpart",
    "0036-dt-variable-input/Compare Time/*": "a time without a date has no counterpart",
    "0036-dt-variable-input/Compare Years and Months Duration/*": "a duration in months has no counterpart",
  ]

  @Test(.enabled(if: Conformance.dmn.isInstalled)) func cases() throws {
    let root = try #require(Conformance.dmn.folder)
    var total = ConformanceReport("dmn")
    for level in try Conformance.entries(of: root) {
      for name in try Conformance.entries(of: root.appendingPathComponent(level)) {
        var report = ConformanceReport("dmn/\(level)/\(name)")
        let folder = root.appendingPathComponent("\(level)/\(name)")
        let model = try DMNImport(SourceText.load(path: folder.appendingPathComponent("\(name).dmn").path))
        let rules = try load(model, name)
        for file in try Conformance.entries(of: folder) where file.contains("-test-") {
          for each in try DMNCase.all(SourceText.load(path: folder.appendingPathComponent(file).path)) {
            for result in each.results {
              let id = "\(name)/\(result.name)/\(each.id)"
              let failure = outcome(each, result, model, rules)
              let reason = Self.known[id] ?? Self.known["\(name)/\(result.name)/*"]
              switch (failure, reason) {
              case (nil, nil):
                report.pass()
                total.pass()
              case (nil, let reason?):
                report.fail(id, "it passes, although it is known: \(reason)")
                total.fail(id, reason)
              case (_?, let reason?):
                report.know(id, reason)
                total.know(id, reason)
              case (let failure?, nil):
                report.fail(id, failure)
                total.fail(id, failure)
              }
            }
          }
        }
        print(report.summary)
        #expect(report.total > 0, "\(name) has no case")
      }
    }
    print("conformance dmn: passed \(total.passed) of \(total.total), known \(total.known.count)")
    #expect(total.failed.isEmpty, "\(total.failed)")
  }

  private func load(_ model: DMNImport, _ name: String) throws -> RuleSet {
    let texts = Dictionary(uniqueKeysWithValues: model.files.map { ($0.name, $0.text) })
    let manifest = YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: texts["ruleset.yaml"] ?? ""))
    let read = RuleSetManifest.read(try #require(manifest.document?.root))
    let (rules, diagnostics) = RuleSet.load(try #require(read.manifest, "\(read.diagnostics)")) { file in
      let (document, diagnostics) = YAMLReader.readOne(
        SourceText(name: "\(name)/\(file.file)", text: texts[file.file.string] ?? ""))
      return (document?.root, diagnostics)
    }
    return try #require(
      rules, "\(name): \(DiagnosticRenderer.text(diagnostics))\n\(texts["decisions.yaml"] ?? "")")
  }

  /// Why the result is another; nil where it is the expected one.
  private func outcome(
    _ each: DMNCase, _ result: DMNCase.Field, _ model: DMNImport, _ rules: RuleSet
  ) -> String? {
    let name = DMNNames.plain(FEELScope.normal(result.name))
    guard let decision = rules.decision(Text("\(model.moduleName).\(name)")) else {
      let why = model.diagnostics.first { $0.message.contains("decision `\(result.name)`") }
      return "not carried over: \(why?.message ?? "no such decision")"
    }
    let session = RuleSession(rules)
    session.begin()
    // A decision that became a fact is given what is expected of it.
    let given = (each.inputs + each.results).flatMap { $0.value.facts(DMNNames.plain(FEELScope.normal($0.name))) }
    for field in given {
      guard let fact = rules.facts.first(where: { $0.name.string == field.name }) else { continue }
      guard let own = field.value.value(fact.declaration.type) else { continue }
      do throws(EvaluationError) { try session.set(fact, own) } catch { return "`\(field.name)`: \(error)" }
    }
    do throws(EvaluationError) {
      let value = try session.value(decision)
      return result.value.matches(value) ? nil : "\(value), not \(result.value)"
    } catch { return "\(error)".prefix(200).description }
  }
}
