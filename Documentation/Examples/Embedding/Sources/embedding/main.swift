import TerrainKit

// What an app does between its first screen and its second: load the pack it ships, score a quiz, tell the day.

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: embedding PACK    (made by: terrain pack build ContentPacks/terrain)")
  throw CancellationError()
}
let terrain = try Terrain.load(path)
print("\(terrain.pack.id) \(terrain.pack.version)")

let score = try terrain.score(
  [
    "q1_run_temp": "always_cold", "q2_drinks_feel_best": "hot_tea", "q3_sweat_night": "not_sure",
    "q4_energy_pattern": "low_all_day", "q5_after_meals": "light_normal", "q6_environmental": "cold_weather",
    "q7_stress_response": "shuts_down", "q8_stools_usually": "normal", "q9_cravings": "sweet",
    "q10_body_tends": "normal", "q11_thirst_mouth": "sip_often_habit", "q12_mood_flow": "overthinking",
    "q13_sleep": "wake_at_night",
  ], goals: ["sleep"])
let (type, modifier) = (score["type"] ?? "", score["modifier"] ?? "")
print("You are \(terrain.text("nickname", of: "type", type) ?? type.string), and \(modifier)")

var facts: [String: Value] = [
  "profile": .string(type), "modifier": .string(modifier), "goals": .list(["sleep"]),
  "symptoms": .list(["stressed"]), "weather": "cold", "need": "calm",
]
for axis in score.axes { facts[axis.axis.id.string] = .int(axis.value) }
let request = Request(id: "anna", date: "2026-02-05", time: "07:30", facts: facts)

for part in try terrain.today(request).parts {
  guard case .messages(let messages) = part.content, let first = messages.first, let text = first[part: "text"] else {
    continue
  }
  print("\(part.id): \(text)")
}
for item in try terrain.suggest(request, limit: 3).items { print("Try \(item.label?.text ?? item.id) (\(item.score))") }
print("thermal: \(try terrain.decide("types.thermal", facts: ["cold_heat": -4]).value)")
