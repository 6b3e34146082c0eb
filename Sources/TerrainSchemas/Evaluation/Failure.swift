/// One check that did not hold: enough to report later what was wrong.
struct Failure {
  enum Kind: UInt8 {
    case wrongType, nothingAllowed, notAmongValues
    case belowMinimum, aboveMaximum, notAboveMinimum, notBelowMaximum, notMultiple
    case tooShort, tooLong, patternMismatch, formatMismatch
    case tooFewItems, tooManyItems, unexpectedItem, repeatedItem, tooFewContained, tooManyContained
    case tooFewKeys, tooManyKeys, unknownKey, missingKey, missingDependent
    case noBranch, severalBranches, forbidden
    case tooDeep, tooManySteps
  }

  var kind: Kind
  /// The instruction that failed.
  var instruction: UInt32
  /// The value, key or element that failed.
  var node: Int32
  /// Another node (the element an element repeats), an entry of the bytecode's keys, or a slot of a property table.
  var detail: UInt32 = 0
}
