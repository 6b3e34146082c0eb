import TerrainContent
import TerrainDocuments
import TerrainValues

// What an author reads when a pack's records do not go together. One function a complaint.

// MARK: - Names and values

extension Diagnostic {
  static func unknownReference(_ id: Text, at node: Node, kinds: [Text], among known: [Text]) -> Diagnostic {
    for other in known {
      guard let found = LookAlike.first(in: id.string, insteadOf: other.string) else { continue }
      return Diagnostic(
        code: "pack/unknown-reference", message: "this looks like `\(other)`, but has in it \(found.name)",
        place: node.place(ofDecoded: found.range), fix: "type `\(other)` again", path: node.path)
    }
    return Diagnostic(
      code: "pack/unknown-reference", message: "there is no \(words(kinds)) `\(id)`", at: node,
      fix: Suggestion.fix(id, among: known))
  }

  static func referenceToOtherKind(
    _ id: Text, at node: Node, expected: [Text], found: PackContents.Record
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/reference-kind",
      message: "`\(id)` is of the kind `\(found.kind)`, and here a \(words(expected)) is named", at: node,
      related: [.init(message: "it is here", place: found.name.place)])
  }

  static func unknownValue(_ value: Text, of vocabulary: PackContents.Vocabulary, at node: Node) -> Diagnostic {
    let known = vocabulary.values.map(\.text)
    return Diagnostic(
      code: "pack/unknown-value", message: "`\(value)` is no value of `\(vocabulary.name)`", at: node,
      related: [.init(message: "its values are listed here", place: vocabulary.key.place)],
      fix: Suggestion.fix(value, among: known) ?? "its values are \(known.quoted(near: value.string))")
  }

  /// A declared value that nothing uses, while another that it is nearly is used and not declared.
  static func misspelledValue(
    of vocabulary: PackContents.Vocabulary, meant value: Text, at node: Node
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-value",
      message:
        "nothing uses `\(node.text ?? "")`, and `\(value)`, which is used, is not a value of `\(vocabulary.name)`",
      at: node,
      fix: "did you mean `\(value)`?")
  }

  /// A value that an enum lacks, and that is used more than once.
  static func missingValue(_ value: Text, of vocabulary: PackContents.Vocabulary) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-value", message: "`\(vocabulary.name)` does not have `\(value)`, which is used",
      at: vocabulary.key, fix: "add `\(value)` to its values, or use another value")
  }

  /// An id that nothing refers to, while another that it is nearly is referred to and no record has it.
  static func misspelledID(_ record: PackContents.Record, meant id: Text) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-reference",
      message: "nothing refers to `\(record.id)`, and no \(record.kind) is `\(id)`, which is referred to",
      at: record.name, fix: "did you mean `\(id)`?")
  }

  static func unknownVocabulary(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-vocabulary",
      message: "the schema takes values from `\(name)`, which the pack does not declare", at: node,
      fix: Suggestion.fix(name, among: known) ?? "declare it under `enums` in pack.yaml")
  }

  static func schemaDiffers(
    _ vocabulary: PackContents.Vocabulary, at node: Node, lacking: [Text], surplus: [Text]
  ) -> Diagnostic {
    var differences: [String] = []
    if !lacking.isEmpty { differences.append("lacks \(list(lacking))") }
    if !surplus.isEmpty { differences.append("has \(list(surplus)), which the pack has not") }
    return Diagnostic(
      code: "pack/schema-differs",
      message: "this list is not the pack's `\(vocabulary.name)`: it \(differences.joined(separator: " and "))",
      at: node, related: [.init(message: "the pack's list", place: vocabulary.key.place)])
  }

  static func missingLabel(_ value: Text, of vocabulary: Text, at node: Node, labels: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-label", severity: .warning,
      message: "`\(value)` has no label, and other values of `\(vocabulary)` have", at: node,
      related: [.init(message: "labels are here", place: labels.place)])
  }

  static func sharedID(_ record: PackContents.Record, first: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/shared-id",
      message: "the id `\(record.id)` is used by a \(first.kind) too, and the two kinds share their ids",
      at: record.name, related: [.init(message: "first used here", place: first.name.place)],
      fix: "give one of them another id")
  }

  static func unusedRecord(_ record: PackContents.Record, by fields: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unused-record", severity: .warning, message: "nothing uses the \(record.kind) `\(record.id)`",
      at: record.name, related: [.init(message: "these fields could", place: fields.place)], fix: "use it, or remove it"
    )
  }
}

// MARK: - Records that belong together

extension Diagnostic {
  static func notCovered(_ table: CoverageTable, holes: [CoverageTable.Cell], at node: Node) -> Diagnostic {
    let shown = holes.prefix(8).map { hole in
      let values = zip(table.dimensions, hole.values).map { "\($0.path.text) `\($1)`" }.joined(separator: " and ")
      return table.least == 1 ? values : "\(values) (\(hole.count))"
    }
    let rest = holes.count > 8 ? ", and \(holes.count - 8) more" : ""
    let wanted =
      table.least == 1 ? "is no \(table.kind)" : "are fewer than \(table.least) records of the kind `\(table.kind)`"
    return Diagnostic(
      code: "pack/not-covered", message: "there \(wanted) for \(shown.joined(separator: ", "))\(rest)", at: node)
  }

  static func notCarried(
    _ value: Text, _ record: PackContents.Record, _ field: FieldPath, _ sources: [FieldPath.Hit], at node: Node
  ) -> Diagnostic {
    let names = list(sources.compactMap { $0.through.last?.text })
    return Diagnostic(
      code: "pack/not-carried",
      message: "\(field.text) of `\(record.id)` needs `\(value)`, which \(names) brings along", at: node,
      related: sources.prefix(4).map { .init(message: "it comes from here", place: $0.node.place) },
      fix: "add `\(value)`")
  }

  static func avoided(
    _ value: FieldPath.Hit, by avoiders: [FieldPath.Hit], in record: PackContents.Record
  ) -> Diagnostic {
    let text = value.node.text ?? ""
    let who = avoiders.compactMap { $0.through.last?.text }
    return Diagnostic(
      code: "pack/avoided",
      message: who.isEmpty
        ? "`\(record.id)` avoids `\(text)`, and this has it"
        : "`\(record.id)` has `\(text)`, which \(list(who)) \(who.count == 1 ? "avoids" : "avoid")", at: value.origin,
      related: avoiders.prefix(4).map { .init(message: "avoided here", place: $0.node.place) })
  }

  static func avoids(_ avoider: FieldPath.Hit, _ values: [FieldPath.Hit], in record: PackContents.Record) -> Diagnostic
  {
    let who = avoider.through.last?.text ?? record.id
    return Diagnostic(
      code: "pack/avoided", message: "`\(who)` avoids `\(avoider.node.text ?? "")`, which `\(record.id)` has",
      at: avoider.origin, related: values.prefix(4).map { .init(message: "it has it here", place: $0.origin.place) })
  }

  static func notAgreed(_ part: Node, with values: [Node], in record: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(part.text ?? "")` is not for \(list(values.compactMap(\.text))), and `\(record.id)` is", at: part,
      related: values.prefix(4).map { .init(message: "`\(record.id)` is for it here", place: $0.place) })
  }

  static func agreesWithFew(_ value: Node, with parts: [Node], in record: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(record.id)` is for `\(value.text ?? "")`, and \(list(parts.compactMap(\.text))) is not", at: value,
      related: parts.prefix(4).map { .init(message: "named here", place: $0.place) })
  }

  static func outOfSequence(_ node: Node, expected: Int, first: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "this has to be \(expected): numbers go 1, 2, 3 without a hole", at: node,
      related: first.map { [.init(message: "after this one", place: $0.place)] } ?? [])
  }

  static func sequenceEnds(_ count: Int, _ field: FieldPath, at node: Node, last: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "\(field.text) goes to \(count), and this says \(node.rawNumber ?? "")",
      at: node, related: last.map { [.init(message: "the last one", place: $0.place)] } ?? [])
  }

  static func otherSum(_ sum: ExactDecimal, _ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum", message: "\(field.text) adds up to \(sum), and this says \(node.rawNumber ?? "")",
      at: node)
  }

  static func noSum(_ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum",
      message: "\(field.text) and this cannot be compared: a sum has at most \(ExactDecimal.digitLimit) digits",
      at: node,
      fix: "use numbers of fewer digits")
  }

  static func reviewBehind(_ state: Text, _ record: PackContents.Record, at node: Node, pack: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/review-behind",
      message: "`\(record.id)` is `\(state)`, and the pack is further: `\(pack.text ?? "")`", at: node,
      related: [.init(message: "the pack's own state", place: pack.place)])
  }
}

// MARK: - Texts and files

extension Diagnostic {
  static func missingDefaultText(_ locale: LanguageTag, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-default-text", message: "this text is not there in `\(locale)`, the pack's default locale",
      at: node, fix: "add `\(locale): …`")
  }

  /// A locale that was written for the default one: another of its language.
  static func localeForDefault(_ locale: LanguageTag, at node: Node, default wanted: LanguageTag) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale",
      message: "`\(locale)` is not among the pack's supported locales, and its default one is missing here",
      place: node.place, fix: "did you mean `\(wanted)`?", path: node.path)
  }

  static func unsupportedLocale(_ locale: LanguageTag, at node: Node, among known: [LanguageTag]) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale", message: "`\(locale)` is not among the pack's supported locales", at: node,
      fix: Suggestion.fix(locale.text, among: known.map(\.text)) ?? "add it to `supported_locales` in pack.yaml")
  }

  static func defaultLocaleNotSupported(
    _ locale: LanguageTag, at node: Node, _ known: [LanguageTag]
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale", message: "the default locale is not among the supported locales", at: node,
      fix: Suggestion.fix(locale.text, among: known.map(\.text)) ?? "add it to `supported_locales`")
  }

  /// A default locale that no text of the pack is in.
  static func noTextInDefaultLocale(
    _ locale: LanguageTag, at node: Node, among known: [LanguageTag]
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-default-text", message: "no text of the pack is in `\(locale)`, its default locale", at: node,
      fix: Suggestion.fix(locale.text, among: known.filter { $0 != locale }.map(\.text))
        ?? "name the locale that the texts are in")
  }

  /// An entry of the supported locales that no text is in, while `count` texts are in another that it is nearly.
  static func localeWithoutText(at node: Node, meant locale: LanguageTag, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale",
      message:
        "no text of the pack is in `\(node.text ?? "")`, and \(count) are in `\(locale)`, which is not supported",
      at: node, fix: "did you mean `\(locale)`?")
  }

  /// A locale that is missing from the supported ones, while `count` texts are in it.
  static func missingLocale(_ locale: LanguageTag, _ count: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale",
      message: "`\(locale)` is not among the pack's supported locales, and \(count) texts are in it", at: node,
      fix: "add `\(locale)`")
  }

  static func notTranslated(
    _ path: FieldPath, into locale: LanguageTag, _ record: PackContents.Record, at node: Node
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/not-translated", message: "\(path.text) of `\(record.id)` is not there in `\(locale)`", at: node,
      fix: "add `\(locale): …`")
  }

  static func fileOutside(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/path-leaves-pack", message: "a file has to be in the pack's folder: `media/a.svg`, without `..`",
      at: node)
  }

  static func missingFile(_ path: String, at node: Node, among others: [String]) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-file", message: "there is no file `\(path)` in the pack", at: node,
      fix: Suggestion.fix(Text(path), among: others))
  }
}

// MARK: - Declarations

extension Diagnostic {
  static func unknownCheck(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-check", message: "there is no check `\(name)`", at: node,
      fix: Suggestion.fix(name, among: known) ?? "there are \(known.quoted(near: name.string))")
  }

  static func unknownKind(at node: Node, among known: [Text]) -> Diagnostic {
    let name = node.text ?? ""
    return Diagnostic(
      code: "pack/unknown-kind", message: "the pack has no kind `\(name)`", at: node,
      fix: Suggestion.fix(name, among: known) ?? "its kinds are \(known.quoted(near: name.string))")
  }

  static func notAPath(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "a field is named by its way from the record, as in `steps.text`", at: node)
  }

  static func unknownPath(_ step: Text, at node: Node, kind: Text, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "the schema of `\(kind)` knows no field `\(step)` there", at: node,
      fix: Suggestion.fix(step, among: known) ?? (known.isEmpty ? nil : "there are \(list(known))"))
  }

  static func notACount(at node: Node) -> Diagnostic {
    Diagnostic(code: "pack/not-a-count", message: "this has to be a whole number from 1", at: node)
  }

  static func oneKindOnly(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/one-kind-only", message: "a table counts the records of one kind", at: node,
      fix: "write an entry for each kind")
  }

  static func valuesNotListed(_ path: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/values-not-listed",
      message: "which values \(path.text) can have is not known: it is from no vocabulary and names no kind of record",
      at: node, fix: "say it in the schema, with `x-enum` or `x-refers-to`")
  }

  static func coverageTooLarge(at node: Node, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/coverage-too-large",
      message: "there are more combinations than can be looked through (limit `coverageCombinations`, \(limit))",
      at: node, fix: "name fewer fields")
  }

  static func schemaTooLarge(_ kind: Text, limit: Int, at node: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/schema-too-large", severity: .warning,
      message: "the schema of `\(kind)` describes more fields than are looked into (limit `schemaShapes`, \(limit))",
      place: node?.place, path: node?.path)
  }
}

// MARK: - Words for what schemas complain of

extension Diagnostic {
  static func wordsNoField(_ id: Text, _ field: Text, at node: Node, right: String?) -> Diagnostic {
    Diagnostic(
      code: "message/words-nothing", severity: .warning,
      message: "the message `\(id)` is never said: nothing that is handed in has a field `\(field)`", place: node.place,
      fix: right.map { "did you mean `\($0)`?" } ?? "remove it", path: node.path)
  }

  static func wordsNoComplaint(
    _ id: Text, _ keyword: Text, at node: Node, right: String?, among keywords: [Text]
  ) -> Diagnostic {
    Diagnostic(
      code: "message/words-nothing", severity: .warning,
      message: "the message `\(id)` is never said: no complaint of a schema is called `\(keyword)`", place: node.place,
      fix: right.map { "did you mean `\($0)`?" }
        ?? "complaints are called \(keywords.map { "`\($0)`" }.joined(separator: ", "))", path: node.path)
  }
}

// MARK: - Built packs and versions

extension Diagnostic {
  static func versionTooLow(
    _ version: SemanticVersion, calledFor: SemanticVersion, impact: PackDiff.Impact?, at node: Node
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/version-too-low",
      message: "the changes since the other pack are \(impact?.name ?? "none"), and call for \(calledFor)", at: node,
      fix: "raise it to \(calledFor)")
  }

  static func notJSON(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-json", message: "`\(node.rawNumber ?? "")` cannot be said in JSON, so the pack cannot be built",
      at: node)
  }
}

// MARK: - Words

private func words(_ kinds: [Text]) -> String { kinds.map(\.string).joined(separator: " or ") }

/// At most eight names, in the order they come, none twice.
private func list(_ names: [Text]) -> String {
  var seen: Set<Text> = []
  let all = names.filter { seen.insert($0).inserted }
  return all.prefix(8).quoted + (all.count > 8 ? ", … (\(all.count))" : "")
}
