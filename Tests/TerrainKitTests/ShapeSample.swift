import TerrainBase
import TerrainEngines

/// Values of shapes. The variant chooses alternatives and enum values, and which optional members there are.
struct ShapeSample {
  let variant: Int
  /// How deep values are nested; shapes may mention themselves.
  private static let depthLimit = 12

  func value(of shape: Shape, depth: Int = 0) -> Value {
    switch shape.form {
    case .anything: [.map(["any": .list([1, .null, .double(0.5), true])]), "text", 7][variant % 3]
    case .null: .null
    case .flag: .bool(variant % 2 == 0)
    case .integer(let least, let most): .int(max(least ?? -3, min(most ?? 41, 41)))
    case .number: .double(Double(variant) + 0.25)
    case .text("date", _): "2026-02-05"
    case .text("date-time", _): "2026-02-05T07:30:00+08:00"
    case .text(_, nil): .string(Text("text \(variant)"))
    case .text(_, _): "zh-Hans"
    case .words(let words): .string(Text(words[variant % words.count]))
    case .enumeration(let type): .string(type.cases[variant % type.cases.count])
    case .list(let element, _): depth > Self.depthLimit ? .list([]) : .list([value(of: element, depth: depth + 1)])
    case .map(let member):
      .map(["a key": value(of: member, depth: depth + 1), "another": value(of: member, depth: depth + 1)])
    case .object(let fields): object(fields, depth)
    case .either(let shapes): value(of: shapes[variant % shapes.count], depth: depth + 1)
    case .named(_, let shape): value(of: shape(), depth: depth + 1)
    case .declared, .id: "an_id"
    case .record: .map(["id": "an_id", "field": 3])
    }
  }

  private func object(_ fields: [Shape.Field], _ depth: Int) -> Value {
    var members = ValueMap()
    for field in fields where field.isRequired || (variant % 4 != 3 && depth <= Self.depthLimit) {
      let name = field.keys == nil ? field.name : "declared"
      members.insert(.string(Text(name)), value(of: field.shape, depth: depth + 1))
    }
    return .map(members)
  }
}
