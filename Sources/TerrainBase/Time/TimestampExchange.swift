extension Timestamp {
  /// An instant as replicas exchange it: RFC 3339 or what PostgreSQL prints, exact to the microsecond, which is what
  /// databases keep. Digits beyond are cut, so that what comes back from one is equal to what went in.
  package init(exchanged text: Text) throws(TimeParseError) {
    let read: Timestamp
    do throws(TimeParseError) {
      read = try Timestamp(rfc3339: text)
    } catch let first {
      // What is not PostgreSQL's form either is diagnosed as the form with the `T`.
      do throws(TimeParseError) { read = try Timestamp(postgreSQL: text) } catch { throw first }
    }
    do throws(ArithmeticError) {
      self = try Timestamp(seconds: read.seconds, nanoseconds: Int64(read.nanoseconds / 1000 * 1000))
    } catch { throw .outOfRange }
  }

  /// RFC 3339 in UTC with exactly six digits of fraction: `2026-02-04T12:00:00.000000Z`. Equal instants are equal texts,
  /// and the order of texts is the order of instants.
  package var exchanged: String {
    let whole = LocalDateTime(self, offset: 0)
    let time = TimeOfDay(secondOfDay: whole.time.secondOfDay, nanosecond: 0)
    return "\(whole.date)T\(time).\(padded(UInt(nanoseconds.magnitude / 1000), 6))Z"
  }
}
