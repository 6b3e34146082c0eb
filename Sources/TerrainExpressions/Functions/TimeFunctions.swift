import TerrainBase

/// Instants and durations.
package enum TimeFunctions {
  static let declarations: [FunctionDeclaration] =
    [
      FunctionDeclaration(
        "timestamp",
        [
          Overload("timestamp_to_timestamp", [.timestamp], .timestamp, .unary(timestamp)),
          Overload("int64_to_timestamp", [.int], .timestamp, .unary(timestamp)),
          Overload("string_to_timestamp", [.string], .timestamp, cost: .linear, steps: 40, .unary(timestamp)),
        ]),
      FunctionDeclaration(
        "duration",
        [
          Overload("duration_to_duration", [.duration], .duration, .unary(duration)),
          Overload("string_to_duration", [.string], .duration, cost: .linear, steps: 40, .unary(duration)),
        ]),
    ] + TimestampField.allCases.map { $0.declaration }

  /// Converts seconds since 1970 or a text in RFC 3339.
  package static func timestamp(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .timestamp: return value
    case .int(let seconds):
      do throws(ArithmeticError) { return .timestamp(try Timestamp(seconds: seconds)) } catch {
        throw .overflow("a timestamp lies within the years 1 to 9999")
      }
    default:
      let text = try value.asText
      do throws(TimeParseError) { return .timestamp(try Timestamp(rfc3339: text)) } catch {
        throw .invalid("this text is not a timestamp such as `2026-02-04T12:00:00Z`: \(error)")
      }
    }
  }

  /// Converts a text such as `1h30m`.
  package static func duration(_ value: Value) throws(FunctionFailure) -> Value {
    if case .duration = value { return value }
    let text = try value.asText
    do throws(TimeParseError) { return .duration(try ExactDuration(parsing: text)) } catch {
      throw .invalid("this text is not a duration such as `1h30m`: \(error)")
    }
  }

  /// RFC 3339 in UTC without trailing zeros in the fraction.
  static func text(of timestamp: Timestamp) -> String { withoutTrailingZeros(timestamp.description, unit: "Z") }

  /// Seconds without trailing zeros in the fraction.
  static func text(of duration: ExactDuration) -> String { withoutTrailingZeros(duration.description, unit: "s") }

  private static func withoutTrailingZeros(_ text: String, unit: String) -> String {
    guard text.contains("."), text.hasSuffix(unit) else { return text }
    var digits = text.dropLast(unit.count)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return digits + unit
  }
}

/// A field of the local date and time of an instant, or a unit of a duration.
package enum TimestampField: String, CaseIterable, Sendable {
  case fullYear = "getFullYear"
  case month = "getMonth"
  case dayOfYear = "getDayOfYear"
  case dayOfMonth = "getDayOfMonth"
  case date = "getDate"
  case dayOfWeek = "getDayOfWeek"
  case hours = "getHours"
  case minutes = "getMinutes"
  case seconds = "getSeconds"
  case milliseconds = "getMilliseconds"

  /// The field that the overload `id` reads, so that a planner may resolve a constant zone once.
  package init?(overload id: Text) {
    guard
      let field = Self.allCases.first(where: {
        $0.overloadName == id.string || $0.overloadName + "_with_tz" == id.string
      })
    else { return nil }
    self = field
  }

  private var overloadName: String {
    switch self {
    case .fullYear: "timestamp_to_year"
    case .month: "timestamp_to_month"
    case .dayOfYear: "timestamp_to_day_of_year"
    case .dayOfMonth: "timestamp_to_day_of_month"
    case .date: "timestamp_to_day_of_month_1_based"
    case .dayOfWeek: "timestamp_to_day_of_week"
    case .hours: "timestamp_to_hours"
    case .minutes: "timestamp_to_minutes"
    case .seconds: "timestamp_to_seconds"
    case .milliseconds: "timestamp_to_milliseconds"
    }
  }

  fileprivate var declaration: FunctionDeclaration {
    let field = self
    var overloads = [
      Overload(
        Text(overloadName), member: true, [.timestamp], .int, steps: 16,
        .unary { value throws(FunctionFailure) in
          .int(field.value(at: try value.asTimestamp, in: .utc))
        }),
      Overload(
        Text(overloadName + "_with_tz"), member: true, [.timestamp, .string], .int, cost: .linear, steps: 100,
        .binary { value, zone throws(FunctionFailure) in
          .int(field.value(at: try value.asTimestamp, in: try TimestampField.zone(zone)))
        }),
    ]
    switch self {
    case .hours, .minutes, .seconds, .milliseconds:
      let id = Text(overloadName.replacingPrefix("timestamp", with: "duration"))
      overloads.append(
        Overload(
          id, member: true, [.duration], .int,
          .unary { value throws(FunctionFailure) in
            .int(field.value(of: try value.asDuration))
          }))
    default: break
    }
    return FunctionDeclaration(Text(rawValue), overloads)
  }

  /// The zone called `name`: an offset (`+08:00`, `02:00`), `UTC`, or a name of the IANA database.
  package static func zone(_ name: Value) throws(FunctionFailure) -> Zone {
    let text = try name.asText
    do throws(ZoneError) { return try Zone(named: text) } catch { throw .invalid("\(error)") }
  }

  /// The field's value at `instant` in `zone`. Months, days of the year, and ``dayOfMonth`` count from 0, ``date`` from 1; the week begins
  /// with Sunday, 0.
  package func value(at instant: Timestamp, in zone: Zone) -> Int64 {
    let local = zone.local(at: instant)
    return switch self {
    case .fullYear: Int64(local.date.year)
    case .month: Int64(local.date.month - 1)
    case .dayOfYear: Int64(local.date.dayOfYear - 1)
    case .dayOfMonth: Int64(local.date.day - 1)
    case .date: Int64(local.date.day)
    case .dayOfWeek: Int64(local.date.weekday % 7)
    case .hours: Int64(local.time.hour)
    case .minutes: Int64(local.time.minute)
    case .seconds: Int64(local.time.second)
    case .milliseconds: Int64(local.time.nanosecond / 1_000_000)
    }
  }

  /// The number of whole hours, minutes, or seconds of the duration. For milliseconds, only those of the last second, as CEL defines it.
  package func value(of duration: ExactDuration) -> Int64 {
    switch self {
    case .hours: duration.seconds / 3600
    case .minutes: duration.seconds / 60
    case .milliseconds: Int64(duration.nanoseconds / 1_000_000)
    default: duration.seconds
    }
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, with replacement: String) -> String {
    hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
  }
}
