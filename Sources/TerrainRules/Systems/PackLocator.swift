import TerrainBase

/// Finds packs, rule sets, and schemas.
///
/// This is the only code that decides which files are used; `Documentation/reference/locating.md` states the rule for people.
///
/// - A path denotes the file or folder at that path.
/// - A name denotes `ContentPacks/NAME` of the first of these homes that has it: `TERRAIN_HOME`; the nearest folder with `ContentPacks`
///   among the working folder and the folders above it. If that folder is broken, no pack is found.
/// - The program's own files (the checkout of a build folder, the share folder of an installation) are used only if nothing else is
///   available: the default pack is requested, `TERRAIN_HOME` is not set, and neither the working folder nor a folder above it has
///   `ContentPacks` or `Rules`.
/// - A pack's rule set is `Rules/ID` of its own home, else of `TERRAIN_HOME`. Only a pack outside of a folder `ContentPacks` may also have
///   its rules in the working folder or a folder above it.
package struct PackLocator: Sendable {
  /// The pack that is used if none is named.
  package static let defaultName = "terrain"

  /// The pack from which new systems are copied.
  private static let templateName = "starter"

  /// The folder of packs in a home.
  package static let packsFolder = "ContentPacks"
  /// The folder of rule sets in a home.
  package static let rulesFolder = "Rules"

  /// The value of `TERRAIN_HOME`, or nil if it is not set or empty.
  private let home: String?
  /// The working folder and the folders above it, the nearest first.
  private let surroundings: [String]
  /// The homes that come with the program.
  private let programHomes: [String]
  private let workingFolder: String

  /// A locator for a process.
  ///
  /// - Parameters:
  ///   - home: The value of `TERRAIN_HOME`.
  ///   - workingFolder: An absolute path.
  ///   - program: The program's own absolute path.
  package init(home: String?, workingFolder: String, program: String?) {
    self.workingFolder = workingFolder
    self.home = home.flatMap { $0.isEmpty ? nil : $0 }
    surroundings = Self.ancestors(of: workingFolder)
    programHomes =
      program.map { program in
        let folder = FilePath.folder(program)
        // `bin/terrain` builds `.build/bin/terrain`, and SwiftPM `.build/PLATFORM/debug/terrain`.
        return ["\(folder)/../..", "\(folder)/../../..", "\(folder)/../share/terrain"]
      } ?? []
  }

  // MARK: Packs

  /// The folder of the pack `name`, which is a name or the path of a folder (with a slash in it, or `.`). A file is a built pack. A name
  /// without a slash that does not end in `.json` is first searched among the packs.
  ///
  /// - Parameter checksFiles: True for commands that check or change an author's files. The program's own pack is then used only if it is
  ///   named; otherwise a report about it would look like a report about the author's files.
  package func pack(_ name: String?, checksFiles: Bool = false) -> String? {
    if let name, name.hasSuffix(".json") { return Folder.kind(of: name) == .file ? name : nil }
    if let name, Self.isPath(name) {
      if Folder.kind(of: name) == .file { return name }
      return Folder.kind(of: "\(name)/\(PackLoader.manifestName)") == .file ? Self.trimmed(name) : nil
    }
    let path = "\(Self.packsFolder)/\(name ?? Self.defaultName)"
    // A folder that exists but is broken still counts as the named pack.
    if let home = homes.first(where: { Folder.kind(of: "\($0)/\(path)") != nil }) {
      return Folder.kind(of: "\(home)/\(path)/\(PackLoader.manifestName)") == .file ? shown("\(home)/\(path)") : nil
    }
    if let name, Folder.kind(of: name) == .file { return name }
    guard name ?? Self.defaultName == Self.defaultName, !checksFiles || name != nil, !meansSomethingElse else {
      return nil
    }
    return find(path, holding: PackLoader.manifestName, in: programHomes)
  }

  /// The names of packs that can be located without their folders: those of the first home first, without repetition.
  package var packNames: [String] {
    var names: [String] = []
    for home in homes where Folder.kind(of: "\(home)/\(Self.packsFolder)") == .folder {
      for folder in (try? Folder.folders(under: "\(home)/\(Self.packsFolder)")) ?? [] {
        let name = String(folder.dropFirst("\(home)/\(Self.packsFolder)/".count))
        if name.contains("/") || names.contains(name) { continue }
        if Folder.kind(of: "\(folder)/\(PackLoader.manifestName)") == .file { names.append(name) }
      }
    }
    return names
  }

  /// The folder of the pack `name` that exists but has no manifest, or nil if there is no such folder.
  package func brokenPack(_ name: String?) -> String? {
    let name = name ?? Self.defaultName
    let folders = Self.isPath(name) ? [Self.trimmed(name)] : homes.map { "\($0)/\(Self.packsFolder)/\(name)" }
    guard let folder = folders.first(where: { Folder.kind(of: $0) != nil }),
      Folder.kind(of: "\(folder)/\(PackLoader.manifestName)") != .file
    else { return nil }
    return Self.isPath(name) ? folder : shown(folder)
  }

  // MARK: Rules and schemas

  /// The folder of the rule set `id` for the pack in the folder `pack`.
  package func ruleSet(_ id: String, forPackAt pack: String) -> String? {
    let path = "\(Self.rulesFolder)/\(id)"
    let absolute = FilePath.normal(pack.hasPrefix("/") ? pack : "\(workingFolder)/\(pack)")
    let isInHome = FilePath.name(FilePath.folder(absolute)) == Self.packsFolder
    let homes = ["\(pack)/../.."] + (home.map { [$0] } ?? []) + (isInHome ? [] : surroundings)
    return find(path, holding: RuleSetLoader.manifestName, in: homes)
  }

  /// The folder of the published schemas. They belong to the program: its own schemas are used if no home has others.
  ///
  /// - Parameter pack: The folder of a pack whose schemas are needed; those of its own home have priority.
  package func schemas(forPackAt pack: String? = nil) -> String? {
    find(
      "\(Self.packsFolder)/Schemas", holding: "common.schema.json",
      in: (pack.map { ["\($0)/../.."] } ?? []) + (home.map { [$0] } ?? []) + surroundings + programHomes)
  }

  /// The folders of the pack and the rule set that new systems are copied from. They belong to the program, as schemas do. Nil if they are
  /// not installed.
  package func template() -> (pack: String, rules: String)? {
    let homes = (home.map { [$0] } ?? []) + programHomes + surroundings
    guard let pack = find("\(Self.packsFolder)/\(Self.templateName)", holding: PackLoader.manifestName, in: homes),
      let rules = ruleSet(Self.templateName, forPackAt: pack)
    else { return nil }
    return (pack, rules)
  }

  /// The absolute path of the documentation. It belongs to the program, as schemas do. Nil if it is not installed.
  package func documentation() -> String? {
    let found = find("Documentation", holding: "reference/diagnostics.md", in: (home.map { [$0] } ?? []) + programHomes)
    return found.map { FilePath.normal($0.hasPrefix("/") ? $0 : "\(workingFolder)/\($0)") }
  }

  /// The folders of packs and rules that may affect lookups around `paths`, as absolute paths without links: those of all homes and of all
  /// folders above the paths. Nil if a path is not inside of them.
  package func contentFolders(around paths: [String]) -> [String]? {
    let given = paths.compactMap { Folder.realPath($0.hasPrefix("/") ? $0 : "\(workingFolder)/\($0)") }
    let homes = (home.map { [$0] } ?? []) + surroundings + programHomes + given.flatMap(Self.ancestors)
    var folders: [String] = []
    for home in homes {
      for name in [Self.packsFolder, Self.rulesFolder] {
        if let folder = Folder.realPath("\(home)/\(name)"), !folders.contains(folder) { folders.append(folder) }
      }
    }
    let areInside = given.allSatisfy { path in folders.contains { path == $0 || FilePath.isInside(path, $0) } }
    return given.count == paths.count && areInside ? folders.ordered() : nil
  }

  // MARK: Homes

  /// The homes that the user chose: `TERRAIN_HOME`, and the nearest folder with packs.
  private var homes: [String] {
    let nearest = surroundings.first { Folder.kind(of: "\($0)/\(Self.packsFolder)") != nil }
    return (home.map { [$0] } ?? []) + (nearest.map { [$0] } ?? [])
  }

  /// True if files other than the program's own are available, even if they are broken or empty.
  private var meansSomethingElse: Bool {
    home != nil
      || surroundings.contains { folder in
        [Self.packsFolder, Self.rulesFolder].contains { Folder.kind(of: "\(folder)/\($0)") != nil }
      }
  }

  private func find(_ path: String, holding file: String, in homes: [String]) -> String? {
    for home in homes where Folder.kind(of: "\(home)/\(path)/\(file)") == .file {
      return shown("\(home)/\(path)")
    }
    return nil
  }

  // MARK: Paths

  private static func isPath(_ name: String) -> Bool { name.contains("/") || name == "." || name == ".." }

  /// `path` as messages show it: relative to the working folder if it is inside of it.
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

  /// `path` with `x/..` and a leading `./` removed, as far as that needs no access to the disk.
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
