extension Option {
  /// The pack to work with.
  static let pack = Option(
    name: "pack", kind: .path("NAME"),
    help:
      "The pack: a name under ContentPacks, or a folder's path. Without it: `terrain`, located from any folder"
  )

  /// Parameters tried out for one run.
  static let set = Option(
    name: "set", kind: .value("MODULE.NAME=VALUE"), repeats: true,
    help: "Set a rule parameter for this run")

  /// Adds reasons to results.
  static let explain = Option(
    name: "explain", kind: .flag, help: "Include what explains the result: rules that fired, criteria, margins")

  /// Output for programs.
  static let json = Option(
    name: "json", kind: .flag, help: "Print JSON. This is the default where standard output is not a terminal")

  /// The old version, if it is in a git repository.
  static let against = Option(
    name: "against", kind: .value("REVISION"),
    help: "The old version: this revision of the git repository that the new one is in, for example HEAD")

  /// JSON from commands whose text is meant for reports and logs as well as for a terminal.
  static let jsonInstead = Option(name: "json", kind: .flag, help: "Print JSON instead of text")

  /// A report as an HTML page, in addition to its text.
  static let html = Option(
    name: "html", kind: .path("FILE"), help: "Write a page for a browser to this file too")

  /// The language of texts.
  static let locale = Option(
    name: "locale", kind: .value("TAG"), help: "The language of texts: a BCP 47 tag such as zh-Hans")

  /// Another quiz than the pack's first.
  static let quiz = Option(
    name: "quiz", kind: .value("KIND"), help: "Another quiz of the pack, by its kind. Without it: `quiz`")
}
