import Foundation
import TestSupport
import Testing

/// A short run of `Benchmarks/faults.py`, the harness that kills commands that write, fills disks and closes descriptors.
@Suite struct FaultHarnessTests {
  /// A command that writes many files, one that replaces several, one that writes piece by piece; with the list of all commands.
  @Test(arguments: ["init + rules", "texts import"]) func filesAreOldOrNew(command: String) throws {
    guard let python = installedProgram("python3") else {
      print("SKIPPED: python3 is not installed: no fault is injected into `terrain \(command)`")
      return
    }
    let script = TranscriptTests.checkout.appending(path: "Benchmarks/faults.py").path
    let result = try runCommand(
      [script, "--program", terrainProgram.path, "--trials", "2", "--only", command], program: python, timeout: 120)
    #expect(result.exitCode == 0, "\(result.standardOutput.suffix(2000)) \(result.standardError.suffix(2000))")
  }
}
