extension ExplanationText {
  static let packsBuiltAndCompared = #"""
    # pack/not-json
    A value that JSON cannot represent, so the pack cannot be built.
    - Why: Built packs and all responses are JSON.
    - Wrong: `weight: .inf`
    - Right: `weight: 1000`

    # pack/not-built
    The file was not made by `terrain pack build`.
    - Why: An app loads what was checked and hashed by a build; other files have no such promise.
    - Wrong: `terrain score answers.json --pack answers.json`
    - Right: `terrain score answers.json --pack shop`
    - Reported for: command

    # pack/built-changed
    The content of a built pack was changed after the build.
    - Why: The hash is what an app and a log rely on to know which content they show.
    - Wrong: a word changed in the built file
    - Right: the word changed in the pack, and the pack built again
    - Reported for: command
    """#
}
