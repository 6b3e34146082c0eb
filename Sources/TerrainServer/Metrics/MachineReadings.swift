import TerrainPlatform

/// What metrics read of the machine.
package struct MachineReadings: Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  let time: @Sendable () -> Int
  /// The memory and processor time of this process.
  let usage: @Sendable () -> ProcessUsage

  /// Readings of `time`, in nanoseconds since 1970-01-01T00:00:00Z, and `usage`.
  package init(time: @escaping @Sendable () -> Int, usage: @escaping @Sendable () -> ProcessUsage) {
    self.time = time
    self.usage = usage
  }

  /// The system's.
  package static let system = MachineReadings {
    let now = WallClock.now
    return now.seconds * 1_000_000_000 + now.nanoseconds
  } usage: {
    .now
  }
}
