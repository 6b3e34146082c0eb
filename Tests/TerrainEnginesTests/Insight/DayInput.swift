import TerrainBase
import TerrainEngines
import TerrainRules
import TestSupport

/// One thing that a day depends on, and the values it takes in tests of the shipped pack.
struct DayInput: Sendable {
  let name: String
  /// As JSON; nil where it is not given.
  let values: [String?]

  private init(_ name: String, _ values: [String?]) {
    self.name = name
    self.values = values
  }

  /// What stands beside the facts in a request, and what the clock says.
  static let besideFacts: Set<String> = ["locale", "month", "hour", "shown"]

  /// Everything that the shipped pages and rankings look at. Of numbers, both sides of each of the rules' limits.
  static func all(_ pack: Pack) -> [DayInput] {
    func words(_ vocabulary: Text) -> [String?] {
      pack.vocabularies.first { $0.name == vocabulary }?.values.map { "\"\($0)\"" } ?? []
    }
    func ids(_ kind: Text) -> [String?] { pack.records(of: kind).map { "\"\($0.id)\"" } }
    func lists(_ words: [String?]) -> [String?] { words.map { word in word.map { "[\($0)]" } } }
    let axes = ["-10", "-7", "-3", "-1", "0", "1", "3", "7", "10"]
    let minutes = [nil, "0", "480", "1439"]
    let settings = [nil, "\"set\"", "\"off\"", "\"default\""]
    return [
      DayInput("profile", ids("profile")),
      DayInput("modifier", ids("modifier")),
      DayInput(
        "symptoms", ["[]"] + lists(words("quick_symptom")) + [#"["cold", "tired"]"#, #"["stressed", "stiff"]"#]),
      DayInput("month", (1...12).map { "\($0)" }),
      DayInput("hour", ["0", "4", "5", "7", "11", "12", "16", "17", "19", "21", "22"]),
      DayInput("hemisphere", [nil, "\"north\"", "\"south\""]),
      DayInput("locale", [nil, "\"en-US\"", "\"zh-Hans\"", "\"fr\""]),
      DayInput("shown", [nil, "yesterday", "long ago"]),
      DayInput("goals", ["[]"] + lists(words("goal")) + [#"["sleep", "skin"]"#]),
      DayInput(
        "safety",
        ["[]"] + lists(words("safety_flag")) + [#"["pregnancy_caution", "allergen_milk", "caffeine"]"#]),
      DayInput("alcohol", [nil] + words("alcohol")),
      DayInput("smoking", [nil] + words("smoking")),
      DayInput("hydration", [nil] + words("hydration")),
      DayInput("sweat", [nil] + words("sweat")),
      DayInput("sleep", [nil] + words("sleep_quality")),
      DayInput("emotion", [nil] + words("emotion")),
      DayInput("thermal", [nil] + words("thermal_feeling")),
      DayInput("appetite", [nil] + words("appetite")),
      DayInput("stool", [nil] + words("stool")),
      DayInput("cycle", [nil] + words("cycle_phase")),
      DayInput("symptom_quality", [nil] + words("symptom_quality")),
      DayInput("fever", [nil, "true", "false"]),
      DayInput("signs", ["[]"] + lists(words("warning_sign"))),
      DayInput("troubles", ["[]"] + lists(words("trouble"))),
      DayInput("illness", ["[]"] + lists(words("symptom"))),
      DayInput("check_in", [nil] + words("check_result")),
      DayInput("locale_region", [nil] + ids("contact")),
      DayInput("body_flags", ["[]"] + lists(words("body_flag"))),
      DayInput("heart_rate", [nil, "38", "39", "119", "120"]),
      DayInput("steps", [nil, "0", "1999", "2000", "10000", "10001"]),
      DayInput("weather", [nil] + words("weather")),
      DayInput("sky", [nil, "\"clear\"", "\"drizzle\"", "\"blizzard\"", "\"blowing_dust\""]),
      DayInput("wind_kmh", [nil, "29.9", "30"]),
      DayInput("temperature_c", [nil, "5", "20", "32"]),
      DayInput("humidity", [nil, "0.25", "0.5", "0.75"]),
      DayInput("sleep_minutes", [nil, "29", "30", "359", "360"]),
      DayInput("need", [nil] + words("need")),
      DayInput("tier", [nil] + words("tier")),
      DayInput("done", ["[]", "[\"ginger\", \"rice\"]", "[\"warm-start-congee-full\", \"morning-qi-flow-full\"]"]),
      DayInput(
        "cabinet",
        ["[]", "[\"ginger\", \"honey\"]", "[" + ids("ingredient").compactMap(\.self).joined(separator: ",") + "]"]),
      DayInput("effectiveness", [nil, "{\"ginger\": 0.9, \"mint\": -1.0}", "{\"warm-start-congee-full\": 0.1}"]),
      DayInput("benefit", [nil] + words("benefit")),
      DayInput("category", [nil] + words("category")),
      DayInput("in_season", [nil, "true", "false"]),
      DayInput("spelled", [nil, "\"gin\"", "\"no such thing\""]),
      DayInput("instead_of", ids("routine")),
      DayInput("enrolled", [nil] + ids("program")),
      DayInput("finished", ["[]", "[" + ids("program").compactMap(\.self).joined(separator: ",") + "]"]),
      DayInput("cold_heat", axes),
      DayInput("def_excess", axes),
      DayInput("damp_dry", axes),
      DayInput("qi_stagnation", ["0", "1", "2", "4", "7", "10"]),
      DayInput("shen_unsettled", ["0", "1", "2", "4", "7", "10"]),
      DayInput("capsule_done", [nil, "true", "false"]),
      DayInput("reminders", [nil, "true", "false"]),
      DayInput("morning_setting", settings),
      DayInput("morning_minute", minutes),
      DayInput("evening_setting", settings),
      DayInput("evening_minute", minutes),
      DayInput("streak", [nil, "0", "3", "4", "1000"]),
    ]
  }

  /// Rows of values, by position, in which every two values of two inputs meet: greedy, and the same every time. Each row
  /// begins with the first pair that has not met, and takes for the other inputs, in random order, what meets most.
  static func coveringArray(_ sizes: [Int], seed: UInt64) -> [[Int]] {
    var random = SplitMix64(seed: seed)
    var starts: [Int] = []
    var total = 0
    for size in sizes {
      starts.append(total)
      total += size
    }
    // By the numbers of two values, the input that stands first before the other: whether they have still to meet.
    var open = [Bool](repeating: false, count: total * total)
    var pairs: [(Int, Int, Int, Int)] = []
    for a in sizes.indices {
      for b in sizes.indices where b > a {
        for x in 0..<sizes[a] {
          for y in 0..<sizes[b] {
            open[(starts[a] + x) * total + starts[b] + y] = true
            open[(starts[b] + y) * total + starts[a] + x] = true
            pairs.append((a, x, b, y))
          }
        }
      }
    }
    var rows: [[Int]] = []
    for (a, x, b, y) in pairs where open[(starts[a] + x) * total + starts[b] + y] {
      var row = [Int](repeating: -1, count: sizes.count)
      (row[a], row[b]) = (x, y)
      var chosen = [starts[a] + x, starts[b] + y]
      for input in sizes.indices.shuffled(using: &random) where row[input] < 0 {
        var best = (value: 0, meets: -1)
        let first = Int.random(in: 0..<sizes[input], using: &random)
        for step in 0..<sizes[input] {
          let value = (first + step) % sizes[input]
          let line = (starts[input] + value) * total
          let meets = chosen.count { open[line + $0] }
          if meets > best.meets { best = (value, meets) }
        }
        row[input] = best.value
        chosen.append(starts[input] + best.value)
      }
      for one in chosen { for other in chosen { open[one * total + other] = false } }
      rows.append(row)
    }
    return rows
  }
}
