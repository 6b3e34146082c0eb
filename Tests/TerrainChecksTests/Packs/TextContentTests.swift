import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// What people would read in a text and nobody meant.
@Suite struct TextContentTests {
  private func thing(_ name: String) -> SmallPack {
    SmallPack(["things.yaml": "kind: thing\nitems:\n  - { id: ball, name: \(name) }\n  - { id: box }\n"])
  }

  private func message(_ text: String) -> SmallPack {
    SmallPack(
      ["messages.yaml": "kind: message\nitems:\n  - { id: a, texts: { text: \(text) } }\n"],
      kinds: "  message: { path: messages.yaml }")
  }

  @Test(arguments: ["1️⃣{2️⃣days in", "in 1️⃣{2️⃣days", "{days} 1️⃣{2️⃣", "1️⃣{2️⃣a{b}"])
  func aBraceThatIsNotClosed(_ text: String) throws {
    try message("{ en: '\(text)' }").expect(
      "pack/unclosed-brace", "this `{` is not closed in its text",
      fix: "write a placeholder as `{name}`, or leave the brace out")
    // The source has the placeholders of the translation.
    try message("{ en: 'Ball {days} {b}', de: '\(text) {days} {b}' }").expect(
      "pack/unclosed-brace", "this `{` is not closed in its text")
  }

  @Test func aBraceThatClosesNothing() throws {
    try message("{ en: 'days1️⃣}2️⃣' }").expect("pack/unclosed-brace", "this `}` closes nothing in its text")
    try thing("{ en: '{days}1️⃣}2️⃣' }").expect("pack/unclosed-brace", "this `}` closes nothing in its text")
  }

  @Test func fullWidthBraces() throws {
    for text in ["{ en: '1️⃣｛days｝2️⃣ days' }", "{ en: '{days} days', de: '1️⃣｛days｝2️⃣ Tage' }"] {
      try message(text).expect(
        "pack/unclosed-brace", "`days` is in full-width braces, and so nothing fills it", fix: "did you mean `{days}`?")
    }
    for text in ["{ en: '｛天数｝' }", "{ en: '｛ days ｝' }", "{ en: '｛days' }"] {
      #expect(try message(text).findings().isEmpty, "\(text)")
    }
  }

  @Test func aPlaceholderOutsideOfMessages() throws {
    try thing("{ en: 'Ball 1️⃣{days}2️⃣', de: Kugel }").expect(
      "pack/nothing-fills", "nothing fills `{days}`: only messages are filled in, and this text is not part of one",
      fix: "leave the braces out, or use a message")
    try thing("'1️⃣{days}2️⃣ balls'").expect(
      "pack/nothing-fills", "nothing fills `{days}`: only messages are filled in, and this text is not part of one")
    #expect(try message("{ en: '{days} balls', de: '{days} Kugeln' }").findings().isEmpty)
  }

  @Test func aPlaceholderThatATranslationDrops() throws {
    try message("{ en: '{days} days of {of}', de: 1️⃣Tage2️⃣ }").expect(
      "pack/dropped-placeholder", "the text in `de` lacks `{days}`, `{of}`, which the text it translates has",
      fix: "add `{days}`, `{of}`")
    try message("{ de: 1️⃣Tage2️⃣, en: '{days} days' }").expect(
      "pack/dropped-placeholder", "the text in `de` lacks `{days}`, which the text it translates has")
    // Another order, a repetition, or another word in braces: whoever knows what is filled says whether that one is.
    for text in ["'{of}: {days} Tage'", "'{days} {days} {of}'", "'{tage} von {of}'"] {
      #expect(try message("{ en: '{days} days of {of}', de: \(text) }").findings().isEmpty, "\(text)")
    }
  }

  /// A mistake in a text of a message, from the mark 1 to the mark 2, and what is said of it.
  @Test(arguments: [
    ("{n, 1️⃣plurals2️⃣, one {# day}}", "`plurals` is not a format", "did you mean `plural`?"),
    ("{n, number1️⃣, integer2️⃣}", "`, integer` does not belong to this placeholder", "leave it out"),
    ("1️⃣{n, }2️⃣", "after the comma of a placeholder comes a format", nil),
    ("1️⃣{n, plural, one {# day}}2️⃣", "this plural has no branch `other`", nil),
    ("1️⃣{n, plural}2️⃣", "this plural has no branch `other`", nil),
    ("{n, plural, 1️⃣oen2️⃣ {# day} other {}}", "`oen` is not a plural category", "did you mean `one`?"),
    ("{n, plural, 1️⃣=12️⃣ other {}}", "this branch has no text", nil),
    ("{n, plural, one {a} 1️⃣one2️⃣ {b} other {}}", "`one` has a branch already", "leave one of the two out"),
  ])
  func aPlaceholderThatIsWrittenWrong(_ text: String, message: String, fix: String?) throws {
    try self.message("{ en: '\(text)' }").expect("message/format", message, fix: fix)
    let plain = text.replacing("1️⃣", with: "").replacing("2️⃣", with: "")
    #expect(try thing("{ en: '\(plain)' }").findings().allSatisfy { $0.code == "pack/nothing-fills" })
  }

  @Test func categoriesOfALocale() throws {
    let english = "{n, plural, =0 {none} one {# day} other {# days}}"
    #expect(try message("{ en: '\(english)', de: '{n, plural, one {# Tag} other {# Tage}}' }").findings().isEmpty)
    #expect(try message("{ en: '\(english)', de: '{n} Tage' }").findings().isEmpty)
    try message("{ en: '\(english)', de: '{n, plural, one {# Tag} 1️⃣few2️⃣ {#} other {# Tage}}' }").expect(
      "message/plural-category", "no number is `few` in `de`, so this branch is never shown")
    try message("{ en: '\(english)', de: 1️⃣Tage2️⃣ }").expect(
      "pack/dropped-placeholder", "the text in `de` lacks `{n}`, which the text it translates has")
    // Words of formats are not words of people.
    #expect(
      try message("{ en: '{n, plural, one {#} other {#}}', de: '{n, plural, one {#} other {#}}' }").findings().isEmpty)
  }

  @Test func aTranslationThatIsNone() throws {
    try thing("{ en: Ball, de: 1️⃣Ball2️⃣ }").expect(
      "pack/same-as-source", "the text in `de` is the same as the one it translates",
      fix: "translate it; where it is a name, leave `de` out or answer this with "
        + "`# terrain:ignore pack/same-as-source it is a name`")
    #expect(try message("{ en: '{days}', de: '{days}' }").findings().isEmpty)
    for name in ["{ en: '100 %', de: '100 %' }", "{ en: Ball, de: Kugel }", "Ball", "{ en: '', de: '' }"] {
      #expect(try thing(name).findings().isEmpty, "\(name)")
    }
  }

  @Test(arguments: ["TODO", "FIXME", "XXX", "TBD"]) func aTextThatIsNotFinished(_ marker: String) throws {
    try thing("'Ball (1️⃣\(marker)2️⃣)'").expect(
      "pack/unfinished-text", "`\(marker)` marks a text that is not finished",
      fix: "write the text, or remove the marker")
    try thing("{ en: Ball, de: '1️⃣\(marker)2️⃣: Kugel' }").expect(
      "pack/unfinished-text", "`\(marker)` marks a text that is not finished")
    for text in ["\(marker)S", "X\(marker)", "\(marker)_1", marker.lowercased()] {
      #expect(try thing("'\(text)'").findings().isEmpty, "\(text)")
    }
  }

  @Test func fillerText() throws {
    try thing("'A 1️⃣Lorem ipsum2️⃣ dolor'").expect(
      "pack/unfinished-text", "`lorem ipsum` marks a text that is not finished")
  }
}
