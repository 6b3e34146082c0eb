import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML

/// The semantic differences between two packs: the order of files, keys, and records, comments, and quotes do not count.
package struct PackDiff: Sendable {
  /// The impact of a change on users of the pack, by Semantic Versioning.
  package enum Impact: Int, Sendable, Comparable, CaseIterable {
    /// Words and details: nothing that clients rely on.
    case patch
    /// An addition that leaves everything else unchanged.
    case minor
    /// Something that clients may rely on is gone: an id, a word of a vocabulary, a locale.
    case major

    /// `patch`, `minor` or `major`.
    package var name: String { "\(self)" }

    /// A patch is less than a minor change, which is less than a major one.
    package static func < (a: Impact, b: Impact) -> Bool { a.rawValue < b.rawValue }
  }

  /// A difference.
  package struct Change: Sendable {
    /// The impact on clients.
    package let impact: Impact
    /// The changed thing: `color red`, then the path to the field.
    package let subject: String
    /// The change: "is gone", "is new", "lacks `a`".
    package let message: String
    /// The old location; nil for an addition.
    package let old: Place?
    /// The new location; nil for a removal.
    package let new: Place?
  }

  /// The differences: the gravest first, then by subject.
  package let changes: [Change]
  /// The version before.
  package let oldVersion: SemanticVersion
  /// The version now.
  package let newVersion: SemanticVersion

  /// Compares the packs at two paths, each a folder or a built file.
  package init(old: String, new: String) throws(DiagnosticError) {
    let files = ContentFiles.disk(SourceReader.read).readingOnce()
    try self.init(PackContents.load(old, from: files), PackContents.load(new, from: files))
  }

  package init(_ old: PackContents, _ new: PackContents) throws(DiagnosticError) {
    var comparison = PackComparison()
    comparison.compare(old, new)
    changes = comparison.changes.enumerated().ordered { a, b in
      if a.element.impact != b.element.impact { return a.element.impact > b.element.impact }
      if a.element.subject != b.element.subject {
        return a.element.subject.utf8.lexicographicallyPrecedes(b.element.subject.utf8)
      }
      return a.offset < b.offset
    }.map(\.element)
    oldVersion = try Self.version(old)
    newVersion = try Self.version(new)
  }

  private static func version(_ pack: PackContents) throws(DiagnosticError) -> SemanticVersion {
    guard let version = pack.manifest["version"]?.text.flatMap({ SemanticVersion($0) }) else {
      throw DiagnosticError(.notAVersion(at: pack.manifest["version"] ?? pack.manifest))
    }
    return version
  }

  /// The greatest impact of the changes; nil without changes.
  package var impact: Impact? { changes.map(\.impact).max() }

  /// The least version that these changes call for. Before 1.0.0 a minor version may break (semver.org, 4).
  package var calledFor: SemanticVersion {
    guard let impact else { return oldVersion }
    let (major, minor, patch) = (oldVersion.major, oldVersion.minor, oldVersion.patch)
    let isEarly = major == 0
    switch (impact, isEarly) {
    case (.major, false): return SemanticVersion(major: major &+ 1, minor: 0, patch: 0)
    case (.major, true), (.minor, false): return SemanticVersion(major: major, minor: minor &+ 1, patch: 0)
    case (.minor, true), (.patch, _): return SemanticVersion(major: major, minor: minor, patch: patch &+ 1)
    }
  }

  /// A text for people: a change per line, then the resulting kind of version.
  package var text: String {
    var text = ""
    for change in changes {
      let impact = change.impact.name
      let padding = String(repeating: " ", count: 7 - impact.count)
      text += TerminalText.harmless("\(impact)\(padding)\(change.subject) \(change.message)") + "\n"
    }
    if changes.isEmpty { return "nothing is different (\(oldVersion), \(newVersion))\n" }
    text += "\(oldVersion) to \(newVersion): these changes call for \(calledFor)"
    return text + (newVersion < calledFor ? ", which is more\n" : "\n")
  }

  /// For programs.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for (key, version) in [("old", oldVersion), ("new", newVersion), ("called_for", calledFor)] {
        writer.key(key)
        writer.string(version.description)
      }
      writer.key("impact")
      if let impact { writer.string(impact.name) } else { writer.null() }
      writer.array("changes") { writer in
        for change in changes {
          writer.object { writer in
            for (key, value) in [
              ("impact", change.impact.name), ("subject", change.subject), ("message", change.message),
            ] {
              writer.key(key)
              writer.string(value)
            }
            for (key, place) in [("old", change.old), ("new", change.new)] {
              guard let place else { continue }
              writer.key(key)
              writer.object { writer in
                writer.fileAndLine(of: place)
              }
            }
          }
        }
      }
    }
  }
}

/// Finds the differences between two packs.
struct PackComparison {
  private(set) var changes: [PackDiff.Change] = []

  /// Fields of a manifest that are compared in ways of their own, or that change with every version.
  private static let special: Set<Text> = [
    "id", "version", "updated_at", "default_locale", "supported_locales", "kinds", "enums", "checks", "rules",
  ]

  mutating func compare(_ old: PackContents, _ new: PackContents) {
    if old.manifest["id"]?.text != new.manifest["id"]?.text {
      add(.major, "pack", "has another id", old.manifest["id"], new.manifest["id"])
    }
    locales(old, new)
    if old.manifest["rules"]?["id"]?.text != new.manifest["rules"]?["id"]?.text {
      add(.major, "pack", "needs another rule set", old.manifest["rules"], new.manifest["rules"])
    } else if old.manifest["rules"]?["version"]?.text != new.manifest["rules"]?["version"]?.text {
      add(.minor, "pack", "needs another version of its rule set", old.manifest["rules"], new.manifest["rules"])
    }
    vocabularies(old, new)
    kinds(old, new)
    for (key, value) in old.manifest.members {
      guard let name = key.text, !Self.special.contains(name) else { continue }
      compare(value, new.manifest[name], "pack", name.string)
    }
    for (key, value) in new.manifest.members {
      guard let name = key.text, !Self.special.contains(name), old.manifest[name] == nil else { continue }
      compare(nil, value, "pack", name.string)
    }
  }

  private mutating func add(_ impact: PackDiff.Impact, _ subject: String, _ message: String, _ old: Node?, _ new: Node?)
  {
    changes.append(
      PackDiff.Change(impact: impact, subject: subject, message: message, old: old?.place, new: new?.place))
  }

  // MARK: The manifest

  private mutating func locales(_ old: PackContents, _ new: PackContents) {
    if old.defaultLocale != new.defaultLocale {
      add(
        .major, "pack", "has another default locale, `\(new.defaultLocale?.text ?? "")`",
        old.manifest["default_locale"],
        new.manifest["default_locale"])
    }
    for locale in old.supportedLocales where !new.supportedLocales.contains(locale) {
      add(.major, "locale \(locale)", "is gone", old.manifest["supported_locales"], nil)
    }
    for locale in new.supportedLocales where !old.supportedLocales.contains(locale) {
      add(.minor, "locale \(locale)", "is new", nil, new.manifest["supported_locales"])
    }
  }

  private mutating func vocabularies(_ old: PackContents, _ new: PackContents) {
    for vocabulary in old.vocabularies {
      let subject = "enum \(vocabulary.name)"
      guard let other = new.vocabulary(vocabulary.name) else {
        add(.major, subject, "is gone", vocabulary.key, nil)
        continue
      }
      for (value, node) in vocabulary.values where other.node(of: value) == nil {
        add(.major, subject, "has no `\(value)` any more", node, other.key)
      }
      for (value, node) in other.values where vocabulary.node(of: value) == nil {
        add(.minor, subject, "has `\(value)` now", vocabulary.key, node)
      }
      let before = vocabulary.values.map(\.text).filter { other.node(of: $0) != nil }
      let after = other.values.map(\.text).filter { vocabulary.node(of: $0) != nil }
      if before != after { add(.patch, subject, "is in another order", vocabulary.key, other.key) }
      compare(
        old.manifest["enums"]?[vocabulary.name]?["labels"], new.manifest["enums"]?[vocabulary.name]?["labels"], subject,
        "labels")
    }
    for vocabulary in new.vocabularies where old.vocabulary(vocabulary.name) == nil {
      add(.minor, "enum \(vocabulary.name)", "is new", nil, vocabulary.key)
    }
  }

  private mutating func kinds(_ old: PackContents, _ new: PackContents) {
    for kind in old.kinds {
      guard new.kind(kind.name) != nil else {
        add(.major, "kind \(kind.name)", "is gone", kind.key, nil)
        continue
      }
      for record in kind.records {
        let subject = "\(kind.name) \(record.id)"
        guard let other = new.record(kind.name, record.id) else {
          add(.major, subject, "is gone", record.name, nil)
          continue
        }
        compare(record.node, other.node, subject, "")
      }
      for record in new.kind(kind.name)?.records ?? [] where old.record(kind.name, record.id) == nil {
        add(.minor, "\(kind.name) \(record.id)", "is new", nil, record.name)
      }
    }
    for kind in new.kinds where old.kind(kind.name) == nil { add(.minor, "kind \(kind.name)", "is new", nil, kind.key) }
  }

  // MARK: Fields

  /// The recursion is bounded, because readers limit the nesting of documents.
  private mutating func compare(_ old: Node?, _ new: Node?, _ subject: String, _ path: String) {
    let whole = path.isEmpty ? subject : "\(subject): \(path)"
    switch (old, new) {
    case (nil, nil): return
    case (let old?, nil): add(.patch, whole, "is gone", old, nil)
    case (nil, let new?): add(.patch, whole, "is new", nil, new)
    case (let old?, let new?):
      if old.kind == .map, new.kind == .map {
        maps(old, new, subject, path)
      } else if old.kind == .list, new.kind == .list {
        lists(old, new, subject, path)
      } else if !old.value(fractions: .decimal).isEqual(to: new.value(fractions: .decimal)) {
        add(.patch, whole, Self.isScalar(old) && Self.isScalar(new) ? Self.becomes(old, new) : "is different", old, new)
      }
    }
  }

  private mutating func maps(_ old: Node, _ new: Node, _ subject: String, _ path: String) {
    for (key, value) in old.members {
      guard let name = key.text else { continue }
      compare(value, new[name], subject, Self.step(name, after: path))
    }
    for (key, value) in new.members {
      guard let name = key.text, old[name] == nil else { continue }
      compare(nil, value, subject, Self.step(name, after: path))
    }
  }

  private mutating func lists(_ old: Node, _ new: Node, _ subject: String, _ path: String) {
    if let before = Self.byID(old), let after = Self.byID(new) {
      // An element with an id is identified by it, wherever it is.
      for (id, node) in before {
        if let other = after.first(where: { $0.id == id }) {
          compare(node, other.node, subject, "\(path)[\(id)]")
        } else {
          add(.major, "\(subject): \(path)[\(id)]", "is gone", node, nil)
        }
      }
      for (id, node) in after where !before.contains(where: { $0.id == id }) {
        add(.minor, "\(subject): \(path)[\(id)]", "is new", nil, node)
      }
      if before.map(\.id).filter({ id in after.contains { $0.id == id } })
        != after.map(\.id).filter({ id in before.contains { $0.id == id } })
      {
        add(.patch, "\(subject): \(path)", "is in another order", old, new)
      }
      return
    }
    let (before, after) = (Array(old.elements), Array(new.elements))
    if before.allSatisfy(Self.isScalar), after.allSatisfy(Self.isScalar) {
      let (a, b) = (before.map(Self.written), after.map(Self.written))
      let lost = a.filter { !b.contains($0) }
      let won = b.filter { !a.contains($0) }
      if !lost.isEmpty { add(.patch, "\(subject): \(path)", "has no \(Self.list(lost)) any more", old, new) }
      if !won.isEmpty { add(.patch, "\(subject): \(path)", "has \(Self.list(won)) now", old, new) }
      if lost.isEmpty, won.isEmpty, a != b { add(.patch, "\(subject): \(path)", "is in another order", old, new) }
      return
    }
    for position in 0..<max(before.count, after.count) {
      compare(
        before.indices.contains(position) ? before[position] : nil,
        after.indices.contains(position) ? after[position] : nil, subject, "\(path)[\(position)]")
    }
  }

  private static func step(_ name: Text, after path: String) -> String {
    path.isEmpty ? name.string : "\(path).\(name)"
  }

  /// Elements by their ids; nil unless each is a map with a unique id.
  private static func byID(_ list: Node) -> [(id: Text, node: Node)]? {
    var elements: [(id: Text, node: Node)] = []
    for element in list.elements {
      guard element.kind == .map, let id = element["id"]?.text else { return nil }
      elements.append((id, element))
    }
    return elements.isEmpty || Set(elements.map(\.id)).count < elements.count ? nil : elements
  }

  private static func isScalar(_ node: Node) -> Bool { node.kind != .list && node.kind != .map }

  private static func written(_ node: Node) -> String {
    node.text?.string ?? node.document.source.text(of: node.range)
  }

  /// Short values are shown; of long texts, only that they differ.
  private static func becomes(_ old: Node, _ new: Node) -> String {
    let (a, b) = (written(old), written(new))
    return a.count <= 40 && b.count <= 40 ? "was `\(a)` and is `\(b)`" : "is another text"
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(8).quoted + (names.count > 8 ? ", … (\(names.count))" : "")
  }
}
