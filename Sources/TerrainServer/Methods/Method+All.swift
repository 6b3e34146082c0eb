extension Method {
  /// The table: every method there is, in the order of documents about them.
  public static let all: [Method] =
    [
      .score, .quizNext, .constitution, .insight, .suggest, .today, .trend, .streak, .program, .merge, .timeline,
      .check, .decide, .explain,
    ] + loyalty + [.packValidate, .packDescribe, .packReload, .health, .discover, .shutdown]

  /// The method called `name`.
  public static func named(_ name: String) -> Method? { all.first { $0.name == name } }
}
