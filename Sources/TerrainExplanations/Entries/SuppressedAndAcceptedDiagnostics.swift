extension ExplanationText {
  static let suppressedAndAcceptedDiagnostics = #"""
    # suppression/unused (warning)
    A comment suppresses a diagnostic that does not occur.
    - Why: What it ignored was fixed or moved; left behind, it would hide the next diagnostic on that line.
    - Wrong: `size: 3 # terrain:ignore schema/wrong-type it was a word once`
    - Right: `size: 3`

    # suppression/no-reason (warning)
    A comment suppresses a diagnostic without giving a reason.
    - Why: The next reader cannot judge whether the reason still applies.
    - Wrong: `size: large # terrain:ignore schema/wrong-type`
    - Right: `size: large # terrain:ignore schema/wrong-type the source has text here`

    # baseline/not-a-baseline
    A file is not a baseline that `--write-baseline` has written.
    - Why: Every diagnostic would be new, or none.
    - Wrong: `{ "findings": [] }` in the file that `--baseline` names
    - Right: `{ "baseline": 1, "findings": [] }`, which `--write-baseline` writes
    - Reported for: command

    # suppression/renamed-code (info)
    A comment suppresses a diagnostic by a code that has another name now.
    - Why: The comment works in this version only; in the next one the diagnostic comes back.
    - Wrong: `n: { type: string } # terrain:ignore rules/no-use-fits the source has text here`
    - Right: `n: { type: string } # terrain:ignore rules/mistyped-declaration the source has text here`

    # baseline/renamed-code (info)
    A baseline accepts a diagnostic by a code that has another name now.
    - Why: The baseline works in this version only; in the next one the diagnostic counts as new.
    - Wrong: `"code": "rules/no-use-fits"` in the file that `--baseline` names
    - Right: `"code": "rules/mistyped-declaration"`, which `--write-baseline` writes
    - Reported for: command
    """#
}
