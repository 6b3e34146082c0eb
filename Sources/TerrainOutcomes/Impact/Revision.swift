import TerrainBase
import TerrainDocuments
import TerrainRules
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

/// The files in a tar archive (POSIX.1-2001, pax and ustar), as `git archive` writes it.
struct TarArchive {
  /// The files' bytes by their paths.
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads `bytes`; an incomplete entry at the end is left out.
  init(_ bytes: [UInt8]) {
    var position = 0
    var longName: String?
    while position + Self.block <= bytes.count {
      let header = bytes[position..<(position + Self.block)]
      position += Self.block
      guard header.contains(where: { $0 != 0 }) else { break }
      let size = Self.octal(header, 124, 12)
      guard size <= bytes.count - position else { break }
      let content = bytes[position..<(position + size)]
      position += (size + Self.block - 1) / Self.block * Self.block
      switch header[header.startIndex + 156] {
      case UInt8(ascii: "x"): longName = Self.path(inRecords: content)
      case UInt8(ascii: "g"): break
      case UInt8(ascii: "0"), 0:
        let prefix = Self.text(header, 345, 155)
        let name = Self.text(header, 0, 100)
        files[longName ?? (prefix.isEmpty ? name : "\(prefix)/\(name)")] = Array(content)
        longName = nil
      default: longName = nil
      }
    }
  }

  private static let block = 512

  private static func text(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> String {
    let start = header.startIndex + offset
    return String(decoding: header[start..<(start + count)].prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func octal(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int {
    Int(text(header, offset, count).filter(\.isNumber), radix: 8) ?? 0
  }

  /// The `path` among records `LENGTH KEY=VALUE\n`.
  private static func path(inRecords records: ArraySlice<UInt8>) -> String? {
    for record in records.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: record, as: UTF8.self)
      if let range = text.firstRange(of: " path=") { return String(text[range.upperBound...]) }
    }
    return nil
  }
}
