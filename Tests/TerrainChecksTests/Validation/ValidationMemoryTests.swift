import Foundation
import TerrainBase
import TerrainDocuments
import TerrainRules
import TestSupport
import Testing

@testable import TerrainChecks

/// A validation that remembers earlier ones reports what one that does not reports, whatever was changed in between.
@Suite struct ValidationMemoryTests {
  /// A shipped pack with its rules, whose texts change.
  private struct System {
    let inputs: [Validator.Input]
    let files: [String]
    let memory = ValidationMemory()
    private(set) var store = SourceStore()

    init(_ name: String) throws {
      let root = Conformance.packageRoot.path
      let folders = ["ContentPacks", "Rules"].map { "\(root)/\($0)/\(name)" }
      inputs = folders.map { .path($0) }
      files = try folders.flatMap { [store] in try store.list($0, [".yaml"]) }
    }

    func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    /// Has other texts in the place of files.
    mutating func replace(_ texts: [(path: String, bytes: [UInt8])]) {
      store = store.successor(replacing: texts.map { SourceText(name: $0.path, bytes: $0.bytes) }, looksAgain: false)
    }

    /// What is found down to `depth`, with the memory and without one.
    func diagnostics(_ depth: Validator.Depth) -> (with: [Diagnostic], without: [Diagnostic]) {
      var validator = Validator()
      validator.depth = depth
      let without = validator.validate(inputs, in: store).allDiagnostics
      validator.memory = memory
      return (validator.validate(inputs, in: store).allDiagnostics, without)
    }
  }

  private static func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let related = diagnostic.related.map { "\n  \($0.place.fileAndLine) \($0.message)" }.joined()
      return
        "\(diagnostic.place?.fileAndLine ?? "") \(diagnostic.severity) \(diagnostic.code): \(diagnostic.message)\(related)"
    }.sorted()
  }

  @Test(arguments: ["design", "quicksip", "yeetcard", "diamond-desk", "embera"]) func injectedMistakes(
    _ name: String
  ) throws {
    let count = TestExtent.count(5, long: 60, of: "mistakes in `\(name)`, validated with and without a memory")
    var system = try System(name)
    var random = SplitMix64(seed: 20)
    for number in 0..<count {
      let file = system.files[Int(random.next() % UInt64(system.files.count))]
      let wrong = InjectedMistake.into(try system.text(file), &random)
      system.replace([(file, Array(wrong.utf8))])
      // As in an editor: the checks of a keystroke, then those of a pause. Every other mistake is made beside one that stays.
      let depth = Validator.Depth.allCases[number % Validator.Depth.allCases.count]
      let found = system.diagnostics(depth)
      #expect(Self.lines(found.with) == Self.lines(found.without), "\(file) \(number)")
      if number % 2 == 0 { system.replace([]) }
    }
    system.replace([])
    #expect(Self.lines(system.diagnostics(.everything).with) == [])
  }

  /// A name has another spelling everywhere afterwards: nothing is wrong then, and a memory of the earlier texts is of no harm. Where
  /// something is wrong, as a test that has the name within a longer text, whoever confirms with all checks learns of it before.
  @Test(arguments: ["design", "quicksip", "yeetcard", "diamond-desk", "embera"]) func renames(_ name: String) throws {
    let count = TestExtent.count(3, long: 100, of: "renames in `\(name)`, validated afterwards")
    var system = try System(name)
    var random = SplitMix64(seed: 500)
    let folders = system.inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
    let indexes = try NameIndex.load(folders, from: system.store, ruleSet: { _, _ in nil })
    let names = indexes.flatMap(\.names).filter { !$0.isFixed }
    var renamed = 0
    for _ in 0..<count * 20 where renamed < count {
      let name = names[Int(random.next() % UInt64(names.count))]
      let plan: RenamePlan
      do throws(DiagnosticError) {
        plan = try RenamePlan(name, to: Text("\(name.name)_renamed"), in: indexes)
      } catch {
        // That a name cannot be changed is reported with its reason; those reasons have tests of their own.
        #expect(!error.diagnostics.isEmpty)
        continue
      }
      // An editor confirms a rename by quick checks, beside what it remembers.
      var validator = Validator()
      validator.depth = .engines
      validator.memory = system.memory
      do throws(DiagnosticError) {
        try plan.confirm(over: system.store, before: { [] }) { validator.validate(system.inputs, in: $0).diagnostics }
      } catch {
        continue
      }
      renamed += 1
      system.replace(plan.files)
      let found = system.diagnostics(.everything)
      #expect(Self.lines(found.with) == Self.lines(found.without), "\(name.fullName)")
      system.replace([])
      if !found.without.isEmpty {
        #expect(Set(found.without.map(\.code)) == [Diagnostic.testFailedCode], "\(name.fullName)")
        validator.depth = .everything
        #expect(throws: DiagnosticError.self, "\(name.fullName)") {
          try plan.confirm(over: system.store, before: { [] }) { validator.validate(system.inputs, in: $0).diagnostics }
        }
      }
    }
    #expect(renamed == count)
  }
}
