import Foundation
import TestSupport

/// PyPI's `jsonschema`, which judges schemas and instances without knowing anything of this package.
struct SchemaJudge {
  /// An instance and the schema it has to follow, as JSON.
  struct Case {
    let name: String
    let schema: String
    let instance: String
  }

  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator as Validator
    count = 0
    for line in sys.stdin:
        case = json.loads(line)
        Validator.check_schema(case["schema"])
        for error in Validator(case["schema"]).iter_errors(case["instance"]):
            print(case["name"], list(error.absolute_path), error.message[:300])
        count += 1
    print("judged", count)
    """

  /// What is wrong with `cases`; nil (said loudly) where `python3` with `jsonschema` is not installed.
  static func complaints(about cases: [Case]) throws -> [String]? {
    // The first Python on the path, which is the one that packages are installed for.
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import jsonschema"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `jsonschema` is not installed: schemas are judged by our own validator alone")
      return nil
    }
    let lines = try cases.map { one in
      let name = String(decoding: try JSONEncoder().encode(one.name), as: UTF8.self)
      let flat = [one.schema, one.instance].map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      return "{\"name\":\(name),\"schema\":\(flat[0]),\"instance\":\(flat[1])}"
    }
    let result = try runCommand(
      ["python3", "-c", script], program: python, input: Array((lines.joined(separator: "\n") + "\n").utf8),
      timeout: 120)
    var printed = result.standardOutput.split(separator: "\n").map(String.init)
    guard result.exitCode == 0, printed.popLast() == "judged \(cases.count)" else {
      return ["the judge failed: \(result.standardError)"]
    }
    return printed
  }
}
