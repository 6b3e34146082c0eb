import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainEditor

extension FuzzTarget {
  /// Translations, XLIFF or CSV: written and read again they are the same, in both formats.
  static let texts = FuzzTarget(
    "texts",
    dictionary: [
      "<?xml version=\"1.0\"?>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&#x41;", "xmlns:a=\"",
      "<unit id=\"a\">", "<segment state=\"final\">", "<source>", "<target>", "<mrk id=\"1\">", "<cp hex=\"0001\"/>",
      "</source>", "</target>", "</segment>", "</unit>", "<group>", "<ignorable>", "id,en-US,zh-Hans,state,notes\n",
      "translated",
    ]
  ) {
    [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en-US" trgLang="zh-Hans">
        <file id="f1" original="a.yaml"><unit id="k"><notes><note>n</note></notes><segment state="translated">
        <source>One &amp; two<cp hex="0001"/></source><target>一</target></segment><ignorable><source> </source></ignorable>
        </unit></file></xliff>
      """, "id,en-US,zh-Hans,state,notes\nk,\"One, two\",一,translated,\nl,x,,initial,\"a; b\"\n",
    ].map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    guard let file = try read(input) else { return }
    // An id in CSV may be any text; the ids of XML are names.
    let isXML = input.first { $0 > 0x20 } == UInt8(ascii: "<")
    for format in isXML ? TranslationFile.Format.allCases : [.csv] {
      let text = file.text(format)
      guard let again = try read(Array(text.utf8)) else { throw FuzzFailure("\(format) is not read again: \(text)") }
      for other in TranslationFile.Format.allCases {
        try require(
          again.text(other) == file.text(other), "written as \(format), read and written as \(other) it is another text"
        )
      }
    }
  }

  private static func read(_ input: [UInt8]) throws(FuzzFailure) -> TranslationFile? {
    try DiagnosticCheck.result("the translations are not read") { () throws(DiagnosticError) in
      try TranslationFile(SourceText.checked(name: "texts.xlf", bytes: input))
    }
  }

  /// Messages of the Language Server Protocol: read at once or byte by byte they are the same.
  static let framing = FuzzTarget(
    "framing", dictionary: ["Content-Length: ", "\r\n\r\n", "\n\n", "Content-Type: a\r\n", "99999999999999999999"]
  ) {
    ["Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\n", "x\r\n\r\ncontent-length:3\n\nabc"].map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    var (whole, parts) = (MessageReader(limit: 1000), MessageReader(limit: 1000))
    let frames = whole.read(input)
    try require(frames == input.flatMap { parts.read([$0]) }, "read byte by byte there are other messages")
  }
}
