/// The explanations of all diagnostics.
package enum Explanations {
  /// Every section, in the order of the index.
  package static let sections: [ExplanationSection] = [
    ExplanationSection(
      "Files", reach: .reading,
      ExplanationText.files),
    ExplanationSection(
      "JSON",
      introduction: #"Examples are whole files."#, reach: .reading,
      ExplanationText.json),
    ExplanationSection(
      "YAML",
      introduction: #"Examples are whole files."#, reach: .reading,
      ExplanationText.yaml),
    ExplanationSection(
      "Expressions",
      introduction: #"""
        Examples are conditions and values in which `points` is an int, `rate` a double, `name` a string,
        `active` true or false, `tags` a list of strings, `tier` one of `bronze`, `silver` and `gold`,
        `size` one of `small` and `large`, `mood` an int that may be absent, and `item` a record with
        `title` and `price`.
        """#,
      ExplanationText.expressionsPart1 + "\n" + ExplanationText.expressionsPart2),
    ExplanationSection(
      "Rules",
      introduction: #"Examples are modules, without the lines `rules: 1` and `module: m` at their top."#,
      ExplanationText.rulesPart1 + "\n" + ExplanationText.rulesPart2),
    ExplanationSection(
      "Tests of rules",
      ExplanationText.testsOfRules),
    ExplanationSection(
      "Scenarios",
      introduction: #"What [scenarios](scenarios.md) report."#,
      ExplanationText.scenarios),
    ExplanationSection(
      "Rule sets",
      ExplanationText.ruleSets),
    ExplanationSection(
      "Evaluation",
      introduction: #"""
        Rules that load, but cannot be evaluated for these facts. An error never becomes null, false or the
        next row.
        """#, reach: .request,
      ExplanationText.evaluation),
    ExplanationSection(
      "JSON Schema",
      introduction: #"Examples are documents, beside the schema that validates them."#,
      ExplanationText.jsonSchema),
    ExplanationSection(
      "Packs: files and fields",
      ExplanationText.packsFilesAndFields),
    ExplanationSection(
      "Packs: ids and enums",
      ExplanationText.packsIdsAndEnums),
    ExplanationSection(
      "Packs: checks among records",
      introduction: #"A pack declares under `checks` in `pack.yaml` which of these apply."#,
      ExplanationText.packsChecksAmongRecords),
    ExplanationSection(
      "Packs: texts",
      ExplanationText.packsTexts),
    ExplanationSection(
      "Packs: built, and compared",
      ExplanationText.packsBuiltAndCompared),
    ExplanationSection(
      "Imports", reach: .command,
      ExplanationText.imports),
    ExplanationSection(
      "XML", reach: .reading,
      ExplanationText.xml),
    ExplanationSection(
      "Sheets of tables", reach: .command,
      ExplanationText.sheetsOfTables),
    ExplanationSection(
      "Decision models", reach: .command,
      ExplanationText.decisionModels),
    ExplanationSection(
      "Translations", reach: .command,
      ExplanationText.translations),
    ExplanationSection(
      "The quiz",
      ExplanationText.theQuiz),
    ExplanationSection(
      "Answers", reach: .request,
      ExplanationText.answers),
    ExplanationSection(
      "Examples",
      introduction: #"""
        An example request of a pack, `examples/requests/METHOD.json`, is read by its method: each problem
        of the request is reported at its location in the example, and so are violations of its schema with
        the pack's facts, questions and goals. Answers are complete unless the example is `partial`.
        """#,
      ExplanationText.examples),
    ExplanationSection(
      "Requests", reach: .request,
      ExplanationText.requests),
    ExplanationSection(
      "Logs of days", reach: .request,
      ExplanationText.logsOfDays),
    ExplanationSection(
      "Results of decisions for engines",
      ExplanationText.resultsOfDecisionsForEnginesPart1 + "\n" + ExplanationText.resultsOfDecisionsForEnginesPart2),
    ExplanationSection(
      "Accounts", reach: .request,
      ExplanationText.accounts),
    ExplanationSection(
      "Parameters of methods", reach: .request,
      ExplanationText.parametersOfMethods),
    ExplanationSection(
      "Lines and requests of the service", reach: .request,
      ExplanationText.linesAndRequestsOfTheService),
    ExplanationSection(
      "Sockets of the service", reach: .command,
      ExplanationText.sockets),
    ExplanationSection(
      "Signatures of packs", reach: .command,
      ExplanationText.signatures),
    ExplanationSection(
      "Batches", reach: .command,
      ExplanationText.batches),
    ExplanationSection(
      "Logs of decisions", reach: .command,
      ExplanationText.logsOfDecisions),
    ExplanationSection(
      "Invariants",
      ExplanationText.invariants),
    ExplanationSection(
      "Impact", reach: .command,
      ExplanationText.impact),
    ExplanationSection(
      "Populations",
      ExplanationText.populations),
    ExplanationSection(
      "Quality",
      ExplanationText.quality),
    ExplanationSection(
      "Names, codes, new systems and modules", reach: .command,
      ExplanationText.namesCodesNewSystemsAndModules),
    ExplanationSection(
      "Suppressed and accepted diagnostics",
      ExplanationText.suppressedAndAcceptedDiagnostics),
  ]

  private static let byCode = Dictionary(
    sections.flatMap(\.explanations).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// Every code, in the order of the index.
  package static var codes: [String] { sections.flatMap { $0.explanations.map(\.code) } }

  /// The explanation of `code`; nil where there is none.
  package static func explanation(of code: String) -> Explanation? { byCode[code] }
}

/// What the sections are made of, in the form that ``ExplanationSection`` reads; a file for each.
enum ExplanationText {}
