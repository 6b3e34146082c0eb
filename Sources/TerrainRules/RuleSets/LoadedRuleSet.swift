import TerrainDocuments
import TerrainBase

/// A rule set as loaded from its folder.
package struct LoadedRuleSet: Sendable {
  /// The rules, ready to run.
  package let ruleSet: RuleSet
  /// Identifies a rule set: a hash over the names and bytes of the manifest and all modules, and of its earlier versions, as
  /// 32 hexadecimal digits.
  package let hash: String
  /// The names of the manifest's and the modules' files, those of earlier versions included.
  package let files: [String]
  /// Parameters that have other values than in the files, as `module.name=value`.
  package let overrides: [Text]
  /// Diagnostics that do not keep it from running.
  package let warnings: [Diagnostic]
  /// The facts that any module of the rule set declares, also those that were not needed; a candidate's are left out.
  /// Modules are read anew.
  package let allFactNames: @Sendable () -> Set<Text>
  /// The first day on which it is in force; nil: since ever.
  package let validFrom: CalendarDate?
  /// The versions that were in force before, oldest first, as far as they are needed.
  package let earlier: [LoadedRuleSet]
}

extension LoadedRuleSet {
  /// The rule set, which was loaded without plans, ready to run.
  ///
  /// - Throws: that it, or one of its earlier versions, is too large for that.
  package func planned() throws(DiagnosticError) -> LoadedRuleSet {
    let (planned, diagnostics) = ruleSet.planning()
    guard let planned else { throw DiagnosticError(diagnostics) }
    var versions: [LoadedRuleSet] = []
    for version in earlier { versions.append(try version.planned()) }
    return LoadedRuleSet(
      ruleSet: planned, hash: hash, files: files, overrides: overrides, warnings: warnings + diagnostics,
      allFactNames: allFactNames, validFrom: validFrom, earlier: versions)
  }

  /// The rule set as it was loaded, with `ruleSet` in the place of its rules.
  package func running(_ ruleSet: RuleSet) -> LoadedRuleSet {
    LoadedRuleSet(
      ruleSet: ruleSet, hash: hash, files: files, overrides: overrides, warnings: warnings, allFactNames: allFactNames,
      validFrom: validFrom, earlier: earlier)
  }
}
