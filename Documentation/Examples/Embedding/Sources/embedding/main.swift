import Foundation
import TerrainKit

// What an app does between its first screen and its second: load the pack it ships, score a quiz, tell the day.

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: embedding PACK    (made by: terrain build ContentPacks/terrain)")
  throw CancellationError()
}
let terrain = try Terrain.load(URL(fileURLWithPath: path))
print("Content \(terrain.pack.version)")

// A quiz step by step: what comes next depends on the answers so far.
if let question = try terrain.nextQuestion(after: [:]).question?.text { print("First question: \(question)") }
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

for part in try terrain.page("today", for: request).parts {
  guard case .messages(let messages) = part.content, let text = messages.first?[part: "text"] else { continue }
  print(text)
}
for item in try terrain.suggest(request, limit: 3).items {
  if let label = item.label?.text { print("Try \(label)") }
}

// Typed results of the person's log: members have names of Swift, days are `LocalDay`, instants are `Date`.
struct Log: Encodable { let date: String; let moodRating: Int; let completedRoutineIds: [String] }
struct Weeks: Encodable { let personId, now: String; let facts: [String: String]; let logs: [Log] }
let encoder = JSONEncoder()
encoder.keyEncodingStrategy = .convertToSnakeCase
let logs = (1...14).map { day in
  Log(
    date: day < 10 ? "2026-02-0\(day)" : "2026-02-\(day)", moodRating: day < 8 ? 4 : 8,
    completedRoutineIds: day == 5 ? [] : ["ginger-honey-tea-lite"])
}
let person = ["profile": type, "modifier": modifier]
let weeks = try Request(encoding: Weeks(personId: "anna", now: "2026-02-14", facts: person, logs: logs), with: encoder)
let streak = try terrain.streak(weeks).streak
print("\(streak.current) days in a row, \(streak.longest) at most")
for trend in try terrain.trend(weeks).trends {
  if let label = trend.label, let grade = trend.gradeLabel { print("Trend of \(label): \(grade)") }
}

// A decision is for the app's own code: its value is not shown.
if try terrain.decide("types.thermal", facts: ["cold_heat": -4]).value.isText("cold") { print("A warm day is planned") }
