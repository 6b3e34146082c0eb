import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// What a name in a module can mean.
enum NameTarget: Hashable {
  /// Index among the rule set's facts.
  case fact(Int)
  /// Index among the rule set's parameters.
  case parameter(Int)
  /// Index among the rule set's decisions.
  case decision(Int)
}

/// The names of one module: its own and those of the modules it uses, bare where they are unambiguous, and full.
///
/// A module's own name wins over one it could use; so adding a name to a used module breaks nothing.
struct Scope {
  private(set) var targets: [Text: NameTarget] = [:]
  /// Bare names that two used modules have, with the full names to choose from.
  private(set) var ambiguous: [Text: [Text]] = [:]
  private var own: Set<Text> = []
  private var fullNames: [Text: Text] = [:]

  /// Adds a name of the module itself.
  mutating func addOwn(_ name: Text, module: Text, _ target: NameTarget) {
    own.insert(name)
    ambiguous[name] = nil
    targets[name] = target
    targets[Text("\(module).\(name)")] = target
  }

  /// Adds a name of a used module. Own names have been added before.
  mutating func addUsed(_ name: Text, module: Text, _ target: NameTarget) {
    let full = Text("\(module).\(name)")
    targets[full] = target
    if own.contains(name) { return }
    if ambiguous[name] != nil {
      ambiguous[name]?.append(full)
    } else if let other = targets[name], other != target {
      ambiguous[name] = [fullNames[name] ?? name, full]
      targets[name] = nil
    } else {
      targets[name] = target
      fullNames[name] = full
    }
  }
}
