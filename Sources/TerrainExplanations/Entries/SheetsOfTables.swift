extension ExplanationText {
  static let sheetsOfTables = #"""
    # table/no-rows
    The decision has no table, or there is no decision of this name.
    - Why: Only a decision with rows is a table that a sheet can show.
    - Wrong: `terrain rules table export suggest.score --pack small`, which has a `value`
    - Right: `terrain rules table export suggest.need_tags --pack small`

    # table/wrong-sheet
    A cell of a sheet cannot be written into the module: it is not a value in YAML, has no column, or its row is there twice.
    - Why: An import changes the cells that were edited and nothing else; where that is impossible, nothing is
      written.
    - Wrong: `[warming` in a cell
    - Right: `[warming]` in a cell
    """#
}
