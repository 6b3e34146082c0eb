import Foundation
import TestSupport
import Testing

@testable import terrain

/// The scripts that make and install packages, and the man page.
@Suite struct PackagingTests {
  private static let checkout = TranscriptTests.checkout

  @Test(arguments: [
    "bin/fuzz", "bin/playground", "bin/prepare", "bin/release", "bin/terrain", "bin/test", "packaging/install",
    "packaging/man",
  ])
  func scriptsAreReadable(_ script: String) throws {
    let path = Self.checkout.appending(path: script).path
    let read = try runCommand(["-n", path], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(read.exitCode == 0 && read.standardError.isEmpty, "\(read.standardError)")
  }

  @Test func manPageDescribesEveryCommand() throws {
    func names(_ command: Command, _ line: String) -> [String] {
      command.subcommands.flatMap { ["\(line) \($0.name)"] + names($0, "\(line) \($0.name)") }
    }
    let made = try runCommand(
      [terrainProgram.path], program: Self.checkout.appending(path: "packaging/man"),
      environment: ["SOURCE_DATE_EPOCH": "0"], timeout: 120)
    #expect(made.exitCode == 0 && made.standardError.isEmpty, "\(made.standardError)")
    let lines = made.standardOutput.split(separator: "\n")
    let expected = names(.terrain, "terrain")
    #expect(expected.count > 50)
    #expect(lines.filter { $0.hasPrefix(".SS ") } == expected.map { ".SS \"\($0)\"" })
    #expect(lines.contains { $0.hasPrefix(".TH TERRAIN 1 1970-01-01 ") })

    guard let mandoc = installedProgram("mandoc") else {
      print("SKIPPED: mandoc is not installed: the man page is not checked")
      return
    }
    let lint = try runCommand(["-Tlint"], program: mandoc, input: Array(made.standardOutput.utf8))
    #expect(lint.exitCode == 0 && lint.standardOutput.isEmpty, "\(lint.standardOutput)")
  }
}
