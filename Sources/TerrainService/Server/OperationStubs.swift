import TerrainDocuments
import TerrainEngines

/// Types for programs in another language for the parameters and results of all operations, generated from the same shapes as the JSON
/// Schemas.
///
/// An object is declared under the path to it: the field `options` of `Question` is `QuestionOptions`. Named shapes are declared once, when
/// the first type refers to them.
package struct OperationStubs {
  package enum Language: String, CaseIterable, Sendable {
    case python, typescript
  }

  private let language: Language
  private let declarations: Declarations
  private var declared: Set<String> = []
  /// The names of shapes that were met.
  private var entered: Set<String> = []
  private var text: String

  /// The types as the text of one file.
  ///
  /// - Parameter declarations: The facts, questions, and levels of a pack, or nil for types that are valid for every pack.
  package static func text(in language: Language, declarations: Declarations?) -> String {
    var stubs = OperationStubs(language, declarations ?? .none)
    var operations = ""
    for operation in AnyOperation.all {
      let name = name(operation.name)
      let parameters = stubs.alias("\(name)Params", operation.parameters)
      let result = stubs.alias("\(name)Result", operation.result)
      operations += "  /** \(operation.summary). */\n"
      operations += "  \(quoted(operation.name)): { params: \(parameters); result: \(result) };\n"
    }
    return stubs.text + (language == .python ? "" : "export interface Operations {\n\(operations)}\n")
  }

  private init(_ language: Language, _ declarations: Declarations) {
    (self.language, self.declarations) = (language, declarations)
    text =
      switch language {
      case .python: "from typing import Any, Literal, NotRequired, TypedDict, Union\n\n"
      case .typescript: ""
      }
  }

  private static func name(_ words: String) -> String {
    words.split { "._-".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return writer.string
  }

  private func word(_ python: String, _ typescript: String) -> String { language == .python ? python : typescript }

  /// Declares `name` as the type of `shape`, and returns the reference to it.
  private mutating func alias(_ name: String, _ shape: Shape) -> String {
    let type = type(of: shape, name)
    let reference = reference(name)
    if type != reference, declared.insert(name).inserted {
      text += word("\(name) = \(type)\n\n", "export type \(name) = \(type);\n\n")
    }
    return reference
  }

  private func reference(_ name: String) -> String { word("\"\(name)\"", name) }

  /// The type of `shape`. Inner objects with known fields are declared as `name`.
  private mutating func type(of shape: Shape, _ name: String) -> String {
    switch shape.form {
    case .anything: return word("Any", "unknown")
    case .null: return word("None", "null")
    case .flag: return word("bool", "boolean")
    case .integer: return word("int", "number")
    case .number: return word("float", "number")
    case .text, .id: return word("str", "string")
    case .words(let words): return literals(words)
    case .enumeration(let type): return literals(type.cases.map(\.string))
    case .list(let element, _):
      let element = type(of: element, "\(name)Item")
      return word("list[\(element)]", "Array<\(element)>")
    case .record: return type(of: .map(.anything), name)
    case .map(let value):
      let value = type(of: value, "\(name)Value")
      return word("dict[str, \(value)]", "Record<string, \(value)>")
    case .declared(let declared): return type(of: declarations.shape(of: declared), name)
    case .either(let shapes): return union(shapes.indices.map { type(of: shapes[$0], "\(name)\($0 + 1)") })
    case .named(let own, let shape):
      let name = Self.name(own)
      // Entered before its parts: they may refer to it.
      return entered.insert(name).inserted ? alias(name, shape()) : reference(name)
    case .object(let fields):
      let (known, others) = declarations.known(fields)
      if let others, known.isEmpty { return type(of: .map(others), name) }
      return object(known, isOpen: others != nil, name)
    }
  }

  private func literals(_ words: [String]) -> String {
    let words = words.map(Self.quoted)
    return word("Literal[\(words.joined(separator: ", "))]", words.joined(separator: " | "))
  }

  private func union(_ types: [String]) -> String {
    var distinct: [String] = []
    for type in types where !distinct.contains(type) { distinct.append(type) }
    let any = word("Any", "unknown")
    if distinct.contains(any) { return any }
    return distinct.count == 1
      ? distinct[0] : word("Union[\(distinct.joined(separator: ", "))]", distinct.joined(separator: " | "))
  }

  private mutating func object(_ fields: [Shape.Field], isOpen: Bool, _ name: String) -> String {
    guard declared.insert(name).inserted else { return reference(name) }
    var members = ""
    for field in fields {
      let type = type(of: field.shape, name + Self.name(field.name))
      let key = Self.quoted(field.name)
      switch language {
      case .python: members += "    # \(field.doc)\n    \(key): \(field.isRequired ? type : "NotRequired[\(type)]"),\n"
      case .typescript: members += "  /** \(field.doc) */\n  \(key)\(field.isRequired ? "" : "?"): \(type);\n"
      }
    }
    // Python has no type for an object with both known and other members.
    if isOpen { members += word("", "  [name: string]: unknown;\n") }
    text += word(
      "\(name) = TypedDict(\"\(name)\", {\n\(members)})\n\n", "export interface \(name) {\n\(members)}\n\n")
    return reference(name)
  }
}
