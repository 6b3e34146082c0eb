import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

// How a store reads one file.

extension SourceStore.File {
  /// A file that changes is read again this often at most.
  private static let attempts = 3

  /// The file at `path` of `files`.
  static func read(_ path: String, _ files: ContentFiles) -> Self {
    do throws(DiagnosticError) {
      let source = try files.source(path)
      let (documents, diagnostics) = files.documents(source)
      return Self(path: path, source: source, documents: documents, diagnostics: diagnostics)
    } catch {
      return Self(path: path, source: nil, documents: [], diagnostics: error.diagnostics)
    }
  }

  /// The file at `path` of the disk, of at most `limit` bytes.
  static func read(_ path: String, limit: Int) -> Self {
    var failure: [Diagnostic] = []
    for _ in 0..<attempts {
      do throws(DiagnosticError) {
        let before = FileStatus(path)
        let source = try SourceText.load(path: path, limit: limit)
        guard before == FileStatus(path) else {
          failure = [.fileChanging(path)]
          continue
        }
        let (documents, diagnostics) = SourceReader.read(source)
        return Self(
          path: path, source: source, documents: documents, diagnostics: diagnostics.map(\.teachingCells),
          status: before)
      } catch {
        failure = error.diagnostics
        break
      }
    }
    return Self(path: path, source: nil, documents: [], diagnostics: failure)
  }

  /// The file, with forms of cells in the fixes of its diagnostics.
  var teachingCells: Self {
    Self(path: path, source: source, documents: documents, diagnostics: diagnostics.map(\.teachingCells))
  }
}

extension Diagnostic {
  /// The diagnostic, with the form of a cell in its fix where a text without quotes is two comparisons: quotes alone would not make
  /// it a cell.
  var teachingCells: Diagnostic {
    guard code == "yaml/unquoted-text", let place else { return self }
    let text = place.source.text(of: place.range)
    guard let first = text.first, first == ">" || first == "<",
      let meant = CellSuggestion.find(in: text, isOrdered: true, isValue: { Self.isNumberOrName($0) })
    else { return self }
    var diagnostic = self
    diagnostic.fix = "\(meant.rule): write `\(meant.form)`"
    return diagnostic
  }

  private static func isNumberOrName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

extension Diagnostic {
  fileprivate static func fileChanging(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "file/changing", message: "`\(path)` changes while it is read",
      place: Place(
        source: SourceText(name: path, bytes: []), range: SourceRange(start: 0, end: 0)),
      fix: "wait until what writes it has finished")
  }
}
