import TerrainDocuments
import TerrainOperations
import TerrainServer

/// A result that a command made by itself: until every command runs its operation.
protocol ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8]
}

extension ResultType {
  fileprivate func line(_ content: Content, _ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(layout)
    try write(content, to: &writer)
    writer.newline()
    return writer.bytes
  }
}

extension ScoreResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.score.result.line(self, layout)
  }
}
extension QuizNextResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.quizNext.result.line(self, layout)
  }
}
extension PageResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.today.result.line(self, layout)
  }
}
extension SuggestResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.suggest.result.line(self, layout)
  }
}
extension TrendResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.trend.result.line(self, layout)
  }
}
extension StreakResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.streak.result.line(self, layout)
  }
}
extension ProgramResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.program.result.line(self, layout)
  }
}
extension MergeResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.merge.result.line(self, layout)
  }
}
extension TimelineResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.timeline.result.line(self, layout)
  }
}
extension CheckResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.check.result.line(self, layout)
  }
}
extension DecideResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.decide.result.line(self, layout)
  }
}
extension ExplainResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.explain([]).result.line(self, layout)
  }
}
extension AccountResult: ResultDocument {
  func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    try Operations.loyalty(answer.operation).result.line(self, layout)
  }
}
