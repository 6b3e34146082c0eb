import Foundation

/// How many cases tests try: a seeded part by default, all of them under `bin/test --long`, which sets `TERRAIN_LONG=1`.
///
/// What is tried in part is printed, so that no log passes for more than it is.
public enum TestExtent {
  /// Whether every case is tried.
  public static let isLong = ProcessInfo.processInfo.environment["TERRAIN_LONG"] == "1"

  /// Returns `long` in a long run, else `usual`. `cases` names them in the log.
  public static func count(_ usual: Int, long: Int, of cases: String) -> Int {
    if isLong { return long }
    report(usual, long, cases)
    return usual
  }

  /// Returns all elements in a long run, else about one of every `step`, chosen by a fixed seed. `cases` names them in the
  /// log.
  public static func sample<Element>(_ all: [Element], oneOf step: Int, of cases: String) -> [Element] {
    if isLong { return all }
    var random = SplitMix64(seed: UInt64(all.count))
    let part = all.filter { _ in random.next() % UInt64(step) == 0 }
    report(part.count, all.count, cases)
    return part
  }

  private static func report(_ count: Int, _ all: Int, _ cases: String) {
    print("PART: \(count) of \(all) \(cases); `bin/test --long` tries all")
  }
}
