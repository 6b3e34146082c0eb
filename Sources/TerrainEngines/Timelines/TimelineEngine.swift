import TerrainRules
import TerrainDocuments
import TerrainBase

/// Reports the state of something in the phases and states that a rule module declares.
///
/// Immutable; threads share one engine, each with a ``TimelineSession`` of its own.
package struct TimelineEngine: Engine {
  /// The pack, the rules and what is prepared of both.
  package let context: EngineContext
  let module: TimelineModule

  /// The module that is used where a request names no other.
  package static let usualModule: Text = "timeline"

  /// What the timeline of the module `name` requires of a rule set.
  package static func contract(_ name: Text) -> Contract { TimelineModule.contract(name) }

  /// What a module has of which one or the other makes it a timeline.
  package static let decisions = [TimelineModule.Names.phases, TimelineModule.Names.moves]

  /// An engine over `system`, which was loaded for ``contract(_:)`` of the module `name`.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  package init(_ system: LoadedSystem, module name: Text) throws(DiagnosticError) {
    context = try EngineContext(system)
    module = try TimelineModule(name, rules: system.rules.ruleSet)
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields that are read elsewhere.
  /// - Throws: everything that is wrong with it.
  package func request(_ node: Node, alsoKnown: [Text] = []) throws(DiagnosticError) -> TimelineRequest {
    try TimelineRequest(node, for: self, alsoKnown: alsoKnown)
  }
}

extension TimelineEngine {
  /// Whether a timeline's request itself gives the fact `name`, beside `facts`.
  package static func givesFact(_ name: Text) -> Bool { TimelineModule.Names.supplied.contains(name) }
}
