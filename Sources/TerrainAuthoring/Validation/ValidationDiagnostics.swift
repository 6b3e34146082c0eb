import TerrainDocuments
import TerrainValues

// What validation itself complains of: files, suppressions, baselines. What it finds in files is worded where it is found.

extension Diagnostic {
  static func fileChanging(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "file/changing", message: "`\(path)` changes while it is read",
      place: Place(
        source: SourceText(name: path, bytes: []), range: SourceRange(start: 0, end: 0)),
      fix: "wait until what writes it has finished")
  }
}
