import TerrainBase

/// The functions expressions may call, besides operators and macros: CEL's standard ones, cel-go's extensions for
/// strings, math, encoders, optionals, lists and sets, lists' `sum`, `min` and `max` as Kubernetes has them, `decimal`,
/// and `hash.murmur3`, `geo.distance`.
///
/// Overloads have the ids that cel-spec and cel-go give them, where they have one. Texts are counted in code points.
package enum FunctionLibrary {
  /// All of them.
  package static let standard: [FunctionDeclaration] =
    StringFunctions.declarations + FormatFunction.declarations + ConversionFunctions.declarations
    + TimeFunctions.declarations + MathFunctions.declarations + ListFunctions.declarations
    + SetFunctions.declarations + MapFunctions.declarations + OptionalFunctions.declarations
    + EncoderFunctions.declarations + VocabularyFunctions.declarations + DecimalFunctions.declarations
    + HashFunctions.declarations
    + GeoFunctions.declarations
}

extension CELType {
  /// The parameter that represents any type in a declaration.
  static let anyT = CELType.parameter("T")
  static let listOfT = CELType.list(anyT)
}

extension FunctionTable {
  /// CEL's operators and functions, with the extensions this project adopts.
  package static let standard = FunctionTable(OperatorFunctions.declarations + FunctionLibrary.standard)
}
