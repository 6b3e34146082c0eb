extension ExplanationText {
  static let packsTexts = #"""
    # pack/missing-default-text
    A text is missing in the pack's default locale.
    - Why: The default locale is what everybody gets whose own is missing; without it they would see nothing.
    - Wrong: `text: { zh-Hans: 慢一点 }`
    - Right: `text: { en-US: Slow down, zh-Hans: 慢一点 }`

    # pack/unsupported-locale
    A locale is not among the pack's `supported_locales`.
    - Why: Nobody is ever shown this text.
    - Wrong: `text: { en-US: Slow down, fr: Moins vite }`
    - Right: `text: { en-US: Slow down, zh-Hans: 慢一点 }`, or `fr` among `supported_locales`

    # pack/not-translated
    A text is missing in a locale that is required (`translated`).
    - Why: People of that locale would see another language in the middle of theirs.
    - Wrong: `title: Mint tea`
    - Right: `title: { en-US: Mint tea, zh-Hans: 薄荷茶 }`

    # pack/unclosed-brace
    A brace in a text has no partner: people would see it, and no value is filled in.
    - Why: People would see a brace, and the value would be missing.
    - Wrong: `text: "{season day"`
    - Right: `text: "{season} day"`

    # pack/nothing-fills (warning)
    A placeholder is in a text that is not part of a message. Only messages are rendered, so people would see the braces. Where an app fills it in, write
    `# terrain:ignore pack/nothing-fills` with that reason.
    - Why: People would see the braces.
    - Wrong: `title: "{count} ways to rest"` in a article
    - Right: `title: "Ways to rest"` in a article

    # pack/dropped-placeholder (warning)
    A translation lacks a placeholder that the text in the pack's default locale has.
    - Why: People who read the translation would miss the value that others get.
    - Wrong: `text: { en-US: "A {season} day", zh-Hans: "一天" }`
    - Right: `text: { en-US: "A {season} day", zh-Hans: "{season}的一天" }`

    # pack/same-as-source (warning)
    A translation is the same as the text in the pack's default locale: it was copied, not translated. A text without letters, and one in the same
    language (`en-GB` beside `en-US`), may be the same. Where it is intended, because it is a name, leave the locale out, or write `# terrain:ignore
    pack/same-as-source` with that reason.
    - Why: People of that locale would see the wrong language, and every report on translations counts the text as
      done.
    - Wrong: `text: { en-US: Slow down, zh-Hans: Slow down }`
    - Right: `text: { en-US: Slow down, zh-Hans: 慢一点 }`

    # pack/unfinished-text (warning)
    A text contains an author's marker: `TODO`, `FIXME`, `XXX`, `TBD`, or lorem ipsum.
    - Why: It would be published.
    - Wrong: `text: { en-US: "TODO" }`
    - Right: `text: { en-US: Slow down }`

    # text/bidi-control (warning)
    A character changes the writing direction, so that the text may look different from its content.
    - Why: Reviewers and people may see another text than the one that programs compare ("Trojan source").
    - Wrong: `title: "a\u202Eb"`
    - Right: `title: "ab"`

    # text/control-character
    A control character, which could change what a terminal shows.
    - Why: It can hide or overwrite what a terminal shows, and is never meant for people.
    - Wrong: `title: "\e[2J"`
    - Right: `title: "Tea"`
    """#
}
