import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// A copy of the shipped Terrain pack and of the rules that score its quiz, with changes.
struct Checkout {
  let folder: URL

  /// The pack's folder.
  var pack: String { "\(folder.path)/ContentPacks/terrain" }
  /// The rule set's folder.
  var rules: String { "\(folder.path)/Rules/terrain" }

  /// The modules that are copied: to prove all there are takes a while in a debug build.
  private static let modules = ["scoring", "types"]

  /// Calls `body` with a fresh copy.
  static func with<R>(_ body: (Checkout) throws -> R) throws -> R {
    try withTemporaryDirectory { folder in
      func copy(_ name: String) throws {
        let source = Conformance.packageRoot.appending(path: name).resolvingSymlinksInPath()
        let copy = folder.appending(path: name)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: source, to: copy)
      }
      try copy("ContentPacks/Schemas")
      try copy("ContentPacks/terrain")
      for module in modules {
        try copy("Rules/terrain/\(module).yaml")
        try copy("Rules/terrain/tests/\(module).yaml")
      }
      // Forms are checked by modules that are not copied.
      let manifest = folder.appending(path: "ContentPacks/terrain/pack.yaml")
      let lines = try String(contentsOf: manifest, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      try folder.write(
        lines.filter { !$0.contains(" check: ") }.joined(separator: "\n"), to: "ContentPacks/terrain/pack.yaml")
      let listed = modules.map { "  terrain.\($0): \($0).yaml\n" }.joined()
      try folder.write(
        "rules: 1\nid: terrain\nversion: 1.0.0\nmodules:\n\(listed)", to: "Rules/terrain/ruleset.yaml")
      return try body(Checkout(folder: folder))
    }
  }

  /// One change: in a file, some text, and what stands there instead; marks 1 and 2 in it say what is then reported.
  struct Mistake {
    let file: String
    let text: String
    let wrong: String
    let code: String

    init(_ code: String, in file: String, _ text: String, _ wrong: String) {
      (self.code, self.file, self.text, self.wrong) = (code, file, text, wrong)
    }
  }

  /// A diagnostic as code, file and offsets.
  struct Finding: Hashable, Comparable, CustomStringConvertible {
    let file: String
    let start: Int
    let end: Int
    let code: String

    var description: String { "\(file):\(start)-\(end) \(code)" }

    static func < (a: Finding, b: Finding) -> Bool {
      (a.file, a.start, a.end, a.code) < (b.file, b.start, b.end, b.code)
    }
  }

  /// Makes the changes; what is then to be found. Changes of one file come in the order of their places.
  func make(_ mistakes: [Mistake]) throws -> [Finding] {
    var expected: [Finding] = []
    for (file, changes) in Dictionary(grouping: mistakes, by: \.file) {
      let url = folder.appending(path: file)
      var text = try String(contentsOf: url, encoding: .utf8)
      var searched = text.startIndex
      for change in changes {
        let range = try #require(text[searched...].firstRange(of: change.text), "\(change.text) in \(file)")
        let marked = MarkedText(change.wrong)
        let start = text[..<range.lowerBound].utf8.count
        text.replaceSubrange(range, with: marked.text)
        searched = text.utf8.index(text.startIndex, offsetBy: start + marked.text.utf8.count)
        if let from = marked.offsets[1], let to = marked.offsets[2] {
          expected.append(Finding(file: file, start: start + from, end: start + to, code: change.code))
        }
      }
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return expected.sorted()
  }

  /// What validation finds in the copy.
  func validate(_ paths: [String] = ["ContentPacks", "Rules"], _ change: (inout Validator) -> Void = { _ in })
    -> ValidationReport
  {
    var validator = Validator()
    validator.publishedSchemas = "\(folder.path)/ContentPacks/Schemas"
    change(&validator)
    return validator.validate(paths.map { .path("\(folder.path)/\($0)") })
  }

  /// The errors of a report.
  func errors(_ report: ValidationReport) -> [Diagnostic] { report.diagnostics.filter { $0.severity == .error } }

  /// Errors with names relative to the copy. (That there are no warnings either in what ships is a test of its own.)
  func findings(_ report: ValidationReport) -> [Finding] {
    errors(report).map { diagnostic in
      let place = diagnostic.place
      return Finding(
        file: place.map { String($0.source.name.dropFirst(folder.path.count + 1)) } ?? "",
        start: place.map { Int($0.range.start) } ?? -1, end: place.map { Int($0.range.end) } ?? -1,
        code: diagnostic.code)
    }.sorted()
  }
}
