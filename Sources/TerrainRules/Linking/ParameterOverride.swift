import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A parameter set for one run: `--set module.name=value`.
package struct ParameterOverride: Sendable {
  /// Module and name, with a dot between them.
  package var name: Text
  /// The value as written.
  package var text: Text
  /// The whole, as a source of its own, so that messages can point into it.
  let source: SourceText

  /// Reads `module.name=value`, as it is written after `--set`.
  package init(_ argument: String) throws(DiagnosticError) {
    let source = SourceText(name: "--set", bytes: Array(argument.utf8))
    guard let equals = source.bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
      throw DiagnosticError(.overrideSyntax(Place(source: source, range: source.wholeRange)))
    }
    name = Text(decoding: source.bytes[..<equals])
    text = Text(decoding: source.bytes[(equals + 1)...])
    self.source = source
  }

  var namePlace: Place {
    Place(source: source, range: SourceRange(start: 0, end: UInt32(clamping: name.utf8.count)))
  }

  var valuePlace: Place {
    let end = UInt32(clamping: source.bytes.count)
    return Place(source: source, range: SourceRange(start: UInt32(clamping: name.utf8.count + 1), end: end))
  }
}

extension ParameterOverride {
  /// The value, as the type of `parameter` has it and within its range; nil (and a diagnostic) otherwise.
  func value(for parameter: ParameterDeclaration, into diagnostics: inout [Diagnostic]) -> Value? {
    guard let value = CellLiteral.value(of: text, as: parameter.type) else {
      diagnostics.append(.overrideType(self, parameter))
      return nil
    }
    guard parameter.allows(value) else {
      diagnostics.append(.parameterOutOfRange(parameter, value, valuePlace))
      return nil
    }
    return value
  }
}

extension Diagnostic {
  static func overrideSyntax(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/set-syntax", message: "this does not set a parameter", place: place,
      fix: "write `--set module.name=value`")
  }

  static func overrideType(_ override: ParameterOverride, _ parameter: ParameterDeclaration) -> Diagnostic {
    var fix: String?
    if case .enumeration(let vocabulary) = parameter.type {
      fix = Suggestion.fix(override.text, among: vocabulary.cases) ?? vocabulary.listed
    }
    return Diagnostic(
      code: "rules/set-type",
      message: "`\(parameter.name)` must be \(parameter.type.described), not `\(override.text)`",
      place: override.valuePlace, related: [Related(message: "declared here", place: parameter.place)], fix: fix)
  }
}
