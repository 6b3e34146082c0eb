import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainYAML
import TestSupport

/// The shipped pack with everything that can be asked of it, and what tests know of its records without the engines.
struct ShippedPack: Sendable {
  static let pages: [Text] = ["today", "insight", "constitution"]
  /// Rankings of things to eat, drink or do: what they name is offered.
  static let offers: [Text] = [
    "suggest", "capsule.routine", "capsule.movement", "swaps", "ingredients", "recommended", "programs",
  ]
  static let otherRankings: [Text] = ["needs", "insight.symptoms", "insight.lessons", "why"]

  struct Item: Sendable {
    let tags: Set<Text>
    let goals: Set<Text>
    let flags: Set<Text>
  }

  let engine: InsightEngine
  let inputs: [DayInput]
  /// Ingredients, routines, movements, programs and lessons, each with the tags and flags of everything that it is made of or
  /// leads to.
  let items: [Text: Item]
  /// What each type avoids.
  let avoided: [Text: Set<Text>]
  let opposed: [Text: Set<Text>]
  let topics: [Text: Text]
  /// By message, the flags of the ingredients whose names are in its words; by the name or by what is made of it: gingery.
  let flagsNamed: [Text: Set<Text>]

  /// The pack at `path` with `rules`. Where its records are `random`, nothing holds what one says to what the other says, and
  /// nothing holds messages to what they name.
  init(
    at path: String = TerrainFixture.pack, rules: String = TerrainFixture.rules, random: Bool = false
  ) throws {
    engine = try InsightEngine(
      LoadedSystem.load(
        packAt: path, rulesAt: rules, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: Self.pages, rankings: Self.offers + Self.otherRankings),
        kinds: [ScoringEngine.quizKind]),
      pages: Self.pages, rankings: Self.offers + Self.otherRankings)
    let pack = engine.pack
    inputs = DayInput.all(pack)
    func words(_ node: Node?) -> Set<Text> {
      guard let node, node.kind == .list else { return [] }
      return Set(node.elements.compactMap(\.text))
    }
    var items: [Text: Item] = [:]
    // What something is made of comes before it.
    for kind in ["ingredient", "routine", "movement", "lesson", "program"] as [Text] {
      for record in pack.records(of: kind) {
        let node = record.node
        var tags = words(node["tags"])
        var flags = words(node["cautions"]?["flags"])
        let days = node["days"].map { Array($0.elements) } ?? []
        var parts = words(node["ingredient_refs"]).union(
          [node["cta"]?["routine_ref"]?.text, node["cta"]?["movement_ref"]?.text].compactMap(\.self))
        for day in days {
          parts.formUnion(words(day["routine_refs"]).union(words(day["movement_refs"])))
          if let lesson = day["lesson_ref"]?.text { parts.insert(lesson) }
        }
        for part in random ? [] : parts {
          guard let known = items[part] else { throw DayFixtureError.unknownPart(part, of: record.id) }
          flags.formUnion(known.flags)
          // A warming spice does not make a cool dish warm; a day of a program is what its parts are.
          if kind == "program" || kind == "lesson" { tags.formUnion(known.tags) }
        }
        items[record.id] = Item(tags: tags, goals: words(node["goals"]), flags: flags)
      }
    }
    self.items = items
    avoided = Dictionary(
      uniqueKeysWithValues: pack.records(of: "profile").map { ($0.id, words($0.node["avoid_tags"])) })
    let messages = pack.records(of: "message")
    opposed = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, words($0.node["opposes"])) })
    topics = Dictionary(
      uniqueKeysWithValues: messages.compactMap { message in message.node["topic"]?.text.map { (message.id, $0) } })
    let names = pack.records(of: "ingredient").compactMap { record -> (name: String, flags: Set<Text>)? in
      guard let name = record.node["name"]?["common"]?["en-US"]?.text else { return nil }
      return (name.string.lowercased(), words(record.node["cautions"]?["flags"]))
    }
    var named: [Text: Set<Text>] = [:]
    for message in random ? [] : messages {
      for (_, text) in message.node["texts"].map({ Array($0.members) }) ?? [] {
        let spoken = (text["en-US"]?.text ?? text.text)?.string.lowercased() ?? ""
        let said = " " + spoken.map { $0.isLetter ? String($0) : " " }.joined() + " "
        // "pears" and "milky" name what "pear" and "milk" do; "corner" does not name corn.
        for (name, flags) in names where ["", "s", "es", "y"].contains(where: { said.contains(" \(name)\($0) ") }) {
          named[message.id, default: []].formUnion(flags)
        }
      }
    }
    flagsNamed = named
  }

  private enum DayFixtureError: Error { case unknownPart(Text, of: Text) }

  func words(_ vocabulary: Text) -> [Text] {
    engine.pack.vocabularies.first { $0.name == vocabulary }?.values ?? []
  }

  /// The values of an input.
  func values(_ name: String) -> [String?] { inputs.first { $0.name == name }?.values ?? [] }

  /// A day with the values at these positions, and the first of every other input.
  func day(_ row: [Int], number: Int) throws -> ShippedDay {
    var values: [String: String] = [:]
    for (input, position) in zip(inputs, row) { values[input.name] = input.values[position] }
    return try ShippedDay(values, number: number, engine)
  }

  /// A day with these values, as JSON, and the first value of every other input.
  func day(_ own: [String: String], number: Int = 1) throws -> ShippedDay {
    var values: [String: String] = [:]
    for input in inputs { values[input.name] = own[input.name] ?? input.values[0] }
    return try ShippedDay(values, number: number, engine)
  }
}

/// A day of somebody.
struct ShippedDay: Sendable {
  let text: String
  let request: DayRequest
  let profile: Text
  let safety: [Text]
  let done: Set<Text>

  init(_ values: [String: String], number: Int, _ engine: InsightEngine) throws {
    func two(_ digits: String?) -> String { (digits ?? "1").count == 1 ? "0\(digits ?? "1")" : digits ?? "1" }
    let month = two(values["month"])
    var fields = [
      "\"person_id\": \"p-\(number)\"", "\"now\": \"2026-\(month)-15T\(two(values["hour"])):30\"",
    ]
    if let locale = values["locale"] { fields.append("\"locale\": \(locale)") }
    let ids = "[\"ginger\", \"rice\", \"headline.low-flame.ember\", \"warm-start-congee-full\"]"
    switch values["shown"] {
    case "yesterday": fields.append("\"shown\": {\"2026-\(month)-14\": \(ids)}")
    case "long ago": fields.append("\"shown\": {\"2026-\(month)-01\": \(ids), \"2025-01-01\": [\"mint\"]}")
    default: break
    }
    let facts = values.filter { !DayInput.besideFacts.contains($0.key) }.sorted { $0.key < $1.key }
    fields.append("\"facts\": {\(facts.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}")
    text = "{\(fields.joined(separator: ", "))}"
    let root = try TerrainFixture.document(text).root
    request = try engine.request(root).request
    profile = root["facts"]?["profile"]?.text ?? ""
    safety = root["facts"]?["safety"].map { Array($0.elements.compactMap(\.text)) } ?? []
    done = Set(root["facts"]?["done"].map { Array($0.elements.compactMap(\.text)) } ?? [])
  }
}
