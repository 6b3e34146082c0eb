import Foundation

/// How many cases tests try: a seeded part by default, all of them under `bin/test --long`, which sets `TERRAIN_LONG=1`.
public enum TestExtent {
  /// Whether every case is tried.
  public static let isLong = ProcessInfo.processInfo.environment["TERRAIN_LONG"] == "1"

  /// Returns `long` in a long run, else `usual`.
  public static func cases(_ usual: Int, long: Int) -> Int { isLong ? long : usual }
}
