import Foundation
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues
import TerrainYAML
import TestSupport
import Testing

/// A small pack and its rules, the worked example of Documentation/engines.md, with whatever a test puts in their place.
struct DayFixture {
  /// Files of the pack folder `ContentPacks/small` and of the rules `Rules/small`, by their paths from the root.
  var files: [String: String] = Self.standard

  func load(pages: [Text] = ["insight"], rankings: [Text] = ["suggest"], quiz: Bool = false) throws -> DayEngine {
    try withTemporaryDirectory { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      return try DayEngine(
        LoadedSystem.load(
          packAt: folder.appending(path: "ContentPacks/small").path,
          rulesAt: folder.appending(path: "Rules/small").path,
          documents: SourceReader.read, contracts: DayEngine.contracts(pages: pages, rankings: rankings),
          kinds: quiz ? [ScoringEngine.quizKind] : []), pages: pages, rankings: rankings)
    }
  }

  /// What is complained of when it is loaded.
  func complaints(pages: [Text] = ["insight"], rankings: [Text] = ["suggest"]) throws -> [String] {
    do {
      _ = try load(pages: pages, rankings: rankings)
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.code): \($0.message)" + ($0.fix.map { " — \($0)" } ?? "") }
    }
  }

  static let standard: [String: String] = [
    "ContentPacks/Schemas/common.schema.json": """
    { "$defs": { "id": { "type": "string" }, "text": { "type": ["string", "object"] } } }
    """,
    "ContentPacks/Schemas/profiles.schema.json": """
    { "type": "object", "properties": { "kind": { "const": "profile" }, "items": { "type": "array", "items": { "$ref": "#/$defs/profile" } } },
      "$defs": {
        "tag": { "type": "string", "x-enum": "tag" },
        "profile": { "type": "object", "required": ["id", "label", "warmth", "avoid"], "properties": {
          "id": { "$ref": "common.schema.json#/$defs/id" },
          "label": { "$ref": "common.schema.json#/$defs/text" },
          "warmth": { "type": "integer" },
          "share": { "type": "object", "required": ["percent"], "properties": { "percent": { "type": "number" } } },
          "avoid": { "type": "array", "items": { "$ref": "#/$defs/tag" } } } } } }
    """,
    "ContentPacks/small/pack.yaml": """
    kind: pack
    id: small
    version: 1.0.0
    default_locale: en-US
    supported_locales: [en-US, zh-Hans]
    rules: { id: small, version: "^1.0.0" }
    kinds:
      profile: { schema: ../Schemas/profiles.schema.json, path: profiles.yaml }
      food: { path: foods.yaml }
      move: { path: moves.yaml }
      message: { path: messages.yaml }
    enums:
      tag: { values: [warming, cooling, calming, moving] }
      flag: { values: [nuts, milk] }
      season:
        values: [spring, summer, autumn, winter]
        labels: { winter: { en-US: Winter, zh-Hans: 冬 }, summer: Summer }
      need: { values: [calm, warmth], labels: { calm: Calm } }
      sign: { values: [cold, tense, tired] }
      layer: { values: [sign, weather, base] }
    records:
      offer:
        of: [food, move]
        fields:
          tags: list<tag>
          seasons: list<season>
          fits: list<profile_id>
          flags: { type: list<flag>, from: cautions.flags }
          shelf: optional<string>
      choice:
        fields: { message: message_id, layer: layer, priority: optional<int>, season: optional<season>, steps: optional<int> }
    """,
    "ContentPacks/small/profiles.yaml": """
    kind: profile
    items:
      - { id: cold, label: { en-US: Cold, zh-Hans: 寒 }, warmth: -3, avoid: [cooling], share: { percent: 12.5 } }
      - { id: warm, label: Warm, warmth: 3, avoid: [warming] }
    """,
    "ContentPacks/small/foods.yaml": """
    kind: food
    items:
      - { id: ginger,  tags: [warming, moving], seasons: [winter], fits: [cold], shelf: spice }
      - { id: pepper,  tags: [warming], seasons: [winter], shelf: spice }
      - { id: clove,   tags: [warming], seasons: [winter], shelf: spice }
      - { id: walnut,  tags: [warming], fits: [cold], cautions: { flags: [nuts] }, shelf: nut }
      - { id: mint,    tags: [cooling, calming], seasons: [summer], fits: [warm], shelf: herb }
      - { id: jujube,  tags: [warming, calming], shelf: fruit }
    """,
    "ContentPacks/small/moves.yaml": """
    kind: move
    items:
      - { id: breathing, tags: [calming] }
      - { id: swinging,  tags: [warming, moving] }
    """,
    "ContentPacks/small/messages.yaml": """
    kind: message
    items:
      - { id: head.tense, texts: { title: Slow down, text: One thing at a time. } }
      - { id: head.season, texts: { title: "A {season} day", text: { en-US: "It is {season}.", zh-Hans: "现在是{season}。" } } }
      - { id: do.breathe, topic: breath, texts: { text: Breathe out., why: It calms. } }
      - { id: do.ginger, topic: warm-drinks, opposes: [cold-drinks], texts: { text: Ginger tea. } }
      - { id: do.iced, topic: cold-drinks, texts: { text: Iced water. } }
      - { id: do.soup, topic: warm-drinks, texts: { text: Warm soup. } }
      - { id: do.walk, topic: walk, texts: { text: A walk. } }
      - { id: do.rest, topic: rest, texts: { text: A rest. } }
      - { id: dont.breath, topic: breath, texts: { text: Do not hold your breath. } }
      - { id: dont.rush, topic: rush, texts: { text: Do not rush. } }
      - { id: act.one, topic: act-one, texts: { text: One. } }
      - { id: act.two, topic: act-two, texts: { text: Two. } }
      - { id: act.three, topic: act-three, texts: { text: Three. } }
      - { id: none.left, texts: { text: Rest a little. } }
      - { id: why.fit, texts: { text: It fits you. } }
    """,
    "Rules/small/ruleset.yaml": """
    rules: 1
    id: small
    version: 1.0.0
    modules: { small.clock: clock.yaml, small.suggest: suggest.yaml, small.insight: insight.yaml, small.signs: signs.yaml }
    """,
    "Rules/small/clock.yaml": """
    rules: 1
    module: small.clock
    facts:
      month: { type: int, min: 1, max: 12 }
      hour: { type: int, min: 0, max: 23 }
      hemisphere: { type: string, values: [north, south], optional: true }
    decisions:
      northern_month: { value: "= hemisphere == optional.of('south') ? (month + 5) % 12 + 1 : month" }
      season:
        type: season
        hit: first
        rows:
          - { id: spring, when: { northern_month: "3..5" }, then: spring }
          - { id: summer, when: { northern_month: "6..8" }, then: summer }
          - { id: autumn, when: { northern_month: "9..11" }, then: autumn }
        otherwise: winter
      phase: { hit: first, rows: [{ id: morning, when: { hour: "5..16" }, then: morning }], otherwise: evening }
    """,
    "Rules/small/suggest.yaml": """
    rules: 1
    module: small.suggest
    uses: [small.clock]
    facts:
      item: { type: offer, per: candidate }
      days_since_shown: { type: int, per: candidate, optional: true }
      need: { type: need }
      person_type: { type: profile }
      safety: { type: list<flag> }
      done: { type: list<string>, max_size: 50 }
      weather: { type: string, values: [cold, hot], optional: true }
    parameters:
      circumstances_at_most: { value: 2, type: int, min: 0, max: 10 }
    decisions:
      need_tags:
        type: list<tag>
        hit: first
        rows:
          - { id: calm, when: { need: calm }, then: [calming] }
          - { id: warmth, when: { need: warmth }, then: [warming] }
        otherwise: []
      need_points:
        doc: What the need asks for.
        value: "= 3 * need_tags.filter(t, t in item.tags).size()"
      excluded:
        hit: first
        rows:
          - { id: safety, when: "safety.exists(f, f in item.flags)", then: safety }
          - { id: avoided, when: "person_type.avoid.exists(t, t in item.tags)", then: avoided }
          - { id: done, when: "item.id in done", then: done }
          - { id: off_need, when: { need_points: 0 }, then: off_need }
        otherwise: none
      fit_points: { value: "= person_type.id in item.fits ? 2 : 0" }
      season_points: { value: "= season in item.seasons ? 1 : 0" }
      weather_points:
        hit: sum
        rows:
          - { id: cold, when: { weather: cold, "'warming' in item.tags": true }, then: 2 }
          - { id: cold_moving, when: { weather: cold, "'moving' in item.tags": true }, then: 2 }
      circumstances: { value: "= math.least(circumstances_at_most, weather_points)" }
      score: { value: "= need_points + fit_points + season_points + circumstances" }
      alike:
        hit: collect
        rows:
          - { id: shelf, when: "item.shelf.hasValue()", then: { of: "= item.shelf.value()", most: 1, within: 3 } }
      note:
        type: optional<choice>
        hit: first
        rows: [{ id: fit, when: "fit_points > 0", then: { message: why.fit, layer: base } }]
        otherwise: ~
      fallback: { type: message_id, value: none.left }
      settings: { value: { limit: 4, ties: rotate } }
    """,
    "Rules/small/signs.yaml": """
    rules: 1
    module: small.signs
    facts:
      sign: { type: sign, per: candidate }
      weather: { type: string, values: [cold, hot], optional: true }
    decisions:
      excluded: { value: none }
      score:
        hit: sum
        rows: [{ id: cold_day, when: { weather: cold, sign: cold }, then: 2 }]
      settings: { value: { limit: 3, ties: written } }
    """,
    "Rules/small/insight.yaml": """
    rules: 1
    module: small.insight
    uses: [small.clock, small.suggest]
    facts:
      person_type: { type: profile }
      signs: { type: list<sign> }
      weather: { type: string, values: [cold, hot], optional: true }
    decisions:
      headline:
        type: choice
        hit: first
        rows: [{ id: tense, when: "'tense' in signs", then: { message: head.tense, layer: sign } }]
        otherwise: { message: head.season, layer: base, season: "= season" }
      dos:
        type: list<choice>
        hit: collect
        rows:
          - { id: base_soup, then: { message: do.soup, layer: base, priority: 1 } }
          - { id: base_walk, then: { message: do.walk, layer: base, priority: 2 } }
          - { id: base_rest, then: { message: do.rest, layer: base, priority: 3 } }
          - { id: hot, when: { weather: hot }, then: { message: do.iced, layer: weather } }
          - { id: cold, when: { weather: cold }, then: { message: do.ginger, layer: weather } }
          - { id: tense, when: "'tense' in signs", then: { message: do.breathe, layer: sign } }
          - { id: cold_sign, when: "'cold' in signs", then: { message: do.ginger, layer: sign } }
      donts:
        type: list<choice>
        hit: collect
        rows:
          - { id: breath, then: { message: dont.breath, layer: base } }
          - { id: rush, then: { message: dont.rush, layer: base } }
      actions:
        type: list<message_id>
        value: [act.one, act.two, act.three]
      focus: { hit: max, rows: [{ id: tired, when: "'tired' in signs", then: 2 }], otherwise: 0 }
      page:
        value:
          - { id: headline, choose: headline, style: title }
          - { id: dos, choose: dos, limit: 3, per_layer: 2, least: { sign: 1, base: 1 }, beside: advice }
          - { id: donts, choose: donts, limit: 2, beside: advice }
          - { id: action, choose: actions, rotate: 2 }
          - { id: focus, show: focus }
          - { id: season, show: clock.season }
          - { id: you, tell: person_type, fields: [label, warmth] }
          - { id: offers, rank: suggest, limit: 2 }
    """,
  ]
}

extension DayEngine {
  func request(_ text: String) throws -> DayRequest {
    try request(TerrainFixture.document(text, name: "request.yaml").root).request
  }

  func page(_ text: String, _ name: Text = "insight") throws -> Page {
    try DaySession(self).page(name, for: request(text))
  }

  func ranking(_ text: String, _ name: Text = "suggest", limit: Int? = nil) throws -> Ranking {
    try DaySession(self).ranking(name, for: request(text), limit: limit)
  }

  /// What a request is complained of.
  func complaints(_ text: String) throws -> [String] {
    do {
      return try request(TerrainFixture.document(text, name: "request.yaml").root).warnings.map(\.code)
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.path ?? "-") \($0.code)" + ($0.fix.map { " — \($0)" } ?? "") }
    }
  }
}

extension Page {
  subscript(_ id: Text) -> Content? { parts.first { $0.id == id }?.content }

  func said(_ id: Text) -> [Said] {
    if case .said(let said)? = self[id] { said } else { [] }
  }

  func messages(_ id: Text) -> [Text] { said(id).map(\.message) }
}
