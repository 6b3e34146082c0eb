// Embedded Swift cannot print values that do not know how, and prints a remark in their place.
#if canImport(CBare)
  extension DefaultStringInterpolation {
    /// Refused when the engine is compiled: the text would be another one than in other programs.
    @available(*, deprecated, message: "a value without `description` cannot be printed here")
    package mutating func appendInterpolation<T>(_ value: T) {}
  }
#endif
