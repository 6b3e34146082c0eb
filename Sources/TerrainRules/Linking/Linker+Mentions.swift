import TerrainDocuments
import TerrainExpressions
import TerrainBase

// Names that decisions mention.
extension Linker {
  /// Adds diagnostics about the module `index`. A name of another module is diagnosed once for that module, which is
  /// not used; a name that an unreadable module may have is not diagnosed.
  mutating func note(_ problems: [Diagnostic], in index: Int) {
    let module = modules[index]
    for diagnostic in problems {
      // What decisions make of a type that was too deep may be too deep again.
      if diagnostic.code == Diagnostic.typeTooDeepCode, diagnostics.contains(where: { $0.code == diagnostic.code }) {
        continue
      }
      guard diagnostic.code == Diagnostic.unknownNameCode, let place = diagnostic.place else {
        diagnostics.append(diagnostic)
        continue
      }
      if !module.namesAreKnown || module.uses.contains(where: { incomplete.contains($0.name) }) { continue }
      let name = Text(place.source.text(of: place.range))
      guard let owner = owner(of: name, besides: module) else {
        diagnostics.append(diagnostic)
        continue
      }
      if diagnosedModules.insert(Text("\(module.name) \(owner)")).inserted {
        diagnostics.append(.nameOfModuleNotUsed(name, owner, by: module.name, place))
      }
    }
  }

  /// The one module that declares `name` and that `module` could use.
  private func owner(of name: Text, besides module: Module) -> Text? {
    let owners = modules.filter { other in
      other.name != module.name && !module.uses.contains { $0.name == other.name }
        && (other.decisions.contains { $0.name == name } || other.parameters.contains { $0.name == name }
          || other.facts.contains { $0.name == name })
    }
    return owners.first?.name
  }
}

extension Diagnostic {
  static func moduleNotUsed(_ name: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used", message: "`\(module)` does not use `\(name)`", place: place,
      fix: "add `\(name)` under `uses`")
  }

  static func nameOfModuleNotUsed(_ name: Text, _ owner: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used",
      message: "there is no `\(name)` here; the module `\(owner)` has it, which `\(module)` does not use", place: place,
      fix: "add `\(owner)` under `uses`")
  }

  static func ambiguousName(_ name: Text, _ choices: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/ambiguous-name", message: "several used modules have a `\(name)`", place: place,
      fix: "write \(choices.map { "`\($0)`" }.joined(separator: " or "))")
  }
}
