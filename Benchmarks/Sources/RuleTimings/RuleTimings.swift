/// Times rules, as Benchmarks/rules.py tells it on standard input, a line a command:
///
///     list                          the names of what can be timed
///     time COUNT NAME               nanoseconds for each of COUNT
///     threads THREADS SECONDS NAME  evaluations a second by that many threads together
///
/// The answer to each is one line. Between two commands it does nothing, so that others can take their turn.
enum RuleTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2 else {
      print("usage: benchmarks rule-timings FOLDER_OF_RULES")
      exitProcess(2)
    }
    let folder = arguments[1]

    func allWorkloads() throws -> [Workload] {
      try [
        NineRules.workload("W1 rows", folder, module: "rows", facts: NineRules.onePerRow),
        NineRules.workload("W1 table", folder, module: "table", facts: NineRules.onePerRow),
        NineRules.workload("W1 rows, drawn facts", folder, module: "rows", facts: NineRules.drawn),
        NineRules.workload("W1 table, drawn facts", folder, module: "table", facts: NineRules.drawn),
        NineRules.workload("W1 row by row", folder, module: "apart", facts: NineRules.onePerRow),
        NineRules.workload("W1 rows, recording", folder, module: "rows", facts: NineRules.onePerRow, recording: true),
        NineRules.workload("W1 table, recording", folder, module: "table", facts: NineRules.onePerRow, recording: true),
        Offer.evaluation(folder),
        Offer.parseAndCheck(),
        Offer.compile(),
      ]
        + LongTable.workloads([
          ("first row", 0), ("middle row", LongTable.rows / 2), ("last row", LongTable.rows - 1),
          ("no row", LongTable.rows),
        ])
    }

    func answer(_ line: String, _ workloads: [Workload], _ workers: inout [String: Workload.Worker]) throws -> String {
      let words = line.split(separator: " ")
      func workload(from first: Int) throws -> Workload {
        let name = words.dropFirst(first).joined(separator: " ")
        guard let found = workloads.first(where: { $0.name == name }) else {
          throw Refusal("nothing is called \(name)")
        }
        return found
      }
      switch words.first {
      case "list": return workloads.map(\.name).joined(separator: "\t")
      case "time":
        guard words.count > 2, let count = Int(words[1]), count > 0 else { throw Refusal("time COUNT NAME") }
        let workload = try workload(from: 2)
        let worker = try workers[workload.name] ?? workload.makeWorker()
        workers[workload.name] = worker
        return "\(try workload.time(worker, count))"
      case "threads":
        guard words.count > 3, let threads = Int(words[1]), let seconds = Double(words[2]) else {
          throw Refusal("threads THREADS SECONDS NAME")
        }
        return "\(try Throughput.measure(try workload(from: 3), threads: threads, seconds: seconds))"
      default: throw Refusal("not a command: \(line)")
      }
    }

    do {
      let workloads = try allWorkloads()
      var workers: [String: Workload.Worker] = [:]
      while let line = readLine() {
        print(try answer(line, workloads, &workers))
        flush()
      }
    } catch let error as Refusal {
      printError(error.message)
      exitProcess(1)
    } catch {
      printError("\(error)")
      exitProcess(1)
    }
  }
}
