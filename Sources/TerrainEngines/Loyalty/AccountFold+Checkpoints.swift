import TerrainRules
import TerrainBase

// Checkpoints, and the records that they need.

extension AccountFold {
  /// What became of the event `id` so far.
  func record(_ id: Text) -> EventRecord? { touched[id] ?? settled[id] ?? start.record(id) }

  /// Makes a checkpoint where the last one is far enough back.
  mutating func keepCheckpoint() {
    let last = checkpoints.all.last?.folded ?? start.checkpoint ?? 0
    guard let interval, folded - last >= interval else { return }
    settleRecords()
    checkpoints.append(
      Checkpoint(
        folded: folded, entries: start.entries + entries.count, state: state, windowsOf: rules.engine.fingerprint))
  }

  /// Notes what the records were that have changed since the last checkpoint.
  mutating func settleRecords() {
    let isFirst = checkpoints.all.isEmpty
    if isFirst, start.checkpoint == nil {
      // Nobody goes back to the beginning: there everything is as nothing was.
      if settled.isEmpty { swap(&settled, &touched) } else { settled.merge(replacingBy: touched) }
    } else {
      var before: [Text: EventRecord] = [:]
      for (id, record) in touched {
        if let old = settled[id] ?? start.record(id) { before[id] = old }
        settled[id] = record
      }
      if isFirst {
        replaced.merge(keepingFirst: before)
      } else {
        checkpoints.add(replaced: before, then: Checkpoints())
      }
    }
    touched.removeAll(keepingCapacity: true)
  }
}
