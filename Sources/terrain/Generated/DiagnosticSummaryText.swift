// Written by DiagnosticPageTests from Documentation/reference/diagnostics.

extension DiagnosticSummaries {
  /// A code and its summary on each line.
  static let text = #"""
    file/not-found The file does not exist.
    file/is-a-directory A folder was given where a file is expected.
    file/unreadable The file exists, but the system does not permit reading it.
    file/changed A file that a command was about to replace is not what it was when the command read it.
    file/cannot-write A result could not be written to the output file.
    file/empty The file has no bytes, or only a byte order mark.
    file/no-document The file contains only comments.
    file/several-documents The file contains several documents where one is expected.
    file/too-large The file is larger than the limit `sourceSize`, 64 MiB.
    file/not-utf8 A byte is not UTF-8, or the file is in another encoding.
    file/changing The file changed each time it was read.
    file/no-match A pattern of paths matches no file, or a folder contains no YAML or JSON file.
    file/misplaced A file of a rule set is in a folder in which no command looks for files of its role: tests are in `tests`, scenarios in `scenarios`, invariants in `invariants.yaml`.
    file/misspelled-declaration A declaration has a name that nothing uses, and all uses have a name that is nearly the same. With the declaration renamed, they are right.
    file/unknown-content The file is in no pack or rule set, and names no schema.
    file/remote-schema A file names a schema by a network address. Nothing is fetched.
    file/schema-not-found The schema that a file, or a kind in `pack.yaml`, names does not exist. Paths are relative to the file that names them.
    file/schema-outside A file names a schema that is neither in its pack or rule set nor among the published schemas.
    json/bad-number A number is not in JSON's syntax.
    json/leading-zero A number begins with a zero and another digit.
    json/comment JSON has no comments.
    json/control-character A line end, a tab or another control character is in a string without an escape.
    json/doubled-comma No element precedes a comma.
    json/trailing-comma A comma follows the last element or member.
    json/duplicate-key An object has the same key twice, so its value is ambiguous.
    json/expected-colon A key needs a colon after it.
    json/expected-comma Elements and members are separated by commas.
    json/expected-key A key is a text in double quotes.
    json/expected-value A value is missing.
    json/lone-surrogate Half of a surrogate pair is not a character.
    json/nested-too-deep Arrays and objects are nested deeper than the limit `nesting`, 256.
    json/single-quotes Strings are in double quotes.
    json/text-after-value The file contains more than one value.
    json/unclosed-bracket An array or object is never closed.
    json/unclosed-string A string has no closing quote on its line.
    json/unknown-escape A backslash begins an escape that JSON does not have.
    json/unknown-word A bare word other than `true`, `false` and `null`.
    json/wrong-bracket A bracket closes one of another kind.
    yaml/unquoted-text A text begins with a character that has a meaning in YAML.
    yaml/long-key A key is longer than YAML permits: 1024 characters from its beginning to its `:`.
    yaml/unknown-tag A text begins with `!`, which begins a tag in YAML.
    yaml/tag-mismatch A value is not of the type of its tag.
    yaml/second-colon A text contains `: `, which would end another key.
    yaml/cut-at-comma Between brackets a comma ends a text, so this one is split.
    yaml/cut-at-bracket Between brackets a bracket ends a text, so this one is split.
    yaml/cut-at-comment ` #` begins a comment, so the text loses its end.
    yaml/text-after-quotes A text that begins with a quote ends at the next quote, but more text follows.
    yaml/unclosed-quote A text in quotes has no closing quote.
    yaml/unknown-escape A backslash between double quotes begins an escape that YAML does not have.
    yaml/tab-indentation A line is indented with a tab.
    yaml/bad-indentation The indentation of a line matches no level above it.
    yaml/list-on-key-line A list begins on a line of its own.
    yaml/expected-colon A key has no `: ` after it.
    yaml/missing-space A key's colon needs a space after it.
    yaml/slash-comment A line begins with `//`, which begins no comment in YAML.
    yaml/expected-comma Elements between brackets are separated by commas.
    yaml/expected-value A value is missing.
    yaml/unclosed-bracket A bracket is never closed.
    yaml/typographic-quotes A text begins and ends with typographic quotes, which YAML reads as part of the text. Quotes that people should see go inside straight ones.
    yaml/look-alike A character that looks like a space, but is another one, is in a position where YAML's layout needs a space.
    yaml/merge-conflict The file has the markers of an unfinished merge: lines that begin with `<<<<<<<` and `>>>>>>>`.
    yaml/merge-key The file has merge keys (`<<`), which YAML 1.1 had and YAML 1.2 does not have.
    yaml/stray-bracket A closing bracket has no opening bracket.
    yaml/duplicate-key A map has the same key twice.
    yaml/complex-key A key is a text, not a list or a map.
    yaml/unknown-alias An alias refers to an anchor that does not precede it.
    yaml/recursive-alias An alias is inside the value that it refers to.
    yaml/alias-expansion Aliases expand to more values than the limit `aliasExpansion`, a million: a small file could expand to a huge one.
    yaml/nested-too-deep Lists and maps are nested deeper than the limit `nesting`, 256.
    yaml/too-many-documents The file contains more documents than the limit `documents`, 10,000.
    yaml/second-document The file contains a second document where one is expected.
    yaml/no-value The file contains only comments and blanks.
    yaml/text-after-document More text follows the end of the document's value.
    yaml/bad-directive A line begins with `%` and is not a directive.
    yaml/control-character A control character is in the file without an escape.
    yaml/syntax Any other syntax error, with the message of the YAML parser.
    expressions/empty The expression is empty.
    expressions/assignment `=` does not compare; `==` does.
    expressions/unknown-operator An operator of another language.
    expressions/word-operator An operator written as a word.
    expressions/if-then-else A conditional is written with `?` and `:`.
    expressions/missing-else `?` needs a `:` and a value for the other case.
    expressions/unexpected-colon A `:` has no `?` before it.
    expressions/nested-conditional A conditional inside a conditional needs parentheses.
    expressions/chained-comparison Comparisons cannot be chained.
    expressions/range A range is permitted only in a cell.
    expressions/percent `%` is the remainder of a division.
    expressions/semicolon An expression is one value, without a terminator.
    expressions/unexpected-comma A comma is in the position of a value.
    expressions/unexpected-brace `{` is not permitted here.
    expressions/missing-value An operator, a comma or a bracket needs a value.
    expressions/missing-operator An operator is missing between two values.
    expressions/missing-colon A key of a map needs `:` and a value.
    expressions/missing-field The name of a field is missing after a dot.
    expressions/unclosed-bracket A bracket is never closed.
    expressions/wrong-bracket A bracket closes one of another kind.
    expressions/unopened-bracket A closing bracket has no opening bracket.
    expressions/unclosed-string A text has no closing quote.
    expressions/bad-escape A backslash begins an unknown escape.
    expressions/typographic-quote Texts need straight quotes.
    expressions/fullwidth-character An operator or bracket is typed as a full-width character.
    expressions/invisible-character An invisible character, such as a no-break space.
    expressions/unknown-character A character that has no meaning in expressions.
    expressions/bad-name Names consist of letters a to z, digits and `_`.
    expressions/bad-number This is neither a number nor a name.
    expressions/number-out-of-range A number does not fit its type.
    expressions/leading-zero A number has a leading zero.
    expressions/reserved-word A reserved word cannot be a name.
    expressions/unclosed-backticks A field's name in backticks has no closing backtick.
    expressions/empty-backticks A name between backticks is empty.
    expressions/bad-backticks A character that is not permitted between backticks.
    expressions/misplaced-backticks A name in backticks is permitted only after a dot.
    expressions/macro-variable `exists` and the other macros need a plain name for the element.
    expressions/macro-arguments A macro has the wrong arguments.
    expressions/unknown-name Unknown name.
    expressions/unknown-function Unknown function.
    expressions/unknown-field A record has no field of this name.
    expressions/no-fields A value of this type has no fields.
    expressions/unknown-type Message construction is not supported: there are no message types.
    expressions/no-such-overload An operator does not accept values of these types.
    expressions/argument-count A function has another number of arguments.
    expressions/wrong-form A function is called as a method, or a method as a function.
    expressions/wrong-type A value of another type is expected.
    expressions/not-a-condition A condition has to be a `bool`.
    expressions/choice-types Both results of a conditional need the same type.
    expressions/not-a-member A text is compared with an enum that does not have it as a value.
    expressions/never-equal Two enums that are compared have no value in common.
    expressions/no-order Values of an enum are compared by `<`, stepped through or sorted, and the enum has no order. `ordered: true` beside its `values` declares one, the least value first. Values of an ordered enum are compared with each other only, and lists of them are not sorted.
    expressions/bare-optional An optional value is used as if it were always present.
    expressions/not-optional `?` needs an optional value.
    expressions/map-key A key of a map is a string, a whole number or a bool.
    expressions/not-iterable Only lists and maps can be iterated.
    expressions/loop-type A loop needs a condition here.
    expressions/loops-nested Loops are nested deeper than the limit `comprehension-depth`, 8.
    expressions/nested-too-deep Brackets are nested deeper than the limit `expression-nesting`.
    expressions/too-deep Operations are nested deeper than the limit `expression-depth`.
    expressions/too-long An expression is longer than the limit `expression-length`.
    expressions/too-many-nodes An expression has more parts than the limit `expression-nodes`.
    expressions/cycle A decision needs its own result. The planner reports it where modules were not checked before.
    expressions/no-body A decision is used that has no definition.
    expressions/program-too-large All decisions together need more registers than the limit `registers`.
    rules/unknown-key Unknown key. Keys are never ignored.
    rules/missing-key A required key is missing.
    rules/wrong-shape A value has the wrong shape: a list in place of a map, a number in place of a text.
    rules/language-version The module is written in another version of the language.
    rules/module-mismatch The `module` of the file differs from the name in the rule set.
    rules/unknown-module `uses` names a module that the rule set does not have.
    rules/unlisted-module A module's file is in the rule set's folder, but `ruleset.yaml` does not list it, so it is not used. It is an error where something refers to the module, and is then reported instead of the references; otherwise it is a warning.
    rules/module-not-used A name of another module is used without `uses`.
    rules/module-cycle Modules use each other in a cycle.
    rules/bad-name A name that is not valid in conditions.
    rules/declared-twice A name is declared twice.
    rules/ambiguous-name Several used modules declare this name.
    rules/unknown-name A cell of a condition contains a word that is neither a declared name nor a value.
    rules/bad-type Unknown type.
    rules/empty-range A range contains no value.
    rules/no-range Values of this type have neither an order nor a size.
    rules/literal-type A literal is not of the expected type.
    rules/unknown-record An id is not that of a record of the kind.
    rules/parameter-range The value of a parameter is outside its range.
    rules/not-a-case A text that is not a value of the enum.
    rules/mistyped-declaration A fact, parameter or decision has a type that does not fit any of its uses, which are at least three; or a fact has a type that leads to several errors, none of which another type would. It is reported at the declaration, with the uses as related locations.
    rules/missing-result Cells test for a value that no row of the decision yields: a row or `otherwise` is missing, or a result is misspelled. It is reported at the decision, with the cells as related locations.
    rules/fact-default A default that its fact cannot have.
    rules/fact-conflict Two modules declare the same fact differently.
    rules/value-and-rows A decision has a value or rows, not both.
    rules/unknown-hit Unknown hit policy.
    rules/no-rows A table has no rows.
    rules/only-for-lists `limit` and `distinct` require `hit: collect`.
    rules/score-without-highest `score` requires `hit: highest`.
    rules/otherwise-of-count `otherwise` has no effect with `hit: count`: where no row holds, the result is 0.
    rules/score-type A score has to be a number.
    rules/result-type The declared type does not fit the hit policy.
    rules/text-for-expression A text looks like an expression over declared names: an expression begins with `=`. A text that is intended is written as a CEL string: `"= 'a + b'"`.
    rules/quoted-name A column contains a quoted text, which is the same for everybody; the name without quotes was probably intended.
    rules/mixed-results The rows of a decision yield different types.
    rules/decision-cycle A decision needs its own result.
    rules/empty-cell A cell is empty.
    rules/cell-syntax A cell has a syntax error.
    rules/no-order A comparison or a range of values without an order. An enum has one where `ordered: true` is beside its `values`.
    rules/list-input A list is compared with a single value.
    rules/none-not-optional `none` tests for absence, but this fact is never absent.
    rules/unquoted-expression An expression without quotes, which YAML splits.
    rules/too-costly Evaluating a decision can cost more than the limit `decision-cost`, computed from the declared sizes. The limit is 200,000,000 steps, twenty times the `steps` of one run: an estimate assumes that every text is as long as it may be (`max_size`, else 1,000 bytes), and few are. A run that does take too much is refused by `steps`.
    rules/table-gap For some facts no row of the decision holds.
    rules/overlap Two rows hold for the same facts, but `hit: unique` permits one.
    rules/dead-row A row is unreachable: its conditions exclude one another, or earlier rows cover all its cases. Rows of other decisions that need the result of this row are reported with it, and so are tests that fail because of it: then it is an error, otherwise a warning.
    rules/candidate-fact A decision that no ranking asks for reads a fact that only candidates of a ranking have.
    rules/outside-domain A range or a list in a cell has a value that its fact can never have.
    rules/value-left-out A decision writes out nearly all values of an enum by hand, and what is left over falls into `otherwise`, or is in no list: probably it was added later. Reported is, where one or two values are left over:
    rules/constant-comparison A comparison is always true or always false.
    rules/redundant-comparison A comparison is redundant: without it, the row holds for the same facts.
    rules/unused-fact A fact is not used.
    rules/type-too-deep The result of a decision has more nested types than the limit `type-nesting`, which also applies to written types. It is reported for the first such decision.
    rules/unused-parameter A parameter is not used.
    rules/unused-decision A decision is not used, and no engine evaluates it.
    rules/always-fails An expression, or a part of one, fails whenever it is evaluated: a constant overflows, a divisor is zero, a pattern is invalid or too large, a text cannot be converted, a constant list has no such element; or the constants that rows of a sum add overflow where the rows hold together. It is an error where the row or the decision always fails when it is reached, a warning in a part that is not always evaluated (`b ? 1 / 0 : 2`). A text that is written out and cannot be converted (`decimal('0,5')`) is an error wherever it is. A part that is never evaluated (`false && …`) is legal.
    rules/compared-versions A version is compared as a text.
    rules/undecided A question of the analysis cannot be decided, or exceeds a limit; the diagnostic names what was not proved. It is an error where a table without `otherwise` cannot be proved complete and an engine or another decision needs it: such a table could leave a request without a result. Elsewhere it is a warning (a limit) or a note (a condition that is known only at evaluation).
    rules/contract-decision An engine requires a decision that the rule set does not have.
    rules/contract-module An engine requires a module that the rule set does not have.
    rules/contract-type A decision that an engine requires has another type.
    rules/contract-fact A decision that an engine requires reads a fact that the engine does not provide.
    rules/set-syntax `--set` needs the form `MODULE.NAME=VALUE`.
    rules/set-unknown `--set` names an unknown parameter.
    rules/set-type `--set` gives a value of another type.
    rules/not-found The rule set that a pack requires is neither beside the pack nor in `TERRAIN_HOME` (`locating.md`).
    rules/not-formatted Formatting could change the meaning of this file, so it stays unchanged.
    rules/misspelled-decision Nothing evaluates a decision, and its name is nearly one that the program would evaluate in this module.
    rules/no-tests A rule set has no tests.
    rules/test-expects-nothing A case expects no decision, so it cannot fail.
    rules/test-named-twice Two cases have the same name.
    rules/test-unknown-module Tests name a module that the rule set does not have.
    rules/test-unknown-fact A case gives an undeclared fact.
    rules/test-unknown-decision A case expects the value of an unknown decision.
    rules/test-fact A case gives a fact a value that it cannot have.
    rules/test-failed The value of a decision differs from the expected one, or the decision has no value.
    rules/uncovered-row No test makes the row fire.
    rules/uncovered-condition No test makes a condition true, or none makes it false.
    rules/mutate-option An option of `test --mutate` is given without `--mutate`, or one that has no meaning with it.
    scenarios/named-twice Two scenarios of a file have the same name.
    scenarios/expects-nothing A scenario without expectations cannot fail.
    scenarios/unknown-request `requests` of the file has no request of this name.
    scenarios/request-circle Requests are made of one another in a circle.
    scenarios/unknown-operation `for` names an operation that there is not, or one that evaluates no request.
    scenarios/not-a-path A key under `expect` is not a path.
    scenarios/unknown-path No result of the operation has anything at the path.
    scenarios/unknown-expectation A map under a path has a word that no expectation has. A map that is expected as a value is written under `is`.
    scenarios/unknown-record The result has ids of records at the path, and the text is not the id of one. An id that is misspelled under `excludes` would never be there.
    scenarios/failed The result differs from what the scenario expects, or a condition does not hold or has no value.
    scenarios/refused The operation refuses the request, and the scenario does not expect that.
    scenarios/warned The request leads to a warning that the scenario does not list, such as a fact that no rule knows.
    ruleset/not-a-version The version is not a semantic version.
    ruleset/other-id The rule set has another id than the pack requires.
    ruleset/other-version The version of the rule set is outside the range that the pack accepts.
    ruleset/missing-module A module's file cannot be read.
    ruleset/path-leaves-folder A module's file is outside the rule set's folder.
    ruleset/versions The versions that a manifest lists under `earlier` are not one rule set in force day after day: another `id`, a version twice, a folder without a rule set, a `valid_from` that is missing or not later than that of the version before, `earlier` inside an earlier version, or another `unit` or `zone` of accounts.
    evaluation/overflow A number exceeds the range of its type.
    evaluation/division-by-zero A division by zero.
    evaluation/no-such-overload An operator or function does not accept values of these types; only where types are unknown before evaluation.
    evaluation/no-such-key A map has no such key, or a record no such field.
    evaluation/index-out-of-range A list has no such element.
    evaluation/invalid-argument A function does not accept this value.
    evaluation/duplicate-key A map is built with the same key twice.
    evaluation/size-limit The values that were built have more bytes than the limit `bytes` (what counts).
    evaluation/absent-value An absent value was used.
    evaluation/no-row No row of a decision holds, and it has no `otherwise`.
    evaluation/two-rows Two rows of a decision with `hit: unique` hold.
    evaluation/missing-fact A fact that a decision needs was not given.
    evaluation/fact-type A fact has a value of another type.
    evaluation/fact-range A fact's value is outside its range.
    evaluation/unknown-name A name has no value; only where names are unknown before evaluation.
    evaluation/wrong-type A value from outside has another type than declared.
    evaluation/cycle A decision needs its own result; only where modules were not checked before.
    evaluation/step-limit Evaluation exceeded the limit `steps` (what counts).
    evaluation/trace-limit Explaining a decision recorded more events than the limit `trace-events`, so the explanation is incomplete and is not shown.
    evaluation/interrupted An evaluation was ended before it had a result, because nobody wants the result any more.
    schema/wrong-type A value is of another type.
    schema/unknown-key A key that the map does not declare.
    schema/missing-key A required key is missing.
    schema/not-a-choice A value is not one of those permitted.
    schema/not-allowed No value is permitted here.
    schema/out-of-bounds A number is too small or too large.
    schema/not-a-multiple A number is not a multiple of the required one.
    schema/too-short A text is too short.
    schema/too-long A text is too long.
    schema/pattern A text does not match the pattern.
    schema/format A text does not have the required format.
    schema/too-few-items A list has too few items.
    schema/too-many-items A list has too many items.
    schema/repeated-item A list has an item twice.
    schema/missing-item A list has no item of a required kind.
    schema/too-few-keys A map has too few keys.
    schema/too-many-keys A map has too many keys.
    schema/no-form-fits A value matches none of the permitted forms.
    schema/several-forms-fit A value matches several of the forms of which exactly one must match.
    schema/ruled-out A value matches a schema that is excluded.
    schema/too-deep Schemas refer to each other deeper than the limit `depth`.
    schema/too-many-steps Schema validation exceeds the limit `steps`: 5,000,000, or 64 for each value of a large document. A step is a schema applied, or eight bytes of text compared or matched.
    schema/more-findings There are more diagnostics than the limit `findings`; the others are counted.
    schema/unknown-keyword A schema has a keyword that resembles one of JSON Schema's. Unknown keywords are ignored, so the intended condition is not checked.
    schema/unresolved-reference A `$ref` does not resolve to a known schema. Nothing is fetched.
    schema/required-without-property A key is required that `properties` does not describe, and other keys are not allowed.
    schema/not-a-schema A `$ref` leads to a value that is not a schema.
    schema/endless-reference A schema refers to itself without descending into the value.
    schema/invalid-pattern A pattern is invalid, with the reason: look-around and back-references cannot be matched in linear time.
    schema/lenient-pattern A pattern that only older readers accept.
    schema/unknown-dialect `$schema` names an unknown dialect. Drafts 04, 06, 07, 2019-09 and 2020-12 are known.
    schema/unknown-vocabulary A dialect requires an unknown vocabulary.
    schema/repeated-id Two schemas have the same `$id`.
    schema/too-many-schemas A schema refers to more schemas than the limit `schemas`.
    content/wrong-kind A value has the wrong shape: a list in place of a text, and the like.
    content/missing-field A required field is missing.
    content/unknown-field Unknown field.
    content/not-a-locale A key of a text is not a language tag.
    pack/not-found The pack does not exist. Where packs are located is in `locating.md`.
    pack/not-a-version The version is not a semantic version.
    pack/not-a-version-range A text that is not a range of versions.
    pack/day-ends `day_ends` is not a time between midnight and noon.
    pack/week-begins `week_begins` is not a day of the week.
    pack/missing-content A kind's file or folder does not exist.
    pack/path-leaves-pack A path leads out of the pack's folder.
    pack/link-leaves-pack A file in the pack is a link that leads out of the pack.
    pack/missing-file A file that the content names does not exist.
    pack/media-too-large A file that the content names is larger than a built pack may hold (16 MiB), or was removed while the pack was built.
    pack/other-kind A file declares another kind than the pack expects there.
    pack/unknown-kind The pack has no such kind.
    pack/unknown-type A field of a record has an unknown type.
    pack/type-syntax A type has a syntax error.
    pack/schema-too-large A schema describes more fields than the limit `schemaShapes`; the others are ignored.
    pack/repeated-id Two records of a kind have the same id.
    pack/other-folder The id of a pack in `ContentPacks` is not the name of its folder.
    pack/unread-file A file has records of a kind and is not where the kind's records are read. It is an error where the kind lacks one of these records.
    pack/shared-id Records of two kinds that share their ids (`unique`) have the same id.
    pack/unknown-reference A value is not the id of a record (`x-refers-to`).
    pack/reference-kind A value is the id of a record of another kind.
    pack/unknown-value A value is not a value of its enum (`x-enum`).
    pack/unknown-vocabulary A schema names an enum that the pack does not declare.
    pack/reserved-name An enum has the name of a type of the rule language.
    pack/schema-differs A schema repeats an enum with other values than the pack.
    pack/missing-label An enum has labels, but one of its values has none.
    pack/unused-record A record of a kind whose records have to be used (`used`) is not used.
    pack/not-covered A table of records has a gap (`covered`): a combination has too few records.
    pack/not-carried A record lacks a value that its parts have (`carried`).
    pack/avoided Two values occur together that must not (`avoided`).
    pack/not-agreed A part is not suitable for everybody for whom the whole is (`agreed`).
    pack/out-of-sequence A sequence of numbers has a gap, or ends too early or too late (`numbered`).
    pack/other-sum Numbers do not add up to the declared sum (`summed`), or have more digits than can be added exactly (38).
    pack/review-behind The review of a record is behind that of the pack (`reviewed`).
    pack/unknown-lint-rule A pack declares a lint rule under `checks` that does not exist.
    pack/unknown-path A declaration names a field that the kind's schema does not declare.
    pack/not-a-count `at_least` has to be a whole number from 1.
    pack/one-kind-only A table counts the records of one kind.
    pack/values-not-listed The possible values of a field are unknown, so its coverage cannot be checked.
    pack/coverage-too-large A table of coverage has more combinations than the limit `coverageCombinations`.
    pack/missing-default-text A text is missing in the pack's default locale.
    pack/unsupported-locale A locale is not among the pack's `supported_locales`.
    pack/not-translated A text is missing in a locale that is required (`translated`).
    pack/unclosed-brace A brace in a text has no partner: people would see it, and no value is filled in.
    pack/nothing-fills A placeholder is in a text that is not part of a message. Only messages are rendered, so people would see the braces. Where an app fills it in, write `# terrain:ignore pack/nothing-fills` with that reason.
    pack/dropped-placeholder A translation lacks a placeholder that the text in the pack's default locale has, or the other way around.
    pack/other-placeholder A message has a placeholder as other programs write it: `%d`, or `${name}`.
    pack/same-as-source A translation is the same as the text in the pack's default locale: it was copied, not translated. A text without letters, and one in the same language (`en-GB` beside `en-US`), may be the same. Where it is intended, because it is a name, leave the locale out, or write `# terrain:ignore pack/same-as-source` with that reason.
    pack/unfinished-text A text contains an author's marker: `TODO`, `FIXME`, `XXX`, `TBD`, or lorem ipsum.
    text/bidi-control A character changes the writing direction, so that the text may look different from its content.
    text/control-character A control character, which could change what a terminal shows.
    pack/not-json A value that JSON cannot represent, so the pack cannot be built.
    pack/not-built The file was not made by `terrain build`.
    pack/built-changed The content of a built pack was changed after the build.
    xml/not-well-formed A file is not well-formed XML 1.0 with namespaces.
    xml/document-type A file has a document type declaration; what such declarations bring in is not read.
    xml/too-deep Elements nest more than 100 deep (`xmlDepth`).
    xml/too-many A file has more than 1,000,000 elements (`xmlElements`), or an element more than 256 attributes (`xmlAttributes`).
    table/no-rows The decision has no table, or there is no decision of this name.
    table/wrong-sheet A cell of a sheet cannot be written into the module: it is not a value in YAML, has no column, or its row is there twice.
    sheet/not-a-workbook A file is an archive, but not a workbook with a sheet that can be read.
    sheet/too-large A sheet has more cells than the limit `sheetCells`, or a cell would have more characters than a spreadsheet takes (`sheetCellLength`).
    archive/damaged A workbook is not a whole ZIP archive: it is cut, has an entry twice, or an entry has another checksum than it should.
    archive/unsupported A workbook is an archive of a kind that is not read: encrypted, in several files, ZIP64, or compressed otherwise than deflated.
    archive/too-large A workbook has more entries than the limit `archiveEntries`, or an entry more bytes than the limit `archiveEntrySize`.
    texts/locale The texts of the pack are not translated into the locale, or not from that of the file.
    texts/wrong-file The file is neither XLIFF 2 nor CSV with the columns of an export, or has a text that is not plain.
    texts/no-such-text A warning: the pack has no text with this id. It is ignored.
    texts/source-changed A warning: the pack's text is another than the source in the file. The translation is ignored.
    texts/lost-placeholder A warning: an imported translation lacks a placeholder that its source has.
    texts/added-placeholder A warning: an imported translation has a placeholder that its source lacks.
    texts/too-long A warning: an imported translation has more characters than the `maxLength` of its schema.
    texts/not-writable A translation cannot be written at its place without changing something else. Nothing is written.
    quiz/repeated-id Two questions, or two options of a question, have the same id.
    quiz/too-many-questions A quiz has more questions than the limit.
    quiz/unknown-axis An option moves an axis that the quiz does not have.
    quiz/unusable-move A move is not a number, is too large, or has too many digits.
    quiz/unknown-value A condition of a question compares with a text that is not a question, an option or a value of the pack's enums, or `goals` names no enum.
    quiz/unreachable-outcome No set of answers leads to a type or modifier. All sets are counted.
    quiz/never-asked The condition of a question is never true.
    quiz/asking-undecided A condition mentions more goals and answers than can be enumerated.
    quiz/other-share The exact share of a type, counted over all sets of answers to the quiz, differs from the declared one.
    score/no-quiz The pack has no quiz.
    score/axis-without-fact The quiz moves an axis that the rules do not declare as a fact.
    score/fact-without-axis The rules need a fact that the quiz does not measure.
    score/axis-without-ends The fact of an axis has no `min` and `max`.
    score/not-an-id The decision about the type yields a value that is not an id.
    score/too-many-combinations The unanswered questions lead to more combinations of sums than are counted.
    answers/wrong-shape Answers have to be a map from question to option, or a list of pairs.
    answers/unknown-question Unknown question.
    answers/unknown-option The question has no such option. The diagnostic does not contain the given one.
    answers/answered-twice A question is answered twice.
    answers/not-asked A question is answered that is not asked of this person; the answer is ignored.
    answers/missing Questions that everybody has to answer have no answer.
    answers/too-many More goals or answers are given than the limits: 1,000 `goals`, 10,000 `answers`.
    answers/not-a-locale The locale is not a language tag.
    examples/unknown-method The file name of an example request is not the name of a method, so the file is not read.
    request/unknown-fact No module declares a fact of this name.
    request/wrong-fact A fact has a value of another type.
    request/fact-range A fact's value is outside its range.
    request/supplied-fact A fact that the clock or the ranking provides cannot be given.
    request/moment A value is not an instant, date or time.
    request/no-moment The request has neither `now` nor `date`.
    request/not-handed-in The request contains records of a kind whose records are in the pack.
    request/no-candidates A ranking orders records of the request, which contains none.
    request/fact-value An app gives a fact a value that a request cannot represent, such as infinity (`TerrainKit` only).
    request/wrong-candidate A record in the request does not match the schema of its kind.
    request/unknown-record A fact has to be the id of a record.
    request/not-loaded A module was not loaded for this operation.
    decide/unknown-decision The rules have no such decision.
    decide/unknown-fact The rules declare no such fact.
    decide/facts-shape Facts have to be a map from names to values.
    response/no-json A value of a response cannot be represented in JSON.
    log/not-a-list `logs` has to be a list of records.
    log/source A fact from logs needs exactly one source.
    log/not-a-record A record of a day has to be a map of fields.
    log/no-date A record has neither a date nor an instant.
    log/bad-date A value is not a date of the calendar.
    log/bad-instant A value is not an instant, so the day, or the order of two records, is unknown.
    log/unknown-field No rule reads a field of this name: a misspelling, or a field of another program.
    log/wrong-value A field has a value of another type, or one that its enum does not have. The field is then unknown.
    log/out-of-range A value is outside the range that its field declares. The field is then unknown.
    log/seconds A duration is negative or longer than plausible, such as that of a timer that was left running.
    engine/not-a-map A part of the result of a decision has to be a map.
    engine/wrong-field A part of the result of a decision has another type than the engine needs.
    engine/unknown-field A part of the result of a decision is unknown to the engine.
    insight/page A page has to be a list of parts.
    insight/part A part of a page has exactly one function.
    insight/part-twice Two parts of a page have the same id.
    insight/unknown-decision A part names an unknown decision.
    insight/no-choices A decision of a slot has to yield messages.
    insight/unknown-layer A part reserves a place for an unknown layer.
    insight/unknown-message A decision chooses a message that the pack does not have.
    insight/unknown-ranking A page shows a ranking of a module that is not a ranking.
    insight/not-used A page shows a decision or a ranking of a module that is not in its own `uses`. Only used modules are loaded with a page.
    insight/no-record A part shows fields of a fact that is not a record of the pack.
    insight/unknown-field A part shows a field that no record of the fact's type has.
    insight/no-quiz `signals` needs a quiz, and the pack has none.
    message/words-nothing A message has the name of one for a problem of a form, but there is no such field, or no such keyword.
    message/crowded-out A row chooses the message, but it is proved that wherever that row holds, earlier rows of the slot hold too and leave no place for it: by their number, their topic or what they oppose. Where this cannot be proved, nothing is reported.
    message/format A placeholder has a format that does not exist, is written wrong, or is not for values of this type.
    message/never-chosen Rows name the message, but it is proved that none of them can be reached: the conditions on the way exclude one another. A row whose own conditions exclude one another is `rules/dead-row`, which lists the messages that are never shown because of it.
    message/never-named No row, page or record names the message. Rule sets that name no message at all are not checked: their messages are chosen elsewhere.
    message/nothing-fills A text has a placeholder for which no row that chooses the message gives a value: the message would never be shown.
    message/unfilled A result shows a message without a value for one of its placeholders, or with a value that may be absent. The message is not shown then: the next one takes its place, or the fallback, and the response has a warning of this code.
    message/no-topic A slot (or several filled together) shows one message per topic, and this message has none, though others there do: it may appear beside one with the same content.
    message/plural-category A plural has a branch for a category that no number has in the language of the text.
    message/opposes-itself A message opposes its own topic. This has no effect: at most one message per topic is shown.
    message/opposes-nothing A message opposes a topic that no message has.
    message/no-text A message has no text.
    ranking/candidate A ranking needs exactly one fact with `per: candidate`.
    ranking/candidate-type Candidates have to be records of the pack or values of an enum.
    ranking/no-none The decision `excluded` never yields `none`, so every candidate is excluded.
    merge/field-type A table declares how a field merges with one of five keywords.
    merge/unknown-table A replica has a table that the pack does not declare.
    merge/key A key of a record has to be a text or a whole number.
    merge/no-clock Neither the record nor its fields have a time at which they were written, so the last writer is unknown.
    merge/replica Fields without a stamp need the id of the `replica`: a text without blanks, different for every device.
    merge/stamp A stamp is an instant, a blank, and the id of the replica that wrote; a set or a map has one for each element.
    merge/instant An instant is written as in RFC 3339 or PostgreSQL, with its offset.
    merge/day A day has to be a calendar day. It is never derived from an instant, which is a different day elsewhere.
    merge/not-json A value that JSON cannot represent, such as an infinity of YAML.
    check/unknown-kind The `kind` of a form is unknown, or its records are in the pack.
    check/no-kind The request has no `kind`, and the pack checks several kinds, or none.
    check/no-problems The module that checks a kind has no decision `problems`, or does not exist.
    check/problems `problems` has to be a list of records with `at` and `message`.
    check/wrong-record A record of the pack is of a kind that rules check, and they report a problem in it.
    check/unknown-record A field of a form is not the id of a record of the pack.
    check/not-a-choice A field of a form is not a value of its enum.
    timeline/nothing A module that is requested as a timeline has neither phases nor moves.
    timeline/no-beginning A module has `phases` but no `begins`.
    timeline/last-phase The last phase, and only that one, has neither `lasts` nor `rest`.
    timeline/several-rests Two phases have `rest`.
    timeline/no-end A phase has `rest`, but the window does not end.
    timeline/calendar Phases exceed the calendar.
    timeline/not-time `begins` or `ends` is not a timestamp.
    timeline/notices `notices` has to be a list of records with a message and its recipient.
    timeline/no-instant Phases depend on the instant, and the request has none.
    timeline/no-moves The request has a `move`, but the timeline has no moves.
    timeline/refused A move is not allowed in the present state; the allowed moves are listed. It is part of the response, and no notice is sent.
    timeline/clock-before `now` is before the beginning: the first phase, with fraction 0. A note in the response.
    timeline/clock-back `now` implies an earlier phase than `state`, which stays until the clock has caught up; the fraction is at least the one at which that phase begins. A note in the response.
    timeline/short-window The window is shorter than its phases. They keep their lengths, in order, until the window is over; the phase with `rest` has none, and `ends` stays as promised. A note in the response.
    timeline/empty-window The window does not end after it begins, so every phase is over at once. A note in the response.
    program/day The days of a program count from 1 without a gap.
    program/empty-day A day has no items.
    program/unknown A request names a program that the pack does not have.
    program/several-actions A request has more than one action.
    program/not-active An item is marked or a program is left, but no program is active.
    program/no-such-day The program has no such day.
    program/left-out The ranking `programs` excludes this program for the person of the request.
    program/locked A future day cannot be marked.
    program/no-such-item The day has no such item.
    engine/not-a-list The result of a decision has to be a list.
    log/field-not-optional A field of a log has to be an optional fact of a candidate, because every field may be absent on every day.
    log/merging Records of a day cannot be merged by this method: lists are united, numbers compared or added up.
    log/no-such-field A log has no field of this name, or none of the required type.
    trend/grade The grades of a change must contain `insufficient`.
    trend/no-series-fact The module `trend` needs the fact `series`.
    trend/series A series needs a name and a decision for its value on a day.
    trend/series-twice A series is declared twice.
    trend/summary A summary of the window has exactly one function.
    trend/not-a-number A decision over a day evaluated to infinity or not a number.
    account/levels `level` has to be an enum, so that its values have an order.
    account/steps `earned` has to be a list of steps, each with `add` or `times`.
    account/negative-amount A rule yields a negative number where an amount is expected.
    account/amount-limit A rule yields more than one event may add or take (`largestAmount`).
    account/period A period has to be a map of years, months, days, hours, minutes and `through`.
    account/terms The decision `lot` has an unknown key, or a wrong value.
    account/calendar A period ends after the year 9999.
    account/fact-type A fact that the account provides is declared with another type.
    account/unknown-event-type The fact `event_type` has a value that is no type of event.
    account/fact-optional A fact that not every event has is not declared optional.
    account/window A fact's `window` does not declare a window: a key has a wrong value, two keys do not go together, or a decision uses more than the event.
    account/window-name A `window` names an aggregate, a type of event, a cause, a part of the calendar or a decision that is unknown.
    account/window-overflow The sum of a window has more digits than an exact number can have.
    account/budgets The rules declare budgets that are none, a step draws on one that they do not declare, or a document of budgets or a grant is not what it has to be.
    account/lines Rules do not declare what deciding about lines needs, two lines of an event have one id, or a returned line has none.
    account/event-conflict The account has an event of this id with other content.
    account/event-id An event has an empty id.
    account/event-limit An account would have more events than the limit `mostEvents`.
    account/grants A new event brings `grants` of its own.
    account/unknown-unit A new event adds, takes or sends a unit that neither the rules nor the account have.
    account/unit-limit An account would have more units than the limit `mostUnits`.
    account/event-type The type of the event is unknown, or is not the one that the command applies.
    account/event-of A commit, cancel or refund has no `of`, the event that it refers to.
    account/event-field An event has a field that its type does not have, or a level that the program does not have.
    account/change An `adjust` needs the amount in `change`.
    account/unsigned An `adjust` or a `level` does not name who decided it, or why.
    account/time A value is not an instant.
    account/money A value is not money.
    account/currency Money is in another currency than the program's, or than other money of the account.
    account/supplied-fact A fact that the account and its events provide cannot be given.
    account/other-account An event names another account than the one that it is applied to.
    account/balance The balance of the given account is not the sum of its entries, or of its lots: the document was edited.
    account/document The given account contains a value that accounts do not have.
    account/folding Names the account of a file of events that the related diagnostic is about.
    account/line A line of a file of events is not an event, or one of a file of accounts not an account.
    account/claims The decision `claims` does not yield a list of claims, one of them has the name of a budget, or it reads `granted_claims`, which follows from it.
    account/benefit The decision `issued` does not yield a list of benefits, or too many for one event (`mostBenefits`), or an event names a benefit by what is not an id.
    account/costs The decision `costs` does not yield whole amounts of units other than the program's own, by unit.
    account/sent The decision `sent` does not yield a list of amounts for other accounts, or reads facts of the account; or `reached` does not yield a list of amounts for the account itself.
    account/member A member would have more rights than the limit `mostRights` of 100.
    account/not-grouped With `--grouped`, an account comes again after lines of other accounts.
    request/unknown-value A parameter is not one of the permitted values.
    request/number-range A number among the parameters is not whole, or is out of range.
    request/number-too-large A number is beyond the range of `double`, which would make it infinite. Infinity is written `.inf` in YAML.
    request/limit A request asks for more, or contains more, than permitted: days of a page (`days`), events of an account (`events`), values of replicas (`values`). `--limit` raises these limits.
    request/more-diagnostics A request has more problems than are reported: the first 100 are, and this is the number of the others. For the first 10 distinct undeclared names, a similar declared one is suggested.
    request/too-many A list among the parameters is longer than permitted.
    system/not-kept A file was needed that was not read when the pack and its rules were loaded. It is a defect of the program.
    system/changing A new version was refused because its files kept changing while they were validated.
    records/unknown-kind A request for records names a kind of which the pack has no records.
    records/unknown-id A request for records names an id that no record of the kind has.
    records/unknown-field A request for records asks for a field that no record of the kind has.
    records/wrong-values A request for records compares a field with an object, with more than a thousand values, or with a word that is not in the enum of the field.
    media/not-found The pack has no file at the path that a request for media names. Paths are relative to the pack's folder, and lead nowhere else.
    media/unknown-type Only pictures, sounds, films and PDF files of a pack are given out, by the ending of their names.
    rpc/not-a-request A request has to be an object.
    rpc/version A request needs the member `jsonrpc` with its version.
    rpc/no-method A request needs the name of its method as text.
    rpc/params Parameters have to be an object or a list.
    rpc/id The id of a request has to be a text, a number or null.
    rpc/unknown-member A member of a request is misspelled, and would have been ignored.
    rpc/empty-batch A batch has no requests.
    rpc/batch-size A batch has more requests than the limit `batch-size`.
    rpc/line-length A line is longer than the limit `line-length`; the rest of it is skipped.
    rpc/response-size A response is longer than the limit `response-size`; each response of a batch counts by itself.
    rpc/unknown-method Unknown method. `rpc.discover` describes all methods.
    rpc/by-position Parameters have to be given by name.
    rpc/cancelled The request was cancelled by `$/cancelRequest` or because the service ended, and has no result.
    rpc/cancel-id A cancellation needs the id of the request to cancel.
    rpc/not-serving A method about the service was called where none is running.
    rpc/not-supported The pack has no decisions or records for the method that was called.
    rpc/timeout `timeout_ms` is not a whole number of milliseconds within its range.
    rpc/deadline-exceeded The request was not answered within the milliseconds of its `timeout_ms`, and has no result.
    batch/unknown-method The method is unknown, or takes no parameters, so it cannot be batched.
    batch/no-thread The system could not create a thread.
    decisions/in-use A running process writes the log whose records are to be removed. Nothing was changed.
    decisions/not-a-record A line of a log is not an object of JSON that `--log-decisions` writes. Nothing was changed or evaluated.
    replay/nothing-compared The log has records, and none could be evaluated again: all were removed, masked, refused or answered by other versions.
    invariants/condition An invariant has neither `never` nor `always`, or both.
    invariants/too-many-values A parameter takes more values under `vary` than can be combined with others.
    invariants/unknown-parameter A path under `vary` leads to nothing that requests of the operation have.
    invariants/unknown-operation The operation under `for` is unknown, or has no result that depends on a request.
    invariants/never-applies The condition under `when` holds for none of the requests, so the invariant cannot fail.
    invariants/refused The operation refuses every request: it needs something that is not given.
    invariants/fails A condition has no value for some requests: it uses a field that is not there.
    invariants/violated A result is as it must never be, or is not as it must always be. The message has the smallest request that shows it; related locations are the rows responsible.
    impact/no-versions Two versions are compared, and the command names fewer or more.
    impact/unknown-operation `--for` names no operation that evaluates a request.
    impact/one-subject `--decision` is combined with `--for` or `--log`, which choose an operation.
    impact/unknown-decision `--decision` names a decision that neither version has.
    impact/several-operations A log of decisions has requests of several operations, and `--html` writes one page.
    impact/not-in-log The log of decisions has no requests, or none of the operation that is compared.
    impact/no-git The program `git`, which `--against` runs, cannot be run.
    impact/no-revision The repository has no such revision, or nothing under `ContentPacks` and `Rules` in it.
    population/not-found The pack has no population of this name.
    population/wrong-value A value of a population is not of the form or in the range that its place requires, or some people get a value that a fact does not take.
    population/wrong-source A map is not a source of values: it must have exactly one of the forms, and `pick` must name a kind with records.
    population/no-weight All weights of a choice are 0.
    population/unknown-fact A member of `person`, `day`, `form`, `facts` or `log.fields` is not a fact of the rules; or a person of a file has something else than facts or members of requests.
    population/no-quiz The population has answers, or exact shares are requested, and the pack has no quiz.
    population/unknown-answer The quiz has no such question or option.
    population/never-holds A condition holds for none of 500 people of the population.
    population/lacks-fact A page or a ranking cannot be made for people of the population, because they have no value of a fact that it needs.
    population/no-json A person cannot be written as JSON: an expression has a value that JSON does not have.
    population/too-fine Exact shares cannot be counted: the weights are too large, the goals are not independent choices, or a question depends on answers to others.
    population/unknown-operation `--for` names something that is not an operation over requests.
    population/wrong-file A file of people has something else than one request per line as a JSON object, or CSV whose columns are paths.
    quality/not-found The pack has no `quality.yaml`.
    quality/wrong-value A value of `quality.yaml` is out of its range, names an operation without lists or a figure that does not exist, or a gate has no single bound.
    quality/unknown-list A gate names a list that was not measured, or a figure that is not defined for it.
    quality/gate A figure does not keep the bound of its gate, and has not been accepted.
    quality/worse A figure is worse than in the committed baseline, by more than `slack`.
    where/unknown-name Nothing in the pack and its rules declares this name.
    rename/several-names Several things are called this, and it is not known which of them is to be renamed.
    rename/fixed-name The program evaluates this decision by its name, so that it has to keep it.
    rename/rules-have-mistakes While rules have mistakes, values and ids in them have no types, and some uses of a name would be missed.
    rename/bad-name The new name is not one that something of this kind can have.
    rename/name-taken Something of the same kind has the new name, or another name that expressions could mean.
    rename/not-written The name is meant at this location but is not written there as one word, such as the id of a record that is its file.
    rename/new-problems With the new name in all locations that are known, `terrain validate` would report something new. Nothing is written.
    file/elsewhere A file would be changed that neither belongs to the folder in which the command runs nor to anything that its command line names.
    init/bad-name A new pack or rule set cannot be called this, or a new module.
    init/file-exists A file that would be created exists, or a module of this name.
    init/no-rule-set A new module does not begin with the name of a rule set in the folder.
    init/no-part `--with` names a part that a new system does not have.
    init/no-template The files that a new system gets copies of are not beside the program.
    diagnostics/unknown-code No diagnostic has this code.
    book/unknown-locale The pack has no texts in the locale that a book is to be in.
    book/not-a-playground The file of `terrain book --interactive` is not a page that `bin/playground` wrote.
    book/other-playground The playground was made of another pack, or of an earlier state of this pack or its rules.
    init/no-ids The pack that `terrain init --from` is to copy, or its rule set, has no id.
    suppression/unused A comment suppresses a diagnostic that does not occur.
    suppression/no-reason A comment suppresses a diagnostic without giving a reason.
    baseline/not-a-baseline A file is not a baseline that `--write-baseline` has written.
    """#
}
