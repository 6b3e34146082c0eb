/// Who made a SARIF report.
package struct SARIFTool: Sendable {
  /// The program's name.
  package var name: String
  /// Its version, by semantic versioning.
  package var version: String
  /// The absolute URI of the page that explains every code under a heading of its own, written as GitHub shows
  /// Markdown; nil where there is none.
  package var helpPage: String?

  /// A tool called `name`.
  package init(name: String, version: String, helpPage: String? = nil) {
    self.name = name
    self.version = version
    self.helpPage = helpPage
  }

  /// Where the page explains `code`: the anchor of a heading is its text in lower case, with blanks as dashes and without
  /// punctuation other than dashes and underscores.
  func help(for code: String) -> String? {
    guard let helpPage else { return nil }
    var anchor = ""
    for scalar in code.lowercased().unicodeScalars {
      if scalar == " " {
        anchor += "-"
      } else if scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      {
        anchor.unicodeScalars.append(scalar)
      }
    }
    return "\(helpPage)#\(URIReference.escaped(anchor, keeping: ""))"
  }
}
