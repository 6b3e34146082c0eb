import TerrainRules
import TerrainDocuments
import TerrainBase

/// The role of a file. It follows from the content; only where a misspelled key hides a manifest, it follows from the file's name.
enum FileRole: Sendable, Hashable {
  case packManifest, content, builtPack, ruleSetManifest, ruleModule, ruleTests, scenarios, invariants, population
  case quality, answers, request, schema

  /// The role of `document`; nil for something else.
  init?(_ document: Document) {
    if let role = FileRole(document.root) {
      self = role
      return
    }
    guard document.root.kind == .map else { return nil }
    switch FilePath.name(document.source.name) {
    case PackLoader.manifestName: self = .packManifest
    case RuleSetLoader.manifestName: self = .ruleSetManifest
    default: return nil
    }
  }

  /// The role of the document with the root `node`; nil for something else.
  init?(_ node: Node) {
    guard node.kind == .map else { return nil }
    func has(_ keys: Text...) -> Bool { keys.allSatisfy { node[$0] != nil } }
    if let dialect = node["$schema"]?.text, NamedSchema.isDialect(dialect.string) {
      self = .schema
    } else if node[BuiltPack.Key.format] != nil {
      self = .builtPack
    } else if node["kind"]?.text == "pack" || has("kinds", "default_locale") {
      self = .packManifest
    } else if has("rules", "modules") {
      self = .ruleSetManifest
    } else if has("module", "decisions") || has("rules", "module") {
      self = .ruleModule
    } else if has("tests", "cases") {
      self = .ruleTests
    } else if has("scenarios") {
      self = .scenarios
    } else if has("invariants") {
      self = .invariants
    } else if has("population", "start") {
      self = .population
    } else if has("quality", "measures") {
      self = .quality
    } else if has("kind") {
      self = .content
    } else if has("now") || has("date"), has("person") || has("day") || has("answers") {
      self = .request
    } else if has("answers") {
      self = .answers
    } else {
      return nil
    }
  }

  /// The published schema of files of this role, for those that name none; content names its own.
  var schemaName: String? {
    switch self {
    case .packManifest: "pack.schema.json"
    case .ruleSetManifest: "ruleset.schema.json"
    case .ruleModule: "module.schema.json"
    case .ruleTests: "rule-tests.schema.json"
    case .scenarios: "scenarios.schema.json"
    case .invariants: "invariants.schema.json"
    case .population: "population.schema.json"
    case .quality: "quality.schema.json"
    case .answers: "answers.schema.json"
    case .content, .builtPack, .request, .schema: nil
    }
  }
}

/// The schema that a file itself declares, in the ways editors understand.
struct NamedSchema: Sendable {
  /// What is written: a path relative to the file, or an address.
  let reference: String
  /// Where it is written.
  let place: Place

  /// The schema that `document` names: in a comment `# yaml-language-server: $schema=…`, or in a member `"$schema"`.
  init?(_ document: Document) {
    let root = document.root
    if let node = root["$schema"], let text = node.text, !Self.isDialect(text.string) {
      self.init(reference: text.string, place: node.place)
      return
    }
    for comment in document.comments {
      let text = document.source.text(of: comment)
      guard let marker = text.firstRange(of: "yaml-language-server:"),
        let key = text[marker.upperBound...].firstRange(of: "$schema=")
      else { continue }
      let value = text[key.upperBound...].prefix { $0 != " " && $0 != "\t" }
      guard !value.isEmpty else { continue }
      let start = comment.start + UInt32(clamping: text[..<value.startIndex].utf8.count)
      let range = SourceRange(start: start, end: start + UInt32(clamping: value.utf8.count))
      self.init(reference: String(value), place: Place(source: document.source, range: range))
      return
    }
    return nil
  }

  private init(reference: String, place: Place) {
    self.reference = reference
    self.place = place
  }

  /// True for an address of JSON Schema itself: what names it is a schema.
  static func isDialect(_ reference: String) -> Bool {
    reference.hasPrefix("https://json-schema.org/") || reference.hasPrefix("http://json-schema.org/")
  }

  /// True for an address that only a network leads to.
  var isRemote: Bool { reference.contains("://") }

  /// The file it names.
  var path: String {
    if reference.hasPrefix("/") { return reference }
    return FilePath.normal("\(FilePath.folder(place.source.name))/\(reference)")
  }
}
