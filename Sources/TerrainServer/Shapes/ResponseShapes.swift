// Shapes that several responses share. Each is beside no writer in particular: tests hold them against what writers write.

extension Shape {
  /// Which pack, or which rules.
  static let identity: Shape = named("identity") {
    .object([
      .required("id", .text, "Its id."),
      .required("version", .text, "Its version, by semantic versioning."),
      .required("hash", .text, "The hash of its content."),
      .optional("set", .list(.text), "Parameters that have other values than the files say."),
    ])
  }

  /// Why a decision came out as it did.
  static let reason: Shape = named("reason") {
    .object([
      .required("decision", .text, "The decision's full name."),
      .optional("rule", .text, "The row that fired."),
      .required("file", .text, "The rule module's file."),
      .required("line", .integer, "The line, from 1."),
      .required("values", .map(.anything), "What it looked at, and the values it saw."),
    ])
  }

  /// Where something is from.
  static let origin: Shape = named("origin") {
    .object([
      .required("decision", .text, "The decision's full name."),
      .optional("row", .text, "The row that fired; left out where none did by itself."),
      .required("file", .text, "The rule module's file."),
      .required("line", .integer, "The line, from 1."),
    ])
  }

  /// A message as it is said to somebody.
  static let said: Shape = named("said") {
    .object(
      [
        .required("message", .text, "The message's id."),
        .optional("topic", .text, "What it is about: one item a topic is shown."),
        .optional("layer", .text, "The layer of the row that chose it."),
      ] + ["title", "text", "why", "advice"].flatMap { Field.localized($0, "The message's \($0).") } + Field.chosen)
  }

  /// A ranking.
  static let ranking: Shape = named("ranking") {
    .object([
      .required("ranking", .text, "The module that ranks."),
      .required("items", .list(.ranked), "Candidates that are offered, the best first."),
      .required("considered", .count, "How many candidates there were."),
      .required("excluded", .map(.count), "How many were left out, by why."),
      .optional("fallback", .said, "What is said where nothing is left."),
    ])
  }

  private static let ranked: Shape = named("ranked") {
    .object(
      [
        .required("id", .text, "The candidate's id."),
        .optional("kind", .text, "The kind of record it is."),
      ] + Field.localized("label", "What people call it.") + [
        .required("score", .integer, "Its points."),
        .optional("note", .said, "Words beside it."),
        .optional("days_since_shown", .count, "Days since it was shown the last time."),
        .required("criteria", .list(.criterion), "What its points are made of."),
      ])
  }

  /// What points are made of.
  static let criterion: Shape = named("criterion") {
    .object([
      .required("decision", .text, "The decision's full name."),
      .required("points", .integer, "What it gives."),
      .optional("rows", .list(.text), "The rows that fired."),
      .optional("parts", .list(.criterion), "What these points are made of."),
    ])
  }

  /// A complaint.
  static let diagnostic: Shape = named("diagnostic") {
    .object(
      [
        .required("code", .text, "A stable name in words."),
        .required("severity", .words(["error", "warning", "info"]), "How grave it is."),
        .required("message", .text, "What is wrong, and what was expected."),
      ] + Field.place + [
        .optional("path", .text, "The path inside the document."),
        .optional(
          "related", .list(.object([.required("message", .text, "Why it matters.")] + Field.place)),
          "Other places that matter."),
        .optional("fix", .text, "What would mend it."),
      ])
  }
}

extension Shape.Field {
  /// `pack` and `rules`.
  static let identities: [Shape.Field] = [
    .required("pack", .identity, "The pack that this comes from."),
    .required("rules", .identity, "The rules that this comes from."),
  ]

  /// A text, and its language where that is not the one that was asked for.
  static func localized(_ name: String, _ doc: String) -> [Shape.Field] {
    [
      .optional(name, .text, doc),
      .optional("\(name)_locale", .text, "Its language, where that is not the one that was asked for."),
    ]
  }

  /// `rule` and `reason`.
  static let chosen: [Shape.Field] = [
    .optional("rule", .origin, "The rule that chose it."),
    .optional(
      "reason", .words(["TARGETING_MATCH", "DEFAULT"]),
      "OpenFeature's word for it: a row fired, or what is used otherwise."),
  ]

  fileprivate static let place: [Shape.Field] =
    [
      .optional("file", .text, "The file.")
    ]
    + [
      ("line", "The line, from 1."), ("column", "The column in UTF-8 bytes, from 1."),
      ("endLine", "The line it ends on."), ("endColumn", "The column after it."), ("start", "Its first byte, from 0."),
      ("end", "The byte after it."),
    ].map { .optional($0.0, .count, $0.1) }
}
