extension ExplanationText {
  static let batches = #"""
    # batch/unknown-method
    The method is unknown, or takes no parameters, so it cannot be batched.
    - Why: There is nothing to evaluate the lines with.
    - Wrong: `terrain batch scores people.ndjson --pack shop`
    - Right: `terrain batch score people.ndjson --pack shop`

    # batch/other-run
    The output was made by another method, pack or rules, or with other options than this run has; the record beside it has the details.
    - Why: One file would contain results of two versions.
    - Wrong: `--resume scores.ndjson` after a rule was changed
    - Right: another output, or the pack and rules of the first run

    # batch/other-input
    The input does not begin with the lines of which the output was made.
    - Why: Lines of the output belong to lines of the input by their position.
    - Wrong: `--resume scores.ndjson` with a file of other people
    - Right: the same input, or the same with more lines at its end

    # batch/other-output
    A line of the output differs from the result of this run, or there are more lines than it gives.
    - Why: Results that were not made by this run would be passed on as if they were.
    - Wrong: `--resume scores.ndjson` where somebody has edited a line
    - Right: another output

    # batch/output-in-use
    Another run is writing the same output.
    - Why: Two writers would mix their lines.
    - Wrong: the same `terrain batch … --resume scores.ndjson` started twice at once
    - Right: once; again when it has ended

    # batch/no-thread
    The system could not create a thread.
    - Why: Work that was promised to run in parallel would not run at all.
    - Wrong: a limit of processes that is already reached
    - Right: `ulimit -u` with room for one thread per processor
    """#
}
