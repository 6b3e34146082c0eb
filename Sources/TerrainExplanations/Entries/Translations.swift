extension ExplanationText {
  static let translations = #"""
    # texts/locale
    The texts of the pack are not translated into the locale, or not from that of the file.
    - Why: The file would be empty, or its translations would belong to another locale.
    - Wrong: `terrain texts export small --to zh-Hnas`
    - Right: `terrain texts export small --to zh-Hans`

    # texts/wrong-file
    The file is neither XLIFF 2 nor CSV with the columns of an export, or has a text that is not plain.
    - Why: Columns that are guessed would put translations into the wrong texts.
    - Wrong: `text,translation`
    - Right: `id,en-US,zh-Hans,state,notes`

    # texts/no-such-text (warning)
    A warning: the pack has no text with this id. It is ignored.
    - Why: The text was renamed or removed since the export, and its translation belongs nowhere.
    - Wrong: `message:head.saeson:texts.text,It is {season}.,现在是{season}。,translated,`
    - Right: `message:head.season:texts.text,It is {season}.,现在是{season}。,translated,`

    # texts/source-changed (warning)
    A warning: the pack's text is another than the source in the file. The translation is ignored.
    - Why: The translation is of an older text, and may say what is no longer true.
    - Wrong: `message:head.season:texts.text,It is now {season}.,现在是{season}了。,translated,` where the pack has
      another text now
    - Right: `message:head.season:texts.text,It is {season}.,现在是{season}。,translated,`

    # texts/lost-placeholder (warning)
    A warning: an imported translation lacks a placeholder that its source has.
    - Why: People who read the translation would miss the value that others get.
    - Wrong: `message:head.season:texts.text,It is {season}.,现在是。,translated,`
    - Right: `message:head.season:texts.text,It is {season}.,现在是{season}。,translated,`

    # texts/too-long (warning)
    A warning: an imported translation has more characters than the `maxLength` of its schema.
    - Why: It does not fit where it is shown, and `terrain validate` would report it in the pack.
    - Wrong: a translation of 12 characters where `maxLength` is 9
    - Right: one of 9 characters

    # texts/not-writable
    A translation cannot be written at its place without changing something else. Nothing is written.
    - Why: An import changes the translations and nothing else; one alias that is written changes every place that
      repeats it.
    - Wrong: a text in one locale that aliases repeat (`&name`)
    - Right: a text that is written out in each place
    """#
}
