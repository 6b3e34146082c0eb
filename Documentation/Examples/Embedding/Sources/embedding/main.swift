import Foundation
import TerrainKit

// What an app does between its first screen and its second: load the pack it ships, score a quiz, tell the day.

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: embedding PACK    (made by: terrain pack build ContentPacks/terrain)")
  throw CancellationError()
}
let terrain = try Terrain.load(URL(fileURLWithPath: path))
print("Content \(terrain.pack.version)")

let answers = [
  "q1_run_temp": "always_cold", "q2_drinks_feel_best": "hot_tea", "q3_sweat_night": "not_sure",
  "q4_energy_pattern": "low_all_day", "q5_after_meals": "light_normal", "q6_environmental": "cold_weather",
  "q7_stress_response": "shuts_down", "q8_stools_usually": "normal", "q9_cravings": "sweet",
  "q10_body_tends": "normal", "q11_thirst_mouth": "sip_often_habit", "q12_mood_flow": "overthinking",
  "q13_sleep": "wake_at_night",
]
let score = try terrain.score(answers, goals: ["sleep"])
let type = score.outcome("type") ?? ""
let modifier = score.outcome("modifier") ?? ""
if let nickname = terrain.text("nickname", of: "type", type) { print("You are \(nickname)") }
if let label = terrain.text("label", of: "modifier", modifier) { print("With: \(label)") }

// The answers are scored for the page too: no fact about the person is copied.
let facts: [String: Value] = [
  "goals": Value(["sleep"]), "symptoms": Value(["stressed"]), "weather": "cold", "need": "calm",
]
guard let zone = TimeZone(identifier: "Asia/Singapore") else { throw CancellationError() }
let request = Request(
  id: "anna", now: Date(timeIntervalSince1970: 1_770_247_800), timeZone: zone, facts: facts, answers: answers)

for part in try terrain.today(request).parts {
  guard case .messages(let messages) = part.content, let text = messages.first?[part: "text"] else { continue }
  print(text)
}
for item in try terrain.suggest(request, limit: 3).items {
  if let label = item.label?.text { print("Try \(label)") }
}
// A decision is for the app's own code: its value is not shown.
if try terrain.decide("types.thermal", facts: ["cold_heat": -4]).value.isText("cold") { print("A warm day is planned") }
