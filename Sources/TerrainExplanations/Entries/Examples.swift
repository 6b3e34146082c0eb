extension ExplanationText {
  static let examples = #"""
    # examples/unknown-method
    The file name of an example request is not the name of a method, so the file is not read.
    - Why: The example would never be checked, and would go out of date.
    - Wrong: `examples/requests/scoer.json`
    - Right: `examples/requests/score.json`
    """#
}
