import TerrainRules
import TerrainDocuments

/// Where the documents of schemas come from: whoever asks for a file twice gets the same ones.
package struct SchemaFiles: Sendable {
  /// Reads the file at a path: its documents, and what is wrong with it.
  package let read: @Sendable (_ path: String) -> (documents: [Document], diagnostics: [Diagnostic])

  /// Files that `read` reads.
  package init(_ read: @escaping @Sendable (String) -> (documents: [Document], diagnostics: [Diagnostic])) {
    self.read = read
  }

  /// The files of `files`, each read once.
  package init(_ files: ContentFiles) {
    let files = files.readingOnce()
    self.init { path in
      do throws(DiagnosticError) {
        return files.documents(try files.source(path))
      } catch {
        return ([], error.diagnostics)
      }
    }
  }
}
