extension ExplanationText {
  static let logsOfDecisions = #"""
    # decisions/in-use
    A running process writes the log whose records are to be removed. Nothing was changed.
    - Why: The process that writes would go on in a file that no longer has its lines, and the removed ones could
      come back.
    - Wrong: `terrain log forget anna-17 decisions.ndjson` while `terrain serve --log-decisions decisions.ndjson`
      runs
    - Right: end the service, remove the records, and start it again: it continues the log

    # decisions/not-a-record
    A line of a log is not an object of JSON that `--log-decisions` writes. Nothing was changed or evaluated.
    - Why: A file that is no log must not be rewritten as one.
    - Wrong: `{"answers": {}}`
    - Right: the lines that `--log-decisions` writes

    # replay/nothing-compared
    The log has records, and none could be evaluated again: all were removed, masked, refused or answered by other versions.
    - Why: A replay that has compared nothing would otherwise succeed.
    - Wrong: `terrain replay decisions.ndjson` after the rules have changed
    - Right: `terrain replay decisions.ndjson` with the pack that answered, or `--rules` to compare
    """#
}
