extension OperationCommand {
  /// The commands that run an operation. `terrain explain` takes the arguments of the same operations.
  static let all: [OperationCommand] =
    [quizNext, score, page, suggest, trend] + withoutOwnCommand + loyalty + [verify]

  /// The commands of `terrain run`.
  static let withoutOwnCommand = [streak, program, merge, timeline, check, decide, records, media]
}
