import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Validates a filled-in form.
  package static var check: Operation<CheckResult> {
    Operation(
      name: "check", summary: "Validate a filled-in form, and report each problem at its field",
      parameters: .object(
        [
          .optional("kind", .text, "The kind of record; without it the only one that rules check."),
          .required("form", .map(.anything), "The record, as it was filled in."),
          .optional("locale", .locale, "The language to answer in."),
        ] + Shape.Field.clock() + [
          .optional("facts", .facts, "What else the rules look at: facts by name.")
        ]),
      result: .checked
    ) { parameters, session, notes throws(DiagnosticError) in
      let system = try session.everything()
      let kind = try FormRequest.kind(nil, of: parameters, among: system.pack.kinds)
      let check = try session.kept(.forms, kind.name) { () throws(DiagnosticError) in
        try FormValidation(system, kind: kind, files: session.loader.files().readingOnce())
      }
      let request = try FormRequest(parameters, for: check.engine)
      if session.isRecording {
        notes.explanation = Explanation(.decisions(try check.traces(for: request)), system)
      }
      return CheckResult(try check.check(request), for: request, engine: check.engine)
    }
  }
}

/// The problems of a form.
package struct CheckResult {
  /// The form with its problems.
  package let checked: ValidatedForm
  /// The request.
  package let request: FormRequest
  /// The engine that asked the rules.
  package let engine: FormEngine

  /// The result `checked`, which was made for `request`.
  package init(_ checked: ValidatedForm, for request: FormRequest, engine: FormEngine) {
    self.checked = checked
    self.request = request
    self.engine = engine
  }

  /// The language of the pack that serves the requested one.
  package var locale: LanguageTag { request.locale ?? engine.pack.defaultLocale }
}

extension ResultType where Content == CheckResult {
  fileprivate static var checked: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("kind", .text, "The kind of record.") { $0.checked.kind }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("ok", .flag, "Whether nothing is wrong.") { $0.checked.isRight }
      requiredField("problems", .list(.problem), "What is wrong.") { $0.checked.problems }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == FormProblem {
  fileprivate static var problem: ResultType {
    named("problem") {
      requiredField(
        "at", .text, "The way to the field from the record: `lines[0].quantity`; empty for the record itself."
      ) { $0.at }
      requiredField(
        "code", .text, "The code of a diagnostic of the schema; of a rule, `MODULE.ROW` or the message."
      ) { $0.code }
      optionalField("message", .id(of: .kinds([Messages.kind])), "The message of the pack that words it.") {
        $0.rendered?.message
      }
      problemTextFields
      optionalField("help", .text, "The fix, where the pack has no text for it.") { $0.fix }
      optionalField("expected", .anything, "What would be right, where the rules say it.") { $0.expected }
      optionalFields(of: originFields) { $0.rendered?.origin }
    }
  }
}

/// The texts of the pack's message, or Terrain's own sentence.
private var problemTextFields: ResultFields<FormProblem> {
  let texts = messageTextFields
  return ResultFields(shapes: texts.shapes) { problem, locale, writer throws(JSONWriterError) in
    if let rendered = problem.rendered {
      for write in texts.writers { try write(rendered, locale, &writer) }
    } else {
      writer.member("text", problem.message)
      // Terrain's own sentences are English.
      if locale.language != "en" { writer.member("text_locale", "en") }
    }
  }
}

extension SessionKey<FormValidation> {
  fileprivate static let forms = SessionKey()
}

extension AnyOperation {
  /// The operations that evaluate a request and can be explained, in the order of documents about them. Created for each thread, so that
  /// threads share no references.
  package static var evaluating: [AnyOperation] { evaluatingRequests + ofAccounts }

  /// The operations that evaluate a request without an account.
  package static var evaluatingRequests: [AnyOperation] {
    ofRequests + [AnyOperation(Operations.check)] + ofContent
  }

  /// The operation called `name` that evaluates a request.
  ///
  /// - Throws: the diagnostic that `unknown` creates from the existing names.
  package static func evaluating(
    named name: String, unknown: (_ names: [String]) -> Diagnostic
  ) throws(DiagnosticError) -> AnyOperation {
    let all = evaluating
    guard let operation = all.first(where: { $0.name == name }) else {
      throw DiagnosticError(unknown(all.map(\.name)))
    }
    return operation
  }
}
