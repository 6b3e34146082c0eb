import TerrainDocuments
import TerrainValues

/// How rule tests went, and what they left out.
public struct RuleTestReport: Sendable {
  /// How much must be covered, in percent; nil: as much as may be.
  public struct Thresholds: Sendable, Equatable {
    /// Of rows that fired.
    public var rows: Int?
    /// Of conditions seen both true and false.
    public var conditions: Int?

    /// At least `rows` and `conditions` percent.
    public init(rows: Int? = nil, conditions: Int? = nil) {
      self.rows = rows
      self.conditions = conditions
    }
  }

  /// The files, in the order they were run.
  public let files: [RuleTestRunner.FileResult]
  /// What was reached of each module tested, in the manifest's order.
  public let coverage: [(module: Text, coverage: RuleCoverage)]

  /// How many cases there are.
  public var count: Int { files.reduce(0) { $0 + $1.cases.count } }
  /// How many of them failed.
  public var failed: Int { files.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } } }

  /// Every failure, as complaints.
  public var failures: [Diagnostic] { files.flatMap { $0.cases.flatMap(\.failures) } }

  /// What is not covered, of the modules that are covered less than `thresholds` ask for.
  public func uncovered(_ thresholds: Thresholds) -> [Diagnostic] {
    coverage.flatMap { _, coverage in
      var found: [Diagnostic] = []
      if let least = thresholds.rows, coverage.rows.percent < least { found += coverage.uncoveredRows }
      if let least = thresholds.conditions, coverage.conditions.percent < least {
        found += coverage.uncoveredConditions
      }
      return found
    }.sortedForReport()
  }

  /// For people: what failed, then a line for each module and one for all.
  public func text(color: Bool = false) -> String {
    var text = DiagnosticRenderer.text(failures, color: color)
    if !text.isEmpty { text += "\n" }
    for (module, coverage) in coverage {
      let rows = coverage.rows
      let conditions = coverage.conditions
      text += "\(module): \(rows.seen) of \(rows.total) rows fired, "
      text += "\(conditions.seen) of \(conditions.total) conditions seen both true and false\n"
    }
    let cases = count == 1 ? "1 case" : "\(count) cases"
    text += failed == 0 ? "\(cases), all passed\n" : "\(cases), \(failed) failed\n"
    return text
  }

  /// For programs that read test reports: JUnit's XML, a suite for each file. There are no times in it, so that the same
  /// tests give the same bytes.
  public var junit: String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites tests=\"\(count)\" failures=\"\(failed)\">\n"
    for file in files {
      let failures = file.cases.count { !$0.failures.isEmpty }
      let name = file.place.source.name.escapedForXML
      xml += "  <testsuite name=\"\(file.module.string.escapedForXML)\" file=\"\(name)\" "
      xml += "tests=\"\(file.cases.count)\" failures=\"\(failures)\">\n"
      for test in file.cases { xml += element(test, of: file) }
      xml += "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private func element(_ test: RuleTestRunner.CaseResult, of file: RuleTestRunner.FileResult) -> String {
    let line = test.place.line
    let name = test.place.source.name.escapedForXML
    var xml = "    <testcase name=\"\(test.name.string.escapedForXML)\" "
    xml += "classname=\"\(file.module.string.escapedForXML)\" file=\"\(name)\" line=\"\(line)\""
    guard !test.failures.isEmpty else { return xml + "/>\n" }
    xml += ">\n"
    for failure in test.failures {
      xml += "      <failure type=\"\(failure.code.escapedForXML)\" message=\"\(failure.message.escapedForXML)\">"
      xml += DiagnosticRenderer.text([failure]).escaped(keeping: "\n") + "</failure>\n"
    }
    return xml + "    </testcase>\n"
  }
}

extension String {
  /// The text as an attribute's value in XML.
  fileprivate var escapedForXML: String { escaped(keeping: nil) }

  /// The text as XML, line ends as they are where they are to be kept; what XML cannot have becomes U+FFFD.
  fileprivate func escaped(keeping kept: Unicode.Scalar?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case kept: result.unicodeScalars.append(scalar)
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
