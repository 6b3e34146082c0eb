/// Sets of code points by their Unicode names.
///
/// The tables have one Unicode version on all systems, while the standard library's version depends on the operating system (and has no
/// scripts), so a pattern means the same on every machine. Reading them costs microseconds; queries of the standard library for each code
/// point cost milliseconds.
package enum UnicodeProperty {
  /// A general category by its short name, or a group of them (`L`, `LC`).
  static func category(_ name: String) -> ScalarSet? {
    let members: [String]
    switch name {
    case "L": members = ["Lu", "Ll", "Lt", "Lm", "Lo"]
    case "LC": members = ["Lu", "Ll", "Lt"]
    case "M": members = ["Mn", "Mc", "Me"]
    case "N": members = ["Nd", "Nl", "No"]
    case "P": members = ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"]
    case "S": members = ["Sm", "Sc", "Sk", "So"]
    case "Z": members = ["Zs", "Zl", "Zp"]
    case "C": members = ["Cc", "Cf", "Cs", "Co", "Cn"]
    default: members = [name]
    }
    var runs: [ScalarSet.Run] = []
    for member in members {
      guard let set = categories[member] else { return nil }
      runs += set
    }
    return ScalarSet(runs)
  }

  /// A general category by any of the names of PropertyValueAliases.txt, which ECMA-262 adopts.
  static func category(anyName name: String) -> ScalarSet? {
    category(categoryAliases[name] ?? name)
  }

  /// A script by its long name (`Greek`).
  package static func script(longName name: String) -> ScalarSet? {
    guard let index = scripts.indexOf[name], scripts.isLongName(name, of: index) else { return nil }
    return scripts.own[index]
  }

  /// A script by any of its names (`Grek`, `Greek`).
  static func script(anyName name: String) -> ScalarSet? {
    scripts.indexOf[name].map { scripts.own[$0] }
  }

  /// The code points that a script's texts use (property Script_Extensions), by any of the script's names.
  static func scriptExtensions(anyName name: String) -> ScalarSet? {
    scripts.indexOf[name].map { scripts.extended[$0] }
  }

  /// One of the binary properties that ECMA-262 lists, by its long or short name.
  static func binary(_ name: String) -> ScalarSet? {
    switch name {
    case "Any": return .all
    case "ASCII": return ScalarSet(0...0x7F)
    case "Assigned": return category("Cn")?.inverted
    case "Changes_When_NFKC_Casefolded", "CWKCF": return changesWhenNFKCCaseFolded
    default: return binaries[name]
    }
  }

  // MARK: - Tables

  private static let categories: [String: [ScalarSet.Run]] = {
    let names = "\(GeneralCategoryTable.names)".split(separator: " ").map(String.init)
    var runs = [[ScalarSet.Run]](repeating: [], count: names.count)
    var reader = TableReader(GeneralCategoryTable.runs)
    var low: UInt32 = 0
    while !reader.isAtEnd {
      let coded = reader.number()
      let high = low &+ (coded >> 5)
      let category = Int(coded & 31)
      if category < runs.count { runs[category].append(ScalarSet.Run(low: low, high: high)) }
      low = high &+ 1
    }
    return Dictionary(keepingFirst: zip(names, runs))
  }()

  private struct Scripts {
    var indexOf: [String: Int] = [:]
    var longNames: [String] = []
    var own: [ScalarSet] = []
    var extended: [ScalarSet] = []

    func isLongName(_ name: String, of index: Int) -> Bool { longNames[index] == name }
  }

  private static let scripts: Scripts = {
    var scripts = Scripts()
    var own = TableReader(ScriptTable.ranges)
    var extensions = TableReader(ScriptTable.extensions)
    for (index, entry) in "\(ScriptTable.names)".split(separator: " ").enumerated() {
      let names = entry.split(separator: "=").map(String.init)
      for name in names { scripts.indexOf[name] = index }
      scripts.longNames.append(names.count > 1 ? names[1] : "")
      let set = own.set()
      let added = extensions.set()
      let taken = extensions.set()
      scripts.own.append(set)
      scripts.extended.append(set.union(added).subtracting(taken))
    }
    return scripts
  }()

  private static let binaries: [String: ScalarSet] = {
    var sets: [String: ScalarSet] = [:]
    var reader = TableReader(BinaryPropertyTable.ranges)
    for entry in "\(BinaryPropertyTable.names)".split(separator: " ") {
      let set = reader.set()
      for name in entry.split(separator: "=") { sets[String(name)] = set }
    }
    return sets
  }()

  /// The only property that the tables lack, taken from the standard library.
  private static let changesWhenNFKCCaseFolded: ScalarSet = {
    var runs: [ScalarSet.Run] = []
    for value in UInt32(0)...ScalarSet.maximum {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenNFKCCaseFolded else { continue }
      runs.append(ScalarSet.Run(low: value, high: value))
    }
    return ScalarSet(runs)
  }()

  private static let categoryAliases: [String: String] = [
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
    "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
    "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs",
    "Private_Use": "Co", "Unassigned": "Cn",
  ]
}

/// Reads the numbers that `Tests/Generators/unicode-tables.py` encodes in strings.
package struct TableReader {
  private let digits: [UInt8]
  private var position = 0

  package init(_ table: StaticString) {
    digits = table.withUTF8Buffer { Array($0) }
  }

  package var isAtEnd: Bool { position >= digits.count }

  /// Reads the next number; 0 at the end of the table.
  package mutating func number() -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while position < digits.count, shift < 32 {
      let character = UInt32(digits[position])
      position += 1
      let digit = character &- 0x30 &- (character > 0x5C ? 1 : 0)
      value |= (digit & 31) << shift
      if digit & 32 == 0 { break }
      shift += 5
    }
    return value
  }

  /// Reads a set, which is stored as the number of its ranges followed by the gap before each range and its length minus one.
  package mutating func set() -> ScalarSet {
    var next: UInt32 = 0
    var runs: [ScalarSet.Run] = []
    for _ in 0..<number() {
      let low = next &+ number()
      let high = low &+ number()
      runs.append(ScalarSet.Run(low: low, high: high))
      next = high &+ 1
    }
    return ScalarSet(runs)
  }
}
