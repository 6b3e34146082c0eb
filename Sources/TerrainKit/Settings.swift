import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainRules
import TerrainValues

extension Terrain {
  /// What an app sets when it loads a pack.
  public struct Settings: Sendable {
    /// Parameters of rules with other values than the rules declare, by `module.name`.
    public var parameters: [String: Value]
    /// What one request may cost.
    public var limits: Limits
    /// The language of requests that name none; nil for the pack's default.
    public var locale: Locale?

    /// Settings; without arguments, those that the rules and the service declare.
    public init(parameters: [String: Value] = [:], limits: Limits = Limits(), locale: Locale? = nil) {
      self.parameters = parameters
      self.limits = limits
      self.locale = locale
    }

    /// The parameters, sorted by name.
    func overrides() throws(DiagnosticError) -> [ParameterOverride] {
      var overrides: [ParameterOverride] = []
      for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
        overrides.append(try ParameterOverride("\(name)=\(value.parameterText)"))
      }
      return overrides
    }
  }

  /// What one request may cost; a request beyond a limit is refused with an error that names it.
  public struct Limits: Sendable {
    var values = RequestLimits()

    /// The limits that `terrain serve` has.
    public init() {}

    /// Steps of evaluation for one decision.
    public var steps: Int {
      get { values.steps }
      set { values.steps = newValue }
    }
    /// Days of a page that one request asks for.
    public var days: Int {
      get { values.days }
      set { values.days = newValue }
    }
    /// Events of an account that one request contains.
    public var events: Int {
      get { values.events }
      set { values.events = newValue }
    }
  }
}

extension Value {
  /// The value as it is written after `--set`.
  fileprivate var parameterText: String {
    switch self {
    case .string(let text): text.string
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)"
    default: "\(self)"
    }
  }
}
