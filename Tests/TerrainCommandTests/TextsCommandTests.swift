import Foundation
import TestSupport
import Testing

/// `terrain texts` on the packs of this checkout, with PyPI's translate-toolkit as the judge of the files.
@Suite struct TextsCommandTests {
  private static let packs = TranscriptTests.checkout.appending(path: "ContentPacks")

  private func run(_ words: [String], in folder: URL) throws -> CommandResult {
    try runCommand(["texts"] + words, environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil], directory: folder)
  }

  private func withCopy(_ pack: String, _ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      for name in ["Schemas", pack] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: "ContentPacks"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          at: Self.packs.appending(path: name), to: folder.appending(path: "ContentPacks/\(name)"))
      }
      try body(folder)
    }
  }

  private func contents(_ folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      !$0.hasSuffix("/translations.lock")
    }
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        (try? Data(contentsOf: folder.appending(path: name))).map { (name, $0) }
      })
  }

  @Test(arguments: ["terrain", "embera", "quicksip"], ["xliff", "csv"])
  func whatIsExportedIsImportedUnchanged(_ pack: String, _ format: String) throws {
    try withCopy(pack) { folder in
      let before = try contents(folder)
      let file = folder.appending(path: "out").path
      let export = try run(["export", pack, "--to", "zh-Hans", "--format", format, "-o", file], in: folder)
      #expect(export.exitCode == 0, "\(export.standardError)")
      let result = try run(["import", file, "--pack", pack], in: folder)
      #expect(result.exitCode == 0 && result.standardOutput.isEmpty, "\(result.standardError)")
      #expect(result.standardError == "0 translations changed\n")
      try FileManager.default.removeItem(atPath: file)
      #expect(try contents(folder) == before)
      let status = try run(["status", pack], in: folder)
      #expect(status.standardOutput.contains(" 0 stale, ") && status.standardOutput.contains(" 0 not recorded\n"))
    }
  }

  @Test func translateToolkit() throws {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import translate.storage.xliff2"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `translate-toolkit` is not installed: our own reader alone judges XLIFF")
      return
    }
    let script = """
      import sys
      from translate.storage import xliff2
      store = xliff2.Xliff2File.parsefile(sys.argv[1])
      assert (store.getsourcelanguage(), store.gettargetlanguage()) == ("en-US", "zh-Hans")
      units = [unit for unit in store.units if unit.source]
      assert len(units) > 100 and len({unit.getid() for unit in units}) == len(units)
      unit = units[0]
      print(unit.source, unit.target, sep="\\t")
      unit.target = "<译文> & \\"引号\\""
      store.savefile(sys.argv[1])
      """
    try withCopy("terrain") { folder in
      let file = folder.appending(path: "zh.xlf").path
      _ = try run(["export", "terrain", "-o", file], in: folder)
      let judged = try runCommand(["python3", "-c", script, file], program: python)
      #expect(judged.exitCode == 0, "\(judged.standardError)")
      let result = try run(["import", file, "--pack", "terrain"], in: folder)
      #expect(result.standardError == "1 translation changed\n" && result.exitCode == 0)
      let path = try #require(result.standardOutput.split(separator: "\n").first)
      let old = try #require(judged.standardOutput.split(separator: "\t").last?.split(separator: "\n").first)
      let name = try #require(String(path).firstRange(of: "ContentPacks/").map { String(path[$0.lowerBound...]) })
      let before = try String(contentsOf: TranscriptTests.checkout.appending(path: name), encoding: .utf8)
      let after = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(after != before && after == before.replacing(old, with: #"<译文> & \"引号\""#, maxReplacements: 1))
    }
  }

  @Test func checkFails() throws {
    try withCopy("quicksip") { folder in
      let status = try run(["status", "quicksip", "--check"], in: folder)
      let done = [" 0 missing, 0 stale,", " 0 placeholder lost, 0 placeholder added, 0 longer"].allSatisfy(
        status.standardOutput.contains)
      #expect(status.exitCode == (done ? 0 : 1))
      let wrong = try run(["export", "quicksip", "--to", "zh-Hant"], in: folder)
      #expect(wrong.exitCode == 1 || wrong.exitCode == 2)
      #expect(wrong.standardError.contains("error[texts/locale]"))
    }
  }
}
