import TerrainBase
import TerrainDocuments

/// Where lines come from: a file, or standard input.
package struct BatchInput: Sendable {
  /// The path, or `-` for standard input.
  package let name: String

  /// The file at `path`; `-` is standard input.
  package init(_ path: String) { name = path }

  /// How many bytes it has, where that is known.
  var size: Int? {
    guard name != "-", let file = try? Descriptor.reading(name) else { return nil }
    defer { file.close() }
    return file.size
  }

  func open() throws(DiagnosticError) -> Descriptor {
    if name == "-" { return .standardInput }
    do throws(SystemError) {
      let file = try Descriptor.reading(name)
      if file.isFolder {
        file.close()
        throw SystemError.isFolder
      }
      return file
    } catch {
      throw DiagnosticError(.inputUnreadable(name, because: error.message))
    }
  }
}
