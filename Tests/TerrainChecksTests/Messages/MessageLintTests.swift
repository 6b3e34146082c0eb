import TerrainDocuments
import Testing

/// Messages that are never said, and topics.
@Suite struct MessageLintTests {
  private let tea = "  - { id: tea, topic: tea, texts: { text: Tea. } }\n"
  private let walk = "  - { id: walk, topic: walk, texts: { text: A walk. } }\n"
  private let rest = "  - { id: rest, topic: rest, texts: { text: A rest. } }\n"

  private func rules(_ rows: [String], slot: String = "limit: 1", more: String = "") -> String {
    """
      dos:
        type: list<choice>
        hit: collect
        rows:
    \(rows.map { "      - \($0)" }.joined(separator: "\n"))
    \(more)
      page: { value: [{ id: dos, choose: dos, \(slot) }] }
    """
  }

  @Test func messagesThatAreSaid() throws {
    let rows = [
      "{ id: tea, when: { weather: cold }, then: { message: tea, layer: high } }",
      "{ id: walk, when: { steps: '< 50' }, then: { message: walk, layer: low } }",
      "{ id: rest, when: { steps: '>= 50' }, then: { message: rest, layer: low } }",
    ]
    try TalkingPack(messages: tea + walk + rest, rules: rules(rows)).expect([])
  }

  // MARK: Words in braces

  @Test func wordsInBracesAreFilled() throws {
    let page = """
        count: { value: { message: tea, layer: high, cups: "= steps" } }
        page: { value: [{ id: count, choose: count }] }
      """
    let text = "  - { id: tea, topic: tea, texts: { text: 'Drink {cups} cups, 1️⃣{cupz}2️⃣.' } }\n"
    try TalkingPack(messages: text, rules: page)
      .expect(["message/nothing-fills"], "nothing fills `{cupz}`: no row that chooses this message gives `cupz`")
    try TalkingPack(messages: text.replacing("{cupz}", with: "{ cups }"), rules: page)
      .expect(["message/nothing-fills"], "nothing fills `{ cups }`: no row that chooses this message gives ` cups `")
    try TalkingPack(messages: text.replacing("1️⃣{cupz}2️⃣", with: "more than {cups}"), rules: page).expect([])
    // A second `{` is reported once, where braces are matched.
    try TalkingPack(messages: text.replacing("1️⃣{cupz}2️⃣", with: "{{cups}}"), rules: page)
      .expect(["pack/unclosed-brace"])
  }

  @Test func formatsAreOfTheTypeOfTheirValue() throws {
    let page = """
        count: { value: { message: tea, layer: high, cups: "= steps", kind: "= weather" } }
        page: { value: [{ id: count, choose: count }] }
      """
    func pack(_ text: String) -> TalkingPack {
      TalkingPack(messages: "  - { id: tea, topic: tea, texts: { text: '\(text)' } }\n", rules: page)
    }
    try pack("Drink {cups, plural, =0 {nothing} one {# cup of {cups}} other {# cups}}, {cups, number}.").expect([])
    try pack("Drink {cups, plural, one {a cup} other {1️⃣{cupz, number}2️⃣ cups}}.")
      .expect(
        ["message/nothing-fills"], "nothing fills `{cupz, number}`: no row that chooses this message gives `cupz`")
    try pack("Drink 1️⃣{kind, number}2️⃣ cups.")
      .expect(["message/format"], "`number` takes a number; `kind` is `optional<weather>`")
    try pack("Drink 1️⃣{cups, date}2️⃣.").expect(
      ["message/format"], "`date` takes a date: a timestamp, or a string such as `2026-03-05`; `cups` is `int`")
  }

  // MARK: Never named

  @Test func aMessageThatNoRuleNames() throws {
    let named = rules(["{ id: tea, when: { steps: '< 50' }, then: { message: tea, layer: high } }"])
    let messages = tea + "  - { id: 1️⃣walk2️⃣, topic: walk, texts: { text: A walk. } }\n"
    try TalkingPack(messages: messages, rules: named)
      .expect(["message/never-named"], "no rule names the message `walk`")
    // A record may name it instead.
    try TalkingPack(messages: messages, rules: named, cards: "  - { id: one, says: walk }\n").expect([])
  }

  @Test func headingsAndWordsInExpressionsAreNames() throws {
    let page = """
        dos: { type: list<choice>, value: [{ message: tea, layer: high }] }
        line: { type: message_id, value: "= steps > 10 ? 'walk' : 'tea'" }
        page: { value: [{ id: dos, choose: dos, heading: rest }, { id: line, choose: line }] }
      """
    try TalkingPack(messages: tea + walk + rest, rules: page).expect([])
  }

  @Test func rulesThatNameNoMessageLeaveThemToOthers() throws {
    try TalkingPack(messages: tea, rules: "  size: { value: \"= steps + (weather.hasValue() ? 1 : 0)\" }").expect([])
  }

  // MARK: Never chosen

  @Test func aMessageOfADeadRowIsReportedWithTheRow() throws {
    let rows = [
      "{ id: walk, then: { message: walk, layer: low } }",
      "{ id: tea, when: '1️⃣steps > 50 && steps < 202️⃣', then: { message: tea, layer: high } }",
    ]
    let found = try TalkingPack(messages: tea + walk, rules: rules(rows))
      .expect(["rules/dead-row"], "row `tea` can never fire: its conditions exclude one another")
    #expect(found.first?.related.map(\.message).last == "so `tea` is never shown")
  }

  @Test func aMessageOnAWayThatNothingLeadsTo() throws {
    let chain = """
        warm:
          type: choice
          hit: first
          rows: [{ id: hot, when: { weather: hot }, then: { message: walk, layer: low } }]
          otherwise: { message: tea, layer: low }
        line:
          type: choice
          hit: first
          rows: [{ id: hot, when: { weather: hot, steps: '< 50' }, then: "= warm" }]
          otherwise: { message: rest, layer: low }
        page: { value: [{ id: line, choose: line }] }
      """
    let messages = "  - { id: 1️⃣tea2️⃣, topic: tea, texts: { text: Tea. } }\n" + walk + rest
    try TalkingPack(messages: messages, rules: chain).expect(
      ["message/never-chosen"], "the message `tea` can never be chosen: no facts lead to what names it")
  }

  // MARK: Crowded out

  private let crowded = "  - { id: 1️⃣tea2️⃣, topic: tea, texts: { text: Tea. } }\n"
  private let never =
    "the message `tea` is always crowded out: whenever its row holds, others come before it and leave it no place"

  @Test func aMessageBehindOneThatIsAlwaysThere() throws {
    let rows = [
      "{ id: walk, then: { message: walk, layer: high } }",
      "{ id: tea, when: { weather: cold }, then: { message: tea, layer: low } }",
    ]
    let found = try TalkingPack(messages: crowded + walk, rules: rules(rows)).expect(["message/crowded-out"], never)
    #expect(found.first?.related.map(\.message) == ["`walk` comes before it"])
    // Another place is enough, and so is taking turns with it.
    try TalkingPack(messages: tea + walk, rules: rules(rows, slot: "limit: 2")).expect([])
    let turns = rows.map { $0.replacing("layer: low", with: "layer: high") }
    try TalkingPack(messages: tea + walk, rules: rules(turns, slot: "rotate: 7")).expect([])
  }

  @Test func aMessageBehindOthersThatAreThereTogether() throws {
    // Whatever the steps are, one of two is before it; one of them has its topic and one takes the only place.
    let rows = [
      "{ id: few, when: { steps: '< 50' }, then: { message: walk, layer: high } }",
      "{ id: cold, when: { weather: cold }, then: { message: rest, layer: middle } }",
      "{ id: tea, when: { weather: cold, steps: '< 20' }, then: { message: tea, layer: low } }",
    ]
    try TalkingPack(messages: crowded + walk + rest, rules: rules(rows, slot: "limit: 2"))
      .expect(["message/crowded-out"], never)
    let sometimes = rows.map { $0.replacing("steps: '< 20'", with: "steps: '< 60'") }
    try TalkingPack(messages: tea + walk + rest, rules: rules(sometimes, slot: "limit: 2")).expect([])
  }

  @Test func aMessageWhoseTopicIsAlwaysThere() throws {
    let rows = [
      "{ id: always, then: { message: more, layer: high } }",
      "{ id: tea, when: { weather: cold }, then: { message: tea, layer: low } }",
    ]
    let more = "  - { id: more, topic: tea, texts: { text: More tea. } }\n"
    try TalkingPack(messages: crowded + more, rules: rules(rows, slot: "limit: 4"))
      .expect(["message/crowded-out"], never)
    let opposed = "  - { id: more, topic: walk, opposes: [tea], texts: { text: No tea. } }\n"
    try TalkingPack(messages: crowded + opposed, rules: rules(rows, slot: "limit: 4"))
      .expect(["message/crowded-out"], never)
  }

  @Test func aKeptPlaceIsAPlace() throws {
    let rows = [
      "{ id: walk, then: { message: walk, layer: high } }",
      "{ id: rest, then: { message: rest, layer: high } }",
      "{ id: tea, when: { weather: cold }, then: { message: tea, layer: low } }",
    ]
    try TalkingPack(messages: tea + walk + rest, rules: rules(rows, slot: "limit: 2, least: { low: 1 }")).expect([])
    try TalkingPack(messages: crowded + walk + rest, rules: rules(rows, slot: "limit: 2, least: { high: 1 }"))
      .expect(["message/crowded-out"], never)
    try TalkingPack(messages: tea + walk + rest, rules: rules(rows, slot: "limit: 2, per_layer: 1"))
      .expect(["message/crowded-out"])
  }

  @Test func slotsBesideEachOther() throws {
    let rows = ["{ id: tea, when: { weather: cold }, then: { message: tea, layer: low } }"]
    let more = "  - { id: more, topic: tea, texts: { text: No tea. } }\n"
    let donts = """
        donts: { type: list<choice>, value: [{ message: more, layer: high }] }
        sure: { value: "= steps" }
        page: { value: [{ id: dos, choose: dos, beside: it }, { id: donts, choose: donts, beside: it }, { id: s, show: sure }] }
      """
    let beside = rules(rows).split(separator: "\n").dropLast().joined(separator: "\n") + "\n" + donts
    try TalkingPack(messages: crowded + more, rules: beside).expect(["message/crowded-out"], never)
    try TalkingPack(messages: tea + more, rules: beside.replacing(", beside: it", with: "")).expect([])
  }

  @Test func whatIsAlsoSaidElsewhereIsNotCrowdedOut() throws {
    let rows = [
      "{ id: walk, then: { message: walk, layer: high } }",
      "{ id: tea, when: { weather: cold }, then: { message: tea, layer: low } }",
    ]
    let more = "  line: { type: message_id, value: tea }"
    try TalkingPack(messages: tea + walk, rules: rules(rows, more: more)).expect([])
  }

  // MARK: Topics

  @Test func aMessageWithoutATopicAmongOthersThatHaveOne() throws {
    let rows = [
      "{ id: walk, when: { steps: '< 50' }, then: { message: walk, layer: high } }",
      "{ id: tea, then: { message: tea, layer: low } }",
    ]
    let messages = "  - { id: 1️⃣tea2️⃣, texts: { text: Tea. } }\n" + walk
    try TalkingPack(messages: messages, rules: rules(rows, slot: "limit: 2")).expect(
      ["message/no-topic"], "the message `tea` has no topic, and `dos` of the page `day` shows one message a topic")
    // Where there is one place, nothing stands beside it; where no message has a topic, none is kept apart.
    try TalkingPack(messages: messages.filter { !"1️⃣2️⃣".contains($0) }, rules: rules(rows)).expect([])
    try TalkingPack(
      messages: (messages.filter { !"1️⃣2️⃣".contains($0) }).replacing("topic: walk, ", with: ""),
      rules: rules(rows, slot: "limit: 2")
    ).expect([])
  }

  @Test func topicsThatAreOpposed() throws {
    let rows = ["{ id: tea, when: { steps: '< 50' }, then: { message: tea, layer: low } }"]
    func messages(_ opposes: String) -> String {
      "  - { id: tea, topic: tea, opposes: [\(opposes)], texts: { text: Tea. } }\n"
    }
    try TalkingPack(messages: messages("1️⃣tea2️⃣"), rules: rules(rows)).expect(
      ["message/opposes-itself"], "a message cannot oppose `tea`, which is its own topic")
    let found = try TalkingPack(messages: messages("1️⃣walk2️⃣"), rules: rules(rows)).expect(
      ["message/opposes-nothing"], "no message has the topic `walk`")
    #expect(found.first?.fix == "remove it, or write a message about it")
    try TalkingPack(messages: messages("1️⃣wolk2️⃣"), rules: rules(rows)).expect(
      ["pack/unknown-value"], "`wolk` is not a value of `topic`")
  }

  // MARK: Pages

  @Test func partsOfPagesArePointedAt() throws {
    let dos = "    dos: { type: list<choice>, value: [{ message: tea, layer: high }] }\n"
    func page(_ part: String) -> TalkingPack {
      TalkingPack(
        messages: tea,
        rules: dos.replacing("    dos", with: "  dos")
          + "  page:\n    value:\n      - { id: all, choose: dos }\n      - { id: a, \(part) }\n")
    }
    let found = try page("choose: 1️⃣day.doss2️⃣").expect(
      ["insight/unknown-decision"], "the part `a` of `talk.day.page` names the decision `day.doss`, which is not there")
    #expect(found.first?.fix == "did you mean `day.dos`?")
    try page("show: 1️⃣do2️⃣").expect(
      ["insight/unknown-decision"], "the part `a` of `talk.day.page` names the decision `do`, which is not there")
    try page("choose: dos, heading: 1️⃣teas2️⃣").expect(
      ["insight/unknown-message"],
      "the part `a` of `talk.day.page` names the message `teas`, which the pack does not have")
    try page("choose: dos, least: { 1️⃣lower2️⃣: 1 }").expect(
      ["insight/unknown-layer"],
      "the part `a` of `talk.day.page` keeps a place for the layer `lower`, which none of its rows has")
    try page("choose: dos, limit: 1️⃣02️⃣").expect(
      ["engine/wrong-field"], "`limit` of the part `a` of `talk.day.page` has to be a whole number, at least 1")
    try page("choose: dos, 1️⃣limits2️⃣: 2").expect(
      ["engine/unknown-field"], "the part `a` of `talk.day.page` has no `limits`")
    // A field that is only misspelled is reported once, where it is misspelled.
    try page("1️⃣cohose2️⃣: dos, limit: 2, per_layer: 1").expect(
      ["engine/unknown-field"], "the part `a` of `talk.day.page` has no `cohose`")
    try page("1️⃣rnak2️⃣: dos, limit: 2").expect(
      ["engine/unknown-field"], "the part `a` of `talk.day.page` has no `rnak`")
    try page("rank: 1️⃣dey2️⃣").expect(["insight/unknown-ranking"], "there is no module `dey` that ranks")
    try page("tell: 1️⃣steps2️⃣").expect(
      ["insight/no-record"],
      "the part `a` of `talk.day.page` refers to `steps`, which is not a fact with a record of the pack")
  }

  @Test(arguments: ["rank: 1️⃣cards2️⃣", "show: 1️⃣cards.score2️⃣", "choose: 1️⃣cards.fallback2️⃣"])
  func aPageShowsOnlyWhatItsModuleUses(_ part: String) throws {
    let pack = TalkingPack(messages: tea, rules: "  page:\n    value:\n      - { id: a, \(part) }\n")
      .replacing(
        "talk.day: day.yaml", in: "Rules/talk/ruleset.yaml", with: "talk.day: day.yaml, talk.cards: cards.yaml"
      )
      .replacing(
        "", in: "Rules/talk/cards.yaml",
        with: """
          rules: 1
          module: talk.cards
          facts: { sky: { type: weather, per: candidate } }
          decisions: { excluded: { value: none }, score: { value: "= sky == 'hot' ? 2 : 1" }, fallback: { type: message_id, value: tea } }
          """)
    let found = try pack.expect(
      ["insight/not-used"], "this page shows something of `talk.cards`, which its module does not use")
    #expect(found.first?.fix == "add `talk.cards` to `uses` of `talk.day`")
    try pack.replacing("module: talk.day", in: "Rules/talk/day.yaml", with: "module: talk.day\nuses: [talk.cards]")
      .replacing("1️⃣", in: "Rules/talk/day.yaml", with: "").replacing("2️⃣", in: "Rules/talk/day.yaml", with: "")
      // A score is that of one candidate, which a page has not.
      .expect(part.hasPrefix("show") ? ["rules/candidate-fact"] : [])
  }
}
