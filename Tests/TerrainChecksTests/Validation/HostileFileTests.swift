import Foundation
import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainChecks

/// Files that were made to do harm, or that change under one's hands.
@Suite struct HostileFileTests {
  private func codes(_ folder: URL, _ path: String) -> [String] {
    Validator().validate([.path(folder.appending(path: path).path)]).diagnostics.map(\.code)
  }

  @Test(arguments: [
    ("a: \"x\\e[2Jy\"", "text/control-character", "\\e"), ("a: \"x\\u202Ey\"", "text/bidi-control", "\\u202E"),
    ("a: x\u{202E}y", "text/bidi-control", "\u{202E}"), ("a: x # \u{2066}y", "text/bidi-control", "\u{2066}"),
    ("\"\\x9b31m\": 1", "text/control-character", "\\x9b"), ("a: é\u{85}", "text/control-character", "\u{85}"),
    ("a: |\n  one\n  t\u{2069}wo\n", "text/bidi-control", "\u{2069}"),
    ("a: \"\\x7F\"", "text/control-character", "\\x7F"),
  ])
  func charactersThatAreNotSeen(text: String, code: String, found: String) throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("answers: {}\n" + text, to: "a.yaml")
      let report = Validator().validate([.path(path)])
      #expect(report.diagnostics.map(\.code) == [code], "\(DiagnosticRenderer.text(report.diagnostics))")
      #expect(report.diagnostics.first?.place.map { $0.source.text(of: $0.range) } == found)
      // What is shown has none of them.
      let shown = DiagnosticRenderer.text(report.diagnostics)
      #expect(
        !shown.unicodeScalars.contains { $0.properties.generalCategory == .format || $0 == "\u{1b}" || $0 == "\u{9b}" })
    }
  }

  @Test func ordinaryTextHasNoneOfThem() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("answers: {}\na: \"tab\\t line\\n 生姜 😀 \u{200D} \u{200F}\"\n", to: "a.yaml")
      #expect(Validator().validate([.path(path)]).diagnostics.isEmpty)
    }
  }

  @Test func linksThatGoRoundInCircles() throws {
    try withTemporaryDirectory { folder in
      try folder.write("answers: {}\n", to: "x/a.yaml")
      for (link, target) in [("x/self", "."), ("x/up", ".."), ("x/loop.yaml", "loop.yaml")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: link).path, withDestinationPath: target)
      }
      let report = Validator().validate([.path(folder.path)])
      #expect(report.files.count == 1)
      #expect(report.diagnostics.isEmpty)
      #expect(codes(folder, "x/loop.yaml") == ["file/unreadable"])
    }
  }

  @Test func aliasesThatStandForMuch() throws {
    try withTemporaryDirectory { folder in
      var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      for level in 1...12 {
        let inner = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        text += "a\(level): &a\(level) [\(inner)]\n"
      }
      try folder.write(text, to: "bomb.yaml")
      let found = codes(folder, "bomb.yaml")
      #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("yaml/") }, "\(found)")
    }
  }

  @Test func manyFiles() throws {
    try withTemporaryDirectory { folder in
      let count = TestExtent.count(3000, long: 10_000, of: "files of one validation")
      for index in 0..<count {
        let place = "\(folder.path)/d\(index / 1000)"
        if index % 1000 == 0 {
          try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
        // Foundation's own ways of writing a file wait for the disk.
        guard let file = fopen("\(place)/f\(index).yaml", "w") else { continue }
        fputs("answers: {}\n", file)
        fclose(file)
      }
      let report = Validator().validate([.path(folder.path)])
      #expect(report.files.count == count)
      #expect(report.diagnostics.isEmpty)
    }
  }

  @Test func packsWhosePathsLeadElsewhere() throws {
    try withTemporaryDirectory { folder in
      try folder.write("items: []\n", to: "outside.yaml")
      try folder.write(
        """
        id: bad
        version: 1.0.0
        default_locale: en
        supported_locales: [en]
        rules: { id: ../../etc, version: "^1.0.0" }
        kinds:
          one: { path: ../outside.yaml }
          two: { path: /etc/passwd }
          three: { path: nothing }
        """, to: "pack/pack.yaml")
      #expect(
        codes(folder, "pack") == [
          "rules/not-found", "pack/path-leaves-pack", "pack/path-leaves-pack", "pack/missing-content",
        ])
    }
  }

  /// Content that is a link out of the pack is neither read nor shown, whether it is a file, in a folder, or the whole disk.
  @Test func linksOutOfThePack() throws {
    try withTemporaryDirectory { folder in
      try folder.write("secret: [\n", to: "outside/secret.yaml")
      try folder.write(
        """
        id: x
        version: 1.0.0
        default_locale: en
        rules: { id: x, version: "^1.0.0" }
        kinds:
          one: { path: one.yaml }
          two: { path: two }
          three: { path: three }
          four: { path: three/etc }
          five: { path: five }
        """, to: "pack/pack.yaml")
      try folder.write("kind: two\nitems: [{ id: a }]\n", to: "pack/two/a.yaml")
      try folder.write("kind: five\nitems: [{ id: a }]\n", to: "pack/five/a.yaml")
      let links = [
        ("one.yaml", "../outside/secret.yaml"), ("two/b.yaml", "../../outside/secret.yaml"), ("three", "/"),
        ("five/b.yaml", "../two/a.yaml"),
      ]
      for (link, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: "pack/\(link)").path, withDestinationPath: target)
      }
      let report = Validator().validate([.path(folder.appending(path: "pack").path)])
      let text = DiagnosticRenderer.text(report.diagnostics)
      let found = report.diagnostics.filter { $0.code == "pack/link-leaves-pack" }
      #expect(
        found.map(\.message)
          == ["one.yaml", "two/b.yaml", "three", "three/etc"].map {
            "`\($0)` is a link to something outside the pack's folder"
          }, "\(text)")
      #expect(
        found.compactMap(\.place).map { $0.source.text(of: $0.range) } == ["one.yaml", "two", "three", "three/etc"])
      #expect(!text.contains("secret:"))
      // A link that stays inside is a file as any other: its records are there twice.
      #expect(text.contains("rules/not-found") && text.contains("pack/other-kind"), "\(text)")
    }
  }

  /// A stamp tells a file from what was there before, also where the size is the same.
  @Test func stampsOfFiles() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("answers: { q: a }\n", to: "a.yaml")
      let first = try #require(FileStatus(path))
      #expect(FileStatus(path) == first)
      try folder.write("answers: { q: b }\n", to: "b.yaml")
      #expect(rename(folder.appending(path: "b.yaml").path, path) == 0)
      let second = try #require(FileStatus(path))
      #expect(second != first)
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.truncate(atOffset: 4)
      #expect(FileStatus(path) != second)
      #expect(FileStatus(folder.appending(path: "c.yaml").path) == nil)
    }
  }

  /// A file that never stays as it is while it is read is not judged by what was seen of it.
  @Test func aFileThatNeverStaysAsItIs() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write(String(repeating: "# A remark.\n", count: 100_000) + "answers: {}\n", to: "a.yaml")
      let file = try #require(FileHandle(forWritingAtPath: path))
      let size = try file.seekToEnd()
      let writer = Thread {
        var count: UInt64 = 0
        while !Thread.current.isCancelled {
          count = (count + 1) % 1000
          _ = try? file.truncate(atOffset: size + count)
        }
      }
      writer.start()
      defer { writer.cancel() }
      // Once in a while it is read between two writes.
      let codes = (0..<1000).lazy.map { _ in Validator().validate([.path(path)]).diagnostics.map(\.code) }
      #expect(codes.contains(["file/changing"]))
    }
  }

  /// While one thread writes a file again and again, what is read is looked at as one text, or said to change.
  @Test func aFileThatChangesWhileItIsRead() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("answers: {}\n", to: "a.yaml")
      let writer = Thread {
        var count = 0
        while !Thread.current.isCancelled {
          count = (count * 7 + 3) % 5000
          _ = FileManager.default.createFile(
            atPath: path, contents: Data("answers: { q: \(String(repeating: "[\u{202E}", count: count)) }\n".utf8))
        }
      }
      writer.start()
      defer { writer.cancel() }
      for _ in 0..<50 {
        let report = Validator().validate([.path(path)])
        for place in report.diagnostics.compactMap(\.place) {
          #expect(Int(place.range.end) <= place.source.bytes.count)
        }
      }
    }
  }
}
