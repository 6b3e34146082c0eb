import TerrainExpressions
import TerrainEngines
import TerrainBase

/// The types of requests and results in conditions, from their shapes.
struct OutcomeTypes {
  let declarations: Declarations
  /// The named shapes that are being read: one that mentions itself is `dyn` there.
  private var open: Set<String> = []

  init(_ declarations: Declarations) { self.declarations = declarations }

  /// The type of values of `shape`, which is called `name`.
  mutating func type(of shape: Shape, named name: String) -> CELType {
    switch shape.form {
    case .anything, .record: return .dyn
    case .null: return .null
    case .flag: return .bool
    case .integer: return .int
    case .number: return .double
    case .text, .id: return .string
    case .words(let words): return .enumeration(EnumerationType(name: Text(name), cases: words.map { Text($0) }))
    case .enumeration(let enumeration): return .enumeration(enumeration)
    case .list(let element, _): return .list(type(of: element, named: name))
    case .map(let value): return .map(key: .string, value: type(of: value, named: name))
    case .declared(let declared): return type(of: declarations.shape(of: declared), named: name)
    case .named(let inner, let shape):
      guard open.insert(inner).inserted else { return .dyn }
      defer { open.remove(inner) }
      return type(of: shape(), named: inner)
    case .object(let fields): return object(fields, named: name)
    case .either(let shapes): return either(shapes, named: name)
    }
  }

  private mutating func object(_ all: [Shape.Field], named name: String) -> CELType {
    let (fields, others) = declarations.known(all)
    if others != nil { return .map(key: .string, value: .dyn) }
    var typed: [RecordType.Field] = []
    for field in fields {
      typed.append(.init(name: Text(field.name), type: type(of: field.shape, named: field.name)))
      guard case .id = field.shape.form else { continue }
      typed.append(.init(name: ValueReader.recordName(of: field.name), type: .dyn))
    }
    return .record(RecordType(name: Text(name), fields: typed))
  }

  /// A scalar or null is a scalar that may be null; one of several objects has the fields of all.
  private mutating func either(_ shapes: [Shape], named name: String) -> CELType {
    var types: [CELType] = []
    var isNullable = false
    for shape in shapes {
      if case .null = shape.form { isNullable = true } else { types.append(type(of: shape, named: name)) }
    }
    if isNullable {
      guard types.count == 1 else { return .dyn }
      return switch types[0] {
      case .bool, .int, .double, .string, .enumeration: .wrapper(types[0])
      default: .dyn
      }
    }
    var fields: [RecordType.Field] = []
    for type in types {
      guard case .record(let record) = type else { return types.count == 1 ? type : .dyn }
      for field in record.fields {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else {
          fields.append(field)
          continue
        }
        if fields[index].type != field.type { fields[index].type = .dyn }
      }
    }
    return .record(RecordType(name: Text(name), fields: fields))
  }
}
