import Foundation
import TestSupport
import Testing

@testable import TerrainBase

/// Several files that are written together: all of them, or none.
@Suite struct AtomicFileTests {
  private func text(_ folder: URL, _ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Files that a process which was killed left, and a folder in the place of the third file: it appears after all files are
  /// complete, and cannot be replaced by one.
  @Test(arguments: [["a", "b", "c"], ["new", "a", "c"], ["a", "new", "c"], ["d/e/new", "b", "c"]])
  func whereALaterOneFailsNothingIsReplaced(_ names: [String]) throws {
    try withTemporaryDirectory { folder in
      for name in ["a", "b", "c"] { try folder.write("old \(name)", to: name) }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.appending(path: "a").path)
      var staging = Staging()
      for name in names { try staging.add(Array("new \(name)".utf8), for: folder.appending(path: name).path) }
      try staging.prepare()
      try FileManager.default.removeItem(at: folder.appending(path: "c"))
      try FileManager.default.createDirectory(at: folder.appending(path: "c/x"), withIntermediateDirectories: true)
      let failure = #expect(throws: FileFailure.self) { try staging.finish() }
      #expect(failure?.path == folder.appending(path: "c").path)
      staging.discard()
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == ["a", "b", "c", "c/x"])
      for name in ["a", "b"] { #expect(text(folder, name) == "old \(name)") }
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "a").path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  /// Where all can be replaced, nothing is left beside them; what a killed process left is removed.
  @Test func nothingIsLeftBeside() throws {
    try withTemporaryDirectory { folder in
      for name in ["a", "b", ".a.2147483646.previous.partial", ".b.2147483646.partial", ".a.x.partial"] {
        try folder.write("old", to: name)
      }
      let files = ["a", "b", "c"].map { (path: folder.appending(path: $0).path, bytes: Array("new \($0)".utf8)) }
      #expect(try AtomicFile.write(files, over: []) == nil)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [".a.x.partial", "a", "b", "c"])
      for name in ["a", "b", "c"] { #expect(text(folder, name) == "new \(name)") }
    }
  }
}
