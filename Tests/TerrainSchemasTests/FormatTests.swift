import TerrainBase
import TerrainDocuments
import TerrainSchemas
import Testing

/// The formats beyond what the suite has of them.
@Suite struct FormatTests {
  struct Case: CustomTestStringConvertible {
    var format: String
    var right: [String]
    var wrong: [String]
    var testDescription: String { format }
  }

  static let cases = [
    Case(
      format: "date-time",
      right: [
        "1963-06-19T08:30:06.283185Z", "1990-12-31T15:59:50.123-08:00", "1998-12-31T23:59:60Z",
        "1998-12-31T15:59:60.123-08:00", "1963-06-19t08:30:06z", "2024-02-29T00:00:00+00:00",
      ],
      wrong: [
        "1998-12-31T23:59:61Z", "1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z", "1990-02-31T15:59:59.123-08:00",
        "1990-12-31T15:59:59-24:00", "1963-06-19T08:30:06.28123+01:00Z", "06/19/1963 08:30:06 PST",
        "2013-350T01:01:01", "1963-6-19T08:30:06Z", "1963-06-19 08:30:06Z", "1963-06-19T08:30:06",
        "1963-06-1৪T00:00:00Z",
        "+11963-06-19T08:30:06Z", "1963-06-19T08:30Z", "1963-06-19T08:30:06.Z", "",
      ]),
    Case(
      format: "ipv4", right: ["192.168.0.1", "0.0.0.0", "255.255.255.255"],
      wrong: [
        "127.0.0.0.1", "256.256.256.256", "127.0", "0x7f000001", "2130706433", "087.10.0.1", "1২7.0.0.1",
        "192.168.1.0/24",
        " 1.2.3.4", "1.2.3.4 ", "1.2.3.", "1..2.3", "",
      ]),
    Case(
      format: "iri",
      right: [
        "http://ƒøø.ßår/?∂éœ=πîx#πîüx", "http://[2001:0db8:85a3::8a2e:0370:7334]", "urn:東", "http://a/?\u{E000}",
      ],
      wrong: [
        "/abc", "http://2001:0db8:85a3:0000:0000:8a2e:0370:7334", #"\\WINDOWS\filëßåré"#, "âππ", "http://a/\u{E000}",
        "http://a/\u{FFFE}", "http://a b",
      ]),
    Case(
      format: "iri-reference", right: ["//ƒøø.ßår/?∂éœ=πîx#πîüx", "/âππ", "âππ", "#ƒrägmênt", ""],
      wrong: [#"\\WINDOWS\filëßåré"#, #"#ƒräg\mênt"#, "1é:b"]),
    Case(
      format: "uri", right: ["http://[v1.a:b]/", "a:", "a://", "a:/b", "http://h:/", "http://h:80/%41"],
      wrong: ["http://[::1", "http://[::1]x/", "a:[", "http://h/#a#b", "http://[v.a]/", "http://h:80x/", "a:\u{7F}"]),
    Case(
      format: "json-pointer",
      right: ["", "/", "/foo/0", "/a~1b", "/m~0n", "/a%b", #"/c"d"#, "//", "/foo/-", "/ ", "/é"],
      wrong: ["a", "/~", "/~2", "/foo/~", "#", "#/", "0", "/~0~", "/~~0"]),
    Case(
      format: "relative-json-pointer", right: ["0-1#", "1+2/a", "0#", "10/a~1b"],
      wrong: ["0-0", "0+", "1-01", "+1", "0-#1", "a"]),
    Case(
      format: "uri-template",
      right: [
        "http://example.com/dictionary/{term:1}/{term}", "dictionary", "", "{+path,x}/here", "{?q*,lang}", "{&x:9999}",
        "{a.b}", "{%41b}", "/é", "it's",
      ],
      wrong: [
        "http://example.com/{term:1}/{term", "}", "{}", "{a:0}", "{a:10000}", "{a..b}", "{.}", "{a b}", "%4", "a b",
        "<a>",
        "{a,}", "\u{FFFE}", "{a*:3}", "{",
      ]),
    Case(
      format: "email", right: [#""a\"b"@x"#, "a@[x-y:z]", "a@[ipv6:::1]", "a/b=c@example.com"],
      wrong: [
        String(repeating: "a", count: 65) + "@x", "é@x", "a@é", #""a"#, "a@-x", "a@x-", "a@x..y", "a@[1.2.3]",
        "a@[-:z]",
        "a@[IPv6:1]", "a@", "a", "a@x\n", "a@b@c",
      ]),
    Case(
      format: "idn-email", right: ["é@é.com", #""é"@x"#],
      wrong: [String(repeating: "é", count: 33) + "@x", "a@é..x", "a@-é", "a＠x", "é"]),
    Case(
      format: "hostname", right: ["a.b-c.d1", "xn--4gbwdl.xn--wgbh1c", "1.2.3.4", "EXAMPLE.com", "ab--cd"],
      wrong: ["a..b", "é.com", "a b", "xn--", "xn--a", String(repeating: "a.", count: 126) + "aa", "a.-b", "a_b"]),
    Case(
      format: "idn-hostname",
      right: [
        "bücher.de", "例え.テスト", "ليهمابتكلموشعربي؟.x".replacing("؟", with: ""), "faß.de", "xn--bcher-kva.de",
        "XN--BCHER-KVA.de",
      ],
      wrong: [
        "Bücher.de", "☃.net", "a\u{308}.de", "ab--é", "é\u{200D}", "xn--bcher-kvA-.de", "e\u{327}\u{301}\u{31B}x",
      ]),
    Case(
      format: "uuid", right: ["123E4567-e89b-12d3-a456-426614174000"],
      wrong: ["{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-42661417400g", ""]),
    Case(
      format: "regex", right: ["(?<=a)b", #"(a)\1"#, #"\p{L}"#, "[]"],
      wrong: [#"\a"#, "(", "a{2,1}", "(?i)a", #"\p{Foo}"#]),
    Case(format: "color", right: ["anything at all", ""], wrong: []),
  ]

  @Test(arguments: cases) func tellsRightFromWrong(_ example: Case) throws {
    let checked = try schema("{ format: \(example.format) }")
    for text in example.right { #expect(checked.accepts(try document(text).root), "\(text) is a \(example.format)") }
    for text in example.wrong { #expect(!checked.accepts(try document(text).root), "\(text) is no \(example.format)") }
  }

  @Test func aFormatIsARemarkUnlessAsked() throws {
    let remark = try schema("{ format: ipv4 }", formats: .whereDeclared)
    #expect(remark.accepts(try document("x").root))
    var registry = SchemaRegistry()
    registry.add(
      try json(
        """
        {"$id": "http://x/meta", "$schema": "https://json-schema.org/draft/2020-12/schema",
         "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true,
                         "https://json-schema.org/draft/2020-12/vocab/format-assertion": true}}
        """), uri: "http://x/meta")
    let declared = try schema(
      "{ $schema: 'http://x/meta', format: ipv4, minLength: 100 }", registry: registry, formats: .whereDeclared)
    #expect(!declared.accepts(try document("x").root))
    // The vocabulary of lengths is not switched on.
    #expect(declared.accepts(try document("1.2.3.4").root))
  }

  private func document(_ text: String) throws -> Document {
    var writer = JSONWriter()
    writer.string(text)
    return try json(writer.string)
  }
}
