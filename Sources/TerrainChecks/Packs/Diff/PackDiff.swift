import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

/// What is different between two packs, by meaning: order of files, of keys and of records, comments and quotes do not count.
package struct PackDiff: Sendable {
  /// What a change means to whoever uses the pack, by Semantic Versioning.
  package enum Impact: Int, Sendable, Comparable, CaseIterable {
    /// Words and details: nothing that clients rely on.
    case patch
    /// Something new: what was there is still there.
    case minor
    /// Something that clients may rely on is gone: an id, a word of a vocabulary, a locale.
    case major

    /// `patch`, `minor` or `major`.
    package var name: String { "\(self)" }

    /// A patch is less than a minor change, which is less than a major one.
    package static func < (a: Impact, b: Impact) -> Bool { a.rawValue < b.rawValue }
  }

  /// One difference.
  package struct Change: Sendable {
    /// What it means to clients.
    package let impact: Impact
    /// What is different: `color red`, then the way to the field.
    package let subject: String
    /// What happened to it: "is gone", "is new", "lacks `a`".
    package let message: String
    /// Where it was before; nil for what is new.
    package let old: Place?
    /// Where it is now; nil for what is gone.
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

  /// The gravest of the changes; nil where there is none.
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

  /// For people: a change a line, then what the changes call for.
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
