import TerrainDocuments
import TerrainBase

// Diagnostics about systems on disk, files of events, and files that are read or written piece by piece.

extension Diagnostic {
  static func inputUnreadable(_ name: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/unreadable", message: "`\(name)` cannot be read: \(reason)", place: nil)
  }

  static func outputUnwritable(_ name: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/cannot-write", message: "`\(name)` cannot be written: \(reason)", place: nil)
  }

  package static func rulesNotFound(_ id: Text, neededAt place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/not-found", message: "there is no rule set `\(id)`", place: place,
      fix: "it is looked for in `Rules/\(id)` beside the pack's folder `ContentPacks`, then in TERRAIN_HOME")
  }

  static func factTooLarge(_ node: Node) -> Diagnostic {
    Diagnostic(code: "request/number-too-large", message: "no `double` is as far from zero as this number", at: node)
  }

  static func notInSnapshot(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "system/not-kept", message: "`\(path)` was not among the files that were read when the pack was loaded",
      place: nil)
  }

  static func notAnEvent(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "this line is not an event: those are JSON objects, one per line", place: place)
  }

  static func noEvent(in file: String) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "`\(file)` has no event: those are JSON objects, one per line", place: nil)
  }

  static func whileFolding(_ file: String, from line: Int) -> Diagnostic {
    Diagnostic(
      code: "account/folding", severity: .info,
      message: "this is about the account whose first event is on line \(line) of `\(file)`", place: nil)
  }
}
