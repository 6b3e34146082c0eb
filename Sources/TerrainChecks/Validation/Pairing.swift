import TerrainBase
import TerrainDocuments
import TerrainRules

/// The packs and rule sets that belong together, as far as they are readable.
struct Pairing: Sendable {
  private(set) var store: SourceStore
  /// The schemas' findings in the files of packs.
  let flaws: KnownErrors
  /// Finds the folder of a rule set by its id if it is not in the neighboring folder.
  let elsewhere: @Sendable (_ id: String, _ pack: String) -> String?

  /// A pack and its loader.
  struct User: Sendable {
    let loader: PackLoader
    let contents: PackContents
  }

  /// The packs that may need a rule set.
  struct Users: Sendable {
    /// The packs that need the rule set.
    var confirmed: [User] = []
    /// Diagnostics about packs whose rule set is unknown.
    var lost: [Diagnostic] = []
  }

  /// The same packs and rule sets, read from `store`.
  func reading(_ store: SourceStore) -> Pairing {
    var pairing = self
    pairing.store = store
    return pairing
  }

  /// The pack in `folder`; nil if its manifest cannot be read.
  func contents(_ folder: String, _ memory: PackMemory? = nil) -> PackContents? {
    store.file(Self.manifest(folder)).documents.first.map {
      PackContents(folder: folder, manifest: $0.root, files: store, flaws: flaws, memory: memory)
    }
  }

  /// A loader of the pack `contents`, which knows of everything in it that cannot be read.
  func loader(_ contents: PackContents) throws(DiagnosticError) -> PackLoader {
    let loader = try PackLoader(path: contents.folder, files: store.contentFiles, acceptsMistakes: true)
    loader.forget(contents.unknownTypes)
    return loader
  }

  /// The folder of the rule set that `pack` needs; nil if it is not found.
  func rules(of pack: PackContents) -> String? {
    guard let id = pack.manifest["rules"]?["id"]?.text?.string, !id.contains("/"), id != ".." else { return nil }
    let beside = FilePath.normal("\(pack.folder)/../../Rules/\(id)")
    if store.kind("\(beside)/\(RuleSetLoader.manifestName)") == .file { return beside }
    return elsewhere(id, pack.folder)
  }

  /// The diagnostic if the rule set that `pack` names does not exist.
  func missingRules(of pack: PackContents) -> Diagnostic? {
    guard let id = pack.manifest["rules"]?["id"], let name = id.text, rules(of: pack) == nil else { return nil }
    let beside = FilePath.normal("\(pack.folder)/../../Rules")
    let ids = ((try? store.list(beside, [RuleSetLoader.manifestName])) ?? [])
      .filter { FilePath.name($0) == RuleSetLoader.manifestName }.map { FilePath.name(FilePath.folder($0)) }
    return .rulesNotFound(name, at: id, among: ids)
  }

  /// The packs in neighboring folders that need the rule set in `folder`, or may need it.
  func users(of folder: String) -> Users {
    var users = Users()
    let id = store.file("\(folder)/\(RuleSetLoader.manifestName)").documents.first?.root["id"]?.text
    let packs = FilePath.normal("\(folder)/../../ContentPacks")
    for file in (try? store.list(packs, [PackLoader.manifestName])) ?? []
    where FilePath.name(file) == PackLoader.manifestName {
      guard let contents = contents(FilePath.folder(file)), let loader = try? loader(contents) else {
        users.lost += store.file(file).diagnostics
        continue
      }
      if let missing = missingRules(of: contents) {
        users.lost.append(missing)
      } else if loader.statedRequirement == nil {
        users.lost += loader.finish().diagnostics
      } else if let id, loader.statedRequirement?.id == id {
        loader.loadAll()
        users.confirmed.append(User(loader: loader, contents: contents))
      }
    }
    return users
  }

  private static func manifest(_ folder: String) -> String { "\(folder)/\(PackLoader.manifestName)" }
}

extension Diagnostic {
  static func rulesNotFound(_ id: Text, at node: Node, among known: [String]) -> Diagnostic {
    Diagnostic(
      code: "rules/not-found", message: "there is no rule set `\(id)` beside the pack, nor in a home", at: node,
      fix: Suggestion.fix(id, among: known))
  }
}
