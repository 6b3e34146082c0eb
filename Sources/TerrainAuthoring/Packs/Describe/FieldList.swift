import TerrainExpressions
import TerrainForms
import TerrainValues

/// The fields of a kind, those inside others too: by their types as rules see them, and texts by what the schema declares.
struct FieldList {
  private(set) var fields: [PackDescription.Field] = []
  private let pack: PackContents
  /// Fields inside fields are listed this far down.
  private static let mostSteps = 4

  init(_ kind: Text, _ type: CELType?, in pack: PackContents) {
    self.pack = pack
    let shape = pack.fields.record(of: kind)
    if case .record(let record)? = type { add(record, [], shape) }
    if let shape { addTexts(shape, []) }
  }

  private typealias Shape = (shapes: FieldShapes, index: Int)

  private mutating func add(_ record: RecordType, _ path: [Text], _ shape: Shape?) {
    for field in record.fields {
      let steps = path + [field.name]
      var type = field.type
      var isOptional = false
      if case .optional(let wrapped) = type {
        type = wrapped
        isOptional = true
      }
      let inner = shape.flatMap { shape in
        shape.shapes.shapes[shape.index].member(field.name).map { (shape.shapes, $0) }
      }
      let element = type.elementRecord
      fields.append(
        PackDescription.Field(
          path: Self.path(steps), type: element == nil ? Text("\(type)") : Text(type.isList ? "list<map>" : "map"),
          isOptional: isOptional, references: references(inner)))
      if let element, steps.count < Self.mostSteps { add(element, steps, inner.map(Self.element)) }
    }
  }

  /// The kinds that a value of the shape, or an element of it, names.
  private func references(_ shape: Shape?) -> [Text] {
    guard let shape else { return [] }
    let (shapes, index) = Self.element(shape)
    return shapes.shapes[index].roles.references
  }

  private static func element(_ shape: Shape) -> Shape {
    (shape.shapes, shape.shapes.shapes[shape.index].elements ?? shape.index)
  }

  /// Texts in several languages, which have no type that rules see.
  private mutating func addTexts(_ shape: Shape, _ path: [Text]) {
    let (shapes, index) = Self.element(shape)
    for (name, member) in shapes.shapes[index].members.sorted(by: { $0.key < $1.key }) {
      let steps = path + [name]
      let inner = Self.element((shapes, member))
      let isList = inner.index != member
      if shapes.shapes[inner.index].roles.isLocalized {
        fields.append(
          PackDescription.Field(
            path: Self.path(steps), type: isList ? "list<text>" : "text", isOptional: false, references: []))
      } else if steps.count < Self.mostSteps {
        addTexts(inner, steps)
      }
    }
  }

  private static func path(_ steps: [Text]) -> Text { Text(steps.map(\.string).joined(separator: ".")) }
}

extension CELType {
  /// The record that a value of the type is, or a list of it holds. Types nest a few levels deep at most.
  fileprivate var elementRecord: RecordType? {
    switch self {
    case .record(let record): record
    case .list(let element): element.elementRecord
    default: nil
    }
  }

  fileprivate var isList: Bool {
    if case .list = self { return true }
    return false
  }
}
