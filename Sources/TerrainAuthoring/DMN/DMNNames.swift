import TerrainRules
import TerrainValues

/// Names of a decision model as names of the rule language.
struct DMNNames {
  private var used: Set<String> = []
  /// By what a name is without a number, the last number.
  private var numbers: [String: Int] = [:]

  /// A name of its own for `text`: its letters and digits, the rest as `_`.
  mutating func identifier(_ text: String) -> String {
    let plain = Self.plain(text)
    var name = plain
    while !used.insert(name).inserted {
      let number = (numbers[plain] ?? 1) + 1
      numbers[plain] = number
      name = "\(plain)_\(number)"
    }
    return name
  }

  /// `text` as a name, whatever others there are.
  static func plain(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isKept { name.unicodeScalars.append(scalar) } else if name.last != "_" { name += "_" }
    }
    while name.hasSuffix("_") { name.removeLast() }
    while name.hasPrefix("_") { name.removeFirst() }
    if name.isEmpty || name.first?.isNumber == true { name = "n\(name)" }
    return name == "it" || !RuleSetManifest.isModuleName(Text(name)) ? "\(name)_value" : name
  }
}
