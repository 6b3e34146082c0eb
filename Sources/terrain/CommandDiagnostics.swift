import TerrainDocuments
import TerrainValues

// Everything the command itself complains of, in one place. (Mistakes on the command line are `UsageError`s.)

extension Diagnostic {
  static func packNotFound(_ name: String?, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "pack/not-found",
      message: name.map { "there is no pack `\($0)`" } ?? "no pack was found from this folder", place: nil,
      fix: name.flatMap { Suggestion.nearest(to: $0, among: names) }.map { "did you mean `\($0)`?" }
        ?? "name a pack's folder with `--pack`, or set TERRAIN_HOME to a folder that has `ContentPacks`")
  }

  /// - Parameter exists: whether there is such a method, which has no use for lines.
  static func unknownMethod(_ name: String, exists: Bool, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "batch/unknown-method",
      message: exists
        ? "`\(name)` takes no parameters, so there is nothing that its lines could hold"
        : "unknown method `\(name)`; the methods for lines are \(names.quoted)",
      place: nil,
      fix: exists ? "send it to `terrain serve`" : Suggestion.fix(Text(name), among: names))
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
