import Foundation
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainChecks

/// What an editor has not saved is validated as if it were.
@Suite struct UnsavedFileTests {
  /// What could be in an editor instead of `text`.
  private static func changes(of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      text, text + "\nmore: 1\n", "", "[", String(text.prefix(text.count / 2)),
      lines.dropLast(2).joined(separator: "\n"), text.replacing("shop", with: "shpo"),
      text.replacing("warmth", with: "warmthh"), text.replacing("ball", with: "bll"),
    ]
  }

  private func report(_ inputs: [Validator.Input], _ bytes: String = "") -> (text: String, files: [String]) {
    var validator = Validator()
    validator.standardInput = { (name) throws(DiagnosticError) in
      try SourceText.checked(name: name, bytes: Array(bytes.utf8))
    }
    let report = validator.validate(inputs)
    return (DiagnosticRenderer.text(report.diagnostics) + report.summary, report.files)
  }

  @Test(arguments: SmallWorld.files.keys.sorted()) func isAsIfItWereSaved(_ file: String) throws {
    try withTemporaryDirectory { folder in
      for (name, text) in SmallWorld.files { try folder.write(text, to: name) }
      let path = folder.appending(path: file).path
      let original = try #require(SmallWorld.files[file])
      for change in Self.changes(of: original) {
        let unsaved = report([.unsaved(path: path)], change)
        // Also where the editor names it by another way, and beside what else is validated.
        let dotted = report([.unsaved(path: "\(folder.path)/./x/../\(file)")], change)
        let whole = report([.path(folder.path), .unsaved(path: path)], change)
        try folder.write(change, to: file)
        let saved = report([.path(path)])
        let savedWhole = report([.path(folder.path)])
        try folder.write(original, to: file)
        #expect(unsaved.text == saved.text, "\(change)")
        #expect(unsaved.files == saved.files)
        #expect(dotted.text == saved.text, "\(change)")
        #expect(whole.text == savedWhole.text, "\(change)")
      }
    }
  }

  /// A file that is not there yet is part of its folder all the same.
  @Test func aNewFile() throws {
    try withTemporaryDirectory { folder in
      for (name, text) in SmallWorld.files { try folder.write(text, to: name) }
      for (file, text) in [
        ("\(SmallWorld.pack)/things/new.yaml", "kind: thing\nitems: [{ id: cube, group: square, price: none }]\n"),
        ("\(SmallWorld.pack)/things/new.yaml", "kind: thing\nitems: [{ id: ball, group: round, price: 1 }]\n"),
        ("\(SmallWorld.rules)/tests/words.yaml", "tests: shop.words\ncases: [{ name: a, expect: { side: warmm } }]\n"),
      ] {
        let path = folder.appending(path: file).path
        let unsaved = report([.unsaved(path: path)], text)
        try folder.write(text, to: file)
        let saved = report([.path(path)])
        try FileManager.default.removeItem(atPath: path)
        #expect(unsaved.text == saved.text)
        #expect(unsaved.text.contains("error["), "\(unsaved.text)")
      }
    }
  }

  /// By a link to its folder it is the same file.
  @Test func byALink() throws {
    try withTemporaryDirectory { folder in
      for (name, text) in SmallWorld.files { try folder.write(text, to: "real/\(name)") }
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: "real")
      let file = "\(SmallWorld.rules)/words.yaml"
      let wrong = (SmallWorld.files[file] ?? "").replacing("warmth: \"<=", with: "warmthh: \"<=")
      let found = report(
        [.path("\(folder.path)/real"), .unsaved(path: "\(folder.path)/link/\(file)")], wrong)
      #expect(found.text.contains("warmthh"), "\(found.text)")
    }
  }
}
