import Foundation
import TestSupport
import Testing

/// `terrain batch` as a process among processes: killed, and run by others.
@Suite struct BatchCommandTests {
  static let checkout = TranscriptTests.checkout
  static let environment: [String: String?] = ["TERRAIN_HOME": nil, "NO_COLOR": nil]

  /// People, some of them wrong, with answers that differ.
  static func people(_ count: Int) throws -> [UInt8] {
    let example = try String(
      contentsOf: checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/people.ndjson"), encoding: .utf8)
    let lines = example.split(separator: "\n")
    var text = ""
    for number in 0..<count {
      let line = lines[number % lines.count]
      text += line.replacingOccurrences(of: "\"id\":\"anna\"", with: "\"id\":\"person \(number)\"") + "\n"
    }
    return Array(text.utf8)
  }

  private func batch(_ words: [String], input: [UInt8] = []) throws -> CommandResult {
    try runCommand(
      ["batch"] + words, input: input, environment: Self.environment, directory: Self.checkout, timeout: 120)
  }

  /// Killed by the system's hardest signal after it was given some of its input, it goes on as if nothing had been.
  @Test func aKilledRunGoesOn() throws {
    try withTemporaryDirectory { folder in
      let people = try Self.people(6000)
      let input = try folder.write(people, to: "people.ndjson")
      let expected = try batch(["score", input])
      #expect(expected.exitCode == 1)
      let output = folder.appending(path: "scores.ndjson")
      var random = SplitMix64(seed: 31)
      for _ in 0..<4 {
        let process = Process()
        process.executableURL = terrainProgram
        process.arguments = ["batch", "score", "--resume", output.path]
        process.currentDirectoryURL = Self.checkout
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A pipe holds little, so that most of this has been read when it is written.
        try pipe.fileHandleForWriting.write(
          contentsOf: Data(people.prefix(Int.random(in: 300_000..<people.count, using: &random))))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        let left = (try? Data(contentsOf: output)) ?? Data()
        #expect(expected.standardOutput.utf8.starts(with: left), "what a kill leaves is a beginning")
      }
      let resumed = try batch(["score", input, "--resume", output.path])
      #expect(resumed.exitCode == expected.exitCode || resumed.standardError.contains("earlier run"))
      let isSame = try Data(contentsOf: output) == Data(expected.standardOutput.utf8)
      #expect(isSame)
    }
  }

  /// Memory does not grow with the input: ten times as much takes hardly more.
  @Test(.enabled(if: installedProgram("python3") != nil, "python3 is missing")) func memoryIsBounded() throws {
    let python = try #require(installedProgram("python3"))
    try withTemporaryDirectory { folder in
      let people = try Self.people(5000)
      let script = """
        import resource, subprocess, sys
        program, lines, times = sys.argv[1], open(sys.argv[2], "rb").read(), int(sys.argv[3])
        run = subprocess.Popen([program, "batch", "score", "--threads", "2"], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(times): run.stdin.write(lines)
        run.stdin.close(); run.wait()
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
      let input = try folder.write(people, to: "people.ndjson")
      let kilobytes = try [3, 30].map { times in
        let result = try runCommand(
          ["-c", script, terrainProgram.path, input, "\(times)"], program: python, environment: Self.environment,
          directory: Self.checkout, timeout: 120)
        return try #require(Int(result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)))
      }
      #expect(kilobytes[1] < kilobytes[0] + 8000, "\(kilobytes) KB")
    }
  }

  // MARK: Under other engines

  private static func hasGNUParallel() throws -> Bool {
    guard let parallel = installedProgram("parallel") else { return false }
    return try runCommand(["--version"], program: parallel).standardOutput.hasPrefix("GNU parallel")
  }

  @Test(.enabled("GNU parallel is missing") { try hasGNUParallel() }) func gnuParallelGivesTheSameBytes() throws {
    let parallel = try #require(installedProgram("parallel"))
    try withTemporaryDirectory { folder in
      let people = try Self.people(3000)
      let expected = try batch(["score"], input: people).standardOutput
      let result = try runCommand(
        ["--pipe", "--keep-order", "--block", "200k", "'\(terrainProgram.path)' batch score --threads 1"],
        program: parallel, input: people, environment: Self.environment, directory: Self.checkout, timeout: 120)
      let isSame = result.standardOutput == expected
      #expect(isSame, "\(result.standardError.prefix(500))")
    }
  }

  private static func hasSpark() throws -> Bool {
    guard let python = installedProgram("python3"), installedProgram("java") != nil else { return false }
    return try runCommand(["-c", "import pyspark"], program: python).exitCode == 0
  }

  /// The documented job, on a cluster of two workers in processes of their own.
  @Test(.enabled("PySpark (with Java) is missing") { try hasSpark() }) func sparkGivesTheSameBytes() throws {
    let python = try #require(installedProgram("python3"))
    try withTemporaryDirectory { folder in
      let people = try Self.people(3000)
      let input = try folder.write(people, to: "people.ndjson")
      let output = folder.appending(path: "scores.ndjson")
      let expected = try batch(["score"], input: people).standardOutput
      let job = Self.checkout.appending(path: "Documentation/Examples/spark_scores.py").path
      var environment = Self.environment
      environment["PYSPARK_SUBMIT_ARGS"] =
        "--master local-cluster[2,1,1024] --conf spark.ui.enabled=false --conf spark.executor.memory=512m pyspark-shell"
      environment["TERRAIN_HOME"] = Self.checkout.path
      environment["PYSPARK_PYTHON"] = python.path
      let result = try runCommand(
        [job, terrainProgram.path, "score", input, output.path], program: python, environment: environment,
        directory: folder, timeout: 180)
      #expect(result.exitCode == 0, "\(result.standardError.suffix(2000))")
      let isSame = try Data(contentsOf: output) == Data(expected.utf8)
      #expect(isSame)
    }
  }
}
