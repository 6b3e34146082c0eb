import Synchronization
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// What the finite tables of a rule set were made of, for those who make them again: a column whose tests are the same has the classes that it
/// had, and a decision whose columns have them is the table that it was.
package final class ViewMemory: Sendable {
  /// Something that is tested of an input, by a decision.
  struct Source: Hashable {
    let decision: ObjectIdentifier
    /// Its position among what the decision tests.
    let position: Int
  }

  /// A column, and what it was made of.
  struct Column: Sendable {
    let sources: [Source]
    let domain: Domain
    let classes: InputClasses
    /// A number that only columns of the same classes have.
    let version: Int
    /// Kept, so that no other is taken for it.
    let decisions: [DerivedValues]
  }

  /// The values that an input can have.
  struct Domain: Sendable {
    let type: CELType
    let isOptional: Bool
    let minimum: Value?
    let maximum: Value?

    func isEqual(to other: Domain) -> Bool {
      type == other.type && isOptional == other.isOptional && minimum.isEqual(to: other.minimum)
        && maximum.isEqual(to: other.maximum)
    }
  }

  /// A table, and the columns that it was made with, by number and version.
  struct Table: Sendable {
    let columns: [Int]
    let table: TableView.Table
    /// Kept, so that no other is taken for it.
    let decision: DerivedValues
  }

  private struct State {
    var columns: [ConditionInput: Column] = [:]
    var tables = RecentValues<ObjectIdentifier, Table>(rounds: 8)
    var last = 0
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// A view is made.
  func begin() { state.withLock { $0.tables.begin() } }

  /// The column of `input`, as it was.
  func column(_ input: ConditionInput) -> Column? { state.withLock { $0.columns[input] } }

  /// Keeps the columns of a view, in the place of those before it.
  func keep(_ columns: [ConditionInput: Column]) { state.withLock { $0.columns = columns } }

  /// A number that nothing has.
  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// The table of `decision`, where it was made with `columns`.
  func table(_ decision: DerivedValues, _ columns: [Int]) -> TableView.Table? {
    let known = state.withLock { $0.tables.value(of: ObjectIdentifier(decision)) }
    return known.flatMap { $0.columns == columns ? $0.table : nil }
  }

  /// Keeps a table, with a version that no other has.
  func keep(_ table: TableView.Table, of decision: DerivedValues, _ columns: [Int]) -> TableView.Table {
    var table = table
    table.version = nextNumber()
    let entry = Table(columns: columns, table: table, decision: decision)
    state.withLock { $0.tables.keep(entry, of: ObjectIdentifier(decision)) }
    return table
  }
}

extension InputClasses {
  /// Whether `other` has the same classes in the same order.
  func areEqual(to other: InputClasses) -> Bool {
    func same(_ a: TableView.Bound?, _ b: TableView.Bound?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return a.isClosed == b.isClosed && a.value.isEqual(to: b.value)
    }
    return classes.count == other.classes.count
      && zip(classes, other.classes).allSatisfy { a, b in
        guard same(a.lower, b.lower), same(a.upper, b.upper) else { return false }
        guard let first = a.witness, let second = b.witness else { return a.isAbsent && b.isAbsent }
        return first.isEqual(to: second)
      }
  }
}
