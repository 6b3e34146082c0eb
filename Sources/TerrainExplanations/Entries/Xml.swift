extension ExplanationText {
  static let xml = #"""
    # xml/not-well-formed
    A file is not well-formed XML 1.0 with namespaces.
    - Why: A reader that guesses where an element ends reads another document than its author wrote.
    - Wrong: `<a><b></a>`
    - Right: `<a><b/></a>`

    # xml/document-type
    A file has a document type declaration; what such declarations bring in is not read.
    - Why: Such declarations can fetch files and expand to gigabytes, and no file of a translation or a sheet needs
      one.
    - Wrong: `<!DOCTYPE a><a/>`
    - Right: `<a/>`

    # xml/too-deep
    Elements nest more than 100 deep (`xmlDepth`).
    - Why: The depth is bounded, so that no file can exhaust the stack.
    - Wrong: 101 times `<a>`
    - Right: at most 100 elements inside each other

    # xml/too-many
    A file has more than 1,000,000 elements (`xmlElements`), or an element more than 256 attributes (`xmlAttributes`).
    - Why: Each takes memory; the limits bound that of one file.
    - Wrong: an element with 257 attributes
    - Right: elements inside it
    """#
}
