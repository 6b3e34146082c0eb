import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

/// Packs and rules as a revision of a git repository has them. `git` is run as a program; nothing is written.
package enum Revision {
  /// The files of the revision `name` of the repository in which the folder `home` is: those under `ContentPacks` and `Rules` there.
  /// Their paths begin with the revision and a colon, as git writes them: `HEAD:Rules/terrain/types.yaml`.
  ///
  /// - Throws: `impact/no-git`, `impact/no-revision`.
  package static func files(_ name: String, home: String) throws(DiagnosticError) -> ContentFiles {
    let process: ChildProcess
    do throws(SystemError) {
      process = try ChildProcess.run(
        "git", ["-C", home, "archive", "--format=tar", name, "--", PackLocator.packsFolder, PackLocator.rulesFolder])
    } catch {
      throw DiagnosticError(.noGit("\(error)"))
    }
    guard process.status == 0 else { throw DiagnosticError(.noRevision(name, home, process.errors)) }
    return files(TarArchive(process.output).files, prefix: "\(name):")
  }

  private static func files(_ content: [String: [UInt8]], prefix: String) -> ContentFiles {
    var sources: [String: [UInt8]] = [:]
    var folders: Set<String> = []
    for (path, bytes) in content {
      sources[prefix + path] = bytes
      var folder = FilePath.folder(path)
      while folder.contains("/"), folders.insert(prefix + folder).inserted { folder = FilePath.folder(folder) }
      folders.insert(prefix + folder)
    }
    // Loaders write paths like `HEAD:ContentPacks/tea/../Schemas/…`.
    @Sendable func normal(_ path: String) -> String {
      path.hasPrefix(prefix) ? prefix + FilePath.normal(String(path.dropFirst(prefix.count))) : path
    }
    return ContentFiles(
      kind: { [sources, folders] path in
        let path = normal(path)
        return sources[path] != nil ? .file : folders.contains(path) ? .folder : nil
      },
      list: { [sources] (folder, endings) in
        let folder = normal(folder)
        return sources.keys.filter { path in path.hasPrefix("\(folder)/") && endings.contains { path.hasSuffix($0) } }
          .ordered()
      },
      source: { [sources] (path) throws(DiagnosticError) in
        guard let bytes = sources[normal(path)] else { throw DiagnosticError(.notInRevision(path)) }
        return SourceText(name: path, bytes: bytes)
      }, documents: SourceReader.read
    ).readingOnce()
  }
}

extension Diagnostic {
  fileprivate static func noGit(_ reason: String) -> Diagnostic {
    Diagnostic(
      code: "impact/no-git", message: "`git` cannot be run: \(reason)", place: nil,
      fix: "install git, or name two folders: `terrain impact OLD NEW`")
  }

  fileprivate static func noRevision(_ name: String, _ home: String, _ errors: String) -> Diagnostic {
    let firstLine = errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    return Diagnostic(
      code: "impact/no-revision",
      message: "git has no packs and rules of the revision `\(name)` of `\(home)`\(firstLine)",
      place: nil, fix: "name a revision in which `ContentPacks` and `Rules` are committed, for example `HEAD`")
  }

  fileprivate static func notInRevision(_ path: String) -> Diagnostic {
    Diagnostic(code: "file/not-found", message: "there is no file `\(path)`", place: nil)
  }
}
