import TerrainBase
import TerrainSchemas
import Testing

/// The tables against the standard library, which has categories and binary properties, though no scripts.
@Suite struct UnicodePropertyTests {
  /// The standard library on this machine knows the tables' version of Unicode and no later one.
  static var hasSameVersion: Bool {
    let sidetic = Unicode.Scalar(0x10940 as UInt32)?.properties.age
    return sidetic?.major == 17
  }

  static let categories: [(String, Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
    ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark), ("Nd", .decimalNumber),
    ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation),
    ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation), ("Pf", .finalPunctuation),
    ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol),
    ("So", .otherSymbol),
    ("Zs", .spaceSeparator), ("Zl", .lineSeparator), ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format),
    ("Co", .privateUse), ("Cn", .unassigned),
  ]

  /// A sample of all code points that leaves no block out: every one of the first plane, then every seventh.
  static let sample = (Array(UInt32(0)...0xFFFF) + stride(from: UInt32(0x10000), through: 0x10FFFF, by: 7))
    .compactMap(Unicode.Scalar.init)

  @Test(.enabled(if: hasSameVersion)) func categoriesAreTheStandardLibrarys() throws {
    var texts: [Unicode.GeneralCategory: String.UnicodeScalarView] = [:]
    for scalar in Self.sample { texts[scalar.properties.generalCategory, default: .init()].append(scalar) }
    for (name, category) in Self.categories {
      let members = Text(String(texts[category] ?? .init()))
      #expect(try Pattern(ecma262: Text("^\\p{\(name)}*$")).matches(members), "\(name)")
      for (other, view) in texts where other != category {
        #expect(try !Pattern(ecma262: Text("\\p{\(name)}")).matches(Text(String(view))), "\(name) in \(other)")
      }
    }
  }

  @Test(
    .enabled(if: hasSameVersion),
    arguments: [
      "Alphabetic", "White_Space", "Uppercase", "Lowercase", "ID_Start", "ID_Continue", "Emoji", "Ideographic", "Math",
      "Default_Ignorable_Code_Point", "Noncharacter_Code_Point", "Cased", "Changes_When_NFKC_Casefolded",
    ])
  func binaryPropertiesAreTheStandardLibrarys(_ name: String) throws {
    var inside = String.UnicodeScalarView()
    var outside = String.UnicodeScalarView()
    for scalar in Self.sample {
      let properties = scalar.properties
      let isIn =
        switch name {
        case "Alphabetic": properties.isAlphabetic
        case "White_Space": properties.isWhitespace
        case "Uppercase": properties.isUppercase
        case "Lowercase": properties.isLowercase
        case "ID_Start": properties.isIDStart
        case "ID_Continue": properties.isIDContinue
        case "Emoji": properties.isEmoji
        case "Ideographic": properties.isIdeographic
        case "Math": properties.isMath
        case "Default_Ignorable_Code_Point": properties.isDefaultIgnorableCodePoint
        case "Noncharacter_Code_Point": properties.isNoncharacterCodePoint
        case "Cased": properties.isCased
        default: properties.changesWhenNFKCCaseFolded
        }
      if isIn { inside.append(scalar) } else { outside.append(scalar) }
    }
    #expect(try Pattern(ecma262: Text("^\\p{\(name)}*$")).matches(Text(String(inside))))
    #expect(try Pattern(ecma262: Text("^\\P{\(name)}*$")).matches(Text(String(outside))))
  }

  /// From Scripts.txt.
  @Test(arguments: [
    ("Latin", "aÅẞﬀ"), ("Greek", "Ωἀ"), ("Cyrillic", "жӸ"), ("Han", "東㐀𠀀々"), ("Hiragana", "あゝ"), ("Katakana", "アー"),
    ("Hangul", "한ㄱ"), ("Arabic", "ع"), ("Hebrew", "א"), ("Devanagari", "क"), ("Thai", "ก"), ("Common", "1 ・🐲"),
    ("Inherited", "\u{301}"), ("Tulu_Tigalari", "\u{11380}"), ("Sidetic", "\u{10940}"), ("Nko", "߀"),
  ])
  func scriptsHaveTheirCharacters(_ script: String, _ members: String) throws {
    // U+30FC is Common and only extends to Katakana.
    let own = members.replacing("ー", with: "")
    #expect(try Pattern(ecma262: Text("^\\p{Script=\(script)}+$")).matches(Text(own)))
    #expect(try Pattern(re2: Text("^\\p{\(script)}+$")).matches(Text(own)))
    if script != "Common", script != "Inherited" {
      #expect(try Pattern(ecma262: Text("^\\p{scx=\(script)}+$")).matches(Text(members)))
      #expect(try !Pattern(ecma262: Text("\\p{Script=\(script)}")).matches("1 ・🐲"))
    }
  }

  /// Case folding: a letter matches what its own upper and lower case are, where those are one character.
  @Test func foldingFollowsTheStandardLibrary() throws {
    for scalar in Self.sample where scalar.properties.isCased && scalar.value < 0x1E900 {
      // The Turkish dotted and dotless i fold only to themselves.
      if scalar.value == 0x130 || scalar.value == 0x131 { continue }
      let lower = scalar.properties.lowercaseMapping
      guard lower.unicodeScalars.count == 1, lower != String(scalar), scalar.value % 5 == 0 else { continue }
      let pattern = try Pattern(re2: Text("(?i)^\\x{\(String(scalar.value, radix: 16))}$"))
      #expect(pattern.matches(Text(lower)), "\(scalar) and \(lower)")
    }
  }
}
