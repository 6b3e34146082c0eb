/// Finds packs and rule sets without being told where they are.
///
/// A pack is looked for under `ContentPacks/NAME` of these homes, a rule set under `Rules/NAME`, the first that has it:
/// `TERRAIN_HOME`; the working folder and each folder above it; the checkout that a build folder belongs to; the share
/// folder of an installation.
public struct PackLocator: Sendable {
  /// Which pack is meant where none is named.
  public static let defaultName = "terrain"

  private let homes: [String]
  private let workingFolder: String

  /// A locator for a process.
  ///
  /// - Parameters:
  ///   - home: the value of `TERRAIN_HOME`.
  ///   - workingFolder: an absolute path.
  ///   - program: the program's own absolute path.
  public init(home: String?, workingFolder: String, program: String?) {
    self.workingFolder = workingFolder
    var homes = home.map { [$0] } ?? []
    homes += Self.ancestors(of: workingFolder)
    if let program {
      let folder = FilePath.folder(program)
      // `.build/release/terrain` is a link to `.build/PLATFORM/release/terrain`: a home is three or four folders up.
      homes += ["\(folder)/../..", "\(folder)/../../..", "\(folder)/../share/terrain"]
    }
    self.homes = homes
  }

  /// The folder of the pack `name`: a name, or a path of a folder (anything with a slash in it, or `.`). A path that ends in
  /// `.json` is a built pack's, a file.
  public func pack(_ name: String?) -> String? {
    if let name, name.hasSuffix(".json") { return Folder.kind(of: name) == .file ? name : nil }
    if let name, name.contains("/") || name == "." {
      return Folder.kind(of: "\(name)/\(PackLoader.manifestName)") == .file ? Self.trimmed(name) : nil
    }
    return find("ContentPacks/\(name ?? Self.defaultName)", holding: PackLoader.manifestName)
  }

  /// The names of packs that are found without their folders, those of the nearest home first, none twice.
  public var packNames: [String] {
    var names: [String] = []
    for home in homes where Folder.kind(of: "\(home)/ContentPacks") == .folder {
      for folder in (try? Folder.folders(under: "\(home)/ContentPacks")) ?? [] {
        let name = String(folder.dropFirst("\(home)/ContentPacks/".count))
        if name.contains("/") || names.contains(name) { continue }
        if Folder.kind(of: "\(folder)/\(PackLoader.manifestName)") == .file { names.append(name) }
      }
    }
    return names
  }

  /// The folder of the rule set `id` for the pack in the folder `pack`: beside the pack, else in a home.
  public func ruleSet(_ id: String, forPackAt pack: String) -> String? {
    let beside = "\(pack)/../../Rules/\(id)"
    if Folder.kind(of: "\(beside)/ruleset.yaml") == .file { return shown(beside) }
    return find("Rules/\(id)", holding: "ruleset.yaml")
  }

  /// The folder of the published schemas.
  public func schemas() -> String? { find("ContentPacks/Schemas", holding: "common.schema.json") }

  private func find(_ path: String, holding file: String) -> String? {
    for home in homes where Folder.kind(of: "\(home)/\(path)/\(file)") == .file {
      return shown("\(home)/\(path)")
    }
    return nil
  }

  /// `path` as messages show it: inside the working folder, relative to it.
  private func shown(_ path: String) -> String {
    let path = Self.withoutDots(path)
    let prefix = "\(workingFolder)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? trimmed(String(path.dropLast())) : path
  }

  /// `path` and every folder above it.
  private static func ancestors(of path: String) -> [String] {
    var homes = [path]
    var folder = path
    while folder != "/", folder != "." {
      folder = FilePath.folder(folder)
      homes.append(folder == "/" ? "" : folder)
    }
    return homes
  }

  /// `path` with `x/..` and a leading `./` taken out, as far as that needs no look at the disk.
  static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "..", let last = parts.last, last != "..", last != ".", !last.isEmpty {
        parts.removeLast()
      } else if part != "." || parts.isEmpty {
        parts.append(part)
      }
    }
    if parts.count > 1, parts.first == "." { parts.removeFirst() }
    return parts.joined(separator: "/")
  }
}
