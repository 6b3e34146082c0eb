import TerrainBase
import TerrainDocuments
import TerrainRules

/// Files of packs and rules that a command changes.
///
/// A pack that the command line does not name may be in `TERRAIN_HOME`, which other people use too. Such files are only changed if the
/// command line names their pack or rule set; files in the home of the working folder are always allowed.
struct AuthorFiles {
  /// The folders whose files may be changed, as absolute paths.
  private let folders: [String]
  /// The pack of the command, for messages.
  private let pack: String?
  private let isPackNamed: Bool
  private let workingFolder = CurrentProcess.workingFolder()

  /// The files that a command line allows to change.
  ///
  /// - Parameters:
  ///   - paths: The folders and files that it names.
  ///   - pack: The pack of the command; nil if none is needed.
  ///   - isPackNamed: True if the command line names it.
  init(named paths: [String], pack: String?, isPackNamed: Bool) {
    self.pack = pack
    self.isPackNamed = isPackNamed
    let named = paths + (isPackNamed ? pack.map { [$0] } ?? [] : [])
    let folder = workingFolder
    folders = [Self.home(above: folder)] + named.map { Self.home(of: Self.absolute($0, in: folder)) }
  }

  /// Writes all of `files`, or none.
  ///
  /// - Parameter sources: The sources of the files, which must not have changed meanwhile.
  func write(
    _ files: [(path: String, bytes: [UInt8])], over sources: [SourceText]
  ) throws(DiagnosticError) {
    try check(files.map(\.path))
    try OutputFile.write(files, over: sources)
  }

  /// - Throws: an error if one of the files at `paths` may not be changed.
  func check(_ paths: [String]) throws(DiagnosticError) {
    for path in paths {
      let absolute = Self.absolute(path, in: workingFolder)
      guard !folders.contains(where: { $0 == absolute || FilePath.isInside(absolute, $0) }) else { continue }
      throw DiagnosticError(
        .elsewhere(path, from: workingFolder, pack: isPackNamed ? nil : pack, home: Self.home(of: absolute)))
    }
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    FilePath.normal(path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }

  /// The nearest of `folder` and the folders above it that has packs or rules; if none has, `folder`.
  private static func home(above folder: String) -> String {
    var home = folder
    while true {
      for part in parts where Folder.kind(of: "\(home)/\(part)") == .folder { return home }
      let above = FilePath.folder(home)
      if above == home || above == "." { return folder }
      home = above
    }
  }

  /// The home that has `path` among its packs or rules; if none has, `path`.
  private static func home(of path: String) -> String {
    let steps = path.split(separator: "/")
    guard let index = steps.lastIndex(where: { parts.contains(String($0)) }) else { return path }
    return "/" + steps[..<index].joined(separator: "/")
  }

  private static let parts = [PackLocator.packsFolder, PackLocator.rulesFolder]
}

extension Diagnostic {
  /// - Parameter pack: the pack of the command, if the command line does not name it.
  fileprivate static func elsewhere(_ path: String, from folder: String, pack: String?, home: String) -> Diagnostic {
    let naming = pack.map { "name the pack, as in `--pack \($0)`, or " } ?? ""
    return Diagnostic(
      code: "file/elsewhere",
      message: "`\(path)` would be changed, and belongs to nothing in `\(folder)` or named here",
      place: nil, fix: "\(naming)run the command in `\(home)`")
  }
}
