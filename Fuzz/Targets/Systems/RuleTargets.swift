import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML

extension FuzzTarget {
  private static let ruleWords = [
    "rules: 1\n", "module: ", "facts:\n", "decisions:\n", "parameters:\n", "uses: [", "when: ", "then: ", "otherwise: ",
    "rows:\n", "policy: ", "type: ", "{ type: int, min: 0, max: 9 }", "optional: true", "value: ", "enum: [", "- id: ",
    "hit: collect", "hit: first", ">= 3", "in [1, 2]", "!= null", "=== m.yaml\n",
  ]

  private static let ruleSeeds: @Sendable () -> [[UInt8]] = {
    let fixtures = SeedFiles.root.appending(path: "Tests/TerrainCommandTests/Fixtures")
    let folders =
      SeedFiles.paths(under: fixtures, endings: ["ruleset.yaml"])
      + SeedFiles.paths(under: SeedFiles.root.appending(path: "Benchmarks/Rules"), endings: ["ruleset.yaml"])
      + SeedFiles.paths(under: SeedFiles.root.appending(path: "Rules"), endings: ["ruleset.yaml"])
    return folders.flatMap { manifest -> [[UInt8]] in
      let folder = manifest.deletingLastPathComponent()
      // Each module alone, and all of a small rule set.
      let modules = SeedFiles.paths(under: folder, endings: [".yaml"]).filter { $0.lastPathComponent != "ruleset.yaml" }
      let alone = modules.compactMap { file -> [UInt8]? in
        guard let bytes = SeedFiles.bytes(file), let name = moduleName(bytes) else { return nil }
        let id = name.prefix { $0 != "." }
        let own = "rules: 1\nid: \(id)\nversion: 1.0.0\nmodules:\n  \(name): m.yaml\n"
        return FileTree.input([("r/ruleset.yaml", Array(own.utf8)), ("r/m.yaml", bytes)])
      }
      return alone + [FileTree.input([("r", folder)], endings: [".yaml"])]
    }
  }

  private static func moduleName(_ bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("module: ") }.map { String($0.dropFirst("module: ".count)) }
  }

  /// Rule modules: what is formatted is formatted and means the same; decisions are the same with and without a trace.
  static let rules = FuzzTarget("rules", dictionary: ruleWords, seeds: ruleSeeds) { input throws(FuzzFailure) in
    let tree = FileTree(input)
    let loaded = try RuleCheck.load(tree)
    var formatted = tree.files
    for (path, bytes) in tree.files {
      if let bytes = try RuleCheck.format(bytes, path) { formatted[path] = bytes }
    }
    guard formatted != tree.files else { return try RuleCheck.decide(loaded, loaded) }
    let again = try RuleCheck.load(FileTree(FileTree.input(formatted.map { ($0.key, $0.value) })))
    try require((again == nil) == (loaded == nil), "formatted rules are loaded or not, the others are the other")
    try RuleCheck.decide(loaded, again)
  }

  /// Rule modules, whose finite tables are analyzed.
  static let analysis = FuzzTarget("analysis", dictionary: ruleWords, seeds: ruleSeeds) { input throws(FuzzFailure) in
    guard let loaded = try RuleCheck.load(FileTree(input)) else { return }
    try DiagnosticCheck.check(RuleAnalysis.diagnostics(for: loaded))
  }

  /// Any YAML: what is formatted is formatted, and has the same values.
  static let format = FuzzTarget("format", dictionary: ruleWords + yaml.dictionary) {
    SeedFiles.files(under: SeedFiles.suite("yaml"), endings: ["in.yaml"])
      + SeedFiles.files(under: SeedFiles.root.appending(path: "Rules"), endings: [".yaml"], oneOf: 3)
  } body: { input throws(FuzzFailure) in
    _ = try RuleCheck.format(input, "m.yaml")
  }
}

private enum RuleCheck {
  static func load(_ tree: FileTree) throws(FuzzFailure) -> RuleSet? {
    let loaded = try DiagnosticCheck.result("the rules are not loaded") { () throws(DiagnosticError) in
      try RuleSetLoader(files: tree.content).load(at: "r", extent: .everything)
    }
    if let loaded { try DiagnosticCheck.check(loaded.warnings) }
    return loaded?.ruleSet
  }

  /// The bytes formatted; nil where they are refused.
  static func format(_ bytes: [UInt8], _ name: String) throws(FuzzFailure) -> [UInt8]? {
    let source = SourceText(name: name, bytes: bytes)
    let (edits, diagnostics) = RuleFormatter.edits(for: source)
    try DiagnosticCheck.check(diagnostics)
    guard let edits else { return nil }
    let once = SourceText(name: name, bytes: RuleFormatter.apply(edits, to: bytes))
    let again = RuleFormatter.edits(for: once).edits
    try require(again == [], "formatted again it changes:\n\(String(decoding: once.bytes, as: UTF8.self))")
    let before = YAMLReader.readOne(source).document?.root.value
    let after = YAMLReader.readOne(once).document?.root.value
    guard let before, let after else { throw FuzzFailure("it is formatted, and not read") }
    try require(before.isIdentical(to: after), "formatted it is another value")
    return once.bytes
  }

  private static let limits = EvaluationLimits(steps: 50_000, bytes: 1 << 20)

  /// Every decision is the same in both rule sets, with and without a trace.
  static func decide(_ ruleSet: RuleSet?, _ other: RuleSet?) throws(FuzzFailure) {
    guard let ruleSet, let other, ruleSet.decisions.count == other.decisions.count else {
      return try require(ruleSet?.decisions.count == other?.decisions.count, "formatted there are other decisions")
    }
    let session = RuleSession(ruleSet, limits: limits)
    var sessions = [RuleSession(other, limits: limits)]
    do throws(DiagnosticError) { sessions.append(try session.recording()) } catch {}
    for number in ruleSet.decisions.indices {
      for round in 0..<2 {
        let value = value(session, number, round)
        for other in sessions {
          let same = Self.value(other, number, round)
          let name = ruleSet.decisions[number].name
          guard let value, let same else { continue }
          switch (value, same) {
          case (let value?, let same?): try require(value.isIdentical(to: same), "\(name) is \(value) and \(same)")
          case (nil, nil): break
          default: throw FuzzFailure("\(name) fails or not, with a trace or formatted the other")
          }
        }
      }
    }
  }

  /// The value of a decision, nil within where it fails; nil where a limit ends it.
  private static func value(_ session: RuleSession, _ number: Int, _ round: Int) -> Value?? {
    let decision = session.ruleSet.decisions[number]
    session.begin()
    for fact in session.ruleSet.facts(neededBy: decision) {
      if fact.declaration.isOptional, round == 0 { continue }
      do throws(EvaluationError) { try session.set(fact, fact.declaration.type.someValue(round)) } catch {}
    }
    do throws(EvaluationError) { return .some(try session.value(decision)) } catch {
      return error.code == .stepLimit || error.code == .sizeLimit ? .none : .some(nil)
    }
  }
}

extension CELType {
  /// A value of the type: a small one first.
  fileprivate func someValue(_ round: Int) -> Value {
    switch self {
    case .bool: .bool(round == 0)
    case .int: .int(Int64(round * 3))
    case .uint: .uint(UInt64(round))
    case .double: .double(Double(round) + 0.5)
    case .decimal: .decimal(ExactDecimal(Int64(round)))
    case .string: .string(round == 0 ? "" : "some text")
    case .bytes: .bytes(round == 0 ? [] : [1])
    case .enumeration(let type): .string((round == 0 ? type.cases.first : type.cases.last) ?? "")
    case .list(let element): .list(round == 0 ? [] : [element.someValue(0), element.someValue(1)])
    case .map(_, let value): .map(round == 0 ? ValueMap() : ValueMap([(.string("a"), value.someValue(1))]))
    case .record(let type):
      .map(ValueMap(type.fields.map { (Value.string($0.name), $0.type.someValue(round)) }))
    case .timestamp: .timestamp(.epoch)
    default: .null
    }
  }
}
