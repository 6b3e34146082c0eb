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

    # ruleset/versions
    The versions that a manifest lists under `earlier` are not one rule set in force day after day: another `id`, a version twice, a folder
    without a rule set, a `valid_from` that is missing or not later than that of the version before, `earlier` inside an earlier version, or another `unit` or `zone` of accounts.
    - Why: Each event of an account is decided by the version of its day, which has to be exactly one.
    - Wrong: `version: 1.0.0⏎earlier: [versions/0.9.0]`
    - Right: `version: 1.0.0⏎valid_from: 2026-06-01⏎earlier: [versions/0.9.0]`
    """#
}
