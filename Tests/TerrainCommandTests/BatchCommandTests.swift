import Foundation
import TestSupport
import Testing

/// `terrain batch` as a process among processes: continued, and run by others.
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

  /// An interrupted run is continued by ordinary tools: the output has a line for each line of the input.
  @Test func theRestOfAnInputContinuesARun() throws {
    let people = try Self.people(300)
    let whole = try batch(["score"], input: people).standardOutput
    let done = whole.split(separator: "\n").prefix(120)
    let rest = people.split(separator: 0x0A).dropFirst(done.count).joined(separator: [0x0A])
    let continued = try batch(["score"], input: Array(rest)).standardOutput
    #expect(done.map { $0 + "\n" }.joined() + continued == whole)
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
