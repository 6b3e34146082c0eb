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

    # sheet/not-a-workbook
    A file is an archive, but not a workbook with a sheet that can be read.
    - Why: An import changes the module by what the sheet says; a sheet that is guessed would change what nobody edited.
    - Wrong: a text document, renamed to `notices.xlsx`
    - Right: the table, saved as an Excel workbook

    # sheet/too-large
    A sheet has more cells than the limit `sheetCells`, or a cell would have more characters than a spreadsheet takes (`sheetCellLength`).
    - Why: A sheet is read whole, and spreadsheets cut longer cells without a word.
    - Wrong: a sheet with a million formatted cells below the table
    - Right: the table alone; a table with long texts as CSV

    # archive/damaged
    A workbook is not a whole ZIP archive: it is cut, has an entry twice, or an entry has another checksum than it should.
    - Why: Half of a sheet would be read as a table from which rows were deleted.
    - Wrong: a download that was interrupted
    - Right: the whole file

    # archive/unsupported
    A workbook is an archive of a kind that is not read: encrypted, in several files, ZIP64, or compressed otherwise than deflated.
    - Why: What is in it cannot be known without the password or the other files.
    - Wrong: a workbook that is saved with a password
    - Right: the same without it

    # archive/too-large
    A workbook has more entries than the limit `archiveEntries`, or an entry more bytes than the limit `archiveEntrySize`.
    - Why: A small archive can unpack to gigabytes; the limits bound what one file can take.
    - Wrong: an archive with 10,001 files
    - Right: the workbook alone
    """#
}
