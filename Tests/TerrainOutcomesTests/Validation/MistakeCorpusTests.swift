import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// Mistakes of authors, each with what `terrain validate --strict` reports about it: one diagnostic, at the mistake, with the fix.
///
/// `Benchmarks/mistakes/garden` is a pack with rules that has no mistakes. A file of mistakes beside it has cases such as this one:
///
///     == a zone                               the mistake
///     file Rules/garden/loyalty.yaml          in this file
///     - Europe/Berlin                         the first such text
///     + Europe/Berln                          becomes this one
///     > loyalty.yaml:16:44 engine/wrong-field `zone` of …       each diagnostic
///     ? did you mean `Europe/Berlin`?         its fix
///
/// `move FROM TO` moves a file or folder instead. `TERRAIN_RECORD=1 bin/test --filter MistakeCorpusTests` writes what is reported now; review the
/// difference.
@Suite struct MistakeCorpusTests {
  private struct Case: Sendable {
    var remarks: [String] = []
    var name = ""
    var file = ""
    var move: [String] = []
    var old: [String] = []
    var new: [String] = []
    var reported: [String] = []

    var text: String {
      let change = move.isEmpty ? ["file \(file)"] : ["move \(move.joined(separator: " "))"]
      let lines = ["== \(name)"] + change + old.map { "- \($0)" } + new.map { "+ \($0)" } + reported
      return (remarks + lines).map { "\($0)\n" }.joined() + "\n"
    }

    /// Exactly one diagnostic.
    var isOne: Bool { reported.count { $0.hasPrefix("> ") } == 1 }
    /// Exactly one diagnostic that says what to do, or what was expected.
    var isHelpful: Bool {
      let expecting = [
        " must ", " needs ", " has to be ", "expected", " takes ", " are of one type", " yield one type", ", not ",
        "does not fit: ",
      ]
      return isOne && reported.contains { line in line.hasPrefix("? ") || expecting.contains { line.contains($0) } }
    }
  }

  private static let folder = Conformance.packageRoot.appending(path: "Benchmarks/mistakes")
  private static let isRecording = ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil

  private static func cases(_ file: String) throws -> [Case] {
    var cases: [Case] = []
    var remarks: [String] = []
    for line in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("# ") {
        remarks.append(String(line))
        continue
      }
      let mark = line.prefix { $0 != " " }
      let rest = String(line.dropFirst(mark.count + 1))
      if mark == "==" {
        cases.append(Case(remarks: remarks, name: rest))
        remarks = []
      }
      guard !cases.isEmpty else { continue }
      let last = cases.count - 1
      switch mark {
      case "file": cases[last].file = rest
      case "move": cases[last].move = rest.split(separator: " ").map(String.init)
      case "-": cases[last].old.append(rest)
      case "+": cases[last].new.append(rest)
      case ">", "?": cases[last].reported.append(String(line))
      default: break
      }
    }
    return cases
  }

  /// What is reported about the garden with the mistake `wrong`; without a mistake if it is nil.
  private static func reported(_ wrong: Case?) throws -> [String] {
    try withTemporaryDirectory { folder in
      let files = FileManager.default
      try files.copyItem(at: Self.folder.appending(path: "garden/Rules"), to: folder.appending(path: "Rules"))
      try files.copyItem(
        at: Self.folder.appending(path: "garden/ContentPacks"), to: folder.appending(path: "ContentPacks"))
      let schemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas")
      try files.createSymbolicLink(at: folder.appending(path: "ContentPacks/Schemas"), withDestinationURL: schemas)
      if let wrong, !wrong.move.isEmpty {
        try files.moveItem(at: folder.appending(path: wrong.move[0]), to: folder.appending(path: wrong.move[1]))
      } else if let wrong {
        let text = try String(contentsOf: folder.appending(path: wrong.file), encoding: .utf8)
        let (old, new) = (wrong.old.joined(separator: "\n"), wrong.new.joined(separator: "\n"))
        guard text.contains(old) else { return ["`\(wrong.file)` has no `\(old)`"] }
        try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: wrong.file)
      }
      var validator = Validator()
      validator.publishedSchemas = schemas.path
      validator.checkResults()
      let report = validator.validate(["ContentPacks/garden", "Rules"].map { .path("\(folder.path)/\($0)") })
      return report.diagnostics.flatMap { diagnostic in
        let place = diagnostic.place.map { place in
          "\(place.fileAndLine):\(place.source.bytePosition(at: Int(place.range.start)).column)"
        }
        return ["> \(place ?? "-") \(diagnostic.code) \(diagnostic.message)"]
          + (diagnostic.fix.map { ["? \($0)"] } ?? [])
      }.map { line in
        line.replacing("\(folder.path)/ContentPacks/garden/", with: "").replacing(
          "\(folder.path)/Rules/garden/", with: ""
        )
        .replacing("\(folder.path)/", with: "").replacing("\n", with: " ")
      }
    }
  }

  @Test func theGardenHasNoMistakes() throws {
    #expect(try Self.reported(nil) == [])
  }

  @Test(arguments: ["written.txt", "keys.txt"]) func eachIsReportedOnce(_ file: String) throws {
    var cases = try Self.cases(file)
    let isSampled = file == "keys.txt" && !Self.isRecording
    let tried =
      isSampled ? TestExtent.sample(cases.indices.map { $0 }, oneOf: 5, of: "misspelled keys") : Array(cases.indices)
    let before = cases
    let reports = ParallelMap.values(tried.count) { number in
      Result { try Self.reported(before[tried[number]]) }
    }
    for (index, report) in zip(tried, reports) {
      let found = try report.get()
      if Self.isRecording { cases[index].reported = found }
      #expect(found == cases[index].reported, "\(cases[index].name)")
    }
    if Self.isRecording {
      try cases.map(\.text).joined().write(to: Self.folder.appending(path: file), atomically: true, encoding: .utf8)
    }
  }

  /// At least 400 mistakes; none goes unreported, and at least 95 % are one diagnostic with the fix or with what was expected.
  @Test func nearlyAllAreOneDiagnostic() throws {
    let cases = try ["written.txt", "keys.txt"].flatMap(Self.cases)
    #expect(cases.count >= 400)
    #expect(Set(cases.map(\.name)).count == cases.count)
    #expect(cases.filter { $0.reported.isEmpty }.map(\.name) == [])
    let (one, helpful) = (cases.count(where: \.isOne), cases.count(where: \.isHelpful))
    print("\(cases.count) mistakes: \(one) are one diagnostic, \(helpful) one with the fix or with what was expected")
    #expect(one * 100 >= cases.count * 95)
    #expect(helpful * 100 >= cases.count * 95)
  }
}
