import TerrainBase
import TerrainDocuments
import TerrainRules

/// A copy of a pack and its rules under another name: an owner's start.
package struct PackCopy: Sendable {
  /// The files of the copy.
  package let scaffold: Scaffold
  /// Files in which the old name still occurs in texts, which the owner decides about.
  package let mentions: [String]

  /// A copy of the pack in the folder `pack` with the rule set in the folder `rules`, called `name`, for `folder`, which gets
  /// `ContentPacks` and `Rules`.
  ///
  /// Names of modules, ids of manifests, and paths of both folders are renamed in rules, tests, examples, and comments. The title is
  /// replaced in the manifest, in headings, and before the word "pack". Nothing else is changed.
  ///
  /// - Parameters:
  ///   - parts: The parts of a template that are copied; nil to copy a pack as it is.
  ///   - schemas: The folder of the published schemas, whose files are copied if the folder has none.
  /// - Throws: a name that cannot be used, a part that the pack does not have, files that exist or cannot be read.
  package init(
    ofPackIn pack: String, rules: String, called name: String, in folder: String, parts: [String]? = nil,
    schemas: String?
  ) throws(DiagnosticError) {
    let id = try ScaffoldID(name)
    let manifest = try Self.root("\(pack)/\(PackLoader.manifestName)")
    let ruleSet = try Self.root("\(rules)/\(RuleSetLoader.manifestName)")
    guard let old = manifest["id"]?.text?.string, let oldRules = ruleSet["id"]?.text?.string else {
      throw DiagnosticError(.noIDs(pack, rules))
    }
    var names = PackNames(old: [old, oldRules], new: id)
    let title = manifest["title"]
    names.titles = (title.map { $0.kind == .map ? $0.members.map(\.value) : [$0] } ?? []).compactMap { $0.text?.string }
    for module in ruleSet["modules"]?.members.compactMap(\.key.text?.string) ?? [] {
      let rest = module.split(separator: ".").dropFirst().joined(separator: ".")
      if !rest.isEmpty { names.modules.append((module, "\(id.modulePrefix).\(rest)")) }
    }
    var template: TemplateParts?
    if let parts { template = try Self.template(parts, pack: pack, rules: rules) }
    var files: [Scaffold.File] = []
    var mentions: [String] = []
    for (source, target) in [(pack, "ContentPacks/\(id.text)"), (rules, "Rules/\(id.text)")] {
      for path in try ContentFiles.onDisk(under: source, endings: [""]) where !Folder.leaves(path, source) {
        let to = FilePath.normal("\(folder)/\(target)/\(FilePath.relative(path, to: source))")
        if template?.leavesOut(FilePath.relative(path, to: source)) == true { continue }
        let bytes = try SourceText.load(path: path, limit: ContentFiles.largestMedia).bytes
        guard Self.isText(path), var text = String(validating: bytes, as: UTF8.self) else {
          files.append(Scaffold.File(to, bytes: bytes))
          continue
        }
        if path == "\(pack)/\(PackLoader.manifestName)" {
          text = Self.replacing(title, with: id.title, of: manifest, in: text)
        }
        if template != nil {
          guard let part = template?.copied(text) else { continue }
          text = part
        }
        let renamed = names.renamed(text)
        files.append(Scaffold.File(to, renamed))
        if names.isMentioned(in: renamed) { mentions.append(to) }
      }
    }
    let common = try Scaffold.copies(of: schemas, in: "\(folder)/ContentPacks/Schemas", all: template == nil)
    scaffold = try Scaffold(files + common)
    self.mentions = mentions
  }

  /// The parts `wanted` of the template in `pack` and `rules`. It has read both manifests, and knows the files that they leave out.
  ///
  /// - Throws: a part that no file has.
  private static func template(_ wanted: [String], pack: String, rules: String) throws(DiagnosticError) -> TemplateParts
  {
    var names: Set<String> = []
    for path in try ContentFiles.onDisk(under: pack, endings: PackLoader.endings)
      + ContentFiles.onDisk(under: rules, endings: PackLoader.endings)
    {
      names.formUnion(TemplateParts.names(in: String(decoding: try SourceText.load(path: path).bytes, as: UTF8.self)))
    }
    if wanted.isEmpty { throw DiagnosticError(.noPart(nil, among: names.ordered())) }
    for part in wanted where !names.contains(part) { throw DiagnosticError(.noPart(part, among: names.ordered())) }
    var template = TemplateParts(wanted)
    for manifest in ["\(pack)/\(PackLoader.manifestName)", "\(rules)/\(RuleSetLoader.manifestName)"] {
      _ = template.copied(String(decoding: try SourceText.load(path: manifest).bytes, as: UTF8.self))
    }
    return template
  }

  /// `text`, in which the manifest is, with `new` for its title. A name has no translations.
  private static func replacing(_ title: Node?, with new: String, of manifest: Node, in text: String) -> String {
    guard let title else { return text }
    let locale = title.kind == .map ? manifest["default_locale"]?.text?.string : nil
    let value = locale.map { "{ \($0): \"\(new)\" }" } ?? "\"\(new)\""
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(Int(title.range.start)..<Int(title.range.end), with: value.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let textEndings = PackLoader.endings + [".md", ".lock"]

  private static func isText(_ path: String) -> Bool { textEndings.contains { path.hasSuffix($0) } }

  private static func root(_ path: String) throws(DiagnosticError) -> Node {
    let file = SourceStore().file(path)
    guard let root = file.documents.first?.root, !file.diagnostics.hasErrors else {
      throw DiagnosticError(file.diagnostics)
    }
    return root
  }
}

/// The names of a pack and its rules, with their replacements.
struct PackNames {
  /// Ids of the pack and of its rule set.
  let old: [String]
  let new: String
  /// Full names of modules, old and new.
  var modules: [(old: String, new: String)] = []
  /// The titles of the pack in its languages.
  var titles: [String] = []
  let newTitle: String

  /// The texts before an id or a path.
  private static let before = [
    "ContentPacks/", "Rules/", "--pack ", "--pack=", "quality ", "diff ", "stats ", "describe ",
  ]
  /// Keys whose value is an id: of a manifest, of a requirement, of gates.
  private static let keys = ["id: ", "\"id\": \"", "quality: ", "\"quality\": \""]

  init(old: [String], new: ScaffoldID) {
    self.old = Array(Set(old)).ordered()
    self.new = new.text
    newTitle = new.title
  }

  /// `text` with the new names.
  func renamed(_ text: String) -> String {
    var pairs = modules.ordered { $0.old.utf8.count > $1.old.utf8.count }.map { ($0.old, $0.new) }
    for id in old {
      for start in Self.before + Self.keys { pairs.append((start + id, start + new)) }
    }
    // A title elsewhere may be a word of a text, which the owner decides about.
    for title in titles {
      pairs.append(("# \(title)\n", "# \(newTitle)\n"))
      pairs.append(("\(title) pack", "\(newTitle) pack"))
    }
    return pairs.reduce(text) { Self.replacing($1.0, with: $1.1, in: $0) }
  }

  /// Returns true if an old id or title is a word of `text`, in small letters or capitals.
  func isMentioned(in text: String) -> Bool {
    let text = text.replacing(new, with: "").replacing(newTitle, with: "").lowercased()
    return (old + titles.map { $0.lowercased() }).contains { !Self.places(of: $0, in: Array(text.utf8)).isEmpty }
  }

  private static func replacing(_ old: String, with new: String, in text: String) -> String {
    let bytes = Array(text.utf8)
    let places = places(of: old, in: bytes)
    if places.isEmpty { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + places.count * max(0, new.utf8.count - old.utf8.count))
    var start = 0
    for place in places {
      result += bytes[start..<place]
      result += new.utf8
      start = place + old.utf8.count
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The occurrences of `word` in `text` that are not part of a longer name.
  private static func places(of word: String, in text: [UInt8]) -> [Int] {
    let word = Array(word.utf8)
    guard let first = word.first, text.count >= word.count else { return [] }
    var places: [Int] = []
    var at = 0
    while at <= text.count - word.count {
      guard text[at] == first, text[at..<(at + word.count)].elementsEqual(word) else {
        at += 1
        continue
      }
      let isStart = at == 0 || !isPart(text[at - 1])
      let end = at + word.count
      if isStart, end == text.count || !isPart(text[end], isAfter: true) { places.append(at) }
      at = end
    }
    return places
  }

  /// Returns true if `byte` next to a name makes it a part of a longer name. A dot after it precedes an inner name, or ends a sentence.
  private static func isPart(_ byte: UInt8, isAfter: Bool = false) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    case UInt8(ascii: "."): !isAfter
    default: false
    }
  }
}

extension Diagnostic {
  /// - Parameter name: The name of no part; nil if no part is named.
  fileprivate static func noPart(_ name: String?, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "init/no-part",
      message: name.map { "a new system has no part `\($0)`" } ?? "a new system needs at least one part", place: nil,
      fix: Suggestion.fix(name.map { Text($0) }, among: names) ?? "its parts are \(names.quoted)")
  }

  fileprivate static func noIDs(_ pack: String, _ rules: String) -> Diagnostic {
    Diagnostic(
      code: "init/no-ids", message: "the pack in `\(pack)` or the rule set in `\(rules)` has no id", place: nil,
      fix: "name a pack that `terrain validate` accepts")
  }
}
