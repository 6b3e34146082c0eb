import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A fact of a rule set. Modules that declare the same fact share it.
package struct LinkedFact: Sendable {
  package var declaration: FactDeclaration
  /// The module that declares it first.
  package var module: Text
  package var slot: Slot
  package var isUsed = false
}

/// A parameter, with the value it has in this run.
package struct LinkedParameter: Sendable {
  package var declaration: ParameterDeclaration
  package var module: Text
  package var value: Value
  package var isUsed = false

  package var fullName: Text { Text("\(module).\(declaration.name)") }
}

/// A decision, typed and with its slots.
package struct LinkedDecision: Sendable {
  package var typed: TypedDecision { didSet { derived = nil } }
  package var slot: Slot
  /// Which row yielded the result: its number, the count of rows for `otherwise`; nil where more than one may.
  package var rowSlot: Slot?
  /// The second row that matched where only one may.
  package var secondRowSlot: Slot?
  /// Which rows made a list, one for each element.
  package var rowsSlot: Slot?
  /// The decisions it mentions, by index.
  package var needs: [Int]
  package var isUsed = false
  /// What follows from ``typed`` alone, where a memory keeps it; nil: nothing is kept.
  private(set) var derived: DerivedValues?

  init(typed: TypedDecision, slot: Slot, needs: [Int], derived: DerivedValues? = nil) {
    self.typed = typed
    self.slot = slot
    self.needs = needs
    self.derived = derived
  }

  /// What `make` makes of ``typed``: the earlier value of its type, where a memory keeps one that is still right.
  package func derive<T: Sendable>(isStill: (T) -> Bool = { _ in true }, _ make: () -> T) -> T {
    derived?.value(isStill: isStill, make) ?? make()
  }
}
