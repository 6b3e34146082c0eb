import Foundation
import TestSupport
import Testing

@testable import TerrainBase

/// General Decimal Arithmetic test cases, as far as `decimal` has their operations: numbers are exact and compared by value, and what
/// a context rounds to a precision is rounded here to the same place.
@Suite struct DecimalConformance {
  @Test(.enabled(if: Conformance.decimal.isInstalled, "set TERRAIN_CONFORMANCE")) func everyCase() throws {
    let folder = try #require(Conformance.decimal.folder)
    for name in try Conformance.entries(of: folder) where name.hasSuffix(".decTest") {
      var report = ConformanceReport("decimal/\(name)")
      var rounding = "half_up"
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .isoLatin1)
      for line in text.split(whereSeparator: \.isNewline) {
        let words = DecimalCase.words(line)
        if let first = words.first, first.hasSuffix(":") {
          if first.lowercased() == "rounding:" { rounding = words[1].lowercased() }
          continue
        }
        guard let test = DecimalCase(words, rounding: rounding) else { continue }
        switch test.verdict {
        case .pass: report.pass()
        case .known(let reason): report.know(test.id, reason)
        case .fail(let reason): report.fail(test.id, reason)
        }
      }
      print(report.summary)
      #expect(report.failed.isEmpty)
      #expect(report.total > 0)
    }
  }
}

/// One line of a file of cases: `id operation operands -> result conditions`.
private struct DecimalCase {
  enum Verdict {
    case pass
    case known(String)
    case fail(String)
  }

  let id: String
  private let operation: String
  private let operands: [String]
  private let expected: String
  private let conditions: Set<String>
  private let rule: RoundingRule?

  init?(_ words: [String], rounding: String) {
    guard let arrow = words.firstIndex(of: "->"), arrow >= 3, arrow + 1 < words.count else { return nil }
    id = words[0]
    operation = words[1].lowercased()
    operands = Array(words[2..<arrow])
    expected = words[arrow + 1]
    conditions = Set(words[(arrow + 2)...].map { $0.lowercased() })
    rule = RoundingRule(rawValue: rounding == "half_up" ? RoundingRule.halfAwayFromZero.rawValue : rounding)
  }

  /// The words of a line: separated by blanks, quoted or not, up to a comment.
  static func words(_ line: some StringProtocol) -> [String] {
    var words: [String] = []
    var rest = Substring(line)
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first, !rest.hasPrefix("--") else { return words }
      if first == "'" || first == "\"" {
        let quoted = rest.dropFirst().prefix { $0 != first }
        words.append(String(quoted))
        rest = rest.dropFirst(quoted.count + 2)
      } else {
        let word = rest.prefix { $0 != " " && $0 != "\t" }
        words.append(String(word))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  var verdict: Verdict {
    guard Self.operations.contains(operation) else { return .known("`decimal` has no `\(operation)`") }
    guard let rule else { return .known("a rounding that rules do not have") }
    if conditions.contains("conversion_syntax") {
      return (try? ExactDecimal(parsing: Text(operands[0]))) == nil ? .pass : .fail("is read")
    }
    if (operands + [expected]).contains(where: Self.isSpecial) {
      if conditions.contains("division_by_zero") || conditions.contains("division_undefined") { return dividesByZero }
      return .known("no NaN, no infinity, no bound of precision to overflow")
    }
    let bounds: Set<String> = ["overflow", "underflow", "subnormal", "clamped"]
    if !conditions.isDisjoint(with: bounds) { return .known("exponents are not bound by a context") }
    var numbers: [ExactDecimal] = []
    for text in operands + [expected] {
      do throws(DecimalParseError) {
        numbers.append(try ExactDecimal(parsing: Text(text)))
      } catch {
        switch error {
        case .malformed: return .known("a number is written with digits on both sides of its point")
        case .tooManyDigits: return .known("more than \(ExactDecimal.digitLimit) digits")
        case .exponentOutOfRange: return .known("an exponent beyond \(ExactDecimal.exponentLimit)")
        }
      }
    }
    let wanted = numbers.removeLast()
    let coarsest =
      operation == "quantize"
      ? -Self.places(operands[1]) : numbers.last.flatMap { Int64(exactly: $0).map(Int.init) } ?? 0
    if Self.roundsToPlaces.contains(operation), coarsest > Self.coarsestUnit {
      return .known("rounding to units above 10^\(Self.coarsestUnit)")
    }
    do throws(ArithmeticError) {
      let actual = try result(numbers, rule)
      return actual == wanted ? .pass : .fail("\(operation) \(operands) is \(actual), not \(expected)")
    } catch {
      if error == .overflow { return .known("more than \(ExactDecimal.digitLimit) digits") }
      return .fail("\(operation) \(operands): \(error)")
    }
  }

  private static let operations: Set<String> = [
    "abs", "add", "apply", "compare", "divide", "max", "min", "minus", "multiply", "plus", "quantize", "reduce",
    "remainder", "rescale", "subtract", "toeng", "tointegral", "tosci",
  ]

  private static let roundsToPlaces: Set<String> = ["quantize", "rescale"]
  /// The power of ten of the coarsest unit that ``ExactDecimal/rounded(places:rule:)`` rounds to.
  private static let coarsestUnit = 6100

  private static func isSpecial(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.contains("nan") || text.contains("inf") || text.contains("#") || text.contains("?")
  }

  private var dividesByZero: Verdict {
    guard let a = try? ExactDecimal(parsing: Text(operands[0])), let b = try? ExactDecimal(parsing: Text(operands[1]))
    else { return .known("no NaN, no infinity, no bound of precision to overflow") }
    do throws(ArithmeticError) {
      let result =
        operation == "divide" ? try a.divided(by: b, places: 0, rounding: .down) : try a.remainder(dividingBy: b)
      return .fail("is \(result)")
    } catch {
      return error == .divisionByZero ? .pass : .fail("\(error)")
    }
  }

  /// Digits after the point of a number as it is written; negative where it ends before its point.
  private static func places(_ text: String) -> Int {
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let fraction = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = fraction.count > 1 ? fraction[1].utf8.count : 0
    return digits - (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }

  private func result(_ numbers: [ExactDecimal], _ rule: RoundingRule) throws(ArithmeticError) -> ExactDecimal {
    let (a, b) = (numbers[0], numbers.last ?? numbers[0])
    let exact: ExactDecimal
    switch operation {
    case "abs": exact = a.magnitude
    case "add": exact = try a.adding(b)
    case "subtract": exact = try a.subtracting(b)
    case "multiply": exact = try a.multiplied(by: b)
    case "divide": return try a.divided(by: b, places: Self.places(expected), rounding: rule)
    case "remainder": exact = try a.remainder(dividingBy: b)
    case "compare": return ExactDecimal(Int64(a.compare(to: b).rawValue))
    case "max": exact = max(a, b)
    case "min": exact = min(a, b)
    case "minus": exact = -a
    case "quantize": return a.rounded(places: Self.places(operands[1]), rule: rule)
    case "rescale": return a.rounded(places: -(Int64(exactly: b).map(Int.init) ?? 0), rule: rule)
    case "tointegral": return a.rounded(places: 0, rule: rule)
    default: exact = a
    }
    return conditions.contains("rounded") ? exact.rounded(places: Self.places(expected), rule: rule) : exact
  }
}
