extension ExplanationText {
  static let impact = #"""
    # impact/no-versions
    Two versions are compared, and the command names fewer.
    - Why: There is nothing to compare with.
    - Wrong: `terrain impact ContentPacks`
    - Right: `terrain impact OLD NEW`, or `terrain impact --against HEAD`

    # impact/unknown-operation
    `--for` names no operation that evaluates a request.
    - Why: There is nothing to evaluate the people with.
    - Wrong: `terrain impact . . --for sugest`
    - Right: `terrain impact . . --for suggest`

    # preview/unknown-operation
    `--for` names no operation that has a page: some are read as JSON only.
    - Why: There is no page to show.
    - Wrong: `terrain preview --against HEAD --for records`
    - Right: `terrain preview --against HEAD --for suggest`

    # impact/not-in-log
    The log of decisions has no requests of the operation that is compared.
    - Why: The comparison would report no difference, as it has compared nothing.
    - Wrong: `terrain impact OLD NEW --log decisions.ndjson`, where only scores were requested
    - Right: `terrain impact OLD NEW --log decisions.ndjson --for score`

    # impact/no-git
    The program `git`, which `--against` runs, cannot be run.
    - Why: The older version is read from the repository.
    - Wrong: `terrain impact --against HEAD` on a machine without git
    - Right: `terrain impact OLD NEW` with two folders

    # impact/no-revision
    The repository has no such revision, or nothing under `ContentPacks` and `Rules` in it.
    - Why: There is no older version to compare with.
    - Wrong: `--against HAED`
    - Right: `--against HEAD`
    """#
}
