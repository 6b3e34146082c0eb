import TerrainBase
import TerrainDocuments

/// A rule set's `ruleset.yaml`: its modules and their files.
package struct RuleSetManifest: Sendable {
  /// One module.
  package struct ModuleFile: Sendable {
    /// The name of the module.
    package var module: Text
    /// Its file, relative to the manifest's folder.
    package var file: Text
    /// The place of the file's name in the manifest.
    package var place: Place
  }

  /// A version that was in force earlier.
  package struct EarlierVersion: Sendable {
    /// Its folder, relative to the manifest's.
    package var folder: Text
    /// The place of the folder's name in the manifest.
    package var place: Place
  }

  /// The rule set's name.
  package var id: Text
  /// Its version, as written (semantic versioning).
  package var version: Text
  /// The description, for people.
  package var doc: Text?
  /// The modules, in the order in which they are written.
  package var modules: [ModuleFile]
  /// The first day on which it is in force, or nil if it has always been in force.
  package var validFrom: CalendarDate?
  /// The versions that were in force earlier, oldest first.
  package var earlier: [EarlierVersion]
  /// The place of the whole manifest.
  package var place: Place
  /// The location of its id.
  package var idPlace: Place
  /// The location of its version.
  package var versionPlace: Place

  /// The manifest in `node`. Returns nil and diagnostics if it is invalid.
  package static func read(_ node: Node) -> (manifest: RuleSetManifest?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let fields = Fields(
      node, "a rule set", allowed: ["rules", "id", "version", "doc", "valid_from", "earlier", "modules"],
      into: &diagnostics)
    guard let fields else { return (nil, diagnostics) }
    var versions = ModuleReader(vocabulary: .empty)
    versions.version(fields)
    diagnostics += versions.diagnostics
    let id = fields.required("id", into: &diagnostics)
    let version = fields.required("version", into: &diagnostics)
    if let id, id.text == nil { diagnostics.append(.wrongShape("`id`", expected: "a name", actual: id)) }
    if let version, version.text == nil {
      diagnostics.append(.wrongShape("`version`", expected: "text like \"1.0.0\"", actual: version))
    }
    var modules: [ModuleFile] = []
    if let map = fields.required("modules", into: &diagnostics) {
      if map.kind != .map {
        diagnostics.append(.wrongShape("`modules`", expected: "a map from modules to their files", actual: map))
      }
      for (key, value) in map.members {
        guard let name = key.text, let file = value.text else {
          diagnostics.append(.wrongShape("a module", expected: "the name of its file", actual: value))
          continue
        }
        if let flaw = NameProblem.ofModule(name) {
          diagnostics.append(.badName(name, flaw, key.place))
          continue
        }
        modules.append(ModuleFile(module: name, file: file, place: key.place))
      }
    }
    let validFrom = fields["valid_from"].flatMap { day($0, into: &diagnostics) }
    let earlier = fields["earlier"].map { Self.earlier($0, into: &diagnostics) } ?? []
    guard let id, let version, let name = id.text, let number = version.text, !diagnostics.hasErrors else {
      return (nil, diagnostics)
    }
    let manifest = RuleSetManifest(
      id: name, version: number, doc: fields.text("doc", into: &diagnostics), modules: modules,
      validFrom: validFrom, earlier: earlier, place: node.place, idPlace: id.place, versionPlace: version.place)
    return (manifest, diagnostics)
  }

  private static func day(_ node: Node, into diagnostics: inout [Diagnostic]) -> CalendarDate? {
    if let day = node.text.flatMap({ try? CalendarDate(parsing: $0) }) { return day }
    diagnostics.append(.wrongShape("`valid_from`", expected: "a day like 2026-06-01", actual: node))
    return nil
  }

  private static func earlier(_ node: Node, into diagnostics: inout [Diagnostic]) -> [EarlierVersion] {
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`earlier`", expected: "a list of folders, oldest version first", actual: node))
      return []
    }
    return node.elements.compactMap { element in
      guard let folder = element.text else {
        diagnostics.append(.wrongShape("an earlier version", expected: "its folder", actual: element))
        return nil
      }
      return EarlierVersion(folder: folder, place: element.place)
    }
  }
}

extension RuleSetManifest {
  /// True if `name` is a valid module name: names joined by dots, none of them a word of the expression language.
  package static func isModuleName(_ name: Text) -> Bool { NameProblem.ofModule(name) == nil }

  /// Splits a full name into its module and the remainder (`a.b` and `c` for `a.b.c`).
  ///
  /// - Complexity: O(modules) for a name with a dot. Names without a dot, such as local variables, return nil at once.
  func split(_ name: Text) -> (module: ModuleFile, rest: Text)? {
    let (bytes, dot) = (name.utf8, UInt8(ascii: "."))
    guard bytes.contains(dot) else { return nil }
    // The longest matching module name is used: `a.b` before `a`.
    var best: ModuleFile?
    for entry in modules where entry.module.utf8.count > best?.module.utf8.count ?? -1 {
      let rest = bytes.dropFirst(entry.module.utf8.count)
      if rest.first == dot, rest.dropFirst().first != nil, bytes.starts(with: entry.module.utf8) { best = entry }
    }
    return best.map { ($0, Text(decoding: Array(bytes.dropFirst($0.module.utf8.count + 1)))) }
  }

  /// The prefix of the names of the rule set's own modules: its id, with each `-` replaced by `_`, because names have no `-`.
  package var modulePrefix: String {
    id.string.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_") + "."
  }

  /// The full name of `name` as written in contracts and commands: either in full or relative to the rule set's id.
  func fullName(_ name: Text) -> Text {
    if split(name) != nil { return name }
    let relative = Text(modulePrefix + name.string)
    return split(relative) != nil ? relative : name
  }
}
