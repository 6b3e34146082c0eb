import TerrainDocuments

/// Finds out why no branch of a choice held: what is wrong by the branch that comes closest, or what all of them want.
struct ClosestBranch {
  let program: SchemaBytecode
  let view: DocumentView
  let limits: SchemaLimits
  /// The resources gone through when the choice failed, by the choice's number.
  let scopes: [[UInt32]]
  let budget: StepBudget

  /// Branches that fail in more ways than this are not compared further.
  private static let mostFailures = 200
  /// Choices inside of choices, looked into so deep.
  private static let deepest = 32

  private struct Branch {
    var failures: [Failure]
    var scopes: [[UInt32]]
    /// The kinds it takes, if the value's kind is what it fails by.
    var types: TypeMask?
    /// The values it takes, if that is what it fails by: of the value itself, or of one of its members.
    var values: (node: Int, values: [Node])?
  }

  func findings(for failure: Failure, depth: Int = 0) -> [Finding] {
    guard failure.kind == .noBranch, depth < Self.deepest, budget.left > 0 else {
      return [Finding(defect: .failure(failure), node: Int(failure.node))]
    }
    let instruction = program.tables.instructions[Int(failure.instruction)]
    let node = Int(failure.node)
    let scope = failure.detail < scopes.count ? scopes[Int(failure.detail)] : []
    let branches = (0..<instruction.b).map { number in
      branch(program.tables.blockLists[Int(instruction.a + number)], node, scope)
    }
    let ofRightKind = branches.filter { $0.types == nil }
    guard !ofRightKind.isEmpty else {
      let types = TypeMask(bits: branches.reduce(0) { $0 | ($1.types?.bits ?? 0) })
      return [Finding(defect: .wrongType(types), node: node)]
    }
    // A value that names the branch (a `type`, a `kind`): those that name another were not meant.
    let meant = ofRightKind.filter { $0.values == nil }
    if meant.isEmpty, let first = ofRightKind.first?.values, ofRightKind.count > 1,
      ofRightKind.allSatisfy({ $0.values?.node == first.node })
    {
      let values = ofRightKind.flatMap { $0.values?.values ?? [] }
      return [Finding(defect: .notAmongValues(values), node: first.node)]
    }
    let candidates = meant.isEmpty ? ofRightKind : meant
    guard let closest = candidates.min(by: { $0.failures.count < $1.failures.count }) else { return [] }
    let inner = ClosestBranch(program: program, view: view, limits: limits, scopes: closest.scopes, budget: budget)
    return closest.failures.flatMap { inner.findings(for: $0, depth: depth + 1) }
  }

  private func branch(_ block: UInt32, _ node: Int, _ scope: [UInt32]) -> Branch {
    var limits = limits
    limits.findings = Self.mostFailures
    limits.steps = budget.left
    var run = SchemaRun(program, view, isRecording: true, limits: limits, scope: scope)
    _ = run.run(block, node)
    budget.left -= run.steps
    var branch = Branch(failures: run.failures, scopes: run.choiceScopes)
    let at = view.resolved(node)
    for failure in run.failures {
      let place = Int(failure.node)
      if place == node, failure.kind == .wrongType {
        branch.types = TypeMask(bits: program.tables.instructions[Int(failure.instruction)].a)
      }
      if place == node, failure.kind == .nothingAllowed { branch.types = TypeMask(bits: 0) }
      if failure.kind == .notAmongValues, branch.values == nil, place == node || isMember(place, ofMapAt: at) {
        branch.values = (place, SchemaBytecode.values(of: program.origin(ofInstruction: failure.instruction)))
      }
    }
    return branch
  }

  /// Whether `node` is the value of one of the map's own members.
  private func isMember(_ node: Int, ofMapAt map: Int) -> Bool {
    let raw = view.nodes[map]
    guard raw.kindTag == NodeTag.map, node > map, node < Int(raw.link) else { return false }
    var key = map + 1
    while key + 1 < node { key = view.next(after: key + 1) }
    return key + 1 == node
  }
}

/// How many steps explanations may still take, all together.
final class StepBudget {
  var left: Int

  init(_ steps: Int) { left = steps }
}

extension SchemaBytecode {
  /// The values that a schema's `const` or `enum` allows.
  static func values(of schema: Node?) -> [Node] {
    if let value = schema?["const"] { return [value] }
    return schema?["enum"].map { Array($0.elements) } ?? []
  }
}
