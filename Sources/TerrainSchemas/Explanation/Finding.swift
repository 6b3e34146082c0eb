import TerrainDocuments

/// One defect of a document: the content of one message.
struct Finding {
  enum Defect {
    case failure(Failure)
    /// No branch of a choice takes a value of this kind; those that they take.
    case wrongType(TypeMask)
    /// All branches of a choice that fit otherwise name a value; those that they name.
    case notAmongValues([Node])
  }

  var defect: Defect
  var node: Int

  func isFailure(_ kind: Failure.Kind) -> Bool {
    if case .failure(let failure) = defect { return failure.kind == kind }
    return false
  }
}
