extension Value {
  /// This value as a number, or nil.
  var number: Number? {
    switch self {
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .double(let double): .double(double)
    case .decimal(let decimal): .decimal(decimal)
    default: nil
    }
  }
}
