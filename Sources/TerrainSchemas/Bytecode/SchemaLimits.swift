/// What a schema and a validation may cost.
package struct SchemaLimits: Hashable, Sendable {
  /// How many schemas, counting those inside of others and those referred to, one schema may reach.
  package var schemas: Int
  /// How deep schemas may lead into each other while one value is evaluated: lists and maps in each other, times the
  /// references, `allOf` and `anyOf` between.
  package var depth: Int
  /// How many schemas are evaluated in one validation, each as often as it is, with a step for each eight bytes of text and each
  /// value that are compared or matched: references that double at each level would otherwise take for ever.
  ///
  /// A document has ``stepsPerValue`` for each of its values, where that is more.
  package var steps: Int
  /// How many findings are reported; the rest are counted.
  package var findings: Int

  /// The given limits.
  package init(schemas: Int = 100_000, depth: Int = 1500, steps: Int = 5_000_000, findings: Int = 10_000) {
    self.schemas = schemas
    self.depth = depth
    self.steps = steps
    self.findings = findings
  }

  /// Steps that a document has for each value in it, where that is more than ``steps``: being long is not a reason to refuse it.
  static let stepsPerValue = 64

  /// These limits for a document of `values` values.
  func allowing(values: Int) -> SchemaLimits {
    var limits = self
    let (needed, overflow) = values.multipliedReportingOverflow(by: SchemaLimits.stepsPerValue)
    limits.steps = overflow ? .max : max(steps, needed)
    return limits
  }

  /// What is used where nothing else is asked for.
  package static let standard = SchemaLimits()
}

/// When `format` is more than a remark.
package enum FormatAssertion: Sendable {
  /// A text that is not of its format is an error.
  case always
  /// Only where the schema's metaschema switches the vocabulary `format-assertion` on, as JSON Schema 2020-12 requires.
  case whereDeclared
}
