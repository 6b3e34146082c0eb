extension ExplanationText {
  static let ruleSets = #"""
    # ruleset/not-a-version
    The version is not a semantic version.
    - Why: Packs accept a range of versions, which can only be compared with one of three numbers.
    - Wrong: `version: "1.0"`
    - Right: `version: 1.0.0`

    # ruleset/other-id
    The rule set has another id than the pack requires.
    - Why: The pack would run with the rules of another system.
    - Wrong: `id: rr` in `Rules/r/ruleset.yaml`
    - Right: `id: r`

    # ruleset/other-version
    The version of the rule set is outside the range that the pack accepts.
    - Why: A major version may have removed decisions that the pack relies on.
    - Wrong: `rules: { id: r, version: "^2.0.0" }` with rules 1.0.0
    - Right: `rules: { id: r, version: "^1.0.0" }`

    # ruleset/missing-module
    A module's file cannot be read.
    - Why: Everything that uses the module would be without it.
    - Wrong: `modules: { r.m: n.yaml }` where the file is called `m.yaml`
    - Right: `modules: { r.m: m.yaml }`

    # ruleset/path-leaves-folder
    A module's file is outside the rule set's folder.
    - Why: A rule set is shipped and built as one folder; what is outside would be missing elsewhere.
    - Wrong: `modules: { r.m: ../m.yaml }`
    - Right: `modules: { r.m: m.yaml }`
    """#
}
