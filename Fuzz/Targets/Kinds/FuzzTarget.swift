/// A reader of foreign input, and what has to hold for any bytes that it is given.
package struct FuzzTarget: Sendable {
  /// The name that `bin/fuzz` takes.
  package let name: String
  /// Texts that inputs are likely to be made of.
  package let dictionary: [String]
  private let makeSeeds: @Sendable () -> [[UInt8]]
  private let body: @Sendable ([UInt8]) throws(FuzzFailure) -> Void

  /// A target.
  ///
  /// - Parameters:
  ///   - seeds: returns inputs to begin with.
  ///   - body: reads an input; throws where what has to hold does not.
  init(
    _ name: String, dictionary: [String] = [], seeds: @escaping @Sendable () -> [[UInt8]],
    body: @escaping @Sendable ([UInt8]) throws(FuzzFailure) -> Void
  ) {
    self.name = name
    self.dictionary = dictionary
    makeSeeds = seeds
    self.body = body
  }

  /// Inputs to begin with, of at most ``longestSeed`` bytes, none twice, in the order of their bytes.
  package var seeds: [[UInt8]] {
    Set(makeSeeds().filter { $0.count <= Self.longestSeed }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Longer inputs take more time than they find.
  package static let longestSeed = 16 << 10

  /// Reads `input`.
  ///
  /// - Throws: what does not hold for it.
  package func run(_ input: [UInt8]) throws(FuzzFailure) { try body(input) }
}

/// What has to hold for an input, and does not.
package struct FuzzFailure: Error, CustomStringConvertible {
  /// What does not hold.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(FuzzFailure) {
  if !condition { throw FuzzFailure(message()) }
}
