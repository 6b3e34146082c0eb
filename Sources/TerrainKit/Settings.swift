import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension Terrain {
  /// The settings with which an app loads a pack.
  public struct Settings: Sendable {
    /// Parameters of rules with values other than in the rules, by `module.name`.
    public var parameters: [String: Value]
    /// The limits of one request.
    public var limits: Limits
    /// The default language of requests, or nil for the pack's default.
    public var locale: Locale?

    /// Settings; the default arguments are those of the rules and the service.
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

  /// The limits of one request. A request that exceeds a limit is rejected with an error that names it.
  public struct Limits: Sendable {
    var requests = RequestLimits()

    /// The limits of `terrain serve`.
    public init() {}

    /// The maximum number of steps of evaluation for one decision.
    public var steps: Int {
      get { requests.steps }
      set { requests.steps = newValue }
    }
    /// The maximum number of bytes of the values that one decision builds.
    public var bytes: Int {
      get { requests.bytes }
      set { requests.bytes = newValue }
    }
    /// The maximum number of days of a page in one request.
    public var days: Int {
      get { requests.days }
      set { requests.days = newValue }
    }
    /// The maximum number of events of an account in one request.
    public var events: Int {
      get { requests.events }
      set { requests.events = newValue }
    }
    /// The maximum number of values and keys in the replicas that one request merges.
    public var values: Int {
      get { requests.values }
      set { requests.values = newValue }
    }
  }
}

extension Value {
  /// The value in the form of an argument of `--set`.
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

extension Score {
  /// The id of the outcome called `name`, as a `String`, or nil if the quiz has no such outcome.
  public func outcome(_ name: String) -> String? { self[Text(name)]?.string }
}

extension Value {
  /// A `string`.
  public init(_ string: String) { self = .string(Text(string)) }
  /// A `list` of strings.
  public init(_ strings: [String]) { self = .list(strings.map { .string(Text($0)) }) }

  /// True if the value is the text `text`.
  public func isText(_ text: String) -> Bool {
    if case .string(let value) = self { value == Text(text) } else { false }
  }
}
