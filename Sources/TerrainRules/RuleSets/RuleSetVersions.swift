import TerrainBase
import TerrainDocuments

extension RuleSetLoader {
  /// The earlier versions of the rule set `folder`, oldest first.
  ///
  /// - Throws: the error if they cannot be read or their periods of validity do not follow one another.
  func readEarlier(of folder: Reading) throws(DiagnosticError) -> [Reading] {
    var versions: [Reading] = []
    var diagnostics: [Diagnostic] = []
    for entry in folder.manifest.earlier {
      guard let path = files.path(entry.folder.string, inside: folder.path).path,
        path != FilePath.normal(folder.path)
      else {
        diagnostics.append(.pathLeavesRuleSet(at: entry.place))
        continue
      }
      guard files.kind("\(path)/\(Self.manifestName)") != nil else {
        diagnostics.append(
          .noVersion(entry, meant: Suggestion.nearest(to: entry.folder.string, among: folders(in: folder.path))))
        continue
      }
      do throws(DiagnosticError) {
        let version = try read(path, for: nil)
        versions.append(version)
        diagnostics += check(version.manifest, isEarlierThan: folder.manifest, at: entry.place)
      } catch {
        diagnostics += error.diagnostics
      }
    }
    if diagnostics.isEmpty { diagnostics = Self.order(versions.map({ $0.manifest }) + [folder.manifest]) }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
    return versions
  }

  /// The rule sets in the folder `path`, as paths relative to it.
  private func folders(in path: String) -> [String] {
    let files = (try? files.list(path, [Self.manifestName])) ?? []
    return files.filter { FilePath.name($0) == Self.manifestName }.map {
      FilePath.relative(FilePath.folder($0), to: path)
    }
  }

  private func check(
    _ version: RuleSetManifest, isEarlierThan newest: RuleSetManifest, at place: Place
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if version.id != newest.id {
      diagnostics.append(
        .version("this is the rule set `\(version.id)`, and not an earlier `\(newest.id)`", at: version.idPlace, place))
    }
    if let inner = version.earlier.first {
      diagnostics.append(
        .version(
          "an earlier version has none of its own", at: inner.place, place,
          fix: "list all of them in the newest version's manifest, oldest first"))
    }
    return diagnostics
  }

  /// The diagnostics about `versions`, the newest last, whose periods of validity do not follow one another.
  private static func order(_ versions: [RuleSetManifest]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (before, after) in zip(versions, versions.dropFirst()) {
      guard let day = after.validFrom else {
        diagnostics.append(
          .version(
            "version \(after.version) follows \(before.version), and needs `valid_from`", at: after.place,
            fix: "add `valid_from`: the first day on which it is in force"))
        continue
      }
      if let earlier = before.validFrom, earlier >= day {
        diagnostics.append(
          .version(
            "version \(after.version) follows \(before.version), and has to be in force from a later day than \(earlier)",
            at: after.place))
      }
    }
    for (index, version) in versions.enumerated()
    where versions[..<index].contains(where: { $0.version == version.version }) {
      diagnostics.append(
        .version("another version of this rule set is called \(version.version) too", at: version.versionPlace))
    }
    return diagnostics
  }
}

/// The folders of the earlier versions of a rule set, as its manifest lists them.
package struct RuleSetVersions {
  private let files: ContentFiles

  /// The maximum number of folders between a version and its rule set.
  private static let mostParents = 4

  /// The versions of rule sets in `files`.
  package init(_ files: ContentFiles) { self.files = files }

  /// The folders of the earlier versions of the rule set in `folder`, oldest first.
  package func folders(of folder: String) -> [String] {
    let manifest = "\(folder)/\(RuleSetLoader.manifestName)"
    guard files.kind(manifest) == .file, let source = try? files.source(manifest),
      let earlier = files.documents(source).documents.first?.root["earlier"], earlier.kind == .list
    else { return [] }
    return earlier.elements.compactMap { $0.text.flatMap { files.path($0.string, inside: folder).path } }
  }

  /// The folder of the rule set of which `folder` is an earlier version, or `folder` itself if it is not an earlier version.
  package func ruleSet(of folder: String) -> String {
    let folder = FilePath.normal(folder)
    var parent = folder
    for _ in 0..<Self.mostParents {
      let next = FilePath.folder(parent)
      if next == parent || FilePath.name(next) == ".." { return folder }
      parent = next
      if folders(of: parent).contains(folder) { return parent }
    }
    return folder
  }
}

extension Diagnostic {
  /// - Parameter meant: A folder with a rule set.
  fileprivate static func noVersion(_ entry: RuleSetManifest.EarlierVersion, meant: String?) -> Diagnostic {
    .version(
      "`\(entry.folder)` is listed as an earlier version, and is not the folder of a rule set", at: entry.place,
      fix: meant.map { "did you mean `\($0)`?" } ?? "name a folder with a `\(RuleSetLoader.manifestName)`")
  }

  fileprivate static func version(
    _ message: String, at place: Place, _ listed: Place? = nil, fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "ruleset/versions", message: message, place: place,
      related: listed.map { [Related(message: "it is listed here", place: $0)] } ?? [], fix: fix)
  }
}
