import TerrainBase

extension Diagnostic {
  /// What diagnostics have in common that one mistake leads to: a name that is misspelled where it is declared is
  /// unknown wherever it is used.
  package struct Cause: Sendable, Hashable {
    /// Equal for the diagnostics of one mistake.
    package var key: String
    /// The mistake itself, where it was identified: reported in place of the diagnostics it leads to. At most one.
    package var mistake: [Diagnostic]
    /// How many diagnostics have to share the cause before the mistake is reported instead of them.
    package var leastCount: Int
    /// The value that is not one of an enum, where that is the cause.
    package var value: Text?
    /// The enum's name.
    package var enumeration: Text?

    /// A cause called `key`.
    package init(_ key: String, mistake: Diagnostic? = nil, from leastCount: Int = 2) {
      self.key = key
      self.mistake = mistake.map { [$0] } ?? []
      self.leastCount = leastCount
    }
  }

  /// The diagnostic, as one that `cause` leads to.
  package func caused(by cause: Cause) -> Diagnostic {
    var result = self
    result.cause = cause
    return result
  }
}

extension [Diagnostic] {
  /// Other locations that one diagnostic lists at most; of more, it gives the number (`diagnostic-locations`).
  private static var mostLocations: Int { 10 }

  /// The diagnostics, with one for each cause: the mistake itself where it was identified, else the first of the gravest. The
  /// locations of the others are related to it.
  package func onePerCause() -> [Diagnostic] {
    var result: [[Diagnostic]] = []
    var positions: [String: Int] = [:]
    for diagnostic in self {
      if let key = diagnostic.cause?.key, let position = positions[key] {
        result[position].append(diagnostic)
      } else {
        if let key = diagnostic.cause?.key { positions[key] = result.count }
        result.append([diagnostic])
      }
    }
    return result.flatMap { Self.merged($0) }
  }

  /// The diagnostics; `scope` distinguishes their causes from those of other packs and rule sets.
  package func withCauses(in scope: String) -> [Diagnostic] {
    map { diagnostic in
      guard let cause = diagnostic.cause else { return diagnostic }
      var result = diagnostic
      result.cause?.key = "\(scope) \(cause.key)"
      return result
    }
  }

  /// The one diagnostic for `members`, which have one cause.
  private static func merged(_ members: [Diagnostic]) -> [Diagnostic] {
    let severity = members.map { $0.severity }.max() ?? .error
    let mistake = members.lazy.compactMap { $0.cause }.first { members.count >= $0.leastCount && !$0.mistake.isEmpty }
    guard var result = mistake?.mistake.first ?? members.first(where: { $0.severity == severity }) else { return [] }
    if members.count == 1, mistake == nil { return members }
    result.severity = severity
    var seen = Set(result.related.map { $0.place } + [result.place].compactMap { $0 })
    let others = members.filter { $0.place.map { seen.insert($0).inserted } ?? false }
    for (number, other) in others.prefix(mostLocations).enumerated() {
      guard let place = other.place else { continue }
      var message = other.message == result.message ? "also here" : other.message
      let rest = others.count - number - 1
      if number + 1 == mostLocations, rest > 0 {
        message += "; and at \(rest.counted("more location")) (limit `diagnostic-locations` of \(mostLocations))"
      }
      result.related.append(Diagnostic.Related(message: message, place: place))
    }
    return [result]
  }
}

extension Diagnostic.Cause {
  /// A name that is used and declared nowhere.
  package static func name(_ name: Text) -> Self { Self("name \(name)") }

  /// A value that is not one of an enum.
  package static func value(_ value: Text, of name: Text) -> Self {
    var cause = Self("value \(name) \(value)")
    (cause.value, cause.enumeration) = (value, name)
    return cause
  }

  /// A key that maps of one kind do not have.
  package static func key(_ key: Text, of what: String) -> Self { Self("key \(what) \(key)") }

  /// An id that no record has.
  package static func record(_ id: Text, of kinds: [Text]) -> Self {
    // In rules the ids of a kind are the values of an enum.
    Self.value(id, of: Text(kinds.map { "\($0)_id" }.joined(separator: ",")))
  }

  /// A type that is declared nowhere.
  package static func type(_ name: Text) -> Self { Self("type \(name)") }
}
