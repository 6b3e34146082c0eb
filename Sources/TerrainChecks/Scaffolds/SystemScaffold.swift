import TerrainBase
import TerrainDocuments
import TerrainRules

extension Scaffold {
  /// A system to begin with: a pack, its rules with tests and a scenario, a population, schemas, and a file for CI.
  ///
  /// - Parameters:
  ///   - folder: The folder that gets `ContentPacks` and `Rules`.
  ///   - name: The id of the pack and of its rule set; nil for the name of the folder.
  ///   - date: Today, as RFC 3339 writes it.
  ///   - schemas: The folder of the published schemas, whose files are copied where the folder has none.
  /// - Throws: a name that cannot be used, files that exist, schemas that cannot be read.
  package static func system(
    in folder: String, name: String?, date: String, schemas: String?
  ) throws(DiagnosticError) -> Scaffold {
    let own = FilePath.name(Folder.realPath(folder) ?? FilePath.normal(folder))
    let id = try ScaffoldID(name ?? ScaffoldID.suggestion(own) ?? own)
    let (pack, rules) = ("\(folder)/ContentPacks/\(id.text)", "\(folder)/Rules/\(id.text)")
    let files = [
      (pack + "/pack.yaml", SystemTemplates.packManifest), (pack + "/messages.yaml", SystemTemplates.messages),
      (pack + "/populations/everyday.yaml", SystemTemplates.population),
      (rules + "/ruleset.yaml", SystemTemplates.ruleSet), (rules + "/today.yaml", SystemTemplates.module),
      (rules + "/tests/today.yaml", SystemTemplates.tests),
      (rules + "/scenarios/today.yaml", SystemTemplates.scenarios),
      (folder + "/.github/workflows/\(id.text).yaml", SystemTemplates.workflow),
    ].map { File($0.0, SystemTemplates.filled($0.1, id: id, date: date)) }
    return try Scaffold(files + copies(of: schemas, in: "\(folder)/ContentPacks/Schemas"))
  }

  /// The schemas that any pack and any rule set use.
  private static let commonSchemas = [
    "common", "pack", "messages", "tables", "population", "quality", "quality-baseline", "ruleset", "module",
    "rule-tests", "scenarios", "invariants",
  ]

  /// Copies of `schemas` for `folder`, where it does not exist: of those that any pack uses, or of all.
  static func copies(of schemas: String?, in folder: String, all: Bool = false) throws(DiagnosticError) -> [File] {
    if Folder.kind(of: folder) != nil { return [] }
    guard let schemas else { throw DiagnosticError(.noSchemas) }
    var files: [File] = []
    if all {
      for path in try ContentFiles.onDisk(under: schemas, endings: [".json"]) {
        let bytes = try SourceText.load(path: path).bytes
        files.append(File("\(folder)/\(FilePath.relative(path, to: schemas))", bytes: bytes))
      }
      return files
    }
    for name in commonSchemas {
      let source = try SourceText.load(path: "\(schemas)/\(name).schema.json")
      files.append(File("\(folder)/\(name).schema.json", bytes: source.bytes))
    }
    return files
  }
}

extension Diagnostic {
  fileprivate static var noSchemas: Diagnostic {
    Diagnostic(
      code: "new/no-schemas", message: "the program's schemas are missing, which the new folder gets copies of",
      place: nil, fix: "set TERRAIN_HOME to a folder with `ContentPacks/Schemas`")
  }
}

/// The files of a new system. `ID` and `PREFIX` are replaced by its names, `DATE` by today.
enum SystemTemplates {
  /// `template` for the system `id`.
  static func filled(_ template: String, id: ScaffoldID, date: String) -> String {
    template.replacing("ID", with: id.text).replacing("PREFIX", with: id.modulePrefix).replacing("DATE", with: date)
      + "\n"
  }

  static let packManifest = """
    # yaml-language-server: $schema=../Schemas/pack.schema.json
    # What can be said. `rules` names the rule set that decides when.
    kind: pack
    id: ID
    title: "ID"
    version: 0.1.0
    default_locale: en-US
    supported_locales: [en-US]
    updated_at: "DATET00:00:00Z"
    review: { status: draft, reviewed_by: [] }
    rules: { id: ID, version: "^0.1.0" }

    # Kinds of records, each with the schema and the file or folder of its records.
    kinds:
      message: { schema: ../Schemas/messages.schema.json, path: messages.yaml }

    # The types of results: a misspelled field or message id in a rule is reported.
    records:
      choice:
        doc: A message, and what its row gives for the words in braces.
        fields: { message: message_id, layer: layer, hour: optional<int> }

    enums:
      layer:
        doc: What a message is about, the most important first.
        values: [time, base]
    """

  static let messages = """
    # yaml-language-server: $schema=../Schemas/messages.schema.json
    # Texts without conditions: rules choose them by their ids. A row gives the values of the words in braces.
    kind: message
    items:
      - { id: greeting.day, texts: { text: "Good day." } }
      - { id: greeting.late, texts: { text: "Good evening. It is past {hour} o'clock." } }
      - { id: note.welcome, texts: { text: "Welcome. Take a look around." } }
      - { id: note.again, texts: { text: "Good to see you again." } }
    """

  static let population = """
    # yaml-language-server: $schema=../../Schemas/population.schema.json
    # Who the people are, for impact and quality. Weights are estimates; only their ratios matter.
    population: everyday
    doc: People on an ordinary day.
    start: "2026-01-05"
    offset: "+00:00"
    time: { between: [420, 1320], as: clock }
    day:
      visits: { weights: { "0": 3, "1": 2, "5": 1 } }
    """

  static let ruleSet = """
    # yaml-language-server: $schema=../../ContentPacks/Schemas/ruleset.schema.json
    rules: 1
    id: ID
    version: 0.1.0
    modules:
      PREFIX.today: today.yaml
    """

  static let module = """
    # yaml-language-server: $schema=../../ContentPacks/Schemas/module.schema.json
    rules: 1
    module: PREFIX.today
    doc: The page of a day; `terrain page today` shows it.

    facts:
      hour:   { type: int, min: 0, max: 23,     doc: "derived from the time of the request" }
      visits: { type: int, min: 0, max: 100000, doc: "how often the person has been here before" }

    parameters:
      late_from: { value: 18, type: int, min: 0, max: 23, doc: "the hour from which it is evening" }

    decisions:
      greeting:
        type: choice
        hit: first
        rows:
          - { id: late, when: { hour: ">= late_from" }, then: { message: greeting.late, layer: time, hour: "= late_from" } }
        otherwise: { message: greeting.day, layer: time }

      notes:
        type: list<choice>
        hit: collect
        rows:
          - { id: welcome, when: { visits: 0 },     then: { message: note.welcome, layer: base } }
          - { id: again,   when: { visits: "> 0" }, then: { message: note.again,   layer: base } }

      page:
        doc: The parts of the page, from top to bottom.
        value:
          - { id: greeting, choose: greeting, style: title }
          - { id: notes, choose: notes, limit: 3 }
    """

  static let tests = """
    # yaml-language-server: $schema=../../../ContentPacks/Schemas/rule-tests.schema.json
    tests: PREFIX.today
    cases:
      - name: the last minute of the day
        given:  { hour: 17 }
        expect: { greeting: { message: greeting.day, layer: time } }
      - name: from six on it is evening
        given:  { hour: 18 }
        expect: { greeting: { message: greeting.late, layer: time, hour: 18 } }
      - name: who is here for the first time is welcome
        given:  { visits: 0 }
        expect: { notes: [{ message: note.welcome, layer: base }] }
      - name: who was here before is greeted as somebody known
        given:  { visits: 1 }
        expect: { notes: [{ message: note.again, layer: base }] }
    """

  static let scenarios = """
    # yaml-language-server: $schema=../../../ContentPacks/Schemas/scenarios.schema.json
    doc: What people see.
    requests:
      anna: { page: today, person_id: anna, now: "2026-01-05T09:30:00Z", facts: { visits: 0 } }
    scenarios:
      - name: a first visit in the morning
        for: page
        request: anna
        expect: { "days[0].parts.greeting[*].message": [greeting.day], "days[0].parts.notes[*].message": [note.welcome] }
      - name: the same person in the evening, some visits later
        for: page
        request: { from: anna, now: "2026-01-09T19:00:00Z", facts: { visits: 4 } }
        expect:  { "days[0].parts.greeting[0].text": "Good evening. It is past 18 o'clock." }
    """

  static let workflow = """
    name: ID
    on: [push, pull_request]
    jobs:
      validate:
        runs-on: ubuntu-latest
        container: swift:6.1
        steps:
          - uses: actions/checkout@v4
          # `repository` is where your Terrain is.
          - uses: actions/checkout@v4
            with: { repository: OWNER/terrain, path: .terrain }
          - run: .terrain/bin/terrain validate ContentPacks Rules --strict
          - run: .terrain/bin/terrain test Rules
    """
}
