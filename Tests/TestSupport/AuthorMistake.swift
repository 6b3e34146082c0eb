import Foundation

/// A mistake of `Benchmarks/mistakes`: a change of one file of the garden, a pack with rules that has no mistakes, and what
/// `terrain validate --strict` reports about it.
///
///     == a zone                               the mistake
///     file Rules/garden/loyalty.yaml          in this file
///     - Europe/Berlin                         the first such text
///     + Europe/Berln                          becomes this one
///     > loyalty.yaml:16:44 engine/wrong-field `zone` of …       each diagnostic
///     ? did you mean `Europe/Berlin`?         its fix
///
/// `move FROM TO` moves a file or folder instead.
public struct AuthorMistake: Sendable {
  private var remarks: [String] = []
  /// The mistake in words.
  public private(set) var name = ""
  /// The path of the changed file; empty if a file is moved.
  public private(set) var file = ""
  private var move: [String] = []
  private var old: [String] = []
  private var new: [String] = []
  /// The lines of the diagnostics and their fixes.
  public var reported: [String] = []

  /// The files of mistakes.
  public static let files = ["written.txt", "keys.txt"]

  /// The folder of the garden and of the files of mistakes.
  public static let folder = Conformance.packageRoot.appending(path: "Benchmarks/mistakes")

  /// The garden's pack and rules, as paths for `validate`.
  public static let inputs = ["ContentPacks/garden", "Rules"]

  /// The mistakes in `file`.
  public static func read(_ file: String) throws -> [AuthorMistake] {
    var mistakes: [AuthorMistake] = []
    var remarks: [String] = []
    for line in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("# ") {
        remarks.append(String(line))
        continue
      }
      let mark = line.prefix { $0 != " " }
      let rest = String(line.dropFirst(mark.count + 1))
      if mark == "==" {
        mistakes.append(AuthorMistake())
        mistakes[mistakes.count - 1].name = rest
        mistakes[mistakes.count - 1].remarks = remarks
        remarks = []
      }
      guard !mistakes.isEmpty else { continue }
      let last = mistakes.count - 1
      switch mark {
      case "file": mistakes[last].file = rest
      case "move": mistakes[last].move = rest.split(separator: " ").map(String.init)
      case "-": mistakes[last].old.append(rest)
      case "+": mistakes[last].new.append(rest)
      case ">", "?": mistakes[last].reported.append(String(line))
      default: break
      }
    }
    return mistakes
  }

  /// The mistake as it is written in its file.
  public var text: String {
    let change = move.isEmpty ? ["file \(file)"] : ["move \(move.joined(separator: " "))"]
    let lines = ["== \(name)"] + change + old.map { "- \($0)" } + new.map { "+ \($0)" } + reported
    return (remarks + lines).map { "\($0)\n" }.joined() + "\n"
  }

  /// Exactly one diagnostic.
  public var isOne: Bool { reported.count { $0.hasPrefix("> ") } == 1 }

  /// The fix of the only diagnostic, if it says exactly what to write: one text, without a part to fill in.
  public var exactFix: String? {
    guard isOne, let fix = reported.first(where: { $0.hasPrefix("? ") })?.dropFirst(2) else { return nil }
    let suggested = /did you mean (?:`[^`…\s]+`|"[^"…]+")\?.*/
    let written = /(?:.+: )?(?:write|put it in quotes:|put it in square brackets:) `([^`…]+)`(?:$|:|, with |, or ).*/
    let changed = /(?:use|write) `.+` instead of `.+`|convert it: `[^`]+`/
    let others = /add `[^`]+` (?:under|to) `uses`.*|leave out the `.+`|remove the comma/
    if let text = fix.wholeMatch(of: written)?.1 {
      let isForm = ["condition ? value : otherwise"].contains(text)
      return isForm ? nil : String(fix)
    }
    let isExact = fix.wholeMatch(of: suggested) != nil || fix.wholeMatch(of: changed) != nil
    return isExact || fix.wholeMatch(of: others) != nil ? String(fix) : nil
  }

  /// Makes a garden with `mistake`, or without any, in a temporary folder.
  ///
  /// - Returns: the result of `body`; nil if the changed text is not in the file.
  public static func garden<Result>(with mistake: AuthorMistake?, _ body: (URL) throws -> Result) throws -> Result? {
    try withTemporaryDirectory { folder -> Result? in
      let files = FileManager.default
      for part in ["Rules", "ContentPacks"] {
        try files.copyItem(at: Self.folder.appending(path: "garden/\(part)"), to: folder.appending(path: part))
      }
      let schemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas")
      try files.createSymbolicLink(at: folder.appending(path: "ContentPacks/Schemas"), withDestinationURL: schemas)
      if let mistake, !mistake.move.isEmpty {
        try files.moveItem(at: folder.appending(path: mistake.move[0]), to: folder.appending(path: mistake.move[1]))
      } else if let mistake {
        let text = try String(contentsOf: folder.appending(path: mistake.file), encoding: .utf8)
        guard let wrong = mistake.made(in: text) else { return nil }
        try folder.write(wrong, to: mistake.file)
      }
      return try body(folder)
    }
  }

  /// `text` with the mistake; nil if it lacks the text that is to be changed.
  public func made(in text: String) -> String? {
    let (old, new) = (old.joined(separator: "\n"), new.joined(separator: "\n"))
    return text.contains(old) ? text.replacing(old, with: new, maxReplacements: 1) : nil
  }
}
