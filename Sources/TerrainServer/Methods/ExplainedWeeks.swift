import TerrainEngines

extension Shape {
  /// What an explanation of weeks has beside its decisions.
  static let explainedWeeks: [Shape.Field] = [
    .optional("window", .window, "The days that are looked at."),
    .optional(
      "series",
      .list(
        .object(trendFields + [.required("days", .list(.explainedDay), "Every day of the window."), traced])),
      "Every series, in the person's order."),
    .optional(
      "items", .list(.object(effectFields + [traced])), "Everything that was done: the strongest effects first."),
  ]

  /// What an explanation of a streak has beside its decisions.
  static let explainedStreak: [Shape.Field] = [
    .optional("date", .date, "The local day."),
    .optional("streak", .streakNumbers, "The numbers."),
    .optional(
      "streaks",
      .list(
        .object([
          .required("from", .date, "Its first day."), .required("to", .date, "Its last kept day."),
          .required("kept", .count, "Its kept days."),
          .required("rests", .list(.date), "Days without anything that ended nothing."),
          .optional(
            "ended",
            .object([
              .required("date", .date, "The day that ended it."),
              .required("rests", .list(.date), "The days shortly before that had used up the rest."),
            ]), "What ended it; left out of the one that goes on."),
        ])), "Every streak there was, the oldest first."),
    .optional(
      "days",
      .list(
        .object(
          [
            .required("date", .date, "The day."),
            .required("state", .words(["kept", "rest", "missed", "open"]), "What became of it."),
          ] + Field.chosen)), "Every day of which there is a record, up to the day asked for."),
  ]

  private static let explainedDay: Shape = .object(
    [
      .required("date", .date, "The day."), .required("logged", .flag, "Whether there is a record of it."),
      .required("counts", .flag, "Whether it has a value."), .optional("value", .number, "What it counts as."),
      .optional("weight", .number, "How much it counts in the mean of its half."),
    ] + Field.chosen)
}
