import TerrainBase
import TerrainExpressions
import Testing

@Suite struct TimeFunctionTests {
  @Test(
    arguments: [
      ("getFullYear", nil, 2009), ("getMonth", nil, 1), ("getDate", nil, 13), ("getDayOfMonth", nil, 12),
      ("getDayOfWeek", nil, 5),
      ("getDayOfYear", nil, 43), ("getHours", nil, 23), ("getMinutes", nil, 31), ("getSeconds", nil, 30),
      ("getMilliseconds", nil, 123), ("getDate", "Australia/Sydney", 14), ("getMinutes", "Asia/Kathmandu", 16),
      ("getHours", "02:00", 1), ("getFullYear", "-09:30", 2009), ("getSeconds", "-00:00", 30),
      ("getDayOfWeek", "UTC", 5),
      ("getDayOfYear", "US/Central", 43), ("getMilliseconds", "+08:00", 123),
    ] as [(Text, Text?, Int)])
  func fieldsOfAnInstant(_ name: Text, _ zone: Text?, _ field: Int) throws {
    let instant = try timestamp("2009-02-13T23:31:30.123456789Z")
    #expect((zone.map { call(name, instant, .string($0)) } ?? call(name, instant)) == "\(field)")
  }

  @Test func yearsBegin() throws {
    let instant = try timestamp("2021-01-01T00:30:00Z")
    #expect(call("getDayOfYear", instant) == "0")
    #expect(call("getDayOfYear", instant, "-01:00") == "365")
    #expect(call("getFullYear", instant, "America/St_Johns") == "2020")
    #expect(call("getDayOfWeek", try timestamp("2021-01-03T00:00:00Z")) == "0")
    #expect(call("getMilliseconds", try timestamp("1969-12-31T23:59:59.999Z")) == "999")
  }

  @Test func durationsInUnits() throws {
    let length = try duration("1h2m10.321456s")
    #expect(call("getHours", length) == "1")
    #expect(call("getMinutes", length) == "62")
    #expect(call("getSeconds", length) == "3730")
    #expect(call("getMilliseconds", length) == "321")
    #expect(call("getMinutes", try duration("-90s")) == "-1")
    #expect(call("getFullYear", length) == "error: no overload")
  }

  @Test func zonesThatAreNone() throws {
    let instant = try timestamp("2009-02-13T23:31:30Z")
    for zone in ["Not/There", "../etc/passwd", "", "25:00"] as [Text] {
      #expect(call("getHours", instant, .string(zone)).hasPrefix("error: invalid-argument: "))
    }
  }

  @Test func making() {
    #expect(call("timestamp", 1_000_000_000) == "timestamp(\"2001-09-09T01:46:40Z\")")
    #expect(call("timestamp", -62_135_596_801) == "error: overflow: a timestamp lies within the years 1 to 9999")
    #expect(call("timestamp", "2009-02-13T23:31:30Z") == "timestamp(\"2009-02-13T23:31:30Z\")")
    #expect(
      call("timestamp", "yesterday").hasPrefix(
        "error: invalid-argument: this text is not a timestamp such as `2026-02-04T12:00:00Z`: "))
    #expect(call("timestamp", "10000-01-01T00:00:00Z").hasPrefix("error: "))
    #expect(call("duration", "1h30m") == "duration(\"5400s\")")
    #expect(
      call("duration", "-320000000000s").hasPrefix(
        "error: invalid-argument: this text is not a duration such as `1h30m`: "))
    #expect(call("duration", "1 hour").hasPrefix("error: invalid-argument: "))
  }

  @Test func aConstantZoneCanBeFoundOnce() throws {
    let zone = try Zone(named: "Asia/Kathmandu")
    let field = try #require(TimestampField(overload: "timestamp_to_minutes_with_tz"))
    #expect(field.value(at: try Timestamp(rfc3339: "2009-02-13T23:31:30Z"), in: zone) == 16)
    #expect(TimestampField(overload: "duration_to_minutes") == nil)
  }
}
