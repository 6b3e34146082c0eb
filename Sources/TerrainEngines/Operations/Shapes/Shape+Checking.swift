import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension Shape {
  /// Everything about `node` that is not of this shape, with suggestions for unknown fields and values. `null` means that a field
  /// is left out.
  ///
  /// - Parameters:
  ///   - what: what it is called in messages ("the parameters").
  ///   - declarations: what a pack and its rules declare; without it, only what holds for any pack is checked.
  package func diagnostics(about node: Node, what: String, declarations: Declarations = .none) -> [Diagnostic] {
    let diagnostics = DiagnosticCollector(.request)
    check(node, .named(what), declarations, into: diagnostics)
    return diagnostics.diagnostics
  }

  /// Reports everything about `node` that is not of this shape.
  func check(
    _ node: Node, _ what: CheckedValue, _ declarations: Declarations = .none, into diagnostics: DiagnosticCollector
  ) {
    // A reader has bounded how deep nodes are, and every step down goes down in the document too.
    switch form {
    case .anything: break
    case .null: check(node, is: .null, what, into: diagnostics)
    case .flag: check(node, is: .bool, what, into: diagnostics)
    case .number: check(node, is: .number, what, into: diagnostics)
    case .text, .id: check(node, is: .string, what, into: diagnostics)
    case .record: check(node, is: .map, what, into: diagnostics)
    case .integer(let least, let most):
      guard node.kind == .number else { return check(node, is: .number, what, into: diagnostics) }
      if let int = node.int, least.map({ int >= $0 }) ?? true, most.map({ int <= $0 }) ?? true { return }
      diagnostics.report(.notInRange(least: least, most: most, what: what.name, at: node))
    case .words(let words):
      if let text = node.text, words.contains(where: { Text($0) == text }) { return }
      diagnostics.report(.notAWord(of: words, what: what.name, at: node, diagnostics.suggestions))
    case .enumeration(let type):
      if let text = node.text, type.code(of: text) != nil { return }
      diagnostics.report(
        .notAWord(of: type.cases.map { $0.string }, what: what.name, at: node, diagnostics.suggestions))
    case .list(let element, let most):
      guard node.kind == .list else { return check(node, is: .list, what, into: diagnostics) }
      if let most, node.count > most {
        return diagnostics.report(.tooMany(node.count, limit: most, what: what.name, at: node))
      }
      let what = CheckedValue.element(of: what)
      for item in node.elements where !diagnostics.isExhausted {
        element.check(item, what, declarations, into: diagnostics)
      }
    case .map(let value):
      guard node.kind == .map else { return check(node, is: .map, what, into: diagnostics) }
      for (key, item) in node.members where !diagnostics.isExhausted {
        value.check(item, .member(key.text ?? "", of: what), declarations, into: diagnostics)
      }
    case .object(let fields): check(node, fields, what, declarations, into: diagnostics)
    case .either(let shapes):
      // The alternative with the fewest errors reports what is wrong.
      var nearest: DiagnosticCollector?
      for shape in shapes {
        let part = diagnostics.part()
        shape.check(node, what, declarations, into: part)
        if part.count == 0 { return }
        if part.count < nearest?.count ?? .max { nearest = part }
      }
      if let nearest { diagnostics.take(nearest) }
    case .named(_, let shape): shape().check(node, what, declarations, into: diagnostics)
    case .declared(let declared):
      declarations.shape(of: declared).check(node, what, declarations, into: diagnostics)
    }
  }

  private func check(
    _ node: Node, is expected: NodeKind, _ what: CheckedValue, into diagnostics: DiagnosticCollector
  ) {
    if node.kind != expected { diagnostics.report(.wrongKind(node, expected: expected, what: what.name)) }
  }

  private func check(
    _ node: Node, _ fields: [Field], _ what: CheckedValue, _ declarations: Declarations,
    into diagnostics: DiagnosticCollector
  ) {
    var reader = FieldReader(node, what: what.name, into: diagnostics)
    for field in fields {
      let name = Text(field.name)
      guard let value = field.isRequired ? reader.required(name) : reader.optional(name) else { continue }
      field.shape.check(value, .member(name, of: what), declarations, into: diagnostics)
    }
    reader.finish(alsoKnown: ["$schema"])
  }
}

/// A value that is checked, by its way from the outermost one. Its name is composed only if a diagnostic needs it.
///
/// The chain is a value and not a closure: the compiler specializes a recursive function for each closure that is passed to it, and
/// for each closure of these.
indirect enum CheckedValue {
  /// The outermost value, by its name in messages ("the parameters").
  case named(String)
  case element(of: CheckedValue)
  case member(Text, of: CheckedValue)

  /// The name in messages: "`a` of an element of the parameters".
  var name: String {
    switch self {
    case .named(let name): name
    case .element(let list): "an element of \(list.name)"
    case .member(let key, let map): "`\(key)` of \(map.name)"
    }
  }
}
