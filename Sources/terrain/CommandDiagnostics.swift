import TerrainContent
import TerrainDocuments
import TerrainValues

// Everything the command itself complains of, in one place. (Mistakes on the command line are `UsageError`s.)

extension Diagnostic {
  /// - Parameter broken: the folder that is there for the pack and has no manifest.
  static func packNotFound(_ name: String?, among names: [String], broken: String?) -> Diagnostic {
    if let broken {
      return Diagnostic(
        code: "pack/not-found", message: "the folder `\(broken)` has no `\(PackLoader.manifestName)`", place: nil,
        fix: "put the pack's `\(PackLoader.manifestName)` there, or name another pack with `--pack`")
    }
    let message =
      name.map { "there is no pack `\($0)`" }
      ?? "no pack `\(PackLocator.defaultName)` was found from this folder"
    let nearest = name.flatMap { Suggestion.nearest(to: $0, among: names) }.map { "did you mean `\($0)`?" }
    let listed = names.isEmpty ? nil : "name a pack with `--pack`: \(names.quoted)"
    return Diagnostic(
      code: "pack/not-found", message: message, place: nil,
      fix: nearest ?? listed
        ?? "name a pack's folder with `--pack`, or set TERRAIN_HOME to a folder that has `ContentPacks`")
  }

  static func noRuleSet(in folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no rule set is in `\(folder)`", place: nil,
      fix: "name the folder of a rule set, which has a file `\(RuleSetLoader.manifestName)`, or a folder of these")
  }

  static func nothingToFormat(in folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no YAML file is in the folder `\(folder)`", place: nil,
      fix: "name a rule file, the folder of a rule set, or a folder of these")
  }

  /// - Parameter exists: whether there is such a method, which has no use for lines.
  static func unknownMethod(_ name: String, exists: Bool, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "batch/unknown-method",
      message: exists
        ? "`\(name)` takes no parameters, so there is nothing that its lines could hold"
        : "`\(name)` is not a method",
      place: nil,
      fix: exists
        ? "send it to `terrain serve`"
        : Suggestion.fix(Text(name), among: names) ?? "the methods are \(names.allQuoted)")
  }

  static func cannotWrite(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/cannot-write", message: "`\(path)` cannot be written: \(reason)", place: nil)
  }

  static func noTests(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: "rules/no-tests", message: "`\(folder)` has no tests", place: nil,
      fix: "write some in YAML files in its folder `tests`; `terrain rules test --help` shows how")
  }

  static func notAnInstant(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "request/moment", message: "`--\(option)` is not an instant", place: nil,
      fix: "write it as `2026-03-01T10:00:00Z`")
  }
}
