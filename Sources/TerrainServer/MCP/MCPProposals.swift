import TerrainDocuments
import TerrainPlatform
import TerrainValues

/// Changes that were validated, tested and compared, and may be written.
///
/// A token is given out with the impact and nowhere else, and nobody can guess it: whoever has it has been given the impact of
/// exactly this text against exactly these files.
final class MCPProposals {
  struct Proposal {
    let changes: [MCPAuthor.Change]
    /// The files with which it was compared.
    let files: [Text: [UInt8]]
  }

  /// So many are kept, the newest.
  static let most = 8

  private let makeToken: @Sendable () -> String
  private var kept: [(token: Text, proposal: Proposal)] = []

  init(makeToken: @escaping @Sendable () -> String) { self.makeToken = makeToken }

  /// Keeps `proposal`, and returns its token.
  func keep(_ proposal: Proposal) -> String {
    let token = makeToken()
    kept.append((Text(token), proposal))
    if kept.count > Self.most { kept.removeFirst() }
    return token
  }

  /// The proposal with this token, which serves no more.
  func take(_ token: Text) -> Proposal? {
    kept.firstIndex { $0.token == token }.map { kept.remove(at: $0).proposal }
  }
}

extension MCPAuthor {
  /// Writes a change whose files are as they were when it was compared: all of them, or none.
  ///
  /// - Returns: the paths that were written.
  func write(_ proposal: MCPProposals.Proposal) throws(DiagnosticError) -> [String] {
    guard try snapshot() == proposal.files else { throw DiagnosticError(.filesChanged) }
    var files: [(path: String, bytes: [UInt8])] = []
    for change in proposal.changes {
      guard let target = target(change.path), proposal.files[Text(change.path)] != nil else {
        throw DiagnosticError(.notWritable(change.path))
      }
      files.append((target, Array(change.text.utf8)))
    }
    let changed: String?
    do throws(FileFailure) {
      changed = try AtomicFile.write(files, over: proposal.files.map { ($0.key.string, $0.value) })
    } catch {
      let index = files.firstIndex { $0.path == error.path } ?? 0
      throw DiagnosticError(.notWritten(proposal.changes[index].path, error.reason.message))
    }
    if changed != nil { throw DiagnosticError(.filesChanged) }
    return proposal.changes.map(\.path)
  }

  /// The file at `path` with all links above it followed; nil where it is a link itself, or outside of the folder in which files
  /// may be replaced.
  func target(_ path: String) -> String? {
    guard let folder = setup.writableFolder, let real = Folder.realPath(path),
      let above = Folder.realPath(FilePath.folder(path)), real == "\(above)/\(FilePath.name(path))",
      real.utf8.starts(with: "\(folder == "/" ? "" : folder)/".utf8), Folder.kind(of: real) == .file
    else { return nil }
    return real
  }
}
