import TerrainBase
import TerrainDocuments
import TerrainRules

/// The texts of a message, each with its language if that is not the requested language.
package var messageTextFields: ResultFields<RenderedMessage> {
  ResultFields(
    shapes: ["title", "text", "why", "advice"].flatMap { localizedShapes($0, "The message's \($0).") },
    writers: [
      { message, locale, writer in
        for part in message.parts {
          writer.key(part.name)
          writer.string(part.text.text)
          if part.text.locale != locale { writer.member("\(part.name)_locale", part.text.locale.text) }
        }
      }
    ])
}

extension ResultType where Content == RenderedMessage {
  /// A rendered message.
  package static var message: ResultType {
    named("said") {
      requiredField("message", .id(of: .kinds([Messages.kind])), "The message's id.") { $0.message }
      optionalField("topic", .text, "What it is about: one item a topic is shown.") { $0.topic }
      optionalField("tags", .list(.text), "Words of what it does, such as `rest`.") { $0.tags.isEmpty ? nil : $0.tags }
      optionalField("layer", .text, "The layer of the row that chose it.") { $0.layer }
      fields(of: messageTextFields) { $0 }
      optionalFields(of: originFields) { $0.origin }
    }
  }
}

extension ResultType where Content == Diagnostic {
  /// A diagnostic.
  package static var diagnostic: ResultType {
    ResultType(.diagnostic) { diagnostic, _, writer in DiagnosticRenderer.write(diagnostic, to: &writer) }
  }

  /// A diagnostic of a single record of a request: the error and its location, never a value.
  static var finding: ResultType {
    ResultType(
      .diagnostic,
      ResultType.object {
        requiredField("code", .text, "") { $0.code }
        requiredField("severity", .text, "") { $0.severity.rawValue }
        requiredField("message", .text, "") { $0.message }
        optionalField("fix", .text, "") { $0.fix }
        optionalField("path", .text, "") { $0.path }
      }.write)
  }
}

extension Shape {
  /// A diagnostic.
  static let diagnostic: Shape = named("diagnostic") {
    .object(
      [
        .required("code", .text, "A stable name in words."),
        .required("severity", .words(["error", "warning", "info"]), "How grave it is."),
        .required("message", .text, "What is wrong, and what was expected."),
      ] + Field.place + [
        .optional("path", .text, "The path inside the document."),
        .optional(
          "related", .list(.object([.required("message", .text, "Why it matters.")] + Field.place)),
          "Other places that matter."),
        .optional("fix", .text, "The fix."),
      ])
  }
}

extension Shape.Field {
  fileprivate static let place: [Shape.Field] =
    [
      .optional("file", .text, "The file.")
    ]
    + [
      ("line", "The line, from 1."), ("column", "The column in UTF-8 bytes, from 1."),
      ("endLine", "The line it ends on."), ("endColumn", "The column after it."), ("start", "Its first byte, from 0."),
      ("end", "The byte after it."),
    ].map { .optional($0.0, .count, $0.1) }
}
