extension Shape.Field {
  /// The fields of a request that give its moment, as `MomentFields` reads them.
  package static func moment(
    now: String = "When it is. Or `date`, and `time` where it matters."
  ) -> [Shape.Field] {
    [
      .optional("now", .instant, now),
      .optional(
        "zone", .text, "Whose calendar: a name such as `Asia/Singapore`, or an offset. Without it the offset of `now`."),
      .optional("date", .date, "The local day, where there is no `now`."),
      .optional(
        "time", Shape(.text(format: nil, pattern: "^[0-2][0-9]:[0-5][0-9]$")), "What the clock shows: `07:30`."),
    ]
  }

  /// What a request about a person and a day has.
  static let dayRequest: [Shape.Field] =
    [
      .optional("id", .text, "Whose day it is: turns and ties depend on it, nothing else does.")
    ] + moment() + [
      .optional("locale", .locale, "The language to answer in."),
      .optional("person", .facts, "What is known of the person: facts of the rules, by name."),
      .optional("day", .facts, "What is known of the day: facts of the rules, by name."),
      .optional("facts", .facts, "What is known of neither: facts of the rules, by name."),
      .optional("records", .map(.list(.anything)), "Records of kinds that the pack leaves to its callers, by kind."),
      .optional("shown", .map(.list(.text)), "Ids that were shown lately, by local day."),
      .optional(
        "logs", .list(.map(.anything)),
        "The person's log, one record for one local day or several: `date`, and the fields that the rules declare."),
      .optional(
        "answers", Shape(.declared(.answers(ofAnyQuiz: false))),
        "The answers to the quiz, for what weighs most in them."),
    ]
}
