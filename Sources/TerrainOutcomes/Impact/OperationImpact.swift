import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainRules
import TerrainValues

/// Who would get something else from an operation if one version of a pack and its rules took another's place: how many, from what to
/// what, by group, with the smallest example and the rows responsible.
package struct OperationImpact: Sendable {
  /// People whose results differ at one place in the same way.
  package struct Change: Sendable {
    /// From what; nil where the old version has nothing there.
    package let from: String?
    /// To what; nil where the new version has nothing there.
    package let to: String?
    /// How many.
    package var count: Int
    /// The smallest request that shows it.
    package var example: Example
    /// The rows that fire for the example in the old version only, and in the new one only.
    package var rows: (old: [FiredRow], new: [FiredRow]) = ([], [])
  }

  /// A request as an example.
  package struct Example: Sendable {
    /// Its number, from 0.
    package let index: Int
    /// Its id, where it has one.
    package let id: String?
    /// Its size, in bytes of JSON.
    package let size: Int
  }

  /// A place in results at which some differ.
  package struct Difference: Sendable {
    /// Where, as a path without indices; `[]` is an element of a list, `[0]` its first one.
    package let path: String
    /// For how many people.
    package internal(set) var count = 0
    /// The changes, the most frequent first.
    package internal(set) var changes: [Change] = []
    /// Changes beyond ``OperationImpact/mostChanges`` kinds at one place.
    package internal(set) var others = 0
    /// Numbers that became greater, and those that became less.
    package internal(set) var (greater, less) = (0, 0)
    /// The sum of what numbers changed by.
    package internal(set) var sum = 0.0

    init(path: String) { self.path = path }
  }

  /// The people of one group.
  package struct Group: Sendable {
    /// What they have in common.
    package let name: String
    /// How many there are.
    package internal(set) var people = 0
    /// How many of them would get something else.
    package internal(set) var changed = 0
  }

  /// The operation.
  package let operation: String
  /// How many people were compared.
  package let people: Int
  /// How many of them would get something else.
  package let changed: Int
  /// The places that differ, the one with the most people first.
  package let differences: [Difference]
  /// The groups, the largest first; none where no field was named.
  package let groups: [Group]
  /// The parameters that differ.
  package let parameters: [RuleSetDifference.Parameter]

  /// Kinds of changes that are counted apart at one place.
  package static let mostChanges = 1000
  /// Changes of which a report shows an example with its rows.
  package static let explained = 12

  /// Compares the results of `operation` for `requests`, on all processors.
  ///
  /// - Parameter group: a path in the request, or in the old result, whose value is the group of a person.
  /// - Throws: what is wrong with the first request that neither version takes.
  package init(
    from old: ImpactVersion, to new: ImpactVersion, operation: AnyOperation, over requests: ImpactRequests,
    group: [Text]? = nil
  ) throws(DiagnosticError) {
    self.operation = operation.name
    people = requests.count
    let difference = RuleSetDifference(from: old.system.rules.ruleSet, to: new.system.rules.ruleSet)
    parameters = difference.parameters
    let name = operation.name
    let parts = max(1, min(WorkerThread.processors, requests.count / Self.peoplePerThread))
    let count = requests.count
    let tallies = ParallelMap.values(parts) { part -> Result<OperationTally, DiagnosticError> in
      do throws(DiagnosticError) {
        let comparison = OperationComparison(old, new, name, requests, group)
        for index in (count * part / parts)..<(count * (part + 1) / parts) { try comparison.compare(index) }
        return .success(comparison.tally)
      } catch {
        return .failure(error)
      }
    }
    var tally = OperationTally()
    for part in tallies { tally.add(try part.get()) }
    changed = tally.changed
    groups = tally.groups
    let comparison = OperationComparison(old, new, name, requests, group)
    var differences = tally.differences
    var explained = 0
    for index in differences.indices where explained < Self.explained {
      guard !differences[index].changes.isEmpty else { continue }
      differences[index].changes[0].rows = comparison.rows(differences[index].changes[0].example.index)
      explained += 1
    }
    self.differences = differences
  }

  /// Fewer people than this are not worth a thread.
  private static let peoplePerThread = 50
}
