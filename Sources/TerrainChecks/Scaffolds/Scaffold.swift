import TerrainDocuments
import TerrainBase
import TerrainRules

/// Files that begin something new, as they are going to be written.
package struct Scaffold: Sendable {
  /// A file.
  package struct File: Sendable {
    /// Its path.
    package let path: String
    /// Its bytes.
    package let bytes: [UInt8]
    /// The file as it is; nil where there is none.
    package let source: SourceText?

    /// The file `path` that contains `text`.
    init(_ path: String, _ text: String) { self.init(path, bytes: Array(text.utf8)) }

    /// The file `path` that contains `bytes`, which were made from `source`.
    init(_ path: String, bytes: [UInt8], from source: SourceText? = nil) {
      self.path = FilePath.normal(path)
      self.bytes = bytes
      self.source = source
    }
  }

  /// The files that do not exist yet.
  package let created: [File]
  /// Files that exist, with one addition.
  package let extended: [File]

  /// New files and extended ones.
  ///
  /// - Throws: that one of `created` exists: nothing is overwritten.
  init(_ created: [File], extending extended: [File] = []) throws(DiagnosticError) {
    let existing = created.map(\.path).filter { Folder.kind(of: $0) != nil }
    if let first = existing.first { throw DiagnosticError(.fileExists(first, others: existing.count - 1)) }
    self.created = created
    self.extended = extended
  }
}

/// The id of something new: of a pack and its rule set, or of a rule set.
struct ScaffoldID {
  /// As manifests and folders have it.
  let text: String
  /// What the names of its modules begin with, without the dot.
  let modulePrefix: String
  /// For people: its words, each with a capital.
  var title: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The fewest and the most characters of an id.
  private static let lengths = 3...64

  /// The id `text`.
  ///
  /// - Throws: that it is not a name from which ids of packs and names of modules can be made.
  init(_ text: String) throws(DiagnosticError) {
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    let prefix = text.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    guard isWord, Self.lengths.contains(text.utf8.count), RuleSetManifest.isModuleName(Text(prefix)) else {
      throw DiagnosticError(.badScaffoldID(text, suggestion: Self.suggestion(text)))
    }
    self.text = text
    modulePrefix = prefix
  }

  /// An id that is like `text`; nil where there is none.
  static func suggestion(_ text: String) -> String? {
    var words: [String] = [""]
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z": words[words.count - 1].unicodeScalars.append(scalar)
      case "0"..."9" where words != [""]: words[words.count - 1].unicodeScalars.append(scalar)
      default: words.append("")
      }
    }
    let id = words.filter { !$0.isEmpty }.joined(separator: "-")
    let prefix = id.split(separator: "-").joined(separator: "_")
    return lengths.contains(id.utf8.count) && RuleSetManifest.isModuleName(Text(prefix)) ? id : nil
  }
}

extension Diagnostic {
  fileprivate static func fileExists(_ path: String, others: Int) -> Diagnostic {
    let more = others == 0 ? "exists" : "and \(others) more of the files exist"
    return Diagnostic(
      code: "new/file-exists", message: "`\(path)` \(more) already; nothing is overwritten", place: nil,
      fix: "choose another name, or remove what is there")
  }

  fileprivate static func badScaffoldID(_ text: String, suggestion: String?) -> Diagnostic {
    Diagnostic(
      code: "new/bad-name",
      message:
        "`\(text)` cannot be the name of a pack or a rule set, which is 3 to 64 of a–z, 0–9 and `-`, a letter first",
      place: nil, fix: suggestion.map { "did you mean `\($0)`?" })
  }
}
