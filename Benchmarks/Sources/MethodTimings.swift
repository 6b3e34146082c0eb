import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService

/// Times every method of every pack in-process, on one thread, from the packs' own example requests: a line of tab-separated values
/// for each, `PACK METHOD FIRST P50`, in microseconds. The first answer loads what the method needs. What only a service can answer is
/// left out; `methods.py` starts one. Usage: `benchmarks method-timings CHECKOUT [PACK …]`
enum MethodTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else {
      print("usage: benchmarks method-timings CHECKOUT [PACK …]")
      exit(2)
    }
    let checkout = arguments[1]
    let packs =
      arguments.count > 2
      ? Array(arguments.dropFirst(2))
      : (try FileManager.default.contentsOfDirectory(atPath: "\(checkout)/ContentPacks")).sorted().filter {
        FileManager.default.fileExists(atPath: "\(checkout)/ContentPacks/\($0)/pack.yaml")
      }
    /// Methods whose work is about files, and those that answer for a service.
    let apart: Set<String> = ["pack.validate", "pack.reload", "health", "shutdown"]
    let explained = ["score", "page", "suggest", "trend", "streak", "decide"]

    func microseconds(_ body: () throws -> Void) rethrows -> Double {
      let begin = ContinuousClock.now
      try body()
      let (seconds, attoseconds) = (ContinuousClock.now - begin).components
      return Double(seconds) * 1e6 + Double(attoseconds) * 1e-12
    }

    /// The names of what is asked, with the method and its parameters.
    func cases(_ served: ServedSystem) -> [(name: String, method: AnyOperation, parameters: String)] {
      var cases: [(name: String, method: AnyOperation, parameters: String)] = []
      for method in AnyOperation.all where !apart.contains(method.name) {
        let example = served.examples[method.name].map { String(decoding: $0.bytes, as: UTF8.self) }
        if let example {
          cases.append((method.name, method, example))
          if explained.contains(method.name), let explain = AnyOperation.named("explain") {
            cases.append(("explain \(method.name)", explain, "{\"method\":\"\(method.name)\",\"params\":\(example)}"))
          }
        } else if method.name == "rpc.discover" {
          cases.append((method.name, method, "{}"))
        }
      }
      return cases.sorted { $0.name < $1.name }
    }

    do {
      for pack in packs {
        let locator = PackLocator(home: nil, workingFolder: checkout, program: nil)
        let served = try ServedSystem(SystemPlace(pack: "\(checkout)/ContentPacks/\(pack)", locator: locator))
        for (name, method, parameters) in cases(served) {
          let session = OperationSession(served)
          let source = SourceText(name: "request", bytes: Array(parameters.utf8))
          var writer = JSONWriter(.compact)
          func answer() throws {
            writer.clear()
            let (document, found) = JSONReader.read(source)
            guard let document else { throw DiagnosticError(found) }
            // An example may say which schema it keeps, which requests to a service leave out.
            try method.run(session, document.root, to: &writer)
          }
          do {
            let first = try microseconds(answer)
            for _ in 0..<3 { try answer() }
            let once = try microseconds(answer)
            let rounds = max(5, min(2000, Int(300_000 / max(1, once))))
            var times: [Double] = []
            for _ in 0..<rounds { times.append(try microseconds(answer)) }
            times.sort()
            print("\(pack)\t\(name)\t\((first * 10).rounded() / 10)\t\((times[times.count / 2] * 10).rounded() / 10)")
          } catch let error as DiagnosticError {
            print("\(pack)\t\(name)\t\(error.diagnostics.first?.code ?? "failed")\t")
          }
          fflush(nil)
        }
      }
    } catch let error as DiagnosticError {
      print(error.diagnostics.map(\.message).joined(separator: "\n"))
      exit(1)
    }
  }
}
