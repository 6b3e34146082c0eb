extension ExplanationText {
  static let files = #"""
    # file/not-found
    The file does not exist.
    - Why: A command reads only the files that it was given; a misspelled path would otherwise check or score
      something else, or nothing.
    - Wrong: `terrain validate ContentPacks/r/pack.yml` where the file is called `pack.yaml`
    - Right: `terrain validate ContentPacks/r/pack.yaml`

    # file/is-a-directory
    A folder was given where a file is expected.
    - Why: A folder may have many files, and a command that reads one does not choose among them.
    - Wrong: `terrain score ContentPacks/shop --pack shop`
    - Right: `terrain score answers.json --pack shop`

    # file/unreadable
    The file exists, but the system does not permit reading it.
    - Why: What cannot be read cannot be checked; skipping it would report success for a file that nobody has looked
      at.
    - Wrong: a file that belongs to another user, or a link that leads to itself
    - Right: a file with the permissions `rw-r--r--`

    # file/changed
    A file that a command was about to replace is not what it was when the command read it.
    - Why: What the command would write was made from what it had read. It would take back what somebody has saved since.
    - Wrong: saving a module in an editor while `terrain rename` validates the pack
    - Right: the same command once more

    # file/cannot-write
    A result could not be written to the output file.
    - Why: A result is written whole or not at all: it goes to a temporary file beside the output first, which needs
      an existing folder and the right to write there.
    - Wrong: `terrain pack build ContentPacks/r --output new.json/r.json` where `new.json` is a file
    - Right: `terrain pack build ContentPacks/r --output r.json`

    # file/empty
    The file has no bytes, or only a byte order mark.
    - Why: An empty file is more often an interrupted copy than an intention, and has no value that a schema or a
      request could be checked against.
    - Wrong: a file of 0 bytes
    - Right: a file with a value in it

    # file/no-document
    The file contains only comments.
    - Why: Comments have no value. A file in which everything was commented out would otherwise count as content.
    - Wrong: `# to be written`
    - Right: `answers: {}`

    # file/several-documents
    The file contains several documents where one is expected.
    - Why: Only the first document would be used, and the others would be lost without a word.
    - Wrong: `answers: {}⏎---⏎answers: {}`
    - Right: `answers: {}`

    # file/too-large
    The file is larger than the limit `sourceSize`, 64 MiB.
    - Why: Files are read whole, so that each diagnostic has its place; the limit bounds the memory that one file
      can take.
    - Wrong: one file of 300 MB
    - Right: several smaller files in a folder, or NDJSON for a batch

    # file/not-utf8
    A byte is not UTF-8, or the file is in another encoding.
    - Why: The same bytes are other characters in another encoding. Guessing would put wrong characters before
      people.
    - Wrong: a file saved as "Unicode" (UTF-16) or Latin-1
    - Right: the same file saved as UTF-8

    # file/changing
    The file changed each time it was read.
    - Why: Half of one version and half of another is neither. A file is read until two looks agree, and given up
      after a few attempts.
    - Wrong: a file that another program is still writing
    - Right: the file once that program has finished

    # file/no-match
    A pattern of paths matches no file, or a folder contains no YAML or JSON file.
    - Why: A pattern that matches nothing makes a check succeed without checking anything, most often after a folder
      was renamed.
    - Wrong: `terrain validate 'ContentPacks/*.yml'`
    - Right: `terrain validate 'ContentPacks/**/*.yaml'`

    # file/unknown-content (warning)
    The file is in no pack or rule set, and names no schema.
    - Why: Without a pack, a rule set or a schema there is nothing that the file could be checked against.
    - Wrong: `colors: [red, green]`
    - Right: `# yaml-language-server: $schema=colors.schema.json⏎colors: [red, green]`
    - Reported for: file

    # file/remote-schema (warning)
    A file names a schema by a network address. Nothing is fetched.
    - Why: A check must give the same result offline and tomorrow, and must not open connections because a file asks
      for it.
    - Wrong: `# yaml-language-server: $schema=https://example.org/colors.json⏎a: 1`
    - Right: `# yaml-language-server: $schema=colors.schema.json⏎colors: [red]`
    - Reported for: file

    # file/schema-not-found
    The schema that a file, or a kind in `pack.yaml`, names does not exist. Paths are relative to the file that names them.
    - Why: Without its schema the file would be checked for its syntax only, which looks like success.
    - Wrong: `# yaml-language-server: $schema=Schemas/colors.schema.json⏎colors: [red]` where `Schemas` is elsewhere
    - Right: `# yaml-language-server: $schema=colors.schema.json⏎colors: [red]`
    """#
}
