import TerrainDocuments
import TerrainBase

/// The values that invariants let vary, and which of them an operation never takes: with such a value nothing is checked.
struct VariedValues {
  fileprivate struct Varied {
    let node: Node
    let value: Value
    var isTaken = false
    var refusal: Diagnostic?
  }

  fileprivate struct Variation {
    let path: [Value]
    /// As diagnostics about requests write it.
    let name: String
    var values: [Varied]
  }

  private var variations: [Variation]

  /// Those of `invariant`, as far as they are in the request itself.
  init(_ invariant: Invariant) {
    variations = invariant.vary.filter { $0.path.first != Invariant.FirstStep.key }.map { variation in
      Variation(
        path: variation.path.map { .string($0) }, name: variation.path.map(\.string).joined(separator: "."),
        values: variation.values.filter { $0.kind != .null }.map { Varied(node: $0, value: $0.value) })
    }
  }

  /// Notes what became of `request`.
  mutating func add(_ request: Value, _ verdicts: [InvariantRun.Verdict]) {
    var refusals: [Diagnostic] = []
    var isRun = false
    for verdict in verdicts {
      switch verdict {
      case .notApplicable: break
      case .refused(let diagnostics): refusals = diagnostics
      case .held, .violated, .failed: isRun = true
      }
    }
    guard isRun || !refusals.isEmpty else { return }
    for index in variations.indices {
      guard let value = request.at(variations[index].path),
        let position = variations[index].values.firstIndex(where: { !$0.isTaken && $0.value.isIdentical(to: value) })
      else { continue }
      if let refusal = refusals.first(where: { variations[index].holds($0.path) }) {
        variations[index].values[position].refusal = refusal
      } else {
        variations[index].values[position].isTaken = true
      }
    }
  }

  /// The values that were refused wherever they were.
  var diagnostics: [Diagnostic] {
    variations.flatMap { $0.values }.compactMap { value in
      value.isTaken ? nil : value.refusal.map { .invariantValueRefused(value.node, $0) }
    }
  }
}

extension VariedValues.Variation {
  /// Whether `path` is that of the varied value, or of something in it.
  fileprivate func holds(_ path: String?) -> Bool {
    guard let path, path.hasPrefix(name) else { return false }
    return path.utf8.count == name.utf8.count || ".[".contains(path.dropFirst(name.count).first ?? " ")
  }
}

extension Diagnostic {
  fileprivate static func invariantValueRefused(_ node: Node, _ refusal: Diagnostic) -> Diagnostic {
    Diagnostic(
      code: "invariants/refused", message: "no request with this value can be run: \(refusal.message)",
      place: node.place, fix: refusal.fix)
  }
}
