import TerrainContent
import TerrainDocuments
import TerrainValues

/// What is done for how long, one step after another: the timers of a record whose kind takes time.
package struct StepTimeline: Sendable {
  /// A step.
  package struct Step: Sendable {
    /// What is to be done.
    package let text: LocalizedText
    /// Seconds from the beginning to where it begins.
    package let start: Int
    /// How many seconds it takes; 0 for one that takes no time of its own.
    package let seconds: Int
  }

  /// A position in the timeline.
  package enum Position: Hashable, Sendable {
    /// In a step, by its position, with so many seconds of it left.
    case step(Int, left: Int)
    /// After the last one.
    case finished
  }

  /// A step takes no longer than this: a day.
  static let longestStep = 86_400

  /// In order.
  package let steps: [Step]
  /// Seconds in all.
  package let seconds: Int

  /// The timeline of `record`; nil for a kind that takes no time.
  ///
  /// - Throws: where the steps are not as the kind declares them.
  package init?(_ record: Pack.Record, kind: Text, pack: Pack) throws(DiagnosticError) {
    guard let fields = pack.kind(kind)?.timeline else { return nil }
    var reader = FieldReader(record.node, what: "a record that takes time")
    let nodes = reader.list(fields.steps)
    var diagnostics = reader.diagnostics
    var steps: [Step] = []
    var start = 0
    for node in nodes {
      var step = FieldReader(node, what: "a step")
      let instruction = step.optional(fields.text)
      if instruction == nil { diagnostics.append(.missingField(fields.text, of: node, what: "a step")) }
      let text = pack.text(instruction, into: &diagnostics)
      var seconds = 0
      if let given = step.optional(fields.seconds) {
        if let number = given.int, (0...Int64(Self.longestStep)).contains(number) {
          seconds = Int(number)
        } else {
          diagnostics.append(.badSeconds(at: given, most: Self.longestStep))
        }
      }
      diagnostics += step.diagnostics
      guard let text else { continue }
      steps.append(Step(text: text, start: start, seconds: seconds))
      start += seconds
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.steps = steps
    seconds = start
  }

  /// The position `elapsed` seconds after the beginning. Steps that take no time are skipped.
  package func position(after elapsed: Int) -> Position {
    let elapsed = max(0, elapsed)
    guard let step = steps.lastIndex(where: { $0.start <= elapsed && $0.seconds > 0 }) else {
      return steps.isEmpty || elapsed >= seconds ? .finished : .step(0, left: 0)
    }
    let left = steps[step].start + steps[step].seconds - elapsed
    return left > 0 ? .step(step, left: left) : .finished
  }
}

extension Diagnostic {
  static func badSeconds(at node: Node, most: Int) -> Diagnostic {
    Diagnostic(code: "timeline/seconds", message: "a step takes a whole number of seconds, 0 to \(most)", at: node)
  }
}
